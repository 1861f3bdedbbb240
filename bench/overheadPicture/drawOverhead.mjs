/**
 * Draws the picture of the overhead from its numbers alone: small multiples of bars on one
 * logarithmic scale, where an empty bar means no proxy.
 */

/** The rows of bars: the subject, its label, and its class in the style. */
const subjects = [
  { name: "frame", label: "the least, in Node", class: "floor" },
  { name: "single", label: "lsp-locate, one server", class: "ours" },
  { name: "routed", label: "lsp-locate, many", class: "ours" },
  { name: "naive", label: "vscode-jsonrpc relay", class: "naive" },
];

/** The titles of the measures in the picture. */
const titles = {
  "start → first hover": "From the start to the first hover",
  "round trip p50": "Round trip of a hover, median",
  "20,000 pipelined requests": "20,000 requests at once",
  "50,000 didChange": "50,000 changes of a document",
  "1 MB answer": "An answer of 1 MB",
  "10 MB answer": "An answer of 10 MB",
  "peak RSS": "Memory at its peak",
};

const width = 880;
const margin = 24;
const gap = 36;
const column = (width - 2 * margin - gap) / 2;
const labelWidth = 158;
const valueWidth = 66;
const barsWidth = column - labelWidth - valueWidth;
const top = 84;
const bar = { height: 13, step: 20 };
const panel = { title: 24, height: 24 + subjects.length * 20 + 38 };

const style = `
  text { font: 12px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
  .card { fill: #ffffff; stroke: #d1d9e0; }
  .heading { font-size: 16px; font-weight: 600; }
  .title { font-weight: 600; }
  .quiet { fill: #59636e; }
  .value { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
  .grid { stroke: #d1d9e0; }
  .none { stroke: #59636e; }
  .floor { fill: #8c959f; }
  .ours { fill: #0969da; }
  .naive { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .card { fill: #0d1117; stroke: #3d444d; }
    .quiet { fill: #9198a1; }
    .value { stroke: #0d1117; }
    .grid { stroke: #3d444d; }
    .none { stroke: #9198a1; }
    .floor { fill: #656c76; }
    .ours { fill: #4493f8; }
    .naive { fill: #db6d28; }
  }`;

/** Formats a ratio as in the bars: `1.3×`, `12×`. */
export function formatTimes(times) {
  return `${times.toFixed(times >= 9.95 ? 0 : 1)}×`;
}

/** Returns the SVG for the contents of docs/images/overhead.json. */
export function drawOverhead({ node, cores, rounds, load, measures }) {
  const scale = scaleFor(measures);
  const rows = Math.ceil(measures.length / 2);
  const height = top + rows * panel.height + 44;
  const panels = measures.map((measure, n) => {
    const left = margin + (n % 2) * (column + gap);
    return drawPanel(measure, scale, left, top + Math.floor(n / 2) * panel.height);
  });
  const busy = load >= 1 ? `, other work on the machine (load ${load})` : "";
  const circumstances = `Median ratios of one run: ${rounds} rounds in turn, ${cores} cores, Node ${node.replace("v", "")}${busy}.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">What a proxy between client and server costs</title>
<desc id="description">${escaped(inWords(measures))}</desc>
<style>${style}
</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${text(margin, 30, "heading", "What a proxy between client and server costs")}
${text(margin, 50, "quiet", "Times as much as without a proxy, which is a bar of no length; logarithmic. The server answers at once, so all of it is the proxy’s.")}
${panels.join("\n")}
${text(margin, height - 38, "quiet", circumstances)}
${text(margin, height - 20, "quiet", "Of memory: times a Node that does nothing. “The least” splits messages, reads the method of each, and passes the bytes on.")}
</svg>
`;
}

/**
 * Returns the scale from ratios to pixels, and the grid marks. All panels share it, so that they
 * can be compared.
 */
function scaleFor(measures) {
  const largest = Math.max(...measures.flatMap(({ times }) => Object.values(times).map((one) => one.times)));
  const marks = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const last = marks.find((mark) => mark >= largest) ?? largest;
  return {
    marks: marks.filter((mark) => mark <= last),
    lengthOf: (times) => (Math.log(Math.max(times, 1)) / Math.log(last)) * barsWidth,
  };
}

function drawPanel({ name, unit, direct, times }, scale, left, above) {
  const bars = left + labelWidth;
  const bottom = above + panel.title + subjects.length * bar.step;
  const base = unit === "MB" ? `${Math.round(direct)} MB` : formatMilliseconds(direct);
  const grid = scale.marks.map((mark) => {
    const x = round(bars + scale.lengthOf(mark));
    const line = `<line class="${mark === 1 ? "none" : "grid"}" x1="${x}" y1="${above + panel.title - 8}" x2="${x}" y2="${bottom}"/>`;
    return `${line}${text(x, bottom + 12, "quiet", `${mark}`, "middle")}`;
  });
  const drawn = subjects.map((subject, n) => {
    const y = above + panel.title + n * bar.step;
    const { times: ratio } = times[subject.name];
    const length = round(scale.lengthOf(ratio));
    return [
      text(bars - 8, y + 7, "quiet", subject.label, "end"),
      `<rect class="${subject.class}" x="${bars}" y="${y - 4}" width="${length}" height="${bar.height}" rx="2"/>`,
      text(round(bars + length + 6), y + 7, "value", formatTimes(ratio)),
    ].join("");
  });
  const title = `${titles[name] ?? name} <tspan class="quiet" font-weight="400">1× is ${base}</tspan>`;
  return [`<text class="title" x="${left}" y="${above + 4}">${title}</text>`, ...grid, ...drawn].join("\n");
}

/** Returns the picture's content as text, for screen readers. */
function inWords(measures) {
  return measures
    .map(({ name, times }) => {
      const parts = subjects.map((subject) => `${subject.label} ${formatTimes(times[subject.name].times)}`);
      return `${titles[name] ?? name}: ${parts.join("; ")}.`;
    })
    .join(" ");
}

function formatMilliseconds(milliseconds) {
  return milliseconds < 1 ? `${Math.round(milliseconds * 1000)} µs` : `${Number(milliseconds.toPrecision(2))} ms`;
}

function text(x, y, name, content, anchor = "start") {
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return `<text class="${name}"${anchored} x="${x}" y="${y}">${escaped(content)}</text>`;
}

function round(number) {
  return Math.round(number * 10) / 10;
}

function escaped(content) {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
