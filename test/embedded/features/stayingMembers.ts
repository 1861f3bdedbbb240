/**
 * Members of types that extend what a library declares. `stays`: another name would change what
 * runs, since the library calls the member by its name, or would not compile. `library` is outside
 * of the workspace, `own` inside; the name at `┃` is `old`.
 */

export interface StayingMember {
  readonly languageId: string;
  readonly title: string;
  readonly library: string;
  readonly own: string;
  readonly stays: boolean;
}

const extensions: Readonly<Record<string, string>> = {
  ...{ csharp: "cs", kotlin: "kt", python: "py", ruby: "rb", rust: "rs", typescript: "ts" },
};

export const extensionOf = (languageId: string) => extensions[languageId] ?? languageId;

const java = {
  languageId: "java",
  library: `abstract class Base { void say(String s) { System.out.println(s); }
  protected void old() { say("library"); } public void run() { old(); } private void hidden() {} }
interface Runs { void old(); static void run(Runs it) { it.old(); } }
`,
};
const csharp = {
  languageId: "csharp",
  library: `using System;
public class Base { public virtual void old() { Console.WriteLine("library"); } public void run() { old(); } }
public class Plain { public void run() { } }
public interface Runs { void old(); }
public static class Runner { public static void run(Runs it) { it.old(); } }
`,
};
const kotlin = {
  languageId: "kotlin",
  library: `open class Base { open fun old() { println("library") }
  fun run() { old() } }
open class Plain { fun run() {} }
interface Runs { fun old() { println("library") } }
fun run(it: Runs) = it.old()
interface Empty
`,
};
const typescript = {
  languageId: "typescript",
  library: `export class Base { protected old() { console.log("library"); } run() { this.old(); } }
export class Plain { run() {} }
export interface Runs { old(): void }
export const run = (it: Runs) => it.old();
`,
};
const python = {
  languageId: "python",
  library: `class Base:
    def old(self): print("library")
    def run(self): self.old()
    def __hidden(self): print("library")
    def run_hidden(self): self.__hidden()
`,
};
const ruby = {
  languageId: "ruby",
  library: `class Base
  def run = old
  private def old = puts("library")
end
`,
};
const php = {
  languageId: "php",
  library: `<?php
class Base { protected function old() { echo "library"; } public function run() { $this->old(); } }
class Plain { public function run() {} private function old() { echo "library"; } }
interface Runs { public function old(); }
function run(Runs $it) { $it->old(); }
`,
};
const cpp = {
  languageId: "cpp",
  library: `#include <cstdio>
class Base { public: void run() { old(); } protected: virtual void old() { std::puts("library"); } };
`,
};
const rust = {
  languageId: "rust",
  library: `pub trait Runs { fn old(&self) { println!("library"); } fn run(&self) { self.old(); } }
`,
};

export const stayingMembers: readonly StayingMember[] = [
  {
    ...java,
    title: "a method without @Override",
    own: `class A extends Base { protected void ┃old() { say("own"); }
  public static void main(String[] all) { new A().run(); } }
`,
    stays: true,
  },
  {
    ...java,
    title: "a private method",
    own: `class A extends Plain { private void ┃old() { System.out.println("own"); } void both() { old(); }
  public static void main(String[] all) { new A().both(); } }
`,
    library: "class Plain { private void old() {} }\n",
    stays: false,
  },
  {
    ...java,
    title: "a method of an interface without @Override",
    own: `interface I extends Runs { void ┃old(); }
class A { public static void main(String[] all) { Runs.run((I) () -> System.out.println("own")); } }
`,
    stays: true,
  },
  {
    ...csharp,
    title: "a method without override",
    own: `using System;
class A : Plain { protected void ┃old() { Console.WriteLine("own"); }
  static void Main() { new A().run(); new A().old(); } }
`,
    stays: false,
  },
  {
    ...csharp,
    title: "an override",
    own: `using System;
class A : Base { public override void ┃old() { Console.WriteLine("own"); }
  static void Main() { new A().run(); } }
`,
    stays: true,
  },
  {
    ...csharp,
    title: "a public method, which may implement an interface",
    own: `using System;
class A : Runs { public void ┃old() { Console.WriteLine("own"); }
  static void Main() { Runner.run(new A()); } }
`,
    stays: true,
  },
  {
    ...csharp,
    title: "an explicit implementation of an interface",
    own: `using System;
class A : Runs { void Runs.┃old() { Console.WriteLine("own"); }
  static void Main() { Runner.run(new A()); } }
`,
    stays: true,
  },
  {
    ...csharp,
    title: "a member of an interface, which hides another",
    own: `using System;
interface I : Runs { new void ┃old(); }
class A { static void Main() { Console.WriteLine(typeof(I).GetMethods().Length); } }
`,
    stays: false,
  },
  {
    ...kotlin,
    title: "a method without override",
    own: `class A : Plain() { fun ┃old() { println("own") } }
fun main() { A().run(); A().old() }
`,
    stays: false,
  },
  {
    ...kotlin,
    title: "an override",
    own: `class A : Base() { override fun ┃old() { println("own") } }
fun main() { A().run() }
`,
    stays: true,
  },
  {
    ...kotlin,
    title: "a method of an interface without override",
    own: `interface I : Empty { fun ┃old() { println("own") } }
class A : I
fun main() { A().old() }
`,
    stays: false,
  },
  {
    ...kotlin,
    title: "an override in an interface",
    own: `interface I : Runs { override fun ┃old() { println("own") } }
class A : I
fun main() { run(A()) }
`,
    stays: true,
  },
  {
    ...typescript,
    title: "a protected method without override",
    own: `import { Base } from "./library";
class A extends Base { protected ┃old() { console.log("own"); } }
new A().run();
`,
    stays: true,
  },
  {
    ...typescript,
    title: "a private method",
    own: `import { Plain } from "./library";
class A extends Plain { private ┃old() { console.log("own"); } both() { this.old(); } }
new A().both();
`,
    stays: false,
  },
  {
    ...typescript,
    title: "a member of an interface",
    own: `import { run, type Runs } from "./library";
interface I extends Runs { ┃old(): void }
const a: I = { old() { console.log("own"); } };
run(a);
`,
    stays: true,
  },
  {
    ...python,
    title: "a method",
    own: `from library import Base
class A(Base):
    def ┃old(self): print("own")
A().run()
`,
    stays: true,
  },
  {
    ...python,
    title: "a mangled name",
    own: `from library import Base
class A(Base):
    def __┃hidden(self): print("own")
    def both(self): self.__hidden()
A().run_hidden()
A().both()
`,
    stays: false,
  },
  {
    ...ruby,
    title: "a private method",
    own: `class A < Base
  private def ┃old = puts("own")
end
A.new.run
`,
    stays: true,
  },
  {
    ...php,
    title: "a protected method",
    own: `<?php
class A extends Base { protected function ┃old() { echo "own"; } }
(new A())->run();
`,
    stays: true,
  },
  {
    ...php,
    title: "a private method",
    own: `<?php
class A extends Plain { private function ┃old() { echo "own"; } public function both() { $this->old(); } }
(new A())->both();
`,
    stays: false,
  },
  {
    ...php,
    title: "a method of an interface",
    own: `<?php
interface I extends Runs { public function ┃old(); }
run(new class implements I { public function old() { echo "own"; } });
`,
    stays: true,
  },
  {
    ...cpp,
    title: "a private method without virtual",
    own: `class A : public Base { private: void ┃old() { std::puts("own"); } };
int main() { A a; a.run(); }
`,
    stays: true,
  },
  {
    ...rust,
    title: "a method of a trait's implementation",
    own: `mod library;
struct A;
impl library::Runs for A { fn ┃old(&self) { println!("own"); } }
fn main() { use library::Runs; A.run(); }
`,
    stays: true,
  },
  {
    ...rust,
    title: "a method of the type's own",
    own: `struct A;
impl A { fn ┃old(&self) { println!("own"); } }
fn main() { A.old(); }
`,
    stays: false,
  },
];
