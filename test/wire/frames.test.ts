import { PassThrough } from "node:stream";
import { type Decision, type Frame, frameOf, frameSplitter, passDecision, withPieces } from "../../src/wire/frames.js";
import { FrameWriter } from "../../src/wire/frameWriter.js";
import { law, pick } from "../text/random.js";

/** Runs bytes through a splitter; the body of a frame names its decision. */
function split(
  chunks: readonly Buffer[],
  decide: (body: string, whole: boolean) => Decision = () => passDecision,
  maxFrameBytes?: number,
) {
  const passed: Buffer[] = [];
  const strays: string[] = [];
  const oversized: number[] = [];
  let open = false;
  const push = frameSplitter(
    {
      decide: (head, whole) => decide(head.toString("utf8"), whole),
      pass(bytes, isOpen) {
        passed.push(bytes);
        open = isOpen;
      },
      stray: (bytes) => strays.push(bytes.toString("utf8")),
      oversized: ({ length }) => oversized.push(length),
    },
    maxFrameBytes,
  );
  for (const chunk of chunks) push(chunk);
  return { passed: Buffer.concat(passed).toString("utf8"), strays, oversized, open, writes: passed.length };
}

const bytesOf = (text: string) => Array.from(Buffer.from(text), (byte) => Buffer.of(byte));

describe("frames that pass", () => {
  const frames = `${frameOf('{"a":1}')}${frameOf("{}")}${frameOf('"💣"')}`;

  test("Frames that pass keep their bytes, with one write per chunk", () => {
    const { passed, open, writes } = split([Buffer.from(frames)]);
    expect(passed).toBe(frames);
    expect(writes).toBe(1);
    expect(open).toBe(false);
  });

  test("Frames may come one byte at a time", () => {
    expect(split(bytesOf(frames)).passed).toBe(frames);
  });

  test("A frame may have an empty body", () => {
    const seen: string[] = [];
    split([frameOf(""), frameOf("{}")], (body) => ({ kind: "see", see: () => seen.push(body) }));
    expect(seen).toEqual(["", "{}"]);
  });

  test("The first part of a large frame passes before the rest has come", () => {
    const large = frameOf(`"${"x".repeat(100_000)}"`);
    const { passed, open } = split([large.subarray(0, 60_000)]);
    expect(passed.length).toBe(60_000);
    expect(open).toBe(true);
  });

  test.each([
    ["lower case", "content-length: 2\r\n\r\n{}"],
    ["no space", "Content-Length:2\r\n\r\n{}"],
    [
      "a further header after it",
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
    ],
    ["a further header before", "Content-Type: x\r\nContent-Length: 2\r\n\r\n{}"],
    ["an unknown header", "X-Trace: 1\r\nContent-Length: 2\r\n\r\n{}"],
    ["leading zeros", "Content-Length: 002\r\n\r\n{}"],
  ])("A header with %s is read", (_title, frame) => {
    const bodies: string[] = [];
    const result = split([Buffer.from(frame)], (body) => {
      bodies.push(body);
      return passDecision;
    });
    expect(result).toMatchObject({ passed: frame, strays: [] });
    expect(bodies).toEqual(["{}"]);
    expect(split(bytesOf(frame))).toMatchObject({ passed: frame, strays: [] });
  });

  test.each([
    ["a line", "INFO: started\n"],
    ["without line end", "started"],
    ["with CRLF", "INFO: started\r\n"],
    ["with a blank line", "a\r\n\r\nb\r\n\r\n"],
    ["about lengths", "Content-Length: many\r\n\r\n"],
    ["a negative length", "Content-Length: -2\r\n\r\n"],
  ])("Stray text is dropped: %s", (_title, stray) => {
    const { passed, strays } = split([Buffer.from(`${stray}${frameOf("{}")}${frameOf("[]")}`)]);
    // A line that looks like a header is taken for one.
    expect(passed.endsWith(`${frameOf("{}")}${frameOf("[]")}`)).toBe(true);
    expect(strays.join("") + passed).toBe(`${stray}${frameOf("{}")}${frameOf("[]")}`);
  });

  test("Endless text without a header is not collected", () => {
    const { strays } = split([Buffer.from("x".repeat(200_000))]);
    expect(strays.join("").length).toBeGreaterThan(190_000);
  });
});

describe("frames that are held", () => {
  const take = (instead: string | undefined): Decision => ({
    kind: "take",
    take: ({ bytes, body }) => {
      expect(bytes.toString("utf8")).toBe(frameOf(body).toString("utf8"));
      return instead === undefined ? undefined : frameOf(instead);
    },
  });

  test("A taken frame is removed, the others stay", () => {
    const all = `${frameOf("1")}${frameOf("2")}${frameOf("3")}`;
    const decide = (body: string) => (body === "2" ? take(undefined) : passDecision);
    expect(split([Buffer.from(all)], decide).passed).toBe(`${frameOf("1")}${frameOf("3")}`);
    expect(split(bytesOf(all), decide).passed).toBe(`${frameOf("1")}${frameOf("3")}`);
  });

  test("The replacement of a frame is passed on in order", () => {
    const all = `${frameOf("1")}${frameOf("2")}${frameOf("3")}`;
    const decide = (body: string) => (body === "2" ? take("two") : passDecision);
    expect(split(bytesOf(all), decide).passed).toBe(`${frameOf("1")}${frameOf("two")}${frameOf("3")}`);
  });

  test("A held frame gets its decision when it is whole", () => {
    const long = `"${"y".repeat(5000)}"`;
    const asked: boolean[] = [];
    const decide = (_body: string, whole: boolean): Decision => {
      asked.push(whole);
      return whole ? passDecision : { kind: "hold" };
    };
    const bytes = frameOf(long);
    expect(split([bytes.subarray(0, 1000), bytes.subarray(1000)], decide).passed).toBe(bytes.toString());
    expect(asked).toEqual([false, true]);
  });
});

describe("frames that are collected", () => {
  /** Returns the taken frame of bytes that come in chunks of a length. */
  function take(bytes: Buffer, length: number): Frame {
    const taken: Frame[] = [];
    const takeFrame = (frame: Frame) => void taken.push(frame);
    const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
      bytes.subarray(n * length, (n + 1) * length),
    );
    split(chunks, () => ({ kind: "take", take: takeFrame as () => undefined }));
    return taken[0] as Frame;
  }

  const large = frameOf(`"${"é".repeat(100_000)}"`);

  test.each([1, 100, 4095, 4096, 60_000])("In chunks of %i bytes, the bytes are the same", (length) => {
    const { bytes, body, pieces = [] } = take(large, length);
    expect(bytes.equals(large)).toBe(true);
    expect(body.equals(large.subarray(large.indexOf("\r\n\r\n") + 4))).toBe(true);
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
    expect(pieces.length).toBeLessThan(70);
  });

  test("Large chunks are not copied, and bytes and body are the same buffer each time", () => {
    const frame = take(large, 60_000);
    expect(frame.pieces?.filter(({ buffer }) => buffer === large.buffer)).toHaveLength(4);
    expect(frame.bytes).toBe(frame.bytes);
    expect(frame.body).toBe(frame.body);
  });

  test("A copy of the frame with other bytes does not have the pieces of the first", () => {
    expect({ ...take(large, 60_000), bytes: Buffer.alloc(0) }).not.toHaveProperty("pieces");
  });
});

describe("a received frame is written", () => {
  const frame: Frame = { bytes: Buffer.from("abcd"), body: Buffer.from("cd") };
  const pieces = [Buffer.from("ab"), Buffer.from("cd")];
  const write = (act: (writer: FrameWriter) => void) => {
    const stream = new PassThrough();
    act(new FrameWriter(stream));
    return String(stream.read());
  };

  test.each([
    ["whole", frame],
    ["in pieces", withPieces({ ...frame }, pieces)],
    ["in pieces of more than a write joins", withPieces({ ...frame }, [...pieces, Buffer.alloc(300_000, "e")])],
  ])("%s, between other frames", (_name, received) => {
    const expected = `1abcd${"e".repeat(received.pieces?.[2]?.length ?? 0)}2`;
    const act = (writer: FrameWriter) => {
      writer.send(Buffer.from("1"));
      writer.sendReceived(received);
      writer.send(Buffer.from("2"));
    };
    expect(write(act)).toBe(expected);
    expect(
      write((writer) => {
        writer.cork();
        act(writer);
        writer.uncork();
      }),
    ).toBe(expected);
  });

  test("in pieces, through a filter", () => {
    const received = withPieces({ ...frame }, pieces);
    const written = write((writer) => {
      writer.filter = (bytes) => Buffer.from(bytes.toString().toUpperCase());
      writer.sendReceived(received);
    });
    expect(written).toBe("ABCD");
  });

  test("in pieces, after the frame that is open", () => {
    const received = withPieces({ ...frame }, pieces);
    const written = write((writer) => {
      writer.pass(Buffer.from("1"), true);
      writer.sendReceived(received);
      writer.pass(Buffer.from("2"), false);
    });
    expect(written).toBe("12abcd");
  });
});

describe("bounds", () => {
  const fields = (count: number) => "content-type:a\r\n".repeat(count);

  test("A header has at most 8 KB; what is before it is stray", () => {
    const frame = `${fields(400)}Content-Length: 2\r\n\r\n{}`;
    expect(split([Buffer.from(frame)])).toMatchObject({ passed: frame, strays: [] });
    const { passed, strays } = split([Buffer.from(`${fields(600)}Content-Length: 2\r\n\r\n{}`)]);
    expect(passed.endsWith("Content-Length: 2\r\n\r\n{}")).toBe(true);
    expect(passed.length).toBeLessThan(8300);
    expect(strays.join("") + passed).toBe(`${fields(600)}Content-Length: 2\r\n\r\n{}`);
  });

  test.each([
    ["without an end", fields(60_000)],
    ["without a length", `${fields(60_000)}\r\n`],
    ["in one line", "content-type:".repeat(70_000)],
    ["of many blocks", `${fields(400)}\r\n`.repeat(150)],
  ])("Fields %s are skipped in linear time", (_title, text) => {
    const { strays } = split([Buffer.from(text), frameOf("{}")]);
    expect(strays.join("").length).toBeGreaterThan(text.length - 20_000);
  });

  test("After text that never ends in a header, the next frame is read", () => {
    const { passed } = split([Buffer.from(`${fields(5000)}\r\n`), frameOf("{}")]);
    expect(passed).toBe(frameOf("{}").toString());
  });

  test.each([
    ["10^12", "1000000000000"],
    ["more digits than a number has", "9".repeat(400)],
  ])("A body of %s bytes is refused before any of it is collected", (_title, digits) => {
    const data = Buffer.alloc(1024 * 1024);
    const header = Buffer.from(`Content-Length: ${digits}\r\n\r\n`);
    const hold = (): Decision => ({ kind: "hold" });
    const result = split([frameOf("{}"), header, data, frameOf("[]")], (body) =>
      body === "{}" ? passDecision : hold(),
    );
    expect(result).toEqual({
      passed: frameOf("{}").toString(),
      strays: [],
      oversized: [Number(digits)],
      open: false,
      writes: 1,
    });
  });

  test("The limit is on the body, and a body of exactly that length passes", () => {
    const frames = [frameOf("x".repeat(100)), frameOf("y".repeat(101))];
    expect(split(frames, () => passDecision, 100)).toMatchObject({ passed: `${frames[0]}`, oversized: [101] });
    expect(split(bytesOf(`${frames[0]}${frames[1]}`), () => passDecision, 100)).toMatchObject({
      passed: `${frames[0]}`,
      oversized: [101],
    });
  });
});

/** Finds the header of a block by the rule as it is written, trying each beginning. */
function findHeaderSlowly(block: string): { from: number; length: number } | undefined {
  for (const { index } of block.matchAll(/content-(?:length|type)[ \t]*:/gi)) {
    const lines = block.slice(index).split("\r\n");
    if (!lines.every((line) => /^[\w-]+[ \t]*:[^\r\n]*$/.test(line))) continue;
    const length = lines
      .map((line) => /^content-length[ \t]*:[ \t]*(\d+)[ \t]*$/i.exec(line)?.[1])
      .find((digits) => digits !== undefined);
    if (length === undefined) continue;
    const others = /(?:^|[\r\n])((?:[\w-]+[ \t]*:[^\r\n]*\r\n)*)$/.exec(block.slice(0, index))?.[1] ?? "";
    return { from: index - others.length, length: Number(length) };
  }
  return undefined;
}

law("A header among stray text is found as by trying each beginning", 300, (random) => {
  const pieces = [
    "Content-Length: 2",
    "content-type:x",
    "X-A: b",
    "\r\n",
    "\r\n",
    "\n",
    "\r",
    "stray",
    " ",
    "Content-Length: 3",
  ];
  const block = Array.from({ length: 1 + random(12) }, () => pick(random, pieces)).join("");
  if (`${block}\r\n\r\n`.indexOf("\r\n\r\n") < block.length) return;
  const { passed, strays } = split([Buffer.from(`${block}\r\n\r\n{}}`)], (body) => ({ kind: "see", see: () => body }));
  const found = findHeaderSlowly(block);
  const from = found?.from ?? block.length + 4;
  const whole = `${block}\r\n\r\n{}}`;
  const to = found === undefined ? from : Math.min(whole.length, block.length + 4 + found.length);
  expect({ block, passed, stray: strays.join("") }).toEqual({
    block,
    passed: whole.slice(from, to),
    stray: whole.slice(0, from),
  });
});

law("whatever the chunks: passed bytes equal received bytes, seen bodies are the bodies", 100, (random) => {
  const count = 1 + random(8);
  const bodies = Array.from({ length: count }, () => "x".repeat(random(3) === 0 ? random(5000) : random(30)));
  const all = Buffer.concat(bodies.map((body) => frameOf(body)));
  const chunks: Buffer[] = [];
  for (let at = 0; at < all.length; ) {
    const size = 1 + random(random(2) === 0 ? 20 : 2000);
    chunks.push(all.subarray(at, at + size));
    at += size;
  }
  const seen: string[] = [];
  const kinds = bodies.map(() => random(4));
  let n = 0;
  const deciding = new Map<number, Decision>();
  let held = -1;
  const { passed, strays } = split(chunks, (_body, whole) => {
    const index = held >= 0 ? held : n++;
    held = -1;
    const see = (body: Buffer) => seen.push(body.toString());
    const decision: Decision =
      kinds[index] === 0
        ? { kind: "see", see }
        : kinds[index] === 1
          ? { kind: "take", take: (frame) => (see(frame.body), frame.bytes) }
          : kinds[index] === 2 && !whole
            ? { kind: "hold" }
            : { kind: "see", see };
    if (decision.kind === "hold") held = index;
    deciding.set(index, decision);
    return decision;
  });
  expect(strays).toEqual([]);
  expect(passed).toBe(all.toString());
  expect(seen).toEqual(bodies);
});
