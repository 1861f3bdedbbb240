/** Runs the commands of docs/trace.md with the trace of a session. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startPeer } from "../peer.js";
import { pathWithCommand } from "./console.js";
import { repository } from "./markdown.js";
import { openShop, type Shop } from "./shop.js";
import { testPage } from "./testPage.js";

const server = ["pyright-langserver", "--stdio"];
const hasJq = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, "jq")));
let shop: Shop;
let path: string;

beforeAll(async () => {
  shop = openShop();
  path = await pathWithCommand(join(shop.root, ".bin"));
  const peer = await startPeer(server, { root: shop.root, options: ["--trace", join(shop.root, "trace.jsonl")] });
  await peer.locate("hover", "shop.py:Cart.add");
  await peer.close();
});
afterAll(() => shop.remove());

testPage("docs/trace.md", {
  "": ({ code }) => {
    for (const line of code.split("\n")) {
      if (line.startsWith("jq ") && !hasJq) return console.warn("jq is not installed: its examples are not run");
      const typed = line
        .replaceAll("trace.jsonl", join(shop.root, "trace.jsonl"))
        .replace("/home/ann/shop=$PWD", `${shop.root}=${shop.root}`);
      execFileSync("/bin/sh", ["-c", typed], { cwd: repository, env: { ...process.env, PATH: path }, stdio: "pipe" });
    }
  },
});
