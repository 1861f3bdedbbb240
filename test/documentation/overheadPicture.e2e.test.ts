/** The picture of the overhead shows the numbers in overhead.json. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const images = join(root, "docs/images");

interface Numbers {
  readonly measures: readonly { readonly name: string; readonly times: Readonly<Record<string, { times: number }>> }[];
}

test("docs/images/overhead.svg is drawn from docs/images/overhead.json", () => {
  const drawn = execFileSync(process.execPath, [join(root, "bench/overheadPicture/redraw.mjs")], { encoding: "utf8" });
  expect(readFileSync(join(images, "overhead.svg"), "utf8")).toBe(drawn);
});

test("The picture has a bar for each measure and relay, with its number", () => {
  const picture = readFileSync(join(images, "overhead.svg"), "utf8");
  const { measures } = JSON.parse(readFileSync(join(images, "overhead.json"), "utf8")) as Numbers;
  expect(measures.length).toBeGreaterThan(5);
  const bars = [...picture.matchAll(/<rect class="(floor|ours|naive)"/g)];
  expect(bars).toHaveLength(measures.length * 4);
  const numbers = [...picture.matchAll(/<text class="value"[^>]*>([\d.]+)×</g)].map(([, number]) => Number(number));
  const kept = measures.flatMap(({ times }) =>
    ["frame", "single", "routed", "naive"].map((name) => times[name]?.times),
  );
  expect(numbers).toHaveLength(kept.length);
  for (const [n, number] of numbers.entries()) expect(Math.abs(number - (kept[n] ?? 0))).toBeLessThan(0.51);
});
