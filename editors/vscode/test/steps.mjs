/**
 * The steps of a user with the extension, and what must be visible. Each step leaves the window as
 * the next one needs it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const steps = [
  ["opens a file", opensAFile],
  ["the status turns ready", statusTurnsReady],
  ["hover", hover],
  ["definition", definition],
  ["recall nothing yet", emptyBox],
  ["go to a Locate, as it is typed", goToAsTyped],
  ["go to a Locate", goTo],
  ["go to a find in this file", goToAFind],
  ["go where one has been", goBack],
  ["a Locate that leads nowhere", wrongLocate],
  ["what to write instead is taken", corrected],
  ["a Locate that leads to several places", ambiguousLocate],
  ["one of several places is chosen", chosen],
  ["unsaved text counts", unsavedText],
  ["copy the Locate of a selection", copy],
  ["select, the anchor", selectAnchor],
  ["select, the node", selectNodeType],
  ["select, another node", selectOtherNode],
  ["selected", selected],
  ["select, several nodes of a type", selectSeveral],
  ["select, left with Escape", selectLeft],
  ["a language that VS Code serves itself", elsewhere],
  ["unsaved text counts there too", unsavedElsewhere],
  ["the menu of the status item", menu],
  ["servers.json is checked", serversJson],
  ["restarted", restarted],
  ["ended again and again", endedAgainAndAgain],
  ["a command starts it anew", startedAnew],
  ["another lsp-locate", anotherProxy],
];

async function opensAFile({ page, see, open }) {
  await see(page.locator(".monaco-workbench"), "The workbench");
  await see(page.locator(".explorer-viewlet"), "The explorer");
  await open("shop.py");
}

async function statusTurnsReady(window) {
  await isReady(window, "pyright");
}

async function hover({ page, run, see, goToLine }) {
  await goToLine(5, 12);
  await run("Show or Focus Hover");
  await see(page.locator(".monaco-hover", { hasText: "class Item" }), "The hover of `Item`");
}

async function definition({ page, key, see, goToLine, atLine }) {
  await key("Escape");
  await goToLine(8, 18);
  await key("F12");
  await see(page.locator('.tab.active[data-resource-name="items.py"]'), "The file with the definition of `Shelf`");
  await atLine(44, 7);
}

async function emptyBox({ ask }) {
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
}

async function goToAsTyped({ type, see, rows }) {
  await type("store/items.py:Shelf.add@<|>append");
  await see(rows.filter({ hasText: "store/items.py:62:20" }), "Where it lands");
  await see(rows.filter({ hasText: "self.items.append(item)" }), "The line where it lands");
}

async function goTo({ page, key, see, atLine }) {
  await key("Enter");
  await see(page.locator('.tab.active[data-resource-name="items.py"]'), "The file it lands in");
  await atLine(62, 20);
}

async function goToAFind({ ask, type, key, see, rows, atLine }) {
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await see(rows.filter({ hasText: "store/items.py:Shelf.add@<|>append" }), "The Locate that was gone to last");
  await type("@raise Shelf.<|>Full()");
  await see(rows.filter({ hasText: "store/items.py:61:25" }), "Where it lands");
  await key("Enter");
  await atLine(61, 25);
}

async function goBack({ ask, key, see, rows, atLine }) {
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await see(rows.nth(1).filter({ hasText: "store/items.py:Shelf.add@<|>append" }), "The Locate before the last");
  await key("ArrowDown");
  await key("Enter");
  await atLine(62, 20);
}

async function wrongLocate({ ask, type, see, rows }) {
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type("store/items.py:Shelf.ad");
  await see(rows.filter({ hasText: "No symbol `Shelf.ad` in" }), "What is wrong");
  await see(rows.filter({ hasText: "store/items.py:Shelf.add" }), "What to write instead");
}

async function corrected({ key, see, rows, atLine }) {
  await key("Enter");
  await see(rows.filter({ hasText: "store/items.py:58:9" }), "Where what is meant lands");
  await key("Enter");
  await atLine(58, 9);
}

async function ambiguousLocate({ ask, type, see, rows }) {
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type(":total");
  await see(rows.filter({ hasText: "declared in 3 files" }), "That there are several");
  await see(rows.filter({ hasText: "store/prices.py:total" }), "One of the places");
  await see(rows.filter({ hasText: "store/shop.py:total" }), "The other place");
}

async function chosen({ page, key, see, rows, atLine }) {
  await rows.filter({ hasNotText: "declared" }).filter({ hasText: "store/prices.py:total" }).click();
  await see(rows.filter({ hasText: "store/prices.py:11:5" }), "Where the chosen one lands");
  await key("Enter");
  await see(page.locator('.tab.active[data-resource-name="prices.py"]'), "The file it lands in");
  await atLine(11, 5);
}

async function unsavedText({ page, ask, run, type, key, see, rows, goToLine, until }) {
  await goToLine(1, 1);
  await type("unsaved = 1\n");
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type("@<|>unsaved = 1");
  await see(rows.filter({ hasText: "store/prices.py:1:1" }), "Text that is not on disk");
  await key("Escape");
  await run("Revert File");
  await until(async () => (await page.locator(".tab.active.dirty").count()) === 0, "The file as it is on disk");
}

async function copy({ page, run, goToLine, open, until }) {
  await open("shop.py");
  await goToLine(12, 19);
  await run("LSP Locate: Copy Locate of Selection");
  const copied = await until(
    () => page.evaluate(() => navigator.clipboard.readText()).then((text) => /^store\/shop\.py/.test(text) && text),
    "The Locate in the clipboard",
  );
  assert.equal(copied, "store/shop.py:total@item.");
}

async function selectAnchor({ page, ask, type, key, see, quickInput }) {
  await ask("LSP Locate: Select by Anchor and Node Type…", "(1/2)");
  await key("Control+a");
  await type("result");
  await see(
    quickInput.locator(".quick-input-message", { hasText: "It occurs 3 times" }),
    "How often the anchor occurs",
  );
  await see(page.locator(".monaco-editor .cdr[class*='ced-']"), "The mark on the anchor");
}

async function selectNodeType({ key, see, quickInput, rows }) {
  await key("Enter");
  await see(quickInput.locator(".quick-input-title", { hasText: "(2/2)" }), "The second box");
  await see(rows.filter({ hasText: "for_statement" }), "The types that there are");
}

async function selectOtherNode({ type, see, rows }) {
  await type("for_st");
  await see(rows.filter({ hasText: "for_statement" }), "The type that was typed");
}

async function selected({ key, cursor, until }) {
  await key("Enter");
  await until(async () => /Ln 12, Col 29 \(53 selected\)/.test(await cursor()), "The selection of the whole loop");
}

async function selectSeveral({ ask, type, key, see, quickInput, rows }) {
  await ask("LSP Locate: Select by Anchor and Node Type…", "(1/2)");
  await key("Control+a");
  await type("return");
  await see(
    quickInput.locator(".quick-input-message", { hasText: "It occurs 2 times" }),
    "How often the anchor occurs",
  );
  await key("Enter");
  await see(rows.filter({ hasText: "return result" }), "The first of the nodes");
  await see(rows.filter({ hasText: "tea.label" }), "The second of the nodes");
  await key("ArrowDown");
}

async function selectLeft({ key, cursor, until, page }) {
  await key("Escape");
  await until(async () => /53 selected/.test(await cursor()), "The selection as it was before");
  await until(
    async () => (await page.locator(".monaco-editor .cdr[class*='ced-']").count()) === 0,
    "The end of the marks",
  );
}

async function elsewhere({ page, open, ask, run, type, key, see, rows, atLine, statusItem, until }) {
  await open("cart.ts");
  await until(async () => (await statusItem.count()) === 0, "The end of the status item");
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type(":Cart.total");
  await see(rows.filter({ hasText: "cart.ts:10:3" }), "Where it lands");
  await key("Enter");
  await atLine(10, 3);
  await run("Show or Focus Hover");
  await see(page.locator(".monaco-hover", { hasText: "Cart.total(): number" }), "The hover of VS Code itself");
  const rowsOfHover = page.locator(".monaco-hover .hover-row:visible", { hasText: "Cart.total(): number" });
  assert.equal(await rowsOfHover.count(), 1, "Nothing is to appear twice.");
}

async function unsavedElsewhere({ page, key, ask, run, type, see, rows, goToLine, until }) {
  await key("Escape");
  await goToLine(1, 1);
  await type("let unsaved = 1;\n");
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type("@let <|>unsaved");
  await see(rows.filter({ hasText: "web/cart.ts:1:5" }), "Text that is not on disk");
  await key("Escape");
  await run("Revert File");
  await until(async () => (await page.locator(".tab.active.dirty").count()) === 0, "The file as it is on disk");
}

async function menu(window) {
  const { page, open, see, rows, statusItem } = window;
  await open("shop.py");
  await isReady(window, "pyright");
  await statusItem.click();
  await see(rows.filter({ hasText: "Open servers.json" }), "The menu");
  await see(page.getByPlaceholder("pyright is ready"), "What it says of the server");
}

async function serversJson({ page, run, see, key, type }) {
  await key("Escape");
  await run("LSP Locate: Open servers.json");
  await see(page.locator('.tab.active[data-resource-name="servers.json"]'), "The file");
  await see(page.locator('[id="status.editor.mode"]', { hasText: "JSON with Comments" }), "The file's language");
  await see(page.locator(".view-lines", { hasText: "Which language servers" }), "What the file begins with");
  await key("Control+a");
  await type('// A key that there is not.\n{ "sevrers": {} }');
  await see(page.locator(".squiggly-warning"), "The mark at what the schema does not know");
}

async function restarted(window, project) {
  const { run, open, until } = window;
  await open("shop.py");
  const before = proxies(project);
  await run("LSP Locate: Restart");
  await until(() => {
    const now = proxies(project);
    return now.length === 1 && !before.includes(now[0]);
  }, "Another proxy, and the end of the one before");
  await isReady(window, "pyright");
}

async function endedAgainAndAgain(window, project) {
  const { page, see, until } = window;
  const ended = new Set();
  for (let times = 1; times <= 5; times++) {
    const pid = await until(() => proxies(project).find((each) => !ended.has(each)), "A proxy");
    await isReady(window, "pyright");
    process.kill(pid, "SIGKILL");
    ended.add(pid);
  }
  const message = page.locator(".notification-toast", { hasText: "will not be restarted" });
  await see(message, "What has happened");
  await see(message.getByRole("button", { name: "Restart" }), "What to do");
}

async function startedAnew(window) {
  const { ask, type, key, see, rows, atLine, run } = window;
  await run("Notifications: Clear All Notifications");
  await ask("LSP Locate: Go to Locate…", "Go to Locate");
  await type("store/items.py:Shelf.add");
  await see(rows.filter({ hasText: "store/items.py:58:9" }), "Where it lands");
  await key("Enter");
  await atLine(58, 9);
  await isReady(window, "pyright");
}

async function anotherProxy(window, project) {
  const other = fileURLToPath(new URL("../../../dist/command/main.js", import.meta.url));
  // Settings that only the machine's settings may have.
  const file = join(dirname(project), "user/Machine/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ "lspLocate.command": [process.execPath, other] }));
  await window.until(() => processes().some((line) => line.includes(other)), "The other proxy");
  await window.until(() => proxies(project).length === 0, "The end of the one inside the extension");
  await isReady(window, "pyright");
}

/** Returns the ids of the running proxies inside the extension. */
function proxies(project) {
  const inside = processes().filter((line) => line.includes(dirname(project)));
  return inside.filter((line) => line.includes("main.js --stdio")).map((line) => Number.parseInt(line, 10));
}

/** Returns the running processes, each with its id first. */
function processes() {
  return execFileSync("ps", ["-Awwo", "pid=,args="], { encoding: "utf8" }).split("\n");
}

async function isReady({ see, statusItem }, name) {
  await see(statusItem.filter({ hasText: name }), "The status item with the server's name");
  await see(statusItem.filter({ has: statusItem.page().locator(".codicon-check") }), "The status item's check mark");
}
