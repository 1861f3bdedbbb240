/** Outlines of Java. */

import { draws, lists } from "./check.js";

test("The outline of a file in Java is as listed.", () =>
  lists(
    "java",
    `// A licence.

@ParametersAreNonnull
package com.example.shop;

import java.util.*;
import static java.lang.Math.max;

/** Sells things. */
@Deprecated
@SuppressWarnings("unchecked")
public abstract class Shop<T extends Number> extends Base implements Runnable {
  /** The most. */
  public static final int LIMIT = 3, MORE = 4;
  final static String NAME = "x";
  private int[] sizes = {1}, matrix[];
  private Runnable later = () -> {
    int inLambda = 2;
  };

  static {
    int atLoad = 1;
  }

  {
    count();
  }

  /** Opens one. */
  public Shop(int size) {
    super(size);
  }

  Shop() {}

  @Override
  public void run() {
    int local = 1, other;
    for (int i = 0; i < 3; i++) {}
    for (String each : list) {}
    try (var in = open(); Reader out = in) {
    } catch (IOException e) {
    }
    class Local {
      void m() {}
    }
    new Thread(this) {
      int field;
      @Override public void run() {}
    };
    if (other instanceof Point(int px, var py) && other instanceof String text) {}
    switch (other) {
      case Integer number -> {}
      default -> {}
    }
  }

  <R> R run(int x, String... rest) throws IOException { return null; }
  abstract void go();

  enum Color implements Named {
    RED, GREEN(1) {
      @Override String shown() { return ""; }
    },
    @Deprecated BLUE;
    final int code;
    Color() {}
  }

  interface Named {
    int MOST = 1;
    String shown();
    default int length() { return 1; }
  }

  @interface Checked {
    String value() default "";
  }

  record Point(int x, int y) {
    static int made;
    Point { made++; }
    Point(int both) { this(both, both); }
  }
}

sealed interface Größe permits Klein {}
`,
    `
package com.example.shop 3-4
class Shop 9/10-85
  constant LIMIT 14
  constant MORE 14
  constant NAME 15
  field sizes 16
  field matrix 16
  field later 17-19
    ~variable inLambda 18
  constructor {...} 21-23
    ~variable atLoad 22
  constructor {...} 25-27
  constructor Shop [(int size)] 29/30-32
  constructor Shop [()] 34
  method run [()] 36-56
    ~variable local 38
    ~variable other 38
    ~variable i 39
    ~variable each 40
    ~variable in 41
    ~variable out 41
    class Local 44-46
      method m [()] 45
    class new Thread() {...} 47-50
      field field 48
      method run [()] 49
    ~variable px 51
    ~variable py 51
    ~variable text 51
    ~variable number 53
  method run [(int x, String... rest)] 58
  method go [()] 59
  enum Color 61-68
    enum_member RED 62
    enum_member GREEN 62-64
      method shown [()] 63
    enum_member BLUE 65
    field code 66
    constructor Color [()] 67
  interface Named 70-74
    constant MOST 71
    method shown [()] 72
    method length [()] 73
  interface Checked 76-78
    method value 77
  class Point 80-84
    field x 80
    field y 80
    field made 81
    constructor Point 82
    constructor Point [(int both)] 83
interface Größe 87
`,
  ));

test("The outlines of a module and of a file without a class in Java are as listed.", () =>
  lists(
    "java",
    `module com.example.shop {
  requires java.base;
}
void main() {
  int local = 1;
}
`,
    `
module com.example.shop 1-3
method main [()] 4-6
  ~variable local 5
`,
  ));

test("Declarations around a syntax error stay in the outline of Java.", () =>
  lists(
    "java",
    `class A {
  int before;
  void broken( { int x = ; }
  void after() {}
}
class B {}
`,
    `
class A 1-5
  field before 2
  method broken [(] 3
    ~variable x 3
  method after [()] 4
class B 6
`,
  ));

test.each([
  ["A", "import x;\n\n«/** Why. */\n⟦@Foo(\n  1)\npublic final class ┃A {\n}⟧\n"],
  [
    "A/f",
    "class A {\n  int x; // behind\n  «// Why,\n  // and more.\n  ⟦@Foo\n  @Bar public <T> T ┃f(int a) throws E {\n    return null;\n  }⟧ // behind\n  int y;\n}\n",
  ],
  ["A/b", "class A {\n  private int a, ⟦┃b = 2⟧;\n}\n"],
  ["A/a", "class A {\r\n  «/* é 💣 */\r\n  ⟦@X private static int ┃a = 1;⟧\r\n}"],
  ["E/A", "enum E {\n  «/** One. */\n  ⟦@X ┃A(1) { }⟧, B\n}"],
  ["f/local", "void f() {\n  ⟦final int ┃local = 1;⟧\n}\n"],
  ["B", "class A {}\n⟦class ┃B {}⟧"],
])("In the outline of Java, %s is where it is drawn: %j", (path, drawn) => draws("java", path, drawn));

test("In Java, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "java",
    `class A {
  Runnable f = () -> { int a = 1; class L { int m; void n() { int b; } } };
  Function<T, U> g = x -> { int c = 1; return c; };
}
`,
    `
class A 1-4
  field f 2
    ~variable a 2
    class L 2
      field m 2
      method n [()] 2
        ~variable b 2
  field g 3
    ~variable c 3
`,
  ));
