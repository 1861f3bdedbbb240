/** The paths of workspace folders that are reached through symbolic links. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findLinkedFolders, type LinkedFolders } from "../../../src/cli/daemon/linkedFolders.js";
import { uriOfPath } from "../../../src/uri.js";
import { afterTest } from "../../jest.js";

/** A folder `real` with a package in it, and `link`, which leads to it. */
function createFolders(): { readonly real: string; readonly link: string } {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), "lsp-locate-links-")));
  afterTest(() => rmSync(base, { recursive: true }));
  const [real, link] = [join(base, "real"), join(base, "link")];
  mkdirSync(join(real, "pkg"), { recursive: true });
  symlinkSync(real, link, "junction");
  return { real, link };
}

const folderOf = (path: string, name = "folder") => ({ uri: uriOfPath(path, []), name });

function openLinked(path: string): LinkedFolders {
  const linked = findLinkedFolders([folderOf(path)]);
  if (linked === undefined) throw new Error("no link was found");
  return linked;
}

test("A folder that is reached through no link needs no translation", () => {
  expect(findLinkedFolders([folderOf(createFolders().real)])).toBeUndefined();
  expect(findLinkedFolders([folderOf("/lsp-locate-no-such-folder")])).toBeUndefined();
});

test("The session gets the folder that the link leads to, under its own name", () => {
  const { real, link } = createFolders();
  expect(findLinkedFolders([folderOf(link, "link"), folderOf(real, "mine")])?.folders).toEqual([
    folderOf(real, "real"),
    folderOf(real, "mine"),
  ]);
});

test("Paths and URIs of params are translated, and relative paths and texts are not", () => {
  const { real, link } = createFolders();
  const paramsAt = (folder: string) => ({
    locate: { file_path: join(folder, "a b.py"), find: link },
    options: [{ textDocument: { uri: uriOfPath(join(folder, "é.py"), []) } }],
    others: [{ file_path: "a.py" }, { file_path: `${link}ed/a.py` }, { newName: join(link, "a.py"), count: 1 }, null],
  });
  expect(openLinked(link).toSession(paramsAt(link))).toEqual(paramsAt(real));
  expect(openLinked(link).toClient(paramsAt(real))).toEqual(paramsAt(link));
});

test("The URIs of edits and links are translated, and the texts in them are not", () => {
  const { real, link } = createFolders();
  const resultAt = (folder: string) => {
    const uri = uriOfPath(join(folder, "a.py"), []);
    return {
      changes: { [uri]: [{ newText: uriOfPath(real, []) }], "untitled:1": [] },
      documentChanges: [{ kind: "rename", oldUri: uri, newUri: uri }],
      links: [{ target: uri }, { targetUri: uri }],
      relatedDocuments: { [uri]: { kind: "unchanged" } },
      target: { changes: 3 },
    };
  };
  expect(openLinked(link).toClient(resultAt(real))).toEqual(resultAt(link));
});

test("Files beside a root in the same linked folder are translated, too", () => {
  const { real, link } = createFolders();
  const linked = openLinked(join(link, "pkg"));
  expect(linked.folders).toEqual([folderOf(join(real, "pkg"))]);
  expect(linked.toClient({ file_path: join(real, "other.py") })).toEqual({ file_path: join(link, "other.py") });
  expect(linked.toClient({ file_path: real })).toEqual({ file_path: link });
});

test("Messages name the folder as the client wrote it", () => {
  const { real, link } = createFolders();
  const { describeToClient } = openLinked(link);
  expect(describeToClient(`no file ${real}/a.py in "${real}" or ${real}.`)).toBe(
    `no file ${link}/a.py in "${link}" or ${link}.`,
  );
  expect(describeToClient(`${real}ity and ${real}.d and x${real}`)).toBe(`${real}ity and ${real}.d and x${real}`);
});
