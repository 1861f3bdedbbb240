/** Names of Ruby (https://docs.ruby-lang.org/en/master/syntax/modules_and_classes_rdoc.html). */

import { answers } from "./cases.js";

const a = ["a.rb", "module P\n  class A\n    def ⟦run⟧; end\n  end\nend\n"] as const;
const type = ["a.rb", "module P\n  class ⟦A⟧\n    def run; end\n  end\nend\n"] as const;
const other = [
  "o.rb",
  "module O\n  class A\n    N = 1\n    def run; end\n    def self.make; end\n  end\nend\n",
] as const;

describe("definitions", () => {
  answers("definition", [
    ["A constant by its module", ...type, ...other, "b.rb", "P::┃A.new\n"],
    ["A constant from the top", ...type, ...other, "b.rb", "module Q\n  ::P::┃A.new\nend\n"],
    ["A constant of the module around", ...type, ...other, "b.rb", "module P\n  x = ┃A.new\nend\n"],
    ["A constant of an outer module", ...type, ...other, "b.rb", "module P\n  module Q\n    x = ┃A.new\n  end\nend\n"],
    [
      "A constant of the class around",
      "a.rb",
      "class A\n  N = 1\nend\nclass A\n  def f; N; end\nend\n".replace("N = 1", "⟦N⟧ = 1").replace("f; N", "f; ┃N"),
      ...other,
    ],
    ["A constant of a class", "a.rb", "class A\n  ⟦N⟧ = 1\nend\n", ...other, "b.rb", "A::┃N\n"],
    ["A method of a new object", ...a, ...other, "b.rb", "P::A.new.┃run\n"],
    ["A method of a variable that holds one", ...a, ...other, "b.rb", "x = P::A.new\nx.┃run\n"],
    [
      "A method of an instance variable that holds one",
      ...a,
      ...other,
      "b.rb",
      "class B\n  def f\n    @x = P::A.new\n    @x.┃run\n  end\nend\n",
    ],
    [
      "A method of the class itself",
      "a.rb",
      "module P\n  class A\n    def self.⟦make⟧; end\n  end\nend\n",
      ...other,
      "b.rb",
      "P::A.┃make\n",
    ],
    ["A method by self", "a.rb", "class A\n  def ⟦run⟧; end\n  def f; self.┃run; end\nend\n", ...other],
    [
      "An inherited method",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "class B < A\n  def f; run; end\nend\n".replace("f; run", "f; ┃run"),
    ],
    [
      "An inherited method by self",
      "a.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "class B < A\n  def f; self.┃run; end\nend\n",
    ],
    [
      "A method of an included module",
      "m.rb",
      "module M\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "class B\n  include M\n  def f; self.┃run; end\nend\n",
    ],
    [
      "A method of a reopened class",
      "a.rb",
      "class A\nend\n",
      "a2.rb",
      "class A\n  def ⟦run⟧; end\nend\n",
      ...other,
      "b.rb",
      "A.new.┃run\n",
    ],
    ["A superclass", "a.rb", "class ⟦A⟧\nend\n", ...other, "b.rb", "class B < ┃A\nend\n"],
    ["A local variable", "b.rb", "def f\n  ⟦x⟧ = 1\n  ┃x\nend\n", "c.rb", "x = 2\n"],
    ["A method without a receiver at the top", "a.rb", "def ⟦helper⟧; end\n", "b.rb", "┃helper\n"],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A class of another module is none",
      "a.rb",
      "module P\n  class ⟦┃A⟧\n  end\nend\n",
      ...other,
      "b.rb",
      "P::⟦A⟧.new\nO::A.new\n",
    ],
    [
      "A method of another class is none",
      "a.rb",
      "module P\n  class A\n    def ⟦┃run⟧; end\n  end\nend\n",
      ...other,
      "b.rb",
      "P::A.new.⟦run⟧\nO::A.new.run\n",
    ],
  ]);
});

describe("implementations", () => {
  answers("implementation", [
    [
      "Of a class, those that inherit",
      "a.rb",
      "class ┃A\nend\nclass ⟦B⟧ < A\nend\n",
      "c.rb",
      "module O\n  class A; end\n  class C < A; end\nend\nclass ⟦D⟧ < B\nend\n",
    ],
    ["Of a module, those that include it", "m.rb", "module ┃M\nend\nclass ⟦B⟧\n  include M\nend\n"],
    [
      "Of a method, those that override it",
      "a.rb",
      "class A\n  def ┃run; end\nend\nclass B < A\n  def ⟦run⟧; end\nend\nclass C\n  def run; end\nend\n",
    ],
  ]);
});
