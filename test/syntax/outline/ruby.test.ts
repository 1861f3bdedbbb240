/**
 * Outlines of Ruby; names and kinds as in ruby-lsp, and local variables, which ruby-lsp leaves out.
 */

import { draws, lists } from "./check.js";

test("The outline of a file in Ruby is as listed.", () =>
  lists(
    "ruby",
    `# frozen_string_literal: true
require "set"

LIMIT = 3
A::B ||= 1
$glob = 1
@top = 1
local = 2
local += 1
x, (y, *z), *w = 1, [2, 3], 4

module Foo
  # In one.
  module Bar::Baz
    # A queue.
    class Qux < Base
      include Comparable
      attr_accessor :name, :age
      attr_reader "text"
      CONST = [1].freeze
      ONE, two = 1, 2
      @@count = 0
      alias_method :fresh, :old
      alias größer bar
      alias $new $old

      def initialize(name, age: 1, *rest, **more, &block)
        @name = name
        @a, @b = 1, 2
        @memo ||= @name
        @name = nil
        @@count += 1
        self.thing = 1
        kept = rest.each { |each; w| last = each }
      end

      # Builds.
      def self.build(x) = new(x)

      def ==(other); end
      def [](i); end
      def -@ = 1
      def name=(n)
        @name = n
      end
      def empty?; end
      private def secret; end
      memoize def self.cached(a)
        1
      end

      class << self
        attr_writer :conf
        def meta; end
      end
      def obj.single; end
      define_method(:dynamic) { |a| a }
      define_method("text") do |a|
        q = a
      end
      Point = Struct.new(:x, :y) do
        def dist; end
      end
      Failure = Class.new(StandardError)
    end
  end
end

def top(a) = a

def walk
  for i in 1..2 do end
  for a, b in h do end
  begin
  rescue Foo, Bar => e
  end
  case h
  in {name: String => n, age:} then 1
  in x then 3
  end
  l = ->(a) { inner = a }
  a.b = 1
  a[0] = 1
end
class ::Abs < A::B; end
class Foo::Bar; def one; end; end
describe "thing" do
  it("runs") { walk }
end
__END__
def not_code; end
`,
    `
constant LIMIT 4
constant A::B 5
variable $glob 6
field @top 7
variable local 8
variable x 10
variable y 10
variable z 10
variable w 10
module Foo 12-67
  module Bar::Baz 13/14-66
    class Qux 15/16-65
      field name 18
      field age 18
      field text 19
      constant CONST 20
      constant ONE 21
      variable two 21
      variable @@count 22
      method fresh 23
      method größer 24
      variable $new 25
      constructor initialize [(name, age: 1, *rest, **more, &block)] 27-35
        ~variable kept 34
          ~variable last 34
      field @name 28
      field @a 29
      field @b 29
      field @memo 30
      function self.build [(x)] 37/38
      method == [(other)] 40
      method [] [(i)] 41
      method -@ 42
      method name= [(n)] 43-45
      method empty? 46
      method secret 47
      function self.cached [(a)] 48-50
      namespace << self 52-55
        field conf 53
        method meta 54
      function obj.single 56
      method dynamic 57
      method text 58-60
        ~variable q 59
      constant Point 61-63
        method dist 62
      constant Failure 64
method top [(a)] 69
method walk 71-84
  ~variable i 72
  ~variable a 73
  ~variable b 73
  ~variable e 75
  ~variable n 78
  ~variable age 78
  ~variable x 79
  ~variable l 81
    ~variable inner 81
class ::Abs 85
class Foo::Bar 86
  method one 86
`,
  ));

test("The outline of Ruby with \\r\\n line ends is the same.", () =>
  lists(
    "ruby",
    "# 💣\r\nX = 1\r\n\r\nclass A\r\n  # Runs.\r\n  def run\r\n    @y = 1\r\n  end\r\nend\r\n\r\ndef f = 1",
    `
constant X 1/2
class A 4-9
  method run 5/6-8
  field @y 7
method f 11
`,
  ));

test("Declarations around a syntax error stay in the outline of Ruby.", () =>
  lists(
    "ruby",
    `class A
  def one; end
  def two(; end
  def three; end
end

class B
  Y = [1,,2]
  Z = 1
end

def f; end
`,
    `
class A 1-5
  method one 2
  method two 3
  method three 4
class B 7-10
  constant Y 8
  constant Z 9
method f 12
`,
  ));

test.each([
  ["Shop", "# c\n\n⟦class ┃Shop\nend⟧ # behind\n"],
  ["A::Shop", "«=begin\nWhy.\n=end\n⟦class ┃A::Shop < B\nend⟧"],
  ["Shop/f", "class Shop\n  «# Why.\n  # And how.\n  ⟦private def ┃f(a)\n    a\n  end⟧\n\n  def g; end # g\nend\n"],
  ["Shop/self.g", "class Shop\n  def f; end # f\n  ⟦def self.┃g; end⟧ # g\nend\n"],
  ["Shop/@a", "class Shop\n  def f\n    ⟦┃@a, @b = 1, 2⟧\n  end\nend\n"],
  ["Shop/b", "class Shop\n  # Both.\n  attr_reader :a, ⟦'┃b'⟧\nend\n"],
  ["Shop/<< self", "class Shop\n  ⟦class << ┃self\n  end⟧\nend\n"],
  ["X", "«# 💣\n⟦┃X = [\n  1,\n].freeze⟧ # behind\n"],
])("In the outline of Ruby, %s is where it is drawn: %j", (path, drawn) => draws("ruby", path, drawn));

test("In Ruby, a variable that a block assigns is local, unless the block is a body.", () =>
  lists(
    "ruby",
    `f = ->(x) { a = 1; def inner; b = 1; end }
describe "x" do
  c = 1
  it("y") { d = 1 }
  class L; e = 1; end
end
class A
  g = 1
  scope :h, -> { i = 1 }
  [1].each { |w| j = w }
  k = Struct.new(:a) do
    LIMIT = 1
    attr_reader :l
    def m; n = 1; end
  end
end
`,
    `
variable f 1
  ~variable a 1
  method inner 1
    ~variable b 1
~variable c 3
~variable d 4
class L 5
  variable e 5
class A 7-16
  variable g 8
  ~variable i 9
  ~variable j 10
  variable k 11-15
    constant LIMIT 12
    field l 13
    method m 14
      ~variable n 14
`,
  ));
