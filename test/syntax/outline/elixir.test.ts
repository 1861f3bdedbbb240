/** Outlines of Elixir; kinds as in ElixirLS. */

import { draws, lists } from "./check.js";

test("The outline of a file in Elixir is as listed.", () =>
  lists(
    "elixir",
    `defmodule Foo.Bar do
  @moduledoc """
  def not_code, do: 1
  """
  use GenServer
  import Foo, only: [a: 1]
  alias Foo.{A, B}

  # The limit.
  @limit 1
  @behaviour X
  @type t :: %__MODULE__{a: integer}
  @typedoc "Two."
  @type pair(a, b) :: {a, b}
  @typep kept :: atom
  @opaque op :: term
  @callback call(integer) :: :ok
  @callback called :: atom
  @callback bound(a) :: a when a: term
  @macrocallback expand(x) :: term
  @enforce_keys [:a]
  defstruct [:a, b: 1]

  # Adds.
  @doc "Adds."
  @spec add(integer, integer) :: integer
  def add(a, b \\\\ 1), do: a + b

  @doc false
  @impl true
  def add(a) when is_integer(a) do
    x = @limit
    {y, _z} = a
    %{k: v} = a
    case a do
      w -> w
    end
    fun = fn q -> r = q end
    for i <- 1..2, do: i
    with {:ok, found} <- a, do: found
    x = 2
  end
  def no_parens, do: 1
  def no_parens? do
  end
  def head(a, b)
  def a <~> b, do: 1
  def guarded when true, do: 1
  def unquote(name)(a), do: 1
  defp kept(x), do: x
  defmacro expand(x) do
    quote do: unquote(x)
  end
  defmacrop inner!(x), do: x
  defguard is_small(a) when a < 1
  defdelegate size(a), to: Map

  defmodule Inner do
    def größe(), do: true
  end
  defimpl String.Chars, for: Foo do
    def to_string(x), do: x
  end
end

defprotocol Size do
  def size(data)
end
defimpl Size, for: [Map, List] do
  def size(d), do: 1
end
defmodule One, do: (def run(_), do: 1)
describe "group" do
  test "inner", %{conn: conn} do
    t = 1
  end
end
x = 1
`,
    `
module Foo.Bar 1-64
  constant @limit 9/10
  class t 12
  class pair 13/14
  class kept 15
  class op 16
  event call 17
  event called 18
  event bound 19
  event expand 20
  field a 22
  field b 22
  function add [(a, b \\\\ 1)] 24/26-27
  function add [(a)] 29/30-42
    ~variable x 32
    ~variable y 33
    ~variable fun 38
      ~variable r 38
    ~variable i 39
    ~variable found 40
  function no_parens 43
  function no_parens? 44-45
  function head [(a, b)] 46
  function <~> 47
  function guarded 48
  function kept [(x)] 50
  function expand [(x)] 51-53
  function inner! [(x)] 54
  function is_small [(a)] 55
  function size [(a)] 56
  module Inner 58-60
    function größe [()] 59
  module String.Chars, for: Foo 61-63
    function to_string [(x)] 62
interface Size 66-68
  function size [(data)] 67
module Size, for: [Map, List] 69-71
  function size [(d)] 70
module One 72
  function run [(_)] 72
function describe "group" 73-77
  function test "inner" 74-76
    ~variable t 75
variable x 78
`,
  ));

test("The outline of Elixir with \\r\\n line ends is the same.", () =>
  lists(
    "elixir",
    "# 💣\r\nx = 1\r\n\r\ndefmodule A do\r\n  # Runs.\r\n  def run do\r\n    y = 1\r\n  end\r\nend\r\n\r\ndefmodule B do end",
    `
variable x 1/2
module A 4-9
  function run 5/6-8
    ~variable y 7
module B 11
`,
  ));

test("Declarations around a syntax error stay in the outline of Elixir.", () =>
  lists(
    "elixir",
    `defmodule A do
  def one, do: 1
  def two(a, ), do: 2
  def three, do: 3
end
`,
    `
module A 1-5
  function one 2
  function two [(a, )] 3
  function three 4
`,
  ));

test.each([
  ["A", "# c\n\n⟦defmodule ┃A do\nend⟧ # behind\n"],
  [
    "A/f",
    'defmodule A do\n  «# Why.\n  @doc "And how."\n  ⟦@spec f(a) :: a\n  def ┃f(a) do\n    a\n  end⟧ # behind\n\n  def g, do: 1\nend\n',
  ],
  ["A/f", "defmodule A do\n  ⟦@spec f(a) :: a\n  @doc false\n  @impl true\n  def ┃f(a), do: a⟧\nend\n"],
  ["A/@x", "defmodule A do\n  «# 💣\n  ⟦@┃x [\n    1\n  ]⟧\nend\n"],
  ["A/t", "defmodule A do\n  ⟦@type ┃t(a) :: a⟧\nend\n"],
  ["S, for: A", "⟦defimpl ┃S, for: A do\nend⟧"],
])("In the outline of Elixir, %s is where it is drawn: %j", (path, drawn) => draws("elixir", path, drawn));
