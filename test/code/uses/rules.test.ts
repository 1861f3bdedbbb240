/** What follows from evidence, and which sources are asked for it. */

import { classify, rules, type Sign, signs, type UseClass } from "../../../src/code/uses/rules.js";
import type { EvidenceSource } from "../../../src/code/uses/use.js";
import { examine } from "../../../src/code/uses/usesOf.js";

test.each(rules.map((rule) => [rule.signs.join(" and "), rule] as const))("%s: the row counts", (_title, rule) => {
  expect(classify(new Set(rule.signs))).toMatchObject({ class: rule.class, why: rule.signs });
});

test("Each sign is in a row, alone or with others", () => {
  const used = new Set(rules.flatMap((rule) => rule.signs));
  expect(Object.keys(signs).filter((sign) => !used.has(sign as Sign))).toEqual([]);
});

/** what was found, what follows */
test.each<[string, readonly Sign[], UseClass]>([
  ["The server's definition counts more than what syntax resolves", ["resolved", "defined elsewhere"], "excluded"],
  ["An import counts more than what syntax resolves", ["absent", "imported"], "shown"],
  ["An index counts more than what syntax can't resolve", ["unknown receiver", "indexed as the target"], "shown"],
  ["An index says that a use means another symbol", ["indexed as something else", "unknown receiver"], "excluded"],
  ["An index that contradicts syntax leaves it open", ["resolved", "indexed as something else"], "possible"],
  ["A member of the family is one whatever an index says", ["related", "indexed as something else"], "shown"],
  ["What syntax resolves counts more than spelling", ["spelled apart", "resolved"], "shown"],
  ["What leads elsewhere counts more than spelling", ["spelled", "elsewhere"], "excluded"],
  ["A use in the answer counts more than spelling", ["spelled apart", "declared as in the answer"], "possible"],
  ["A possible use of an unknown receiver may be anything", ["spelled, perhaps", "unknown receiver"], "unknown"],
  ["The only name is the one", ["spelled, perhaps", "unknown receiver", "only name"], "named"],
  ["A macro may write any name", ["macro body"], "possible"],
  ["A macro writes the only name", ["macro body", "only name"], "named"],
  ["Without evidence nothing is known", [], "unknown"],
])("%s", (_title, found, expected) => {
  expect(classify(new Set(found)).class).toBe(expected);
});

interface DrawnSource extends Omit<EvidenceSource, "find"> {
  readonly signs: readonly Sign[];
}

/** the sources in their order, which of them are asked, what follows */
test.each<[string, readonly DrawnSource[], readonly number[], UseClass]>([
  ["what is settled", [{ signs: ["spelled apart"] }, { signs: ["resolved"] }], [0], "excluded"],
  ["what is resolved", [{ signs: ["resolved"] }, { signs: ["spelled apart"] }], [0], "shown"],
  [
    "what is resolved, by a strong source",
    [{ signs: ["resolved"] }, { signs: ["spelled"] }, { isStrong: true, signs: ["defined elsewhere"] }],
    [0, 2],
    "excluded",
  ],
  [
    "what is possible",
    [{ signs: ["spelled, perhaps"] }, { of: "possible", signs: ["unknown receiver"] }],
    [0, 1],
    "unknown",
  ],
  ["another class", [{ signs: ["spelled"] }, { of: "possible", signs: ["unknown receiver"] }], [0], "shown"],
  ["what nothing is known of", [{ signs: [] }, { signs: ["spelled alone"] }], [0, 1], "named"],
])("Sources are asked about %s", async (_title, drawn, expected, use) => {
  const asked: number[] = [];
  const sources = drawn.map(({ signs: found, ...source }, at) => ({
    ...source,
    find() {
      asked.push(at);
      return found;
    },
  }));
  const candidate = {} as Parameters<typeof examine>[0];
  expect((await examine(candidate, sources)).class).toBe(use);
  expect(asked).toEqual(expected);
});
