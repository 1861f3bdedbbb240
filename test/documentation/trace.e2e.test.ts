/** Runs the commands of docs/trace.md with the trace of a session. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startPeer } from "../peer.js";
import { repository } from "./markdown.js";
import { shopWithCommand } from "./shopWithCommand.js";
import { testPage } from "./testPage.js";

const server = ["pyright-langserver", "--stdio"];
const hasJq = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, "jq")));
const shop = shopWithCommand();
beforeAll(async () => {
  const peer = await startPeer(server, { root: shop.root, options: ["--trace", join(shop.root, "trace.jsonl")] });
  await peer.locate("hover", "shop.py:Cart.add");
  await peer.close();
});

testPage("docs/trace.md", {
  "": ({ code }) => {
    for (const line of code.split("\n")) {
      if (line.startsWith("jq ") && !hasJq) return console.warn("jq is not installed: its examples are not run");
      const typed = line
        .replaceAll("trace.jsonl", join(shop.root, "trace.jsonl"))
        .replace("/home/ann/shop=$PWD", `${shop.root}=${shop.root}`);
      execFileSync("/bin/sh", ["-c", typed], {
        cwd: repository,
        env: { ...process.env, PATH: shop.path },
        stdio: "pipe",
      });
    }
  },
});
