/** Outlines of Kotlin. */

import { draws, lists } from "./check.js";

test("The outline of a file in Kotlin is as listed.", () =>
  lists(
    "kotlin",
    `@file:JvmName("Shops")
package com.example.shop

import java.util.Date

/** Sells things. */
@Suppress("unused")
@Serializable
abstract class Shop<T : Number>(val id: Int, private var name: String = "x", size: Int) : Base(id), Runnable {
    companion object {
        const val LIMIT = 3
        @JvmStatic fun make(): Shop = TODO()
    }

    init {
        val checked = id
    }

    /** Opens one. */
    constructor(size: Int) : this(size, "", size) {
        val inConstructor = 2
    }

    var count: Int = 0
        get() = field
        private set(value) {
            val old = field
            field = value
        }
    val lazily by lazy {
        val inLambda = 1
        inLambda
    }
    lateinit var late: String
    val (left, right) = pair
    val String.half: Int get() = length / 2

    override fun run() {
        val local = 1
        var (p, q) = pair
        for (i in 0..3) { }
        for ((key, value) in map) { }
        fun inner(z: Int) { val deep = z }
        val task = object : Runnable {
            override fun run() { }
        }
        class Local { fun m() { } }
        when (val w = count) { 1 -> { } }
    }

    fun <R> String.extended(a: R) = 1
    operator fun plus(other: Shop) = other
    infix fun \`with space\`(x: Int) = 1
    abstract fun go()

    inner class Inside
    enum class Color(val rgb: Int) {
        RED(1),
        GREEN(2) { override fun shown() = "g" },
        @Deprecated("x") BLUE;
        open fun shown() = ""
    }
    interface Named { val label: String; fun show() }
    object Single { val z = 1 }
    data class Größe(val x: Int)
}

typealias Text = String
const val TOP = 1
var String.tail: String
    get() = drop(1)
    set(value) { }
fun main(args: Array<String>) { }
`,
    `
package com.example.shop 2
class Shop 6/7-66
  property id 9
  property name 9
  object Companion 10-13
    constant LIMIT 11
    method make [()] 12
  constructor <class initializer> 15-17
    ~variable checked 16
  constructor constructor [(size: Int)] 19/20-22
    ~variable inConstructor 21
  property count 24-29
    method get 25
    method set 26-29
      ~variable old 27
  property lazily 30-33
    ~variable inLambda 31
  property late 34
  variable left 35
  variable right 35
  property half 36
    method get 36
  method run [()] 38-49
    ~variable local 39
    ~variable p 40
    ~variable q 40
    ~variable i 41
    ~variable key 42
    ~variable value 42
    function inner [(z: Int)] 43
      ~variable deep 43
    ~variable task 44-46
      method run [()] 45
    class Local 47
      method m [()] 47
    ~variable w 48
  method extended [(a: R)] 51
  method plus [(other: Shop)] 52
  method \`with space\` [(x: Int)] 53
  method go [()] 54
  class Inside 56
  enum Color 57-62
    property rgb 57
    enum_member RED 58
    enum_member GREEN 59
      method shown [()] 59
    enum_member BLUE 60
    method shown [()] 61
  interface Named 63
    property label 63
    method show [()] 63
  object Single 64
    property z 64
  class Größe 65
    property x 65
class Text 68
constant TOP 69
property tail 70-72
  method get 71
  method set 72
function main [(args: Array<String>)] 73
`,
  ));

test("Declarations around a syntax error stay in the outline of Kotlin.", () =>
  lists(
    "kotlin",
    `class A {
    val before = 1
    fun broken(: Int) = 
}
class B {
    fun after() { }
}
`,
    `
class A 1-4
  property before 2
  method broken [(: Int)] 3
class B 5-7
  method after [()] 6
`,
  ));

test.each([
  ["A", "import x\n\n«/** Why. */\n⟦@Foo\n@Bar(1)\ndata class ┃A(val x: Int) {\n}⟧\n"],
  [
    "A/f",
    "class A {\n    val x = 1 // behind\n    «// Why.\n    ⟦@Foo\n    override fun <T> ┃f(a: T): T {\n        return a\n    }⟧ // behind\n}\n",
  ],
  [
    "A/x",
    "class A {\r\n    «/* 💣 */\r\n    ⟦@X private var ┃x: Int = 0\r\n        get() = field\r\n        set(value) { field = value }⟧\r\n    val y = 1\r\n}",
  ],
  ["A/Companion", "class A {\n    ⟦companion ┃object {\n    }⟧\n}"],
  ["A/constructor", "class A {\n    ⟦┃constructor(x: Int) : this()⟧\n}\n"],
  ["b", "val (a, ⟦┃b⟧) = pair\n"],
  ["last", "val x = 1\n⟦fun ┃last() = 1⟧"],
])("In the outline of Kotlin, %s is where it is drawn: %j", (path, drawn) => draws("kotlin", path, drawn));

test("In Kotlin, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "kotlin",
    `val f = { x: Int -> val a = 1; fun inner() { val b = 2 }; class L { val m = 1 } }
val g = fun(x: Int): Int { val c = 1; return c }
val h: Int get() { val d = 1; return d }
class A {
    val i by lazy { val j = 1; j }
    var k: Int
        set(value) { val l = 1 }
}
`,
    `
property f 1
  ~variable a 1
  function inner [()] 1
    ~variable b 1
  class L 1
    property m 1
property g 2
  ~variable c 2
property h 3
  method get 3
    ~variable d 3
class A 4-8
  property i 5
    ~variable j 5
  property k 6-7
    method set 7
      ~variable l 7
`,
  ));
