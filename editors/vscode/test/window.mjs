/** A window of VS Code in a browser: keys, commands, and waiting until something is visible. */
import { join } from "node:path";

/**
 * How long anything may take to become visible, in milliseconds: servers start meanwhile, on a
 * machine that may be busy.
 */
const TIMEOUT_MS = 60_000;

export function windowOf(page, folder) {
  const quickInput = page.locator(".quick-input-widget:visible");
  const rows = quickInput.locator(".monaco-list-row:visible");
  const see = async (locator, what) => {
    await locator
      .first()
      .waitFor({ state: "visible", timeout: TIMEOUT_MS })
      .catch(() => {
        throw new Error(`${what} is not to be seen.`);
      });
    return locator.first();
  };
  const shoot = (name) => page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  const key = (name) => page.keyboard.press(name);
  /** Types into the focused element. */
  const type = (text) => page.keyboard.insertText(text);
  /** Waits for a value that a function in the page returns. */
  const until = async (look, what) => {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const value = await look();
      if (value) return value;
      if (Date.now() > deadline) throw new Error(`${what} did not come.`);
      await page.waitForTimeout(100);
    }
  };

  /** Waits until the opening box accepts input. */
  const boxIsOpen = () =>
    until(
      () =>
        quickInput.locator("input").evaluateAll((inputs) => inputs.some((input) => input === document.activeElement)),
      "A box to type into",
    );
  /** Waits until Enter would take this row: lists are filtered a moment after the key. */
  const firstRow = (text) =>
    see(quickInput.locator(".monaco-list-row.focused", { hasText: text }), `"${text}" as the first in the list`);
  const boxIsClosed = () => until(async () => (await quickInput.count()) === 0, "The end of the box");
  const cursor = async () => await page.locator('[id="status.editor.selection"]').textContent();
  /** Waits until the cursor is there; both are 1-based. */
  const atLine = (line, column) =>
    until(
      async () => {
        const [, atLine, atColumn] = /Ln (\d+), Col (\d+)/.exec(await cursor()) ?? [];
        return Number(atLine) === line && (column === undefined || Number(atColumn) === column);
      },
      `The cursor in line ${line}${column === undefined ? "" : `, column ${column}`}`,
    );

  /** Runs a command by its title. */
  const run = async (title) => {
    await key("F1");
    await boxIsOpen();
    await type(title);
    await firstRow(title);
    await key("Enter");
  };

  return {
    page,
    quickInput,
    rows,
    see,
    shoot,
    key,
    type,
    until,
    run,
    /** Runs a command and waits until its box, with this title, accepts input. */
    async ask(command, title) {
      await run(command);
      await see(quickInput.locator(".quick-input-title", { hasText: title }), `The box "${title}"`);
      await boxIsOpen();
    },
    async open(file) {
      await key("Control+P");
      await boxIsOpen();
      await type(file);
      const name = file.split("/").at(-1);
      await firstRow(name);
      await key("Enter");
      await boxIsClosed();
      await see(page.locator(`.tab.active[data-resource-name="${name}"]`), `The tab of ${file}`);
      await page.locator(".monaco-editor.focused").first().waitFor({ timeout: TIMEOUT_MS });
    },
    /** `Ln 12, Col 3`, followed by the size of the selection. */
    cursor,
    atLine,
    async goToLine(line, column) {
      await key("Control+g");
      await boxIsOpen();
      await type(`${line}:${column}`);
      await key("Enter");
      await atLine(line, column);
    },
    statusItem: page.locator('.statusbar-item[id$="lspLocate.status"]'),
  };
}
