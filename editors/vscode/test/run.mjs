/**
 * Tests the extension as a user has it. The package (an argument, or built here) is installed into
 * a new VS Code that runs in a browser, on a copy of a small project with a real language server.
 * The steps use only what is visible; each leaves a screenshot in test/pictures.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makePackage } from "../package.mjs";
import { browser, install, installed } from "./installed.mjs";
import { steps } from "./steps.mjs";
import { windowOf } from "./window.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const pictures = join(here, "pictures");
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** No prompts, greetings or updates, and no colours that depend on the day. */
const settings = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  "extensions.autoUpdate": false,
  "update.mode": "none",
  "telemetry.telemetryLevel": "off",
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  "editor.fontSize": 13,
};

const executablePath = browser();
if (executablePath === undefined) throw new Error("There is no chromium on PATH; $CHROMIUM may name one.");
install();
const { node, server, chromium } = installed();
const folder = mkdtempSync(join(tmpdir(), "lsp-locate-vscode-"));
const at = (name) => join(folder, name);
const ended = [];

try {
  const vsix = process.argv[2] ?? (await makePackage());
  cpSync(join(root, "test/projects/python"), at("project"), { recursive: true });
  // VS Code serves TypeScript itself.
  cpSync(join(root, "test/projects/polyglot/app/src/cart.ts"), at("project/web/cart.ts"));
  mkdirSync(at("user/User"), { recursive: true });
  writeFileSync(at("user/User/settings.json"), JSON.stringify(settings));
  writeFileSync(at("config.yaml"), "auth: none\n");

  const base = [
    server,
    "--config",
    at("config.yaml"),
    "--user-data-dir",
    at("user"),
    "--extensions-dir",
    at("extensions"),
  ];
  const env = {
    ...process.env,
    PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    // Otherwise VS Code reads the PATH from a login shell.
    VSCODE_CLI: "1",
    // Neither the servers.json nor the index of the user who runs this.
    XDG_CONFIG_HOME: at("config"),
    XDG_CACHE_HOME: at("cache"),
  };
  const installing = spawnSync(node, [...base, "--install-extension", vsix], { env, encoding: "utf8" });
  if (installing.status !== 0)
    throw new Error(`The package can't be installed:\n${installing.stdout}${installing.stderr}`);

  const port = await freePort();
  const options = ["--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const code = spawn(node, [...base, ...options], { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  ended.push(() => process.kill(-code.pid, "SIGTERM"));
  await saysItListens(code);

  const chrome = await chromium.launch({ executablePath, args: flags });
  ended.push(() => chrome.close());
  const address = `http://127.0.0.1:${port}`;
  const context = await chrome.newContext({ viewport: { width: 1100, height: 700 }, reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: address });
  const page = await context.newPage();
  // The only place where failures of extensions are reported, ours or others that we affect: logs
  // need native code, which is not installed.
  const complaints = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && /lsp-locate\.lsp-locate|already exists/.test(text)) complaints.push(text);
  });
  await page.goto(`${address}/?folder=${encodeURIComponent(at("project"))}`);

  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const window = windowOf(page, pictures);
  for (const [index, [name, step]] of steps.entries()) {
    const picture = `${String(index + 1).padStart(2, "0")} ${name}`;
    try {
      await step(window, at("project"));
    } finally {
      await window.shoot(picture);
    }
    console.log(`✓ ${name}`);
  }
  if (complaints.length > 0) throw new Error(`All was seen, but:\n${complaints.join("\n")}`);
} finally {
  for (const end of ended.reverse()) await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function saysItListens(process) {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk) => {
      said += chunk;
      if (said.includes("HTTP server listening")) resolve();
    };
    process.stdout.on("data", hear);
    process.stderr.on("data", hear);
    process.on("exit", () => reject(new Error(`VS Code did not start:\n${said}`)));
  });
}
