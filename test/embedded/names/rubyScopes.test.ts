/**
 * Names of Ruby's variables, constants and methods
 * (https://docs.ruby-lang.org/en/master/syntax/assignment_rdoc.html, methods_rdoc.html,
 * modules_and_classes_rdoc.html).
 */

import { answers } from "./cases.js";

const other = [
  "o.rb",
  "N = 0\nmodule O\n  N = 9\n  class Other\n    def run; end\n    def name; end\n    def self.make; end\n  end\nend\n",
] as const;

describe("definitions of constants", () => {
  answers("definition", [
    [
      "A reader that the class declares",
      "a.rb",
      "class A\n  attr_reader :⟦size⟧\nend\nclass B\n  attr_reader :size\nend\nA.new.┃size\n",
    ],
    [
      "A method of the class in its singleton",
      "a.rb",
      "class A\n  class << self\n    def ⟦make⟧; end\n  end\nend\nclass B\n  def self.make; end\nend\nA.┃make\n",
    ],
    ["A variable of a pattern", "a.rb", "case x\nin { name: ⟦y⟧ }\n  ┃y\nend\n"],
    ["A variable in a heredoc", "a.rb", "⟦y⟧ = 1\nz = <<~T\n  #{┃y}\nT\n"],
    [
      "A method of a parenthesised object",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B\n  def run; end\nend\n(A.new).┃run\n",
    ],
    [
      "A method of what an assignment in a condition holds",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B\n  def run; end\nend\nif (a = A.new)\n  a.┃run\nend\n",
    ],
    [
      "A method of a default value",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B\n  def run; end\nend\ndef f(a = A.new)\n  a.┃run\nend\n",
    ],
    [
      "A method of an alternative object",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B\n  def run; end\nend\na ||= A.new\na.┃run\n",
    ],
    ["A variable that is assigned with an operator", "a.rb", "⟦n⟧ = 1\nputs ┃n\n"],
    ["A variable of a nested assignment", "a.rb", "a, (⟦b⟧, c) = 1, [2, 3]\nputs ┃b\n"],
    ["A block's local variable", "a.rb", "y = 1\n[1].each { |x; ⟦y⟧| puts ┃y }\n"],
    [
      "A constant by a class's own name",
      "a.rb",
      "class A\n  ⟦N⟧ = 1\n  def f; A::┃N; end\nend\nclass B\n  N = 2\nend\n",
    ],
    ["An inherited constant", "a.rb", "class A\n  ⟦N⟧ = 1\nend\nclass B < A\n  def f; ┃N; end\nend\n", ...other],
    [
      "A constant of an included module",
      "a.rb",
      "module M\n  ⟦N⟧ = 1\nend\nclass B\n  include M\n  ┃N\nend\n",
      ...other,
    ],
    [
      "The constant of a module around comes before an inherited one",
      "a.rb",
      "class A\n  N = 1\nend\nmodule P\n  ⟦N⟧ = 2\n  class B < A\n    ┃N\n  end\nend\n",
    ],
    ["A constant at the top", "a.rb", "⟦LIMIT⟧ = 1\n", "b.rb", "class B\n  def f; ┃LIMIT; end\nend\n"],
    [
      "A constant of a nested module by its path",
      "a.rb",
      "module P\n  module Q\n    ⟦N⟧ = 1\n  end\nend\n",
      ...other,
      "b.rb",
      "P::Q::┃N\n",
    ],
    ["A class that is assigned", "a.rb", "⟦Point⟧ = Struct.new(:x)\n", "b.rb", "┃Point.new(1)\n"],
    ["A module in the path of a constant", "a.rb", "module ⟦P⟧\n  N = 1\nend\n", "b.rb", "┃P::N\n"],
  ]);
});

describe("definitions of variables", () => {
  answers("definition", [
    ["A parameter", "a.rb", "def f(⟦x⟧)\n  ┃x\nend\n"],
    ["An optional parameter", "a.rb", "def f(⟦x⟧ = 1)\n  ┃x\nend\n"],
    ["A parameter for all other arguments", "a.rb", "def f(*⟦xs⟧)\n  ┃xs\nend\n"],
    ["A keyword parameter", "a.rb", "def f(⟦x⟧: 1)\n  ┃x\nend\n"],
    ["A parameter for a block", "a.rb", "def f(&⟦block⟧)\n  ┃block.call\nend\n"],
    ["A parameter of a block", "a.rb", "xs.each do |⟦x⟧|\n  ┃x\nend\n"],
    ["A parameter of a block hides an outer variable", "a.rb", "x = 1\nxs.map { |⟦x⟧| ┃x }\n"],
    ["A block sees the variables around it", "a.rb", "def f\n  ⟦total⟧ = 0\n  xs.each { |x| g(┃total) }\nend\n"],
    ["A method does not see the variables around it", "a.rb", "x = 1\ndef f(⟦x⟧)\n  ┃x\nend\n"],
    ["A variable of a rescue", "a.rb", "begin\nrescue Error => ⟦e⟧\n  ┃e\nend\n"],
    ["A variable of a loop", "a.rb", "for ⟦x⟧ in xs\n  ┃x\nend\n"],
    ["A variable in a string", "a.rb", 'def f(⟦x⟧)\n  "a #{┃x}"\nend\n'],
    ["One of several that are assigned", "a.rb", "a, ⟦b⟧ = 1, 2\n┃b\n"],
    [
      "An instance variable of another method",
      "a.rb",
      "class A\n  def initialize; ⟦@x⟧ = 1; end\n  def f; ┃@x; end\nend\n",
    ],
    ["A class variable", "a.rb", "class A\n  ⟦@@x⟧ = 1\n  def f; ┃@@x; end\nend\n"],
    ["A global variable", "a.rb", "⟦$level⟧ = 1\ndef f; ┃$level; end\n"],
  ]);
});

describe("definitions of methods", () => {
  answers("definition", [
    [
      "A method of a block of the class's own",
      "a.rb",
      "class A\n  class << self\n    def ⟦make⟧; end\n  end\nend\n",
      ...other,
      "b.rb",
      "A.┃make\n",
    ],
    ["A method of a module itself", "a.rb", "module M\n  def self.⟦make⟧; end\nend\n", ...other, "b.rb", "M.┃make\n"],
    [
      "A method of a module that extends the class",
      "a.rb",
      "module M\n  def ⟦make⟧; end\nend\nclass A\n  extend M\nend\n",
      ...other,
      "b.rb",
      "A.┃make\n",
    ],
    [
      "A method of a module that is prepended",
      "a.rb",
      "module M\n  def ⟦run⟧; end\nend\nclass A\n  prepend M\nend\n",
      ...other,
      "b.rb",
      "A.new.┃run\n",
    ],
    [
      "A method with a question mark",
      "a.rb",
      "class A\n  def ⟦empty?⟧; end\nend\nclass B\n  def empty?; end\nend\nA.new.┃empty?\n",
    ],
    ["A method by a safe call", "a.rb", "class A\n  def ⟦run⟧; end\nend\n", ...other, "b.rb", "a = A.new\na&.┃run\n"],
    [
      "A method of a constant's object",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "D = A.new\nD.┃run\n",
    ],
    [
      "A method of a memoised object",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "class B\n  def a; @a ||= A.new; end\n  def f; @a.┃run; end\nend\n",
    ],
    [
      "A private method without a receiver",
      "a.rb",
      "class A\n  def f; ┃helper; end\n  private\n  def ⟦helper⟧; end\nend\n",
      "b.rb",
      "class B\n  def helper; end\nend\n",
    ],
    [
      "A method of a superclass's superclass",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\nclass B < A; end\nclass C < B; end\n",
      ...other,
      "b.rb",
      "C.new.┃run\n",
    ],
    [
      "A method that a class adds in another file",
      "a.rb",
      "class A; end\n",
      "c.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "A.new.┃run\n",
    ],
    [
      "A method of the nearest type",
      "a.rb",
      "class A\n  def run; end\nend\nclass B < A\n  def ⟦run⟧; end\nend\n",
      "b.rb",
      "B.new.┃run\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "Of an instance variable, those of its class",
      "a.rb",
      "class A\n  def initialize; ⟦┃@x⟧ = 1; end\n  def f; ⟦@x⟧; end\nend\nclass B\n  def f; @x; end\nend\n",
    ],
    ["Of a parameter, those of its method", "a.rb", "def f(⟦┃x⟧)\n  ⟦x⟧ + ⟦x⟧\nend\ndef g(x) = x\n"],
    [
      "Of a constant, those of its module",
      "a.rb",
      "module P\n  ⟦┃N⟧ = 1\n  def f; ⟦N⟧; end\nend\nmodule Q\n  N = 2\n  def f; N; end\nend\nP::⟦N⟧\nQ::N\n",
    ],
    [
      "Of a method of the class itself",
      "a.rb",
      "class A\n  def self.⟦┃make⟧; end\nend\nclass B\n  def self.make; end\nend\nA.⟦make⟧\nB.make\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "A class that inherits by its qualified name",
      "a.rb",
      "module P\n  class ┃A; end\nend\nclass ⟦B⟧ < P::A; end\nclass C < O::A; end\n",
    ],
  ]);
});
