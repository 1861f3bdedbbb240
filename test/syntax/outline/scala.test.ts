/** Outlines of Scala. */

import { draws, lists } from "./check.js";

test("The outline of a file in Scala is as listed.", () =>
  lists(
    "scala",
    `// A licence.
package com.example
package shop

import java.util._

/** Sells things. */
@deprecated("x")
@serializable
sealed abstract class Shop[T](val id: Int, var name: String = "x", size: Int) extends Base(id) with Named {
  self =>
  type Alias = Int
  type Abstract <: Any
  val a = 1
  val b, c = 2
  val (d, e) = (1, 2)
  val Some(f) = option
  lazy val g: Int = { val inBlock = 1; inBlock }
  var h: Int = _
  val declared: Int
  var changing: Int
  def this(x: Int) = { this(x, "") }
  def +(other: Shop): Shop = other
  def unary_! : Boolean = true
  def \`with space\`(x: Int)(implicit y: String): Int = x

  /** Runs. */
  @tailrec
  final override def run[R](x: Int, rest: String*): Int = {
    val local = 1
    var (p, q) = pair
    for (i <- 0 to 3; j = i) yield j
    def inner(z: Int) = { val deep = 1; z }
    val task = new Runnable { override def run() = { }; val k = 1 }
    class Local { def m() = 1 }
    local
  }

  def abstractly(x: Int): Int
  object Nested { def z = 1 }
}

object Shop extends App { val LIMIT = 3 }
case class Point(x: Int, y: String)
trait Named[A] { def label: String; val length: Int }
enum Color(val rgb: Int) {
  case Red extends Color(1)
  case Green, Blue
  case Other(x: Int) extends Color(x)
}
given ordering: Ordering[Int] with
  def compare(x: Int, y: Int) = x - y

given Ordering[String] with
  def compare(x: String, y: String) = 1

extension (s: String)
  def shout: String = s
  def times(n: Int) = s

opaque type Größe = Int

// Indented.
def indented(x: Int) =
  val y = 1
  y

// The next.
val last = 2
package inner { class Inside }
`,
    `
package com.example 1/2
package shop 3-70
  class Shop 7/8-41
    constant id 10
    variable name 10
    type_parameter Alias 12
    type_parameter Abstract 13
    constant a 14
    constant b 15
    constant c 15
    constant d 16
    constant e 16
    constant f 17
    constant g 18
      ~constant inBlock 18
    variable h 19
    constant declared 20
    variable changing 21
    constructor this [(x: Int)] 22
    method + [(other: Shop)] 23
    method unary_! 24
    method \`with space\` [(x: Int) (implicit y: String)] 25
    method run [(x: Int, rest: String*)] 27/28-37
      ~constant local 30
      ~variable p 31
      ~variable q 31
      ~variable i 32
      ~variable j 32
      method inner [(z: Int)] 33
        ~constant deep 33
      ~constant task 34
        interface new Runnable 34
          method run [()] 34
          constant k 34
      class Local 35
        method m [()] 35
    method abstractly [(x: Int)] 39
    module Nested 40
      method z 40
  module Shop 43
    constant LIMIT 43
  class Point 44
    constant x 44
    constant y 44
  interface Named 45
    method label 45
    constant length 45
  enum Color 46-50
    constant rgb 46
    enum_member Red 47
    enum_member Green 48
    enum_member Blue 48
    enum_member Other 49
      constant x 49
  class ordering 51-52
    method compare [(x: Int, y: Int)] 52
  class given Ordering[String] 54-55
    method compare [(x: String, y: String)] 55
  module extension String 57-59
    method shout 58
    method times [(n: Int)] 59
  type_parameter Größe 61
  method indented [(x: Int)] 63/64-66
    ~constant y 65
  constant last 68/69
  package inner 70
    class Inside 70
`,
  ));

test("Declarations around a syntax error stay in the outline of Scala.", () =>
  lists(
    "scala",
    `object A {
  val before = 1
  def broken(x: = {
  }
}
object B {
  def after = 1
}
`,
    `
module A 1-5
  constant before 2
  method broken 3-4
module B 6-8
  method after 7
`,
  ));

test.each([
  ["A", "import x._\n\n«/** Why. */\n⟦@foo\n@bar(1)\nfinal case class ┃A(x: Int) {\n}⟧\n"],
  [
    "A/f",
    "class A {\n  val x = 1 // behind\n  «// 💣\n  ⟦@foo override def ┃f[T](a: T): T = {\n    a\n  }⟧ // behind\n}\n",
  ],
  ["f", "⟦def ┃f =\n  1⟧\n\n// The next.\nval x = 1\n"],
  ["g", "def f =\n  1\n\n«// Why.\n⟦val ┃g = 1⟧"],
  ["b", "class A\r\n⟦val a, ┃b = 1⟧\r\n"],
  ["a.b", "«// Why.\n⟦package ┃a.b\n\nclass A⟧\n"],
  ["given Ordering[Int]", "⟦given ┃Ordering[Int] with\n  def compare(x: Int, y: Int) = 1⟧\n"],
])("In the outline of Scala, %s is where it is drawn: %j", (path, drawn) => draws("scala", path, drawn));

test("In Scala, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "scala",
    `val f = (x: Int) => { val a = 1; def inner() = { val b = 2 }; class L { val m = 1 } }
object O {
  val g = list.map { case y => val c = 1; c }
  val h = x match {
    case 1 => val d = 1; d
  }
  for (n <- list) { val e = 1 }
}
`,
    `
constant f 1
  ~constant a 1
  method inner [()] 1
    ~constant b 1
  class L 1
    constant m 1
module O 2-8
  constant g 3
    ~constant c 3
  constant h 4-6
    ~constant d 5
  ~variable n 7
  ~constant e 7
`,
  ));
