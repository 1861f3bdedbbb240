/**
 * Tests of merged registrations. A line is `+` or `-`, the number in the registration id, and its
 * options.
 */

import type {
  ClientCapabilities,
  Registration,
  RegistrationParams,
  UnregistrationParams,
} from "vscode-languageserver-protocol";
import { restrictToLanguages } from "../../../src/routing/capabilities/capabilityBroker.js";
import { acceptsRegistration, Registrations } from "../../../src/routing/capabilities/registrations.js";
import {
  allowsRequest,
  type Capability,
  listCapabilities,
} from "../../../src/routing/capabilities/serverCapabilities.js";
import { allCapabilities, noCapabilities, someCapabilities } from "./clientCapabilities.js";
import { recordedCapabilities, recordedRegistrations } from "./recordedCapabilities.js";

const hover: Capability = { method: "textDocument/hover", options: { documentSelector: [{ language: "go" }] } };
const pythonHover: Capability = {
  method: "textDocument/hover",
  options: { documentSelector: [{ language: "python" }] },
};
const rename: Capability = { method: "textDocument/rename", options: { documentSelector: [{ language: "go" }] } };
const symbols: Capability = { method: "workspace/symbol", options: {} };
const commands = (...names: string[]): Capability => ({
  method: "workspace/executeCommand",
  options: { commands: names },
});
const watching = (id: string, ...globs: string[]): Registration => ({
  id,
  method: "workspace/didChangeWatchedFiles",
  registerOptions: { watchers: globs.map((globPattern) => ({ globPattern })) },
});

/** Performs the steps and returns the requests of each: one string for each request. */
function said(client: ClientCapabilities, ...steps: readonly ((registrations: Registrations) => void)[]): string[][] {
  let words: string[] = [];
  const registrations = new Registrations({
    capabilities: () => client,
    send: (_method: string, params: RegistrationParams | UnregistrationParams) => {
      if ("registrations" in params)
        words.push(params.registrations.map(({ id, ...rest }) => `+${numberOf(id)} ${wordsFor(rest)}`).join(", "));
      else words.push(params.unregisterations.map(({ id, method }) => `-${numberOf(id)} ${lastOf(method)}`).join(", "));
    },
  });
  return steps.map((step) => {
    words = [];
    step(registrations);
    return words;
  });
}

const numberOf = (id: string) => /^lsp-locate-(\d+)$/.exec(id)?.[1];
const lastOf = (method: string) => method.split("/")[1];

interface Options {
  readonly documentSelector?: readonly { readonly language: string }[];
  readonly commands?: readonly string[];
  readonly watchers?: readonly { readonly globPattern: string }[];
}

function wordsFor({ method, registerOptions }: Omit<Registration, "id">): string {
  const { documentSelector = [], commands = [], watchers = [], ...rest } = registerOptions as Options;
  const for_ = [
    ...documentSelector.map(({ language }) => language),
    ...commands,
    ...watchers.map((w) => w.globPattern),
  ];
  return [lastOf(method), ...for_, ...Object.keys(rest)].join(" ");
}

type Step = (registrations: Registrations) => void;
const hold =
  (holder: string, ...wishes: Capability[]): Step =>
  (registrations) =>
    registrations.setInitial(holder, wishes);
const add =
  (holder: string, ...registered: Registration[]): Step =>
  (registrations) =>
    registrations.add(holder, registered);
const remove =
  (holder: string, ...ids: string[]): Step =>
  (registrations) =>
    registrations.remove(holder, ids);
const drop =
  (holder: string): Step =>
  (registrations) =>
    registrations.drop(holder);
const restarted =
  (holder: string): Step =>
  (registrations) =>
    registrations.markRestarted(holder);
const renew =
  (holder: string, method: string): Step =>
  (registrations) =>
    registrations.renew(holder, method);
const settled =
  (holder: string): Step =>
  (registrations) =>
    registrations.dropPrevious(holder);

const check = (client: ClientCapabilities, ...lines: readonly (readonly [Step, ...string[]])[]) =>
  expect(said(client, ...lines.map(([step]) => step))).toEqual(lines.map(([, ...words]) => words));

test("A capability is registered, and unregistered with its backend", () =>
  check(
    allCapabilities,
    [hold("go#1", hover, rename), "+1 hover go, +2 rename go"],
    [drop("go#1"), "-1 hover, -2 rename"],
    [drop("go#1")],
    [hold("go#1", hover), "+3 hover go"],
  ));

test("A renewed method is unregistered and registered under a new id; another one causes no message", () =>
  check(
    allCapabilities,
    [hold("go#1", hover, rename), "+1 hover go, +2 rename go"],
    [renew("go#1", "textDocument/hover"), "-1 hover", "+3 hover go"],
    [renew("go#1", "textDocument/completion")],
    [renew("py#1", "textDocument/hover")],
    [drop("go#1"), "-2 rename, -3 hover"],
  ));

test("New initial capabilities replace the old ones, and only the difference is sent", () =>
  check(
    allCapabilities,
    [hold("go#1", hover, pythonHover), "+1 hover go, +2 hover python"],
    [hold("go#1", hover, pythonHover)],
    [hold("go#1", hover, rename), "-2 hover", "+3 rename go"],
    [hold("go#1"), "-1 hover, -3 rename"],
  ));

test("An equal capability of several backends is registered once, until the last one goes", () =>
  check(
    allCapabilities,
    [hold("go#1", hover), "+1 hover go"],
    [hold("go#2", hover, rename), "+2 rename go"],
    [hold("py#1", pythonHover), "+3 hover python"],
    [drop("go#1")],
    [drop("go#2"), "-1 hover, -2 rename"],
  ));

test("Registrations are equal with keys in any order, but not with lists in another order", () => {
  const options = { documentSelector: [{ language: "go", scheme: "file" }], label: "x" };
  const turned = { label: "x", documentSelector: [{ scheme: "file", language: "go" }] };
  const method = "textDocument/documentSymbol";
  check(
    allCapabilities,
    [hold("a", { method, options }), "+1 documentSymbol go label"],
    [hold("b", { method, options: turned })],
    [
      hold("c", { method, options: { ...turned, documentSelector: [{ language: "c" }, { language: "go" }] } }),
      "+2 documentSymbol c go label",
    ],
    [
      hold("d", { method, options: { ...turned, documentSelector: [{ language: "go" }, { language: "c" }] } }),
      "+3 documentSymbol go c label",
    ],
  );
});

test("Each command is a registration of its own", () =>
  check(
    allCapabilities,
    [hold("a", commands("fix", "tidy")), "+1 executeCommand fix, +2 executeCommand tidy"],
    [hold("b", commands("tidy", "run")), "+3 executeCommand run"],
    [hold("c", commands())],
    [hold("a", commands("fix"))],
    [drop("b"), "-2 executeCommand, -3 executeCommand"],
  ));

test("A command with other options is the same command", () =>
  check(
    allCapabilities,
    [hold("a", commands("fix")), "+1 executeCommand fix"],
    [hold("b", { method: "workspace/executeCommand", options: { commands: ["fix"], workDoneProgress: true } })],
    [drop("a")],
    [drop("b"), "-1 executeCommand"],
  ));

test("Workspace symbols are not registered: the response to initialize has announced them", () =>
  check(allCapabilities, [hold("a", symbols, hover), "+1 hover go"], [drop("a"), "-1 hover"]));

test("Two backends may use the same registration id", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "**/*.go")), "+1 didChangeWatchedFiles **/*.go"],
    [add("py#1", watching("1", "**/*.py")), "+2 didChangeWatchedFiles **/*.py"],
    [remove("go#1", "1"), "-1 didChangeWatchedFiles"],
    [remove("go#1", "1", "never used")],
    [drop("py#1"), "-2 didChangeWatchedFiles"],
  ));

test("A capability registered twice by a backend stays until both are removed", () =>
  check(
    allCapabilities,
    [add("py#1", watching("1", "**"), watching("2", "**")), "+1 didChangeWatchedFiles **"],
    [remove("py#1", "1")],
    [remove("py#1", "2"), "-1 didChangeWatchedFiles"],
  ));

test("An id that is used again replaces the registration", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a")), "+1 didChangeWatchedFiles a"],
    [add("go#1", watching("1", "b")), "-1 didChangeWatchedFiles", "+2 didChangeWatchedFiles b"],
  ));

test("Initial capabilities do not change the dynamic ones", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a")), "+1 didChangeWatchedFiles a"],
    [hold("go#1", hover), "+2 hover go"],
    [hold("go#1"), "-2 hover"],
    [remove("go#1", "1"), "-1 didChangeWatchedFiles"],
  ));

test("A restarted backend with the same registrations causes no message", () =>
  check(
    allCapabilities,
    [hold("go#1", hover), "+1 hover go"],
    [add("go#1", watching("1", "a"), watching("2", "b")), "+2 didChangeWatchedFiles a, +3 didChangeWatchedFiles b"],
    [restarted("go#1")],
    [hold("go#1", hover)],
    [add("go#1", watching("8", "b"), watching("1", "a"))],
    [settled("go#1")],
    [remove("go#1", "8"), "-3 didChangeWatchedFiles"],
  ));

test("Of a restarted backend's registrations the difference is sent, and missing ones go after the grace period", () =>
  check(
    allCapabilities,
    [hold("go#1", hover, rename), "+1 hover go, +2 rename go"],
    [add("go#1", watching("1", "a"), watching("2", "b")), "+3 didChangeWatchedFiles a, +4 didChangeWatchedFiles b"],
    [restarted("go#1")],
    [hold("go#1", hover), "-2 rename"],
    [add("go#1", watching("1", "c")), "+5 didChangeWatchedFiles c"],
    [settled("go#1"), "-3 didChangeWatchedFiles, -4 didChangeWatchedFiles"],
    [settled("go#1")],
  ));

test("A registration that the new process removes is gone, even if the old process had it", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a")), "+1 didChangeWatchedFiles a"],
    [restarted("go#1")],
    [add("go#1", watching("7", "a"))],
    [remove("go#1", "7"), "-1 didChangeWatchedFiles"],
    [settled("go#1")],
  ));

test("An id of the old process is unknown in the new one", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a")), "+1 didChangeWatchedFiles a"],
    [restarted("go#1")],
    [remove("go#1", "1")],
    [settled("go#1"), "-1 didChangeWatchedFiles"],
  ));

test("A second restart within the grace period keeps the registrations of the first process", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a"), watching("2", "b")), "+1 didChangeWatchedFiles a, +2 didChangeWatchedFiles b"],
    [restarted("go#1")],
    [add("go#1", watching("1", "b"))],
    [restarted("go#1")],
    [add("go#1", watching("1", "a"))],
    [settled("go#1"), "-2 didChangeWatchedFiles"],
  ));

test("A backend dropped during its restart leaves no registration", () =>
  check(
    allCapabilities,
    [add("go#1", watching("1", "a")), "+1 didChangeWatchedFiles a"],
    [restarted("go#1")],
    [drop("go#1"), "-1 didChangeWatchedFiles"],
    [settled("go#1")],
  ));

test("Capabilities that the client does not accept are kept without a message", () => {
  check(noCapabilities, [hold("go#1", hover, commands("a"))], [add("go#1", watching("1", "a"))], [drop("go#1")]);
  check(someCapabilities, [hold("go#1", hover, symbols), "+1 hover go"], [add("go#1", watching("1", "a"))]);
  const registrations = new Registrations({ capabilities: () => noCapabilities, send: () => {} });
  registrations.setInitial("go#1", [hover]);
  registrations.add("go#1", [watching("1", "a"), { id: "2", method: "textDocument/codeLens", registerOptions: null }]);
  const can = (method: string) => allowsRequest(registrations.capabilitiesOf("go#1"), method);
  const all = ["textDocument/hover", "workspace/didChangeWatchedFiles", "textDocument/codeLens", "textDocument/rename"];
  expect(all.map(can)).toEqual([true, true, true, false]);
  registrations.markRestarted("go#1");
  expect(all.map(can)).toEqual([true, true, true, false]);
  registrations.dropPrevious("go#1");
  expect(all.map(can)).toEqual([true, false, false, false]);
  registrations.drop("go#1");
  expect(registrations.capabilitiesOf("go#1")).toEqual([]);
});

test("Registrations are sent once the client's capabilities are known", () => {
  let client: ClientCapabilities = {};
  const methods: string[] = [];
  const registrations = new Registrations({
    capabilities: () => client,
    send: (method: string) => methods.push(method),
  });
  registrations.setInitial("go#1", [hover]);
  expect(methods).toEqual([]);
  client = allCapabilities;
  registrations.setInitial("go#1", [hover]);
  expect(methods).toEqual(["client/registerCapability"]);
});

const relative = {
  method: "workspace/didChangeWatchedFiles",
  options: { watchers: [{ globPattern: "**/*.go" }, { globPattern: { baseUri: "file:///w", pattern: "**" } }] },
};
const knowing = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } };

test.each<[string, boolean, ClientCapabilities, Capability]>([
  ["a relative pattern it doesn't know", false, allCapabilities, relative],
  ["a relative pattern it knows", true, knowing, relative],
  ["patterns alone", true, allCapabilities, { ...relative, options: { watchers: [{ globPattern: "**" }] } }],
  ["watchers that make no sense", true, allCapabilities, { ...relative, options: { watchers: [null, 7] } }],
  ["what our answer to initialize settled", false, allCapabilities, { method: "textDocument/didSave", options: {} }],
  [
    "folders, which are static, too",
    false,
    allCapabilities,
    { method: "workspace/didChangeWorkspaceFolders", options: {} },
  ],
  ["what LSP does not know", false, allCapabilities, { method: "rust-analyzer/whatever", options: {} }],
])("Whether a client accepts the registration of %s is %s", (_, expected, client, ability) =>
  expect(acceptsRegistration(client, ability)).toBe(expected),
);

test("Of real servers side by side nothing is registered twice, and each has its own documents alone", () => {
  const open: Registration[] = [];
  const registrations = new Registrations({
    capabilities: () => allCapabilities,
    send: (_method: string, params: RegistrationParams | UnregistrationParams) => {
      if ("registrations" in params) open.push(...params.registrations);
    },
  });
  const start = (holder: string, language: string, name: keyof typeof recordedCapabilities) =>
    registrations.setInitial(
      holder,
      listCapabilities(recordedCapabilities[name] as object).map((ability) => restrictToLanguages([language], ability)),
    );
  start("gopls#1", "go", "gopls");
  start("pyright#1", "python", "pyright");
  start("clangd#1", "c", "clangd");
  registrations.add("gopls#1", recordedRegistrations.gopls);
  registrations.add("html#1", recordedRegistrations["vscode-html-language-server"]);
  registrations.add(
    "pyright#1",
    recordedRegistrations.pyright.map(({ id, method, registerOptions }) => ({
      id,
      method,
      registerOptions: restrictToLanguages(["python"], { method, options: registerOptions }).options,
    })),
  );
  const before = open.length;
  start("gopls#2", "go", "gopls");
  expect(open).toHaveLength(before);
  expect(new Set(open.map(({ id }) => id)).size).toBe(before);

  const languagesOf = (method: string) =>
    open
      .filter((registration) => registration.method === method)
      .map(({ registerOptions }) => (registerOptions as Options).documentSelector?.map(({ language }) => language));
  expect(languagesOf("textDocument/hover")).toEqual([["go"], ["python"]]);
  expect(languagesOf("textDocument/semanticTokens")).toEqual([["go"], ["c"]]);
  expect(languagesOf("textDocument/diagnostic")).toEqual([["python"]]);
  expect(languagesOf("textDocument/didSave")).toEqual([]);
  expect(languagesOf("workspace/didChangeWorkspaceFolders")).toEqual([]);
  expect(languagesOf("workspace/symbol")).toEqual([]);
  expect(languagesOf("workspace/executeCommand")).toHaveLength(4);
});
