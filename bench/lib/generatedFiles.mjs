/** Many small files in three languages. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Generates small files in three languages, a hundred per folder. They have old dates, because
 * files modified just now are not cached.
 */
export function generateFiles(folder, count) {
  const longAgo = new Date("2020-02-02T02:02:02Z");
  for (let n = 0; n < count; n++) {
    const inside = join(folder, `part${Math.floor(n / 10_000)}`, `folder${Math.floor(n / 100) % 100}`);
    if (n % 100 === 0) mkdirSync(inside, { recursive: true });
    const [extension, text] = generated(n);
    const path = join(inside, `file${n}.${extension}`);
    writeFileSync(path, text);
    utimesSync(path, longAgo, longAgo);
  }
}

function generated(n) {
  const lines = Array.from({ length: 6 }, (_, line) => line);
  switch (n % 3) {
    case 0:
      return [
        "ts",
        `export class Class${n} {\n${lines.map((line) => `  method${line}(a: number): number {\n    return a * ${line};\n  }\n`).join("")}}\nexport function function${n}() {}\n`,
      ];
    case 1:
      return [
        "py",
        `class Class${n}:\n${lines.map((line) => `    def method${line}(self, a):\n        return a * ${line}\n`).join("")}\ndef function${n}():\n    pass\n`,
      ];
    default:
      return [
        "go",
        `package p\n\n${lines.map((line) => `func Method${n}x${line}(a int) int {\n\treturn a * ${line}\n}\n`).join("")}\nfunc function${n}() {}\n`,
      ];
  }
}
