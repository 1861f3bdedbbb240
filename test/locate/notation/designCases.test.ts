/** The cases of the design documents about the marker, the notation and the check of a Locate. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMarker } from "../../../src/locate/find/marker.js";
import { parseLocate } from "../../../src/locate/notation/notation.js";
import { readLocate } from "../../../src/locate/notation/readLocate.js";
import { errorOf } from "../check.js";

interface DesignCase {
  readonly id: string;
  readonly group: string;
  readonly input: {
    readonly find?: string;
    readonly text?: string;
    readonly existingFiles?: readonly string[];
    readonly locate?: unknown;
  };
  readonly expected: {
    readonly marker?: string | null;
    readonly level?: number;
    readonly start?: number;
    readonly end?: number;
    readonly before?: string;
    readonly after?: string;
    readonly error?: string;
    readonly message_contains?: readonly string[];
    readonly valid?: boolean;
    readonly file_path?: string;
    readonly scope?: unknown;
    readonly find?: string | null;
  };
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../cases/seed-cases.json"), "utf8")) as {
  readonly cases: readonly DesignCase[];
};

function eachOf(
  group: string,
  title: (designCase: DesignCase) => unknown,
  check: (designCase: DesignCase) => void,
): void {
  const cases = document.cases.filter((designCase) => designCase.group === group);
  describe(`${group}, ${cases.length} cases`, () => {
    for (const designCase of cases)
      test(`Case ${designCase.id}, ${JSON.stringify(title(designCase))}, is read as expected`, () => check(designCase));
    test("The group has cases", () => expect(cases.length).toBeGreaterThan(0));
  });
}

eachOf(
  "marker",
  ({ input }) => input.find,
  ({ input, expected }) => {
    const find = input.find ?? "";
    const { marker, level, before, after, markers, text } = readMarker(find);
    if (expected.marker === null) {
      expect({ marker, level, markers, text }).toEqual({ marker: null, level: 0, markers: [], text: find });
      return;
    }
    const [start = -1] = markers;
    expect({ marker, level, start, end: start + (marker ?? "").length, before, after }).toEqual(expected);
  },
);

eachOf(
  "locate-string",
  ({ input }) => input.text,
  ({ input, expected }) => {
    const files = input.existingFiles;
    const options = files === undefined ? {} : { exists: (path: string) => files.includes(path) };
    const read = () => parseLocate(input.text ?? "", options);
    if (expected.error === undefined) {
      expect({ scope: null, find: null, ...read() }).toEqual(expected);
      return;
    }
    const error = errorOf(read);
    expect(error.kind).toBe(expected.error);
    for (const words of expected.message_contains ?? []) expect(error.message).toContain(words);
  },
);

eachOf(
  "validate",
  ({ input }) => input.locate,
  ({ input, expected }) => {
    if (expected.valid === true) expect(readLocate(input.locate)).toEqual(input.locate);
    else {
      const error = errorOf(() => readLocate(input.locate));
      expect(error.kind).toBe(expected.error);
      expect(error.data).toMatchObject({ field: expect.any(String), expected: expect.any(String) });
    }
  },
);
