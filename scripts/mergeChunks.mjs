/**
 * Merges the chunks of a split esbuild bundle. esbuild writes a chunk for each set of entry points
 * that share its modules, which makes a hundred small files; for each of them Node resolves, reads
 * and links, which takes longer than to compile what a session does not use.
 */
import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";

/**
 * Returns the output files of `result`, a build with `write: false` and a metafile. `groups` has
 * lists of entry points, by their source files, that are loaded together. The chunks that the same
 * groups reach become one file, and a small file is part of one that more groups read: a group
 * reads little that none of its entry points needs. Chunks that no group reaches stay. `options`
 * are esbuild's.
 */
export async function mergeChunks(esbuild, result, { groups, options }) {
  const folder = dirname(result.outputFiles[0].path);
  const chunks = readChunks(result);
  const names = groupNames(chunks, groups);
  const merged = mergedFiles(chunks, names);
  const targetOf = new Map([...merged].flatMap(([file, members]) => members.map((one) => [one, file])));
  const entries = [...chunks.keys()].filter((name) => !targetOf.has(name));
  const { outputFiles } = await esbuild.build({
    ...options,
    entryPoints: [...entries, ...merged.keys()].map((name) => ({ in: name, out: basename(name, ".js") })),
    outdir: folder,
    bundle: true,
    write: false,
    plugins: [chunkLoader({ chunks, merged, targetOf })],
  });
  return outputFiles;
}

/** Returns the files of a build by name: text, exports, static imports, and its entry point. */
function readChunks({ outputFiles, metafile }) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return new Map(
    Object.entries(metafile.outputs).map(([path, { imports, exports, entryPoint }]) => {
      const links = imports.filter(({ kind, external }) => kind === "import-statement" && !external);
      const chunk = { exports, entryPoint, imports: links.map((one) => basename(one.path)) };
      return [basename(path), { ...chunk, text: texts.get(basename(path)) }];
    }),
  );
}

/** Returns by chunk the numbers of the groups that reach it by static imports, as a text. */
function groupNames(chunks, groups) {
  const reached = new Map([...chunks.keys()].map((name) => [name, new Set()]));
  const known = new Set([...chunks.values()].map(({ entryPoint }) => entryPoint));
  const unknown = groups.flat().filter((entryPoint) => !known.has(entryPoint));
  if (unknown.length > 0)
    throw new Error(`No entry points of the bundle, so not to be grouped: ${unknown.join(", ")}.`);
  const visit = (name, group) => {
    if (reached.get(name).has(group)) return;
    reached.get(name).add(group);
    for (const link of chunks.get(name).imports) visit(link, group);
  };
  for (const [name, { entryPoint }] of chunks) {
    const group = groups.findIndex((entryPoints) => entryPoints.includes(entryPoint));
    if (group >= 0) visit(name, group);
  }
  return new Map([...reached].map(([name, numbers]) => [name, [...numbers].sort().join("-")]));
}

/** A file of fewer characters takes longer to open than to read. */
const MIN_LENGTH = 5_000;

/** Takes Node milliseconds to load: no group loads it without using it. */
const COSTLY_IMPORT = '"node:worker_threads"';

/**
 * Returns the chunks to be merged by the name of their file. A chunk's imports are reached by all
 * groups that reach the file, so merged files never import each other in a circle.
 */
function mergedFiles(chunks, names) {
  const members = new Map();
  for (const [name, { entryPoint }] of chunks) {
    const group = names.get(name);
    if (entryPoint === undefined && group !== "") members.set(group, [...(members.get(group) ?? []), name].sort());
  }
  joinSmallFiles(members, chunks, names);
  // Digests of the texts are in the names of chunks. Short: each use of an export has its name.
  const digest = (list) => createHash("sha256").update(list.join()).digest("hex").slice(0, 8).toUpperCase();
  return new Map([...members.values()].map((list) => [`chunk-${digest(list)}.js`, list]));
}

/**
 * Moves the chunks of small files, the smallest first, to the file that the fewest other groups
 * read, if these read all that the chunks import. Files with a costly import stay as they are.
 */
function joinSmallFiles(members, chunks, names) {
  const groupsOf = (file) => file.split("-");
  const includes = (file, other) => groupsOf(other).every((group) => groupsOf(file).includes(group));
  const lengthOf = (file) => members.get(file).reduce((sum, name) => sum + chunks.get(name).text.length, 0);
  const isCostly = (file) => members.get(file).some((name) => chunks.get(name).text.includes(COSTLY_IMPORT));
  const small = [...members.keys()].filter((file) => lengthOf(file) < MIN_LENGTH && !isCostly(file));
  for (const file of small.sort((a, b) => lengthOf(a) - lengthOf(b))) {
    const moved = members.get(file);
    const imports = moved.flatMap((name) => chunks.get(name).imports).filter((name) => !moved.includes(name));
    const [target] = [...members.keys()]
      .filter((other) => other !== file && includes(other, file))
      .filter((other) => imports.every((name) => includes(names.get(name), other)))
      .sort((a, b) => groupsOf(a).length - groupsOf(b).length || lengthOf(b) - lengthOf(a));
    if (target === undefined) continue;
    members.set(target, [...members.get(target), ...moved].sort());
    members.delete(file);
    for (const name of moved) names.set(name, target);
  }
}

/** A plugin of esbuild: inlines the chunks of a merged file, and imports others from theirs. */
function chunkLoader({ chunks, merged, targetOf }) {
  const exportsOf = (name, from) => {
    const number = merged.get(targetOf.get(name)).indexOf(name);
    return chunks
      .get(name)
      .exports.map((each) => (from === "chunk" ? `${each} as ${each}_${number}` : `${each}_${number} as ${each}`))
      .join();
  };
  return {
    name: "mergeChunks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, kind, importer, namespace }) => {
        if (kind === "entry-point") return { path, namespace: merged.has(path) ? "merged" : "chunk" };
        if (!path.startsWith("./") || kind === "dynamic-import" || namespace === "facade")
          return { path, external: true };
        const name = basename(path);
        const target = targetOf.get(name);
        if (target === undefined) return { path, external: true };
        const isInside = importer === target || targetOf.get(importer) === target;
        return { path: name, namespace: isInside ? "chunk" : "facade" };
      });
      onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({ contents: chunks.get(path).text }));
      onLoad({ filter: /./, namespace: "merged" }, ({ path }) => ({
        contents: merged
          .get(path)
          .map((name) => `export {${exportsOf(name, "chunk")}} from "./${name}";`)
          .join("\n"),
      }));
      onLoad({ filter: /./, namespace: "facade" }, ({ path }) => ({
        contents: `export {${exportsOf(path, "facade")}} from "./${targetOf.get(path)}";`,
      }));
    },
  };
}
