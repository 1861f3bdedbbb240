/** Documents that Deno has in no file: those of its libraries are in its program. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { createFolder, removeFolders } from "../folders.js";
import { afterTest, describeIf } from "../jest.js";
import { startPeer } from "../peer.js";
import { runCommand } from "./runCommand.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(120_000);
afterAll(removeFolders);

const library = "deno:/asset/lib.es2015.collection.d.ts";

/** Makes a project, and a servers.json with Deno as the server of TypeScript. */
function createProject() {
  const root = createFolder();
  writeFileSync(join(root, "deno.json"), "{}");
  writeFileSync(join(root, "main.ts"), 'const sizes = new Map<string, number>();\nsizes.set("a", 1);\n');
  const servers = join(createFolder(), "servers.json");
  writeFileSync(servers, JSON.stringify({ languages: { typescript: { servers: ["deno"], companions: [] } } }));
  return { root, servers };
}

describeIf(isOnPath("deno"), "deno is not installed: see scripts/install-programs.sh")("deno", () => {
  test("names its libraries, in which all questions have answers", async () => {
    const { root, servers } = createProject();
    const peer = await startPeer([], { root, options: ["--servers", servers] });
    afterTest(() => peer.close());
    const [found] = await peer.locate<readonly { readonly targetUri: string }[]>("definition", "main.ts:@sizes.<|>set");
    expect(found?.targetUri).toBe(library);
    const locate = `${library}:Map.set`;
    const { target } = await peer.locate<{ target: { textDocument: object; position: object } }>("resolve", locate);
    const described = await peer.request<{ readonly notation: string }>("locate/describe", target);
    expect((await peer.locate<{ target: object }>("resolve", described.notation)).target).toEqual(target);
    expect(JSON.stringify(await peer.locate("hover", locate))).toContain("(method) Map<K, V>.set");
    expect(JSON.stringify(await peer.locate("references", locate))).toContain("main.ts");
    await expect(peer.locate("edit", locate, { operation: "delete" })).rejects.toThrow("is in no file");
  });

  test("has them for a command that names one, with no question before", async () => {
    const { root, servers } = createProject();
    const words = ["outline", `${library}:Map`, "--no-daemon", "--servers", servers];
    expect(runCommand(await buildCommand(), words, root)).toMatch(/^\d+ +method set$/m);
  });
});
