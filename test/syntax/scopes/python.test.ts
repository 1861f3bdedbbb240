/** Scopes and names of Python. */

import { checkRenamable, declares, imports, isFree, occurs } from "./check.js";

const py = "python";

// Parameters
declares(py, "def f(⟦a⟧, b=1):\n  return ┃a", "local");
declares(py, "def f(a, /, b: int, *⟦rest⟧: int, c=1, **kw):\n  return ┃rest", "local");
declares(py, "def f(a, *, c: int = 1, **⟦kw⟧):\n  return ┃kw", "local");
declares(py, "f = lambda ⟦a⟧, b=1, *c: ┃a", "local");
declares(py, "def f(a, (⟦b⟧, c)):\n  return ┃b", "local");

// Expressions evaluated before a scope is entered
declares(py, "⟦a⟧ = 1\ndef f(a=┃a):\n  return a", "file");
declares(py, "⟦list⟧ = 1\ndef f(list: ┃list) -> int: pass", "file");
declares(py, "class ⟦C⟧: pass\ndef f(C) -> ┃C: pass", "file");
declares(py, "def f(key=lambda ⟦x⟧: ┃x): pass", "local");
declares(py, "⟦d⟧ = 1\n@d(┃d)\ndef f(d): pass", "file");
declares(py, "def f(⟦x⟧):\n  return [x for x in ┃x]", "local");
declares(py, "class C:\n  ⟦a⟧ = []\n  b = [i for i in ┃a]", "member");
isFree(py, "class C:\n  a = []\n  b = [┃a for i in x]");

// Bodies
declares(py, "⟦x⟧ = 1\ndef f():\n  return ┃x", "file");
declares(py, "x = 1\ndef f():\n  print(┃x)\n  ⟦x⟧ = 2", "local");
declares(py, "def f():\n  if a:\n    ⟦x⟧ = 1\n  return ┃x", "local");
declares(py, "def f():\n  def ⟦g⟧(): pass\n  return ┃g", "local");
declares(py, "def f():\n  class ⟦C⟧: pass\n  return ┃C()", "local");
declares(py, "def f():\n  ⟦x⟧ = 1\n  return lambda: ┃x", "local");
declares(py, "def f():\n  ⟦x⟧: int\n  return ┃x", "local");
declares(py, "def f():\n  ⟦┃x⟧ += 1", "local");
isFree(py, "x.a = 1\nprint(┃y)");

// Everything that binds a name
declares(py, "def f():\n  (a, *⟦b⟧), c = d = 1\n  return ┃b", "local");
declares(py, "def f():\n  a = [*⟦b⟧] = 1\n  return ┃b", "local");
declares(py, "def f():\n  for i, (⟦j⟧, k) in x: pass\n  return ┃j", "local");
declares(py, "def f():\n  with a as b, c() as (⟦d⟧, e):\n    ┃d", "local");
declares(py, "def f():\n  try: pass\n  except (A, B) as ⟦e⟧: ┃e", "local");
declares(py, "def f():\n  if (⟦n⟧ := 1): ┃n", "local");
declares(py, "def f():\n  [(⟦n⟧ := i) for i in x]\n  return ┃n", "local");
declares(py, "x = {k: ┃v for k, ⟦v⟧ in y if k}", "local");
declares(py, "x = (j for i in y for ⟦j⟧ in i if ┃j)", "local");
declares(py, "def f():\n  a[0], b.c = ⟦d⟧ = 1\n  return ┃d", "local");
isFree(py, "def f():\n  a[0], b.c = d\n  return ┃a");

// Patterns
declares(py, "def f(x):\n  match x:\n    case [⟦a⟧, *b]: return ┃a", "local");
declares(py, "def f(x):\n  match x:\n    case [a, *⟦b⟧]: return ┃b", "local");
declares(py, 'def f(x):\n  match x:\n    case {"k": ⟦v⟧, **rest}: return ┃v', "local");
declares(py, "def f(x):\n  match x:\n    case P(x=1, y=⟦z⟧): return ┃z", "local");
declares(py, "def f(x):\n  match x:\n    case P() | Q() as ⟦z⟧: return ┃z", "local");
declares(py, "class ⟦P⟧: pass\ndef f(x):\n  match x:\n    case ┃P(): pass", "file");
isFree(py, "def f(x):\n  match x:\n    case P(┃x=1): pass");
isFree(py, "def f(x):\n  match x:\n    case ┃m.K: pass");

// Names of outer scopes
occurs(py, "⟦n⟧ = 1\ndef f():\n  global ⟦n⟧\n  ⟦n⟧ = 2\n  def g(): return ⟦┃n⟧");
occurs(py, "n = 1\ndef f():\n  ⟦n⟧ = 1\n  def g():\n    def h():\n      nonlocal ⟦n⟧\n      ⟦n⟧ += 1\n    return ⟦┃n⟧");
occurs(py, "def f():\n  class C:\n    n = 0\n    def g(self):\n      nonlocal ⟦n⟧\n      ⟦n⟧ = 1\n  ⟦┃n⟧ = 1");
occurs(py, "global ⟦n⟧\n⟦┃n⟧ = 1");
declares(py, "def f():\n  global n\n  ⟦n⟧ = 2\ndef g():\n  return ┃n", "file");

// Classes and members of their objects
declares(py, "class C:\n  def ⟦m⟧(self): pass\n  def n(self): self.┃m()", "member");
declares(py, "class C:\n  ⟦x⟧ = 1\n  def m(self): return self.┃x", "member");
declares(
  py,
  "class C:\n  def __init__(self):\n    self.⟦x⟧, self.y = 1, 2\n  def m(self): return [self.┃x for i in a]",
  "member",
);
declares(py, "class C:\n  ⟦x⟧: int\n  def __init__(self):\n    self.⟦x⟧ = 1\n  def m(self): self.⟦┃x⟧ += 1", "member");
declares(py, "x = 1\nclass C:\n  ⟦x⟧ = 2\n  y = ┃x", "member");
declares(py, "⟦x⟧ = 1\nclass C:\n  x = 2\n  def m(self): return ┃x", "file");
declares(py, "⟦open⟧ = 1\nclass C:\n  open = staticmethod(┃open)", "file");
declares(py, "class C:\n  def ⟦x⟧(self): pass\n  @┃x.setter\n  def ⟦x⟧(self, v): pass", "member");
declares(py, "class C:\n  class ⟦D⟧: pass\n  class E(┃D): pass", "member");
declares(py, "class C:\n  if a:\n    def ⟦m⟧(self): pass\n  def n(self): self.┃m()", "member");
isFree(py, "class C:\n  def m(self):\n    def f(self): self.┃x\n    self.x = 1");
isFree(py, "class C:\n  def m(self):\n    @d\n    def f(self): self.┃x\n    self.x = 1");
declares(py, "class C:\n  def m(self):\n    self.⟦x⟧ = 1\n    def f(): self.┃x", "member");
isFree(py, "class C:\n  def m(self): pass\n  def n(self, o): o.┃m()");
isFree(py, "class C:\n  def m(self): pass\n  def n(self): self.o.┃m()");
isFree(py, "class C(B):\n  def n(self): self.┃m()");
isFree(py, "def m(self): self.┃x");
isFree(py, "def f(a): pass\nf(┃a=1)");

// Type parameters
declares(py, "class C[⟦T⟧: int](B[T]):\n  def m(self) -> ┃T: pass", "local");
declares(py, "class C[*⟦T⟧]:\n  def m(self):\n    x: ┃T", "local");
declares(py, "def f[**⟦P⟧](a: ┃P): pass", "local");
declares(py, "type A[⟦T⟧] = list[┃T]", "local");
declares(py, "type ⟦A⟧ = int\nx: ┃A", "file");

// Types that are strings
declares(py, "class ⟦A⟧: pass\ndef f(a: '┃A'): pass", "file");
declares(py, "class ⟦A⟧: pass\ndef f(a: list['b.C | ┃A']): pass", "file");
imports(py, "from a import A\nx: t.Optional['┃A'] = None", "a", "A");

// Imports
imports(py, "import os\n┃os.path", "os");
imports(py, "import os.path\n┃os.sep", "os");
imports(py, "import os.path as p\n┃p.sep", "os.path");
imports(py, "from os import path\n┃path", "os", "path");
imports(py, "from os import path as p\n┃p", "os", "path");
imports(py, "from os import ┃path as p", "os", "path");
imports(py, "from . import x\n┃x", ".", "x");
imports(py, "from ..a.b import (x, y as z)\n┃z", "..a.b", "y");
imports(py, "from ┃a.b import x", "a.b");
imports(py, "def f():\n  from a import b\n  return ┃b", "a", "b");
imports(py, "try:\n  import json\nexcept E:\n  json = None\n┃json", "json");
imports(py, "from __future__ import annotations as _a\n┃_a", "__future__", "annotations");
isFree(py, "def b(): pass\nfrom a import *\nx.┃b");

// Renaming
checkRenamable(py, "def f():\n  ┃x = 1", true);
checkRenamable(py, "def f(┃x): pass", false);
checkRenamable(py, "def f(┃x=1): pass", false);
checkRenamable(py, "def f(x: int, ┃y: int): pass", false);
checkRenamable(py, "def f(*┃args): pass", true);
checkRenamable(py, "def f(**┃kw: int): pass", true);
checkRenamable(py, "class C:\n  def m(┃self): pass", true);
checkRenamable(py, "sorted(a, key=lambda ┃x: x)", true);
checkRenamable(py, "[x for ┃x in a]", true);
checkRenamable(py, "def f():\n  import ┃os", true);
checkRenamable(py, "def f():\n  if a:\n    from os import ┃path", true);
checkRenamable(py, "def f():\n  import ┃os.path", false);
checkRenamable(py, "import ┃os", false);
checkRenamable(py, "try:\n  from os import ┃path\nexcept E: pass", false);
checkRenamable(py, "class C:\n  import ┃os", false);
checkRenamable(py, "┃x = 1", false);
checkRenamable(py, "def f():\n  global ┃x\n  x = 1", false);

// Unusual texts
declares(py, 'def f(⟦a⟧):\r\n  s = "💣"\r\n  return f"💣 {┃a!r:>{s}}"\r\n', "local");
occurs(py, "def f(⟦é⟧):\n  return g(é=⟦é⟧)[⟦é⟧:⟦┃é⟧].é");
