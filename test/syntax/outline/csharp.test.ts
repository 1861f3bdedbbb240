/** Outlines of C#. */

import { draws, lists } from "./check.js";

test("The outline of a file in C# is as listed.", () =>
  lists(
    "csharp",
    `#nullable enable
using System;
using Number = System.Int32;

[assembly: CLSCompliant(true)]

namespace Example.Shop
{
    /// <summary>Sells things.</summary>
    [Serializable]
    [Obsolete("old")]
    public abstract partial class Shop<T> : Base, IShop where T : struct
    {
        public const int Limit = 3, More = 4;
        private static readonly int[] sizes = { 1 };
        public event EventHandler? Opened, Closed;
        public event EventHandler Custom { add { } remove { } }

        public int Count { get; private set; } = 3;
        public string Name => name;
        int IShop.Explicit { get { return 1; } }
        public int this[int at]
        {
            get => at;
            set { var old = at; }
        }
        string IShop.this[string key] => key;

        static Shop() { }
        public Shop(int size) : base(size) { }
        ~Shop() { }

        public static Shop<T> operator +(Shop<T> one, Shop<T> other) => one;
        public static implicit operator int(Shop<T> shop) => 1;
        public static explicit operator string(Shop<T> shop) => "";
        void IShop.Do<U>(U what) { }

        [Test]
        [Timeout(100)]
        public async Task<int> Run<R>(int x, params string[] rest)
        {
            int local = 1, other;
            for (int i = 0; i < 3; i++) { }
            foreach (var each in list) { }
            foreach (var (key, value) in map) { }
            using var file = Open();
            if (Find(out var found) && other is string text) { }
            int Inner(int z) { int deep = 1; return z; }
            Func<int, int> twice = q => { int m = 2; return m * q; };
            return 1;
        }

        public delegate void Handler(object sender);

        enum Color : byte { Red, [Display] Green = 2 }
        struct Point { public int X; }
        interface IShop { int Length(); int Size { get; set; } }
        record Pair(int One, string Other) { public int Both; }
        readonly record struct Money(decimal Amount);
    }

    namespace Inner { class Größe { } }
}
`,
    `
namespace Example.Shop 7-63
  class Shop 9/10-60
    constant Limit 14
    constant More 14
    field sizes 15
    event Opened 16
    event Closed 16
    event Custom 17
    property Count 19
    property Name 20
    property IShop.Explicit 21
    property this [[int at]] 22-26
      ~variable old 25
    property IShop.this [[string key]] 27
    constructor Shop [()] 29
    constructor Shop [(int size)] 30
    method ~Shop 31
    operator operator + [(Shop<T> one, Shop<T> other)] 33
    operator implicit operator int [(Shop<T> shop)] 34
    operator explicit operator string [(Shop<T> shop)] 35
    method IShop.Do [(U what)] 36
    method Run [(int x, params string[] rest)] 38-51
      ~variable local 42
      ~variable other 42
      ~variable i 43
      ~variable each 44
      ~variable key 45
      ~variable value 45
      ~variable file 46
      ~variable found 47
      ~variable text 47
      function Inner [(int z)] 48
        ~variable deep 48
      ~variable twice 49
        ~variable m 49
    class Handler [(object sender)] 53
    enum Color 55
      enum_member Red 55
      enum_member Green 55
    struct Point 56
      field X 56
    interface IShop 57
      method Length [()] 57
      property Size 57
    class Pair 58
      property One 58
      property Other 58
      field Both 58
    struct Money 59
      property Amount 59
  namespace Inner 62
    class Größe 62
`,
  ));

test("In C#, a namespace for the whole file contains its declarations.", () =>
  lists(
    "csharp",
    `using System;

namespace Example.Shop;

public class Shop
{
#if DEBUG
    int traced;
#endif
}

file interface IOther { }
`,
    `
namespace Example.Shop 3-12
  class Shop 5-10
    field traced 8
  interface IOther 12
`,
  ));

test("The outline of C# includes top-level statements.", () =>
  lists(
    "csharp",
    `var total = Sum(1, 2);
int Sum(int a, int b) => a + b;
class Helper { }
`,
    `
variable total 1
function Sum [(int a, int b)] 2
class Helper 3
`,
  ));

test("Declarations around a syntax error stay in the outline of C#.", () =>
  lists(
    "csharp",
    `class A
{
    int before;
    void Broken( { int x = ; }
    void After() { }
}
class B { }
`,
    `
class A 1-4
  field before 3
  field Broken 4
function After [()] 5
class B 7
`,
  ));

test.each([
  [
    "A",
    "using System;\n\n«/// <summary>Why.</summary>\n/// More.\n⟦[Foo]\n[Bar(1)]\npublic sealed class ┃A\n{\n}⟧ // behind\n",
  ],
  ["A/F", "class A\r\n{\r\n    int x; // behind\r\n    «// 💣\r\n    ⟦[Test]\r\n    public int ┃F(int a) => a;⟧\r\n}"],
  ["A/b", "class A { private int a, ⟦┃b = 2⟧; }"],
  ["A/a", "class A { ⟦private int ┃a = 1;⟧ }"],
  ["A/operator +", "class A { ⟦public static A ┃operator +(A a, A b) => a;⟧ }"],
  ["A/~A", "class A { ⟦┃~A() { }⟧ }"],
  ["A/I.F", "class A { ⟦void I.┃F() { }⟧ }"],
  ["A/Changed", "class A\n{\n    ⟦public event Action ┃Changed;⟧\n}\n"],
  ["A.B", "using System;\n\n«// Why.\n⟦namespace ┃A.B;\n\nclass C { }⟧\n"],
  ["A.B/C", "namespace A.B;\n⟦class ┃C { }⟧"],
])("In the outline of C#, %s is where it is drawn: %j", (path, drawn) => draws("csharp", path, drawn));

test("In C#, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "csharp",
    `var top = 1;
Action act = () => { var a = 1; void Inner() { var b = 2; } };
class A {
  Func<int> g = delegate(int y) { int c = 1; return c; };
  int P { get { int d = 1; return d; } }
  int Q => F(out var e);
  event E Ev { add { var h = 1; } remove { } }
}
`,
    `
variable top 1
variable act 2
  ~variable a 2
  function Inner [()] 2
    ~variable b 2
class A 3-8
  field g 4
    ~variable c 4
  property P 5
    ~variable d 5
  property Q 6
    ~variable e 6
  event Ev 7
    ~variable h 7
`,
  ));
