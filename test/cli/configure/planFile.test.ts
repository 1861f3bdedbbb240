/**
 * Setting up each client: in a home folder without files, in files with comments and other entries,
 * twice, and taken back.
 */

import { isDeepStrictEqual } from "node:util";
import { parse as parseToml } from "@decimalturn/toml-patch";
import { parse as parseJson } from "jsonc-parser";
import type { ClientFile, JsonValue } from "../../../src/cli/configure/clientFile.js";
import { partState, planInsertion, planRemoval, snippetOf } from "../../../src/cli/configure/planFile.js";
import { recordChange } from "../../../src/cli/configure/setupRecord.js";
import { setupNames } from "../../../src/cli/help/subcommands.js";
import { allFiles, clients, context, filesOf } from "./context.js";

type JsonFile = ClientFile & { readonly kind: "json" };
const jsonFiles = allFiles.filter((each): each is readonly [string, JsonFile] => each[1].kind === "json");
const tomlFiles = allFiles.filter(([, { kind }]) => kind === "toml");
const isOther = ({ kind }: ClientFile) => kind === "own" || kind === "lines";

test("Help lists the clients that there are", () => {
  expect(clients.map(({ name }) => name)).toEqual([...setupNames]);
});

test.each(allFiles)(
  "%s: a new file holds our part, a second run changes nothing, and removal deletes it",
  (_, file) => {
    const first = planInsertion(file, undefined, undefined);
    expect(first).toMatchObject({ state: "absent", before: undefined, after: snippetOf(file) });
    const record = recordChange(file.path, first.original, first.after ?? "", []);
    expect(partState(file, first.after)).toBe("present");
    expect(planInsertion(file, first.after, record).after).toBe(first.after);
    expect(planRemoval(file, first.after, record).after).toBeUndefined();
  },
);

/** Files that users have; `KEY` stands for the first key of our entries. */
const jsonTexts = {
  "comments and other entries": `// My settings.
{
  // The theme.
  "theme": "dark", // not light
  "KEY": {
    /* Mine. */
    "mine": { "command": "mine", "args": [] } // the last one
    // More to come.
  },
  "zoom": 1.5 // of the window
}
`,
  "tabs and CRLF": '{\r\n\t"KEY": {\r\n\t\t"mine": {}\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n',
  "trailing commas": '{\n    "theme": "dark",\n    "KEY": {\n        "mine": {}, // keep\n    },\n}\n',
  "no newline at the end": '{\n  "theme": "dark"\n}',
  "one line": '{ "theme": "dark", "KEY": { "mine": { "command": "x" } } }\n',
  "an empty object of ours": '{\n  "KEY": {}\n}\n',
  "an empty object": "{}",
  "a comment alone": "{\n  // nothing yet\n}\n",
  "a byte order mark": '\uFEFF{\n  "theme": "dark"\n}\n',
  nothing: "",
  "emoji and escapes": '{\n  "na\\u00efve 💣": "\\"}\\n// no comment",\n  "KEY": { "a": [1, { "b": null }] }\n}\n',
};

describe.each(Object.entries(jsonTexts))("In a file with %s", (_, template) => {
  const textFor = ({ entries: [first] }: JsonFile) =>
    template.replaceAll("KEY", first?.path.length === 1 ? "servers" : (first?.path[0] ?? ""));

  test.each(jsonFiles)("%s: our part is added, all else stays, and removal restores every byte", (_title, file) => {
    const text = textFor(file);
    const { after = "", original } = planInsertion(file, text, undefined);
    expect(data(after)).toEqual(merged(data(text), file));
    expect(isSubsequence(withoutGaps(text), withoutGaps(after))).toBe(true);
    expect(partState(file, after)).toBe("present");
    const record = recordChange(file.path, original, after, []);
    expect(planInsertion(file, after, record).after).toBe(after);
    expect(planInsertion(file, after, undefined).after).toBe(after);
    expect(planRemoval(file, after, record).after).toBe(text);
  });

  test.each(jsonFiles)("%s: removal without a record leaves the data and the comments", (_title, file) => {
    const text = textFor(file);
    const { after = "" } = planInsertion(file, text, undefined);
    const removed = planRemoval(file, after, undefined).after ?? "{}";
    expect(pruned(data(removed))).toEqual(pruned(data(text)));
    expect(commentsOf(removed)).toEqual(commentsOf(text));
  });
});

const hookFilesOf = (name: string) => clientNamed(name).hooks?.("user", context) ?? [];

/** The text before; what is there with our hook. */
test.each([
  ['{ "hooks": { "AfterTool": [] } }', '{ "hooks": { "AfterTool": [\n  OURS\n] } }'],
  [
    '{\n  "hooks": {\n    "AfterTool": [\n      { "mine": 1 } // keep\n    ]\n  }\n}\n',
    '{\n  "hooks": {\n    "AfterTool": [\n      { "mine": 1 }, // keep\n      OURS\n    ]\n  }\n}\n',
  ],
])("A hook is added to those of others, and taken from them: %j", (before, expected) => {
  const [file] = hookFilesOf("gemini-cli") as [JsonFile];
  const { after = "" } = planInsertion(file, before, undefined);
  expect(withoutGaps(after)).toBe(withoutGaps(expected.replace("OURS", JSON.stringify(file.entries[0]?.value))));
  expect(planInsertion(file, after, undefined).after).toBe(after);
  const removed = planRemoval(file, after, undefined).after ?? "";
  expect(commentsOf(removed)).toEqual(commentsOf(before));
  expect(pruned(data(removed))).toEqual(before.includes("mine") ? data(before) : {});
});

test("A list of hooks that is none is not changed", () => {
  const [file] = hookFilesOf("codex") as [ClientFile];
  expect(() => planInsertion(file, '{ "hooks": { "PostToolUse": {} } }', undefined)).toThrow(
    /hooks\.json:1:29: "PostToolUse" is no JSON list\./,
  );
});

test("An entry of the user's is kept, and replaced only on request", () => {
  const [file] = filesOf(clientNamed("gemini-cli"), "user") as [ClientFile];
  const text = '{\n  "mcpServers": {\n    "lsp-locate": { "command": "mine" } // own\n  }\n}\n';
  const plan = planInsertion(file, text, undefined);
  expect(plan.state).toBe("different");
  expect(plan.after).toBe(
    '{\n  "mcpServers": {\n    "lsp-locate": {\n      "command": "lsp-locate",\n      "args": ["mcp"]\n    } // own\n  }\n}\n',
  );
});

test("A server that the user has configured is not switched off", () => {
  const [file] = filesOf(clientNamed("opencode"), "user") as [ClientFile];
  const text = '{ "lsp": { "gopls": { "command": ["my-gopls"], "extensions": [".go"] } } }';
  const { after = "", state } = planInsertion(file, text, undefined);
  expect(state).toBe("absent");
  expect(data(after)).toMatchObject({ lsp: { gopls: { command: ["my-gopls"] }, pyright: { disabled: true } } });
});

test("What an earlier version has written is replaced, and removal still restores the file", () => {
  const old = { ...context, command: ["/old/node", "/old/main.js"] as const };
  const [before] = filesOf(clientNamed("gemini-cli"), "user", old) as [ClientFile];
  const [file] = filesOf(clientNamed("gemini-cli"), "user") as [ClientFile];
  const text = '{ "theme": "dark" }';
  const first = planInsertion(before, text, undefined);
  const record = recordChange(file.path, first.original, first.after ?? "", []);
  const second = planInsertion(file, first.after, record);
  expect(second.state).toBe("outdated");
  expect(data(second.after ?? "")).toEqual(merged(data(text), file as JsonFile));
  const renewed = recordChange(file.path, second.original, second.after ?? "", []);
  expect(planRemoval(file, second.after, renewed).after).toBe(text);
});

test("A file that was changed since keeps the changes when our part is removed", () => {
  const [file] = filesOf(clientNamed("cursor"), "user") as [ClientFile];
  const { after = "", original } = planInsertion(file, undefined, undefined);
  const record = recordChange(file.path, original, after, []);
  const changed = after.replace("{\n", '{\n  "later": 1,\n');
  expect(planRemoval(file, changed, record).after).toBe('{\n  "later": 1\n}\n');
  expect(planRemoval(file, `${after}\n`, record).after).toBeUndefined();
});

test.each([
  [
    "json",
    '{\n  "mcpServers": {\n    "a": 1 "b": 2\n  }\n}',
    "4",
    /:3:12: JSON: CommaExpected\. The file is left as it is/,
  ],
  ["json", '{ "mcpServers": [] }', "4", /:1:17: "mcpServers" is no JSON object\./],
  ["json", "[]", "4", /:1:1: it is no JSON object\./],
  ["toml", 'model = "o3"\n[mcp_servers\n', "4", /:2:\d+: TOML: /],
  ["toml", "a = 1\na = 2\n", "4", /:2:1: TOML: Value already defined for a\./],
])("A %s file that is wrong is left, with the place of the fault: %j", (kind, text, _, message) => {
  const [file] = filesOf(clientNamed(kind === "json" ? "gemini-cli" : "codex"), "user") as [ClientFile];
  for (const plan of [planInsertion, planRemoval]) {
    if (plan === planRemoval && text.includes("[]")) continue;
    expect(() => plan(file, text, undefined)).toThrow(message);
  }
});

const tomlTexts = {
  "comments and other tables": `# Mine.
model = "o3"   # the best
when = 2024-01-15T10:00:00Z

[mcp_servers.other]   # keep
command = "npx"
args = [
  "-y", # yes
]

[[language]] # mine
name = "python"
language-servers = ["pyright"] # typed
auto-format = true

[[language]]
name = "elm"

# The end.
`,
  CRLF: 'a = 1\r\n\r\n[mcp_servers]\r\nmine = { command = "x" }\r\n\r\n[language-server.mine]\r\ncommand = "x"\r\n',
  "tables in one line": 'mcp_servers = { mine = { command = "x" } }\nlanguage-server = { mine = { command = "x" } }\n',
  "no newline at the end": 'model = "o3"',
  nothing: "",
};

describe.each(Object.entries(tomlTexts))("In a TOML file with %s", (_, text) => {
  test.each(tomlFiles)("%s: our part is added, all else stays, and removal restores every byte", (_title, file) => {
    const { after = "", original } = planInsertion(file, text, undefined);
    expect(partState(file, after)).toBe("present");
    expect(commentsOf(after)).toEqual(commentsOf(text));
    const record = recordChange(file.path, original, after, []);
    expect(planInsertion(file, after, record).after).toBe(after);
    expect(planRemoval(file, after, record).after).toBe(text);
    const removed = planRemoval(file, after, undefined).after ?? "";
    expect(JSON.stringify(parseToml(removed))).toBe(JSON.stringify(parseToml(text)));
    expect(commentsOf(removed)).toEqual(commentsOf(text));
  });
});

test("Codex gets a table at the end of its file", () => {
  const [file] = filesOf(clientNamed("codex"), "user") as [ClientFile];
  expect(planInsertion(file, 'model = "o3"\n', undefined).after).toBe(
    'model = "o3"\n\n[mcp_servers.lsp-locate]\ncommand = "lsp-locate"\nargs = ["mcp"]\n',
  );
});

test("Helix keeps the other servers of a language after ours", () => {
  const [file] = filesOf(clientNamed("helix"), "user") as [ClientFile];
  const { after = "" } = planInsertion(file, tomlTexts["comments and other tables"], undefined);
  expect(after).toContain(
    'name = "python"\nlanguage-servers = ["lsp-locate", "pyright"] # typed\nauto-format = true\n',
  );
  expect(after).toContain('[[language]]\nname = "css"\nlanguage-servers = ["lsp-locate"]\n');
});

test.each(allFiles.filter(([, file]) => isOther(file)))(
  "%s: an installation that is not on PATH is named",
  (_, file) => {
    if (file.kind !== "own" || file.path.endsWith("SKILL.md") || file.path.endsWith("plugin.json")) return;
    const elsewhere = { ...context, command: ["/opt/node", "/opt/lsp-locate/main.js"] as const };
    const all = clients.flatMap((client) =>
      (["user", "project"] as const).flatMap((scope) => [
        ...filesOf(client, scope, elsewhere),
        ...(client.hooks?.(scope, elsewhere) ?? []),
      ]),
    );
    const same = all.find(({ path }) => path === file.path);
    const text = same === undefined ? "" : snippetOf(same);
    expect(text).toContain("/opt/lsp-locate/main.js");
    expect(text).not.toContain('"lsp-locate" }');
  },
);

test("A file of our own that was changed is neither replaced nor deleted", () => {
  const [file] = filesOf(clientNamed("neovim"), "user") as [ClientFile];
  expect(planInsertion(file, "-- mine\n", undefined).state).toBe("different");
  expect(planRemoval(file, "-- mine\n", undefined)).toMatchObject({ after: "-- mine\n", isOtherLeft: true });
});

test.each([
  ["gemini-cli", '{\n  "mcpServers": {\n    "lsp-locate": { "command": "mine" } // own\n  }\n}\n'],
  ["codex", '[mcp_servers.lsp-locate]\ncommand = "mine"\n'],
  [
    "helix",
    '[language-server.lsp-locate]\ncommand = "mine"\n\n[[language]]\nname = "python"\nlanguage-servers = ["lsp-locate"]\n',
  ],
])("What the user has written in %s is left when our part is removed", (name, text) => {
  const [file] = filesOf(clientNamed(name), "user") as [ClientFile];
  expect(planRemoval(file, text, undefined)).toMatchObject({ after: text, isOtherLeft: true });
});

test.each(["gemini-cli", "codex"])(
  "What an earlier version has written in %s is removed from a file that was changed since",
  (name) => {
    const old = { ...context, command: ["/old/node", "/old/main.js"] as const };
    const [before] = filesOf(clientNamed(name), "user", old) as [ClientFile];
    const [file] = filesOf(clientNamed(name), "user") as [ClientFile];
    const { after = "", original, values } = planInsertion(before, undefined, undefined);
    const record = recordChange(file.path, original, after, [], values);
    const changed = name === "codex" ? `later = 1\n\n${after}` : after.replace("{\n", '{\n  "later": 1,\n');
    const removed = planRemoval(file, changed, record);
    expect(removed.isOtherLeft).toBe(false);
    expect(name === "codex" ? parseToml(removed.after ?? "") : data(removed.after ?? "")).toEqual({ later: 1 });
  },
);

function clientNamed(name: string) {
  return clients.find((client) => client.name === name) as (typeof clients)[number];
}

const data = (text: string) =>
  (parseJson(text.replace("\uFEFF", ""), [], { allowTrailingComma: true }) ?? {}) as Record<string, JsonValue>;

/** The data of a file with our entries: an entry of the user's stays where ours is a default. */
function merged(before: Record<string, JsonValue>, { entries }: JsonFile): unknown {
  const result = structuredClone(before) as Record<string, unknown>;
  for (const { path, value, isItem } of entries) {
    let parent = result;
    for (const key of path.slice(0, -1)) parent = (parent[key] ??= {}) as Record<string, unknown>;
    const key = path.at(-1) ?? "";
    parent[key] = isItem ? [...((parent[key] ?? []) as JsonValue[]), value] : value;
  }
  return result;
}

/** Empty objects mean nothing, and go with the entry that they have held. */
function pruned(value: Record<string, JsonValue>): unknown {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isDeepStrictEqual(member, {})));
}

const commentsOf = (text: string) =>
  text
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .match(/\/\/.*|\/\*[\s\S]*?\*\/|#.*/g)
    ?.map((comment) => comment.trimEnd()) ?? [];

const withoutGaps = (text: string) => text.replace(/\s/g, "");

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part.startsWith(character, at)) at += character.length;
  return at === part.length;
}
