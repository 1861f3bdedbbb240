import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder, removeFolders } from "../../folders.js";
import { skip } from "../../jest.js";
import { extensionOf, stayingMembers } from "./stayingMembers.js";

afterEach(removeFolders);

const typescript = join(process.cwd(), "node_modules/typescript/bin/tsc");

/** How both files are compiled, and run, as commands of a shell; the first word is looked up. */
const commands: Readonly<Record<string, string>> = {
  java: "javac -d out library.java own.java && java -cp out A",
  csharp: "mcs -warn:0 -out:own.exe library.cs own.cs && mono own.exe",
  kotlin: "kotlinc -d own.jar library.kt own.kt && kotlin -cp own.jar OwnKt",
  typescript: `node ${typescript} --strict --target es2022 --module commonjs own.ts && node own.js`,
  python: "python3 own.py",
  ruby: "ruby -r ./library.rb own.rb",
  php: "php -d auto_prepend_file=library.php own.php",
  cpp: "g++ -include library.cpp -o own own.cpp && ./own",
  rust: "rustc own.rs && ./own",
};

describe("Another name for a member changes what runs, or does not compile, just where it has to stay", () => {
  test.each(stayingMembers.map((each) => [each.languageId, each.title, each] as const))(
    "in %s: %s",
    (languageId, _title, { library, own, stays }) => {
      const command = commands[languageId] ?? "";
      const [program = ""] = command.split(" ", 1);
      if (spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0) skip(`${program} is not installed`);
      const outputOf = (text: string) => {
        const folder = createFolder();
        writeFileSync(join(folder, `library.${extensionOf(languageId)}`), library);
        writeFileSync(join(folder, `own.${extensionOf(languageId)}`), text);
        const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
        return { status, stdout, stderr };
      };
      const before = own.replace("┃", "");
      const output = outputOf(before);
      expect(output).toMatchObject({ status: 0 });
      const after = outputOf(before.replace(/\b(__)?(?:old|hidden)\b/g, "$1now"));
      expect(after.status === 0 && after.stdout === output.stdout).toBe(!stays);
    },
  );
});
