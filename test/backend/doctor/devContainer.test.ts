// biome-ignore-all lint/suspicious/noTemplateCurlyInString: devcontainer.json has such
/** The entry of servers.json for a dev container: its folder by each way to name it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { adviseDevContainer } from "../../../src/backend/doctor/devContainer.js";
import { createFolder, removeFolders } from "../../folders.js";

afterAll(removeFolders);

const pyright = { name: "pyright", command: ["pyright-langserver", "--stdio"] };
const MAIN = ".devcontainer/devcontainer.json";

/** Makes a repository with a file, and returns the advice for a folder in it. */
function advise(text: string, { file = MAIN, inside = "" } = {}) {
  const root = createFolder();
  mkdirSync(join(root, ".git"));
  const folder = join(root, inside);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return { root, folder, advice: adviseDevContainer(folder, pyright) };
}

const entryOf = (advice: ReturnType<typeof adviseDevContainer>) => JSON.parse(advice?.entry ?? "null")?.servers.pyright;

test("The entry starts the server in the container, and reads its files", () => {
  const { root, advice } = advise('{ // the image\n "image": "python:3.13", }');
  expect(advice).toMatchObject({ file: join(root, MAIN), note: expect.stringContaining("devcontainer up") });
  const reach = ["devcontainer", "exec", "--workspace-folder", root];
  expect(entryOf(advice)).toEqual({
    command: [...reach, "pyright-langserver", "--stdio"],
    paths: [{ local: root, remote: `/workspaces/${basename(root)}` }],
    read: [...reach, "cat", "{path}"],
  });
});

test.each<[string, object, string]>([
  ["workspaceFolder", { workspaceFolder: "/srv/shop" }, "/srv/shop"],
  ["a variable in it", { workspaceFolder: "/srv/${localWorkspaceFolderBasename}" }, `/srv/<name>`],
  [
    "workspaceMount",
    { workspaceMount: "source=${localWorkspaceFolder},target=/code,type=bind", workspaceFolder: "/code" },
    "/code",
  ],
  ["a mount with the short names", { workspaceMount: "src=${localWorkspaceFolder},dst=/code,type=bind" }, "/code"],
  ["Compose with workspaceFolder", { dockerComposeFile: "compose.yml", workspaceFolder: "/app" }, "/app"],
])("The folder in the container is that of %s", (_title, config, expected) => {
  const { root, advice } = advise(JSON.stringify(config));
  expect(entryOf(advice).paths).toEqual([{ local: root, remote: expected.replace("<name>", basename(root)) }]);
});

test("Of a folder in a repository, the repository is mounted", () => {
  const { root, advice } = advise("{}", { inside: "packages/web" });
  expect(entryOf(advice).paths).toEqual([{ local: root, remote: `/workspaces/${basename(root)}` }]);
  const subfolder = advise('{ "workspaceFolder": "/workspaces/mono/packages/web" }', { inside: "packages/web" });
  expect(entryOf(subfolder.advice).paths).toEqual([{ local: subfolder.root, remote: "/workspaces/mono" }]);
});

test.each([MAIN, ".devcontainer.json", ".devcontainer/python/devcontainer.json"])("%s is found", (file) => {
  expect(advise("{}", { file }).advice?.file.endsWith(basename(file))).toBe(true);
});

test.each([
  ["{", "It can't be read as JSON."],
  ["[]", "It can't be read as JSON."],
  ['{ "dockerComposeFile": "compose.yml" }', "its mounts say it"],
  ['{ "workspaceFolder": "/home/${localEnv:USER}/shop" }', "variables of the environment"],
])("Of %s no entry is made, with the reason", (text, note) => {
  const { advice } = advise(text);
  expect(advice).toMatchObject({ entry: null, note: expect.stringContaining(note) });
});

test("A folder without devcontainer.json has no advice", () => {
  expect(adviseDevContainer(createFolder(), pyright)).toBeUndefined();
});
