/** Tests of the stall detector: each row has events and the lines logged after them. */

import { detectStalls, type StallDetector } from "../../../src/routing/instances/stallDetector.js";
import { law } from "../../text/random.js";
import { ManualClock } from "../manualClock.js";

function startDetector(): { detector: StallDetector; clock: ManualClock; lines: string[] } {
  const clock = new ManualClock();
  const lines: string[] = [];
  return { detector: detectStalls({ name: "gopls", log: (line) => lines.push(line), clock }), clock, lines };
}

/**
 * `?1` is a request, `!1` a response, `.` a message, `x` the end, and `12` lets 12 seconds pass.
 */
function linesAfter(events: string): string[] {
  const { detector, clock, lines } = startDetector();
  for (const word of events.split(" ")) {
    const id = word.slice(1);
    if (word.startsWith("?")) detector.noteRequest(id);
    else if (word.startsWith("!")) detector.noteResponse(id);
    else if (word === ".") detector.noteMessage();
    else if (word === "x") detector.end();
    else clock.advance(Number(word) * 1000);
    expect(clock.alarms).toBeLessThanOrEqual(1);
  }
  return lines.map(
    (line) =>
      (/nothing for (\d+) s.*?(\d+ requests|a request).*sent (\d+ s)/.exec(line) ?? []).slice(1).join(", ") || line,
  );
}

const again = (seconds: number) => `gopls responds again, after ${seconds} s.`;

test.each<[string, string[]]>([
  ["?1 29", []],
  ["?1 30", ["30, a request, 30 s"]],
  ["?1 10 ?2 10 ?3 10", ["30, 3 requests, 30 s"]],
  // Without pending requests there is no warning.
  ["100", []],
  ["?1 1 !1 100", []],
  ["?1 1 !1 100 ?2 29", []],
  ["?1 1 !1 100 ?2 30", ["30, a request, 30 s"]],
  // Any message restarts the time.
  ["?1 20 . 20", []],
  ["?1 20 . 29 . 29", []],
  ["?1 20 . 30", ["30, a request, 50 s"]],
  ["?1 20 ?2 !1 29", []],
  ["?1 20 ?2 !1 30", ["30, a request, 30 s"]],
  ["?1 10 ?2 10 !2 30", ["30, a request, 50 s"]],
  // Once for each stall.
  ["?1 300", ["30, a request, 30 s"]],
  ["?1 40 ?2 300", ["30, a request, 30 s"]],
  ["?1 45 . . 10", ["30, a request, 30 s", again(45)]],
  ["?1 45 . 30", ["30, a request, 30 s", again(45), "30, a request, 75 s"]],
  ["?1 45 !1 100", ["30, a request, 30 s", again(45)]],
  ["?1 45 !1 100 ?2 30", ["30, a request, 30 s", again(45), "30, a request, 30 s"]],
  // A response to no request is a message, too.
  ["?1 20 !7 20", []],
  // The next process has no pending requests of the last one.
  ["?1 20 x 100", []],
  ["?1 45 x 10 . ?2 29", ["30, a request, 30 s"]],
  ["?1 20 x ?2 29", []],
  ["?1 20 x ?2 30", ["30, a request, 30 s"]],
])("The log is right for the events %s", (events, lines) => {
  expect(linesAfter(events)).toEqual(lines);
});

test("The warning has the name, the number of requests and the times, and says that nothing is killed", () => {
  const { detector, clock, lines } = startDetector();
  detector.noteRequest("7");
  clock.advance(12_000);
  detector.noteRequest('"a"');
  detector.noteMessage();
  clock.advance(30_000);
  expect(lines).toEqual([
    "gopls has sent nothing for 30 s. Pending: 2 requests, the first with id 7, sent 42 s ago. " +
      "It is busy or stuck. It is not killed, and other servers are not held up.",
  ]);
});

test("A backend without pending requests has no timer", () => {
  const { detector, clock } = startDetector();
  detector.noteMessage();
  expect(clock.alarms).toBe(0);
  detector.noteRequest("1");
  detector.noteResponse("1");
  clock.advance(30_000);
  expect(clock.alarms).toBe(0);
});

/**
 * As above, of a supervised backend; `?` and `!` in the result are the probe and the hang. Its
 * clock has that speed.
 */
function supervisedAfter(events: string, speed = 1): string {
  const clock = new ManualClock();
  let seen = "";
  const supervision = {
    probe: () => {
      seen += `?${clock.now() / 1000} `;
    },
    startClock: () => {
      const startedAt = clock.now();
      return () => (clock.now() - startedAt) * speed;
    },
    onHang: () => {
      seen += `!${Math.round(clock.now() / 1000)} `;
    },
  };
  const detector = detectStalls({ name: "embedded", log: () => {}, clock, supervision });
  for (const word of events.split(" ")) {
    if (word.startsWith("?")) detector.noteRequest(word.slice(1));
    else if (word.startsWith("!")) detector.noteResponse(word.slice(1));
    else if (word === ".") detector.noteMessage();
    else if (word === "x") detector.end();
    else clock.advance(Number(word) * 1000);
  }
  return seen.trim();
}

test.each<[string, string]>([
  ["100", ""],
  ["?1 4", ""],
  ["?1 5", "?5"],
  ["?1 300", "?5 !10"],
  // A response to the probe, or any other message, restarts the time.
  ["?1 5 . 4", "?5"],
  ["?1 5 . 300", "?5 ?10 !15"],
  ["?1 9 . 4 . 300", "?5 ?18 !23"],
  ["?1 5 !1 300", "?5"],
  ["?1 5 x ?2 300", "?5 ?10 !15"],
])("A supervised backend is probed and ended in time for the events %s", (events, expected) => {
  expect(supervisedAfter(events)).toBe(expected);
});

test.each<[string, string]>([
  ["?1 40", "?5 !35"],
  ["?1 34 . 0", "?5"],
  ["?1 34 . 40", "?5 ?39 !69"],
])("On a machine that is six times as slow, it has six times as long to respond: %s", (events, expected) => {
  expect(supervisedAfter(events, 1 / 6)).toBe(expected);
});

law("Every silence of 30 s with pending requests is logged, and no shorter one", 50, (random) => {
  const { detector, clock, lines } = startDetector();
  const pending = new Set<string>();
  let lastMessageAt = 0;
  let isStalled = false;
  let expectedLines = 0;
  const counts: (readonly [number, number])[] = [];
  for (let step = 0; step < 200; step++) {
    const id = String(random(5));
    const ms = random(20_000);
    const noteAnyMessage = (): void => {
      if (isStalled) expectedLines++;
      isStalled = false;
      lastMessageAt = clock.now();
    };
    switch (random(4)) {
      case 0:
        if (pending.size === 0) lastMessageAt = clock.now();
        pending.add(id);
        detector.noteRequest(id);
        break;
      case 1:
        pending.delete(id);
        detector.noteResponse(id);
        noteAnyMessage();
        break;
      case 2:
        detector.noteMessage();
        noteAnyMessage();
        break;
      default:
        clock.advance(ms);
        if (!isStalled && pending.size > 0 && clock.now() - lastMessageAt >= 30_000) {
          isStalled = true;
          expectedLines++;
        }
    }
    counts.push([lines.length, expectedLines]);
  }
  expect(counts.filter(([logged, expected]) => logged !== expected)).toEqual([]);
  // The random events may contain no silence of 30 s: this one is certain.
  detector.noteMessage();
  detector.noteRequest("last");
  const { length } = lines;
  clock.advance(29_999);
  expect(lines).toHaveLength(length);
  clock.advance(1);
  expect(lines).toHaveLength(length + 1);
});
