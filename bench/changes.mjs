/** Measures a Locate directly after a flood of changes, which the proxy applies lazily. */
import { startClient } from "./lib/client.mjs";
import { encodeFrame } from "./lib/frames.mjs";
import { formatRatio, formatTime, measureInterleaved, median, ratio, table } from "./lib/statistics.mjs";
import { proxied, server } from "./lib/subjects.mjs";
import { code, functionLines, random } from "./lib/texts.mjs";

export const title = "Changes";
export const rounds = 3;

const path = "/bench/edited.ts";
const uri = `file://${path}`;
const hover = ["textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 1 } }];
const changeCount = 50_000;
/** About 2 MB. */
const lines = 60_000;

export async function run({ rounds, proxy }) {
  const many = code(lines);
  const single = many.replaceAll("\n", " ");
  const documents = [
    { name: "many lines", text: many, encoding: "utf-16" },
    { name: "one line", text: single, encoding: "utf-16" },
    { name: "one line, not ASCII, utf-8", text: single.replaceAll("Step", "Stép"), encoding: "utf-8" },
  ];
  const samples = await measureInterleaved(documents, rounds, (document) => measure(document, proxy));
  const rows = documents.map(({ name, text }) => {
    const of = (key) => samples[name].map((sample) => sample[key]);
    return [
      `${name} (${(text.length / 1e6).toFixed(1)} MB)`,
      formatTime(median(of("plain"))),
      formatTime(median(of("afterOne"))),
      `${formatTime(median(of("first")))}, **${formatRatio(ratio(of("first"), of("plain")))}**`,
      formatRatio(ratio(of("next"), of("plain"))),
      formatRatio(ratio(of("first"), of("relayed"))),
    ];
  });
  return `\`locate/resolve\` of a text near the end of the document, before and after ${changeCount.toLocaleString("en")} changes throughout the document.

${table(["", "plain", "after one change", "**first after all changes : plain**", "the next : plain", "first : relaying the changes"], rows)}`;
}

async function measure({ text, encoding }, proxy) {
  const client = startClient(proxied(proxy, server("echo", encoding)).command);
  await client.initialize();
  client.open(uri, text);
  const find = `"only in step ${lines / functionLines - 2}"`;
  const resolve = async () => (await client.sendRequest("locate/resolve", { locate: { file_path: path, find } })).time;
  await resolve();
  const plain = [];
  for (let n = 0; n < 15; n++) plain.push(await resolve());
  const all = changes(text, encoding);
  const afterOne = [];
  for (const change of all.slice(0, 15)) {
    client.notify("textDocument/didChange", change);
    afterOne.push(await resolve());
  }
  const frames = all.slice(15).map((params) => encodeFrame({ method: "textDocument/didChange", params }));
  const relayed = await client.burst([...frames, ...client.frames(...hover, 1)], 1);
  const first = await resolve();
  const next = await resolve();
  await client.close();
  return { plain: median(plain), afterOne: median(afterOne), relayed, first, next };
}

/** Returns insertions of a letter throughout the document, before the text to be found. */
function changes(text, encoding) {
  const draw = random(50_000);
  const bounds = text.split("\n").slice(0, -2 * functionLines);
  const isSingle = bounds.length === 0;
  const width = encoding === "utf-8" ? Buffer.byteLength(text) : text.length;
  return Array.from({ length: changeCount }, (_, n) => {
    // At the start of a line an insertion cannot split a character. In a single line it can, and
    // the server ignores that.
    const line = isSingle ? 0 : Math.floor(draw() * bounds.length);
    const character = isSingle ? Math.floor(draw() * (width - 2_000)) : 0;
    const at = { line, character };
    const contentChanges = [{ range: { start: at, end: at }, text: "x" }];
    return { textDocument: { uri, version: n + 2 }, contentChanges };
  });
}
