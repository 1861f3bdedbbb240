/** The doctor's report as text. */

import { createColors } from "picocolors";
import type { LanguageReport, ServerReport } from "../../../src/backend/doctor/doctor.js";
import { renderCapabilityLine, renderDoctorReport } from "../../../src/cli/show/doctorReport.js";

const colours = createColors(false);
const wide = { colours, width: 160 };

function server(name: string, fields: Partial<ServerReport>): ServerReport {
  const known = { command: [name], languages: ["l"], own: false, remote: false, tested: false, install: `get ${name}` };
  return { ...known, name, path: null, version: null, state: "absent", ...fields };
}

function language(id: string, candidates: readonly string[], serving: string | null, files = ""): LanguageReport {
  const [extensions = "", filenames = ""] = files.split(" / ");
  const words = (text: string) => text.split(" ").filter((word) => word !== "");
  return {
    language: id,
    extensions: words(extensions),
    filenames: words(filenames),
    candidates,
    serving,
    companions: [],
  };
}

const works = { state: "works", encoding: "utf-16" } as const;
const good = server("good", { ...works, path: "/bin/good", version: "1.2", methods: ["textDocument/hover"] });
const embedded = server("embedded", { ...works, path: "/bin/node", version: "0.1", methods: ["workspace/symbol"] });

const words = "hover def refs impl calls types outline search rename format fix complete".split(" ");

/** The capability line of a server with these capabilities. */
function can(...able: readonly string[]): string {
  return `      ${words.map((word) => (able.includes(word) ? word : "·".padEnd(word.length))).join(" ")}`.trimEnd();
}

test("The report lists served languages as a table, then the others, then a summary", () => {
  const text = renderDoctorReport(
    {
      file: "/home/me/servers.json",
      problems: ["servers.json:3: `servers.x`: expected object, found 3; `servers.x` is left out."],
      languages: [
        language("one", ["good", "spare", "away", "gone"], "good", ".1 / Onefile"),
        language("uno", ["good", "spare", "away", "gone"], "good", ".u"),
        language("bad", ["broken"], "broken", " / Badfile"),
        language("stub", ["stub"], "embedded", ".s"),
        language("ours", ["away"], "embedded", ".o"),
        language("own", [], "embedded"),
        language("two", ["gone", "away"], null),
        language("zwei", ["gone", "away"], null),
        language("xml", [], null),
        language("sql", [], null),
      ],
      servers: [
        good,
        server("spare", { ...works, own: true, path: "/home/me/bin/spare", methods: ["textDocument/definition"] }),
        server("gone", {}),
        server("away", {}),
        server("broken", {
          state: "fails",
          path: "/bin/broken",
          version: "3.0.1",
          error: "it died",
          remedy: "get well",
        }),
        server("stub", { state: "fails", path: "/bin/stub", error: "no such thing" }),
        server("idle", { ...works, own: true, path: "/bin/idle", languages: [], methods: [] }),
        server("lost", { own: true, error: "there is no file /x" }),
        embedded,
      ],
    },
    { ...wide, home: "/home/me" },
  );
  expect(text.split("\n")).toEqual([
    "Your servers: ~/servers.json",
    "  ✗ servers.json:3: `servers.x`: expected object, found 3; `servers.x` is left out.",
    "",
    "one, uno  .1 .u",
    "  ✓ good      1.2    /bin/good",
    can("hover"),
    "  ✓ spare            ~/bin/spare  (yours, spare)",
    can("def"),
    "  · not installed: away, gone",
    "",
    "bad  Badfile",
    "  ✗ broken    3.0.1  /bin/broken",
    "      it died",
    "      → get well",
    "",
    "stub  .s",
    "  ✗ stub             /bin/stub",
    "      no such thing",
    "  ✓ embedded  0.1    part of lsp-locate  (by syntax alone)",
    can("search"),
    "",
    "Serving no language",
    "  ✓ idle             /bin/idle  (yours)",
    "      serves no language: add some to its `languages`",
    can(),
    "  · lost             not installed  (yours)",
    "      there is no file /x",
    "",
    "By syntax alone, since no server for them is installed",
    "  ✓ embedded  0.1  part of lsp-locate  (by syntax alone)",
    can("search"),
    "  ours (away), own",
    "",
    "No server for these is installed",
    "  two/zwei (gone, away), xml, sql",
    "",
    "3 servers work, for 2 of 10 languages; broken, stub fail. `lsp-locate doctor <language>` shows the details of one, and how to install missing servers.",
  ]);
});

test("The report on one language has every detail", () => {
  const text = renderDoctorReport(
    {
      file: null,
      problems: [],
      languages: [language("one", ["broken", "good", "perl-thing", "gone", "away-for-long"], "broken", ".1")],
      servers: [
        server("broken", { state: "fails", path: "/b", error: "it died", stderr: ["first", "\x1b[31mlast"] }),
        { ...good, encoding: "utf-8", methods: ["completionItem/resolve", "textDocument/hover", "workspace/symbol"] },
        server("perl-thing", { path: "/bin/perl", error: "no module", remedy: "cpan thing" }),
        server("gone", {}),
        server("away-for-long", { install: null }),
      ],
    },
    { ...wide, isDetailed: true },
  );
  expect(text.split("\n")).toEqual([
    "one  .1",
    "  ✗ broken           /b",
    "      it died",
    "        first",
    "        \\u001b[31mlast",
    "  ✓ good        1.2  /bin/good  (spare)",
    can("hover", "search"),
    "      completionItem/resolve, hover, workspace/symbol",
    "      positions in utf-8",
    "  · perl-thing       not installed",
    "      no module",
    "      → cpan thing",
    "  Not installed",
    "  · gone           get gone",
    "  · away-for-long",
  ]);
});

test("The report on a language without an installed server shows the embedded one", () => {
  const languages = [language("one", ["gone"], "embedded", ".1")];
  const report = { file: null, problems: [], languages, servers: [server("gone", {}), embedded] };
  expect(renderDoctorReport(report, { ...wide, isDetailed: true }).split("\n")).toEqual([
    "one  .1",
    "  ✓ embedded  0.1  part of lsp-locate  (by syntax alone)",
    can("search"),
    "      workspace/symbol",
    "  Not installed",
    "  · gone  get gone",
  ]);
});

test("Long lists are cut or wrapped to the width", () => {
  const extensions = Array.from({ length: 30 }, (_, index) => `.x${index}`).join(" ");
  const names = Array.from({ length: 30 }, (_, index) => `language${index}`);
  const report = {
    file: null,
    problems: [],
    languages: [language("one", ["good"], "good", extensions), ...names.map((id) => language(id, [`for-${id}`], null))],
    servers: [{ ...good, state: "fails" as const, error: "for a reason ".repeat(20) }],
  };
  const lines = renderDoctorReport(report, { colours, width: 60 }).split("\n");
  const [summary, ...others] = lines.toReversed();
  expect(summary).toContain("0 servers work");
  expect(others.filter((line) => line.length > 60)).toEqual([]);
  expect(lines[0]).toMatch(/^one {2}\.x0 .* …$/);
  expect(lines.join(" ")).toContain("language29 (for-language29)");
});

test("The capability line fits 80 columns", () => {
  const methods = ["textDocument/completion", "textDocument/documentSymbol", "textDocument/references"];
  expect(renderCapabilityLine(methods)).toBe(
    "·     ·   refs ·    ·     ·     outline ·      ·      ·      ·   complete",
  );
  expect(renderCapabilityLine(methods).length).toBe(73);
});
