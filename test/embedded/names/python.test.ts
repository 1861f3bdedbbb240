/** Names of Python (https://docs.python.org/3/reference/import.html, executionmodel.html). */

import { answers } from "./cases.js";

const tree = ["tree/__init__.py", "", "tree/leaf.py", "abc = 3\n"] as const;

describe("definitions", () => {
  answers("definition", [
    [
      "A name that every module has leads to the module",
      "a.py",
      "⟦⟧import os\nprint(__na┃me__)\n",
      "b.py",
      '__name__ = "b"\n',
    ],
    [
      "A key of a TypedDict is no member",
      "a.py",
      "from typing import TypedDict\n\nclass Foo(TypedDict):\n    x: str\n\nd: Foo\nd.┃x\n",
    ],
    [
      "A module at a word of its path",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "⟦⟧abc = 3\n",
      "m.py",
      "from tree.┃leaf import abc\n",
    ],
    [
      "A module at a word of an import",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "⟦⟧abc = 3\n",
      "m.py",
      "import tree.┃leaf\n",
    ],
    [
      "A module that another name stands for",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "⟦⟧abc = 3\n",
      "m.py",
      "import tree.┃leaf as l\n",
    ],
    [
      "A function of a module by the names of its packages",
      "tree/__init__.py",
      "x = 1\n",
      "tree/main.py",
      "def ⟦run⟧(): ...\n",
      "m.py",
      "import tree.main\ntree.main.┃run()\n",
    ],
    [
      "What a package declares beside a module with a short name",
      "tree/__init__.py",
      "⟦x⟧ = 1\n",
      "tree/lib.py",
      "x = 2\n",
      "m.py",
      "import tree\ntree.┃x\n",
    ],
    [
      "A relative module",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "⟦⟧abc = 3\n",
      "tree/m.py",
      "from .┃leaf import abc\n",
    ],
    [
      "What a stub declares and its module does not",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "a = 1\n",
      "tree/leaf.pyi",
      "⟦b⟧: int\n",
      "m.py",
      "from tree import leaf\nleaf.┃b\n",
    ],
    ["A later assignment does not reach the top of a module", "m.py", "┃b\nb = 1\nb = 2\n"],
    ["A function reads the last assignment of its module", "m.py", "b = 1\n⟦b⟧ = 2\ndef f():\n    return ┃b\n"],
    [
      "A function reads each assignment of a condition",
      "m.py",
      "⟦b⟧ = 1\nif c:\n    ⟦b⟧ = 2\ndef f():\n    return ┃b\n",
    ],
    [
      "What is no argument of a class without a constructor is nothing",
      "m.py",
      "class X:\n    pass\n\nX(┃foo=1)\n",
      "n.py",
      "foo = 1\n",
    ],
    ["A member of a number is nothing of the workspace", "m.py", "x = 1\nx.┃foo()\n", "n.py", "def foo(): pass\n"],
    [
      "What is None at first may be anything",
      "m.py",
      "x = None\nx.┃foo()\n",
      "n.py",
      "class A:\n    def ⟦foo⟧(self): pass\n",
    ],
    [
      "A member of what a function value returns",
      "m.py",
      "class A:\n    def ⟦run⟧(self): pass\nclass B:\n    def run(self): pass\nmake = lambda: A()\nmake().┃run()\n",
    ],
  ]);
});

describe("fixtures of pytest", () => {
  const fixture = (name: string) => `import pytest\n\n@pytest.fixture\ndef ${name}():\n    return 1\n`;
  answers("definition", [
    [
      "A parameter of a test is a fixture of the nearest conftest.py",
      "conftest.py",
      fixture("cart"),
      "a/conftest.py",
      fixture("⟦cart⟧"),
      "a/test_m.py",
      "def test_m(┃cart): pass\n",
      "b/conftest.py",
      fixture("cart"),
    ],
    [
      "A fixture takes another one of its name",
      "conftest.py",
      fixture("⟦cart⟧"),
      "test_m.py",
      "from pytest import fixture\n\n@fixture\ndef cart(┃cart): pass\n",
    ],
    [
      "A parameter of any other function is its own",
      "conftest.py",
      fixture("cart"),
      "test_m.py",
      "def make(⟦┃cart⟧): pass\n",
    ],
  ]);
});

describe("references", () => {
  answers("references", [
    [
      "A fixture is used by the parameters and strings that ask for it, and what overrides it",
      "conftest.py",
      "import pytest\n\n@pytest.fixture\ndef ⟦┃cart⟧():\n    return 1\n",
      "a/conftest.py",
      "import pytest\n\n@pytest.fixture\ndef ⟦cart⟧(⟦cart⟧):\n    return ⟦cart⟧\n",
      "a/test_m.py",
      '@pytest.mark.usefixtures("⟦cart⟧")\ndef test_m(⟦cart⟧): pass\n\ndef make(cart): pass\n',
    ],
    [
      "A field of a NamedTuple is used by _replace and getattr",
      "a.py",
      'class A(NamedTuple):\n    ⟦┃hour⟧: int\n\ndef f(a: A):\n    return getattr(a._replace(⟦hour⟧=1), "hour"), getattr(a, "⟦hour⟧")\n',
    ],
    [
      "A method of a type in Optional, Union and Type",
      "a.py",
      "class B:\n    def ⟦┃run⟧(self): ...\ndef f(a: Optional[B], b: t.Union[B, int], c: type[B]):\n    a.⟦run⟧()\n    b.⟦run⟧()\n    c.⟦run⟧()\n",
    ],
    [
      "A method of what one of several assignments, results or operands gives",
      "a.py",
      "class B:\n    def ⟦┃run⟧(self): ...\nclass C: ...\nclass A:\n    def __init__(self):\n        self.l = []\n    def start(self):\n        self.l = B()\n    def go(self):\n        self.l.⟦run⟧()\ndef make(flag):\n    if flag:\n        return C()\n    return B()\ndef f(flag):\n    make(flag).⟦run⟧()\n    (flag and B()).⟦run⟧()\n    x = None or B()\n    x.⟦run⟧()\n",
    ],
    [
      "Arguments that name a parameter, in other files",
      "a.py",
      "def serve(host, ⟦┃timeout⟧=1):\n    return ⟦timeout⟧\n\n\ndef other(timeout):\n    return timeout\n",
      "b.py",
      "from a import other, serve\n\nserve(1, ⟦timeout⟧=3)\nother(timeout=2)\n",
    ],
    [
      "Arguments that name a parameter of a constructor",
      "a.py",
      "class A:\n    def __init__(self, ⟦┃width⟧):\n        self.width = ⟦width⟧\n",
      "b.py",
      "from a import A\n\nA(⟦width⟧=2).width\n",
    ],
    [
      "Of a module, the words of paths and its file",
      "tree/__init__.py",
      "",
      "tree/leaf.py",
      "⟦⟧abc = 3\n",
      "m.py",
      "from tree import ⟦leaf⟧\n⟦leaf⟧.abc\n",
      "n.py",
      "from tree.⟦┃leaf⟧ import abc\nleaf = 1\n",
    ],
    [
      "What a method assigns to its object is no member of the class",
      "m.py",
      "class A:\n    def f(self):\n        self.⟦┃b⟧ = 1\n        self.⟦b⟧\n        A.b\n",
    ],
    ["Of what a module has", ...tree, "m.py", "from tree import leaf\nleaf.⟦┃abc⟧\n"].map((each) =>
      each.replace(/^abc/, "⟦abc⟧"),
    ) as [string, ...string[]],
  ]);
});

describe("variables that are deleted", () => {
  answers("definition", [
    ["del leaves nothing", "m.py", "⟦x⟧ = 1\nprint(┃x)\ndel x\n"],
    ["Nothing is found after del", "m.py", "x = 1\ndel (y, x)\nprint(┃x)\n"],
    ["What is assigned again is found", "m.py", "x = 1\ndel x\n⟦x⟧ = 2\nprint(┃x)\n"],
    ["A name that contains the deleted one is another", "m.py", "⟦x⟧ = 1\ndel xy\nprint(┃x)\n"],
  ]);
});
