/** What names mean in Python. */

import { declared, free, imported, renamable, stands } from "./check.js";

const py = "python";

// Parameters
declared(py, "def f(⟦a⟧, b=1):\n  return ┃a", "local");
declared(py, "def f(a, /, b: int, *⟦rest⟧: int, c=1, **kw):\n  return ┃rest", "local");
declared(py, "def f(a, *, c: int = 1, **⟦kw⟧):\n  return ┃kw", "local");
declared(py, "f = lambda ⟦a⟧, b=1, *c: ┃a", "local");
declared(py, "def f(a, (⟦b⟧, c)):\n  return ┃b", "local");

// What is worked out before a scope is entered
declared(py, "⟦a⟧ = 1\ndef f(a=┃a):\n  return a", "file");
declared(py, "⟦list⟧ = 1\ndef f(list: ┃list) -> int: pass", "file");
declared(py, "class ⟦C⟧: pass\ndef f(C) -> ┃C: pass", "file");
declared(py, "def f(key=lambda ⟦x⟧: ┃x): pass", "local");
declared(py, "⟦d⟧ = 1\n@d(┃d)\ndef f(d): pass", "file");
declared(py, "def f(⟦x⟧):\n  return [x for x in ┃x]", "local");
declared(py, "class C:\n  ⟦a⟧ = []\n  b = [i for i in ┃a]", "member");
free(py, "class C:\n  a = []\n  b = [┃a for i in x]");

// Bodies
declared(py, "⟦x⟧ = 1\ndef f():\n  return ┃x", "file");
declared(py, "x = 1\ndef f():\n  print(┃x)\n  ⟦x⟧ = 2", "local");
declared(py, "def f():\n  if a:\n    ⟦x⟧ = 1\n  return ┃x", "local");
declared(py, "def f():\n  def ⟦g⟧(): pass\n  return ┃g", "local");
declared(py, "def f():\n  class ⟦C⟧: pass\n  return ┃C()", "local");
declared(py, "def f():\n  ⟦x⟧ = 1\n  return lambda: ┃x", "local");
declared(py, "def f():\n  ⟦x⟧: int\n  return ┃x", "local");
declared(py, "def f():\n  ⟦┃x⟧ += 1", "local");
free(py, "x.a = 1\nprint(┃y)");

// Everything that binds
declared(py, "def f():\n  (a, *⟦b⟧), c = d = 1\n  return ┃b", "local");
declared(py, "def f():\n  a = [*⟦b⟧] = 1\n  return ┃b", "local");
declared(py, "def f():\n  for i, (⟦j⟧, k) in x: pass\n  return ┃j", "local");
declared(py, "def f():\n  with a as b, c() as (⟦d⟧, e):\n    ┃d", "local");
declared(py, "def f():\n  try: pass\n  except (A, B) as ⟦e⟧: ┃e", "local");
declared(py, "def f():\n  if (⟦n⟧ := 1): ┃n", "local");
declared(py, "def f():\n  [(⟦n⟧ := i) for i in x]\n  return ┃n", "local");
declared(py, "x = {k: ┃v for k, ⟦v⟧ in y if k}", "local");
declared(py, "x = (j for i in y for ⟦j⟧ in i if ┃j)", "local");
declared(py, "def f():\n  a[0], b.c = ⟦d⟧ = 1\n  return ┃d", "local");
free(py, "def f():\n  a[0], b.c = d\n  return ┃a");

// Patterns
declared(py, "def f(x):\n  match x:\n    case [⟦a⟧, *b]: return ┃a", "local");
declared(py, "def f(x):\n  match x:\n    case [a, *⟦b⟧]: return ┃b", "local");
declared(py, 'def f(x):\n  match x:\n    case {"k": ⟦v⟧, **rest}: return ┃v', "local");
declared(py, "def f(x):\n  match x:\n    case P(x=1, y=⟦z⟧): return ┃z", "local");
declared(py, "def f(x):\n  match x:\n    case P() | Q() as ⟦z⟧: return ┃z", "local");
declared(py, "class ⟦P⟧: pass\ndef f(x):\n  match x:\n    case ┃P(): pass", "file");
free(py, "def f(x):\n  match x:\n    case P(┃x=1): pass");
free(py, "def f(x):\n  match x:\n    case ┃m.K: pass");

// Names of what is further out
stands(py, "⟦n⟧ = 1\ndef f():\n  global ⟦n⟧\n  ⟦n⟧ = 2\n  def g(): return ⟦┃n⟧");
stands(py, "n = 1\ndef f():\n  ⟦n⟧ = 1\n  def g():\n    def h():\n      nonlocal ⟦n⟧\n      ⟦n⟧ += 1\n    return ⟦┃n⟧");
stands(py, "def f():\n  class C:\n    n = 0\n    def g(self):\n      nonlocal ⟦n⟧\n      ⟦n⟧ = 1\n  ⟦┃n⟧ = 1");
stands(py, "global ⟦n⟧\n⟦┃n⟧ = 1");
declared(py, "def f():\n  global n\n  ⟦n⟧ = 2\ndef g():\n  return ┃n", "file");

// Classes and what is asked of their objects
declared(py, "class C:\n  def ⟦m⟧(self): pass\n  def n(self): self.┃m()", "member");
declared(py, "class C:\n  ⟦x⟧ = 1\n  def m(self): return self.┃x", "member");
declared(
  py,
  "class C:\n  def __init__(self):\n    self.⟦x⟧, self.y = 1, 2\n  def m(self): return [self.┃x for i in a]",
  "member",
);
declared(py, "class C:\n  ⟦x⟧: int\n  def __init__(self):\n    self.⟦x⟧ = 1\n  def m(self): self.⟦┃x⟧ += 1", "member");
declared(py, "x = 1\nclass C:\n  ⟦x⟧ = 2\n  y = ┃x", "member");
declared(py, "⟦x⟧ = 1\nclass C:\n  x = 2\n  def m(self): return ┃x", "file");
declared(py, "⟦open⟧ = 1\nclass C:\n  open = staticmethod(┃open)", "file");
declared(py, "class C:\n  def ⟦x⟧(self): pass\n  @┃x.setter\n  def ⟦x⟧(self, v): pass", "member");
declared(py, "class C:\n  class ⟦D⟧: pass\n  class E(┃D): pass", "member");
declared(py, "class C:\n  if a:\n    def ⟦m⟧(self): pass\n  def n(self): self.┃m()", "member");
free(py, "class C:\n  def m(self):\n    def f(self): self.┃x\n    self.x = 1");
free(py, "class C:\n  def m(self):\n    @d\n    def f(self): self.┃x\n    self.x = 1");
declared(py, "class C:\n  def m(self):\n    self.⟦x⟧ = 1\n    def f(): self.┃x", "member");
free(py, "class C:\n  def m(self): pass\n  def n(self, o): o.┃m()");
free(py, "class C:\n  def m(self): pass\n  def n(self): self.o.┃m()");
free(py, "class C(B):\n  def n(self): self.┃m()");
free(py, "def m(self): self.┃x");
free(py, "def f(a): pass\nf(┃a=1)");

// Type parameters
declared(py, "class C[⟦T⟧: int](B[T]):\n  def m(self) -> ┃T: pass", "local");
declared(py, "class C[*⟦T⟧]:\n  def m(self):\n    x: ┃T", "local");
declared(py, "def f[**⟦P⟧](a: ┃P): pass", "local");
declared(py, "type A[⟦T⟧] = list[┃T]", "local");
declared(py, "type ⟦A⟧ = int\nx: ┃A", "file");

// Imports
imported(py, "import os\n┃os.path", "os");
imported(py, "import os.path\n┃os.sep", "os");
imported(py, "import os.path as p\n┃p.sep", "os.path");
imported(py, "from os import path\n┃path", "os", "path");
imported(py, "from os import path as p\n┃p", "os", "path");
imported(py, "from os import ┃path as p", "os", "path");
imported(py, "from . import x\n┃x", ".", "x");
imported(py, "from ..a.b import (x, y as z)\n┃z", "..a.b", "y");
imported(py, "from a.┃b import x", "a.b");
imported(py, "def f():\n  from a import b\n  return ┃b", "a", "b");
imported(py, "try:\n  import json\nexcept E:\n  json = None\n┃json", "json");
imported(py, "from __future__ import annotations as _a\n┃_a", "__future__", "annotations");
free(py, "def b(): pass\nfrom a import *\nx.┃b");

// Which can be renamed
renamable(py, "def f():\n  ┃x = 1", true);
renamable(py, "def f(┃x): pass", false);
renamable(py, "def f(┃x=1): pass", false);
renamable(py, "def f(x: int, ┃y: int): pass", false);
renamable(py, "def f(*┃args): pass", true);
renamable(py, "def f(**┃kw: int): pass", true);
renamable(py, "class C:\n  def m(┃self): pass", true);
renamable(py, "sorted(a, key=lambda ┃x: x)", true);
renamable(py, "[x for ┃x in a]", true);
renamable(py, "def f():\n  import ┃os", true);
renamable(py, "def f():\n  if a:\n    from os import ┃path", true);
renamable(py, "def f():\n  import ┃os.path", false);
renamable(py, "import ┃os", false);
renamable(py, "try:\n  from os import ┃path\nexcept E: pass", false);
renamable(py, "class C:\n  import ┃os", false);
renamable(py, "┃x = 1", false);
renamable(py, "def f():\n  global ┃x\n  x = 1", false);

// Text of all kinds
declared(py, 'def f(⟦a⟧):\r\n  s = "💣"\r\n  return f"💣 {┃a!r:>{s}}"\r\n', "local");
stands(py, "def f(⟦é⟧):\n  return g(é=⟦é⟧)[⟦é⟧:⟦┃é⟧].é");
