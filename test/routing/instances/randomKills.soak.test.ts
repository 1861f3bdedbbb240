/**
 * Kills backends at random moments, hundreds of times, during edits and requests. Neither the
 * client nor other languages notice.
 */
import { type Random, randomFrom } from "../../text/random.js";
import type { Answer } from "../countingClient.js";
import { type Document, type DocumentReport, type Fleet, kill, sha1, startFleet } from "../fleet.js";

const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
const kills = Number(process.env["CHAOS_KILLS"] ?? (process.env["TEST_SOAK"] === "full" ? 500 : 150));

jest.setTimeout(300_000);

const victims = ["alpha", "beta", "gamma"] as const;
const survivor = "steady";
const contentModified = -32801;

let fleet: Fleet;
/** Descriptions of wrong responses. */
const wrong: string[] = [];
let registrationsBefore: readonly string[];
let messagesBefore: number;
const documents = new Map<string, readonly Document[]>();
const asked = { reads: 0, overtaken: 0, commands: 0, commandsLost: 0 };

beforeAll(async () => {
  fleet = await startFleet({
    // One of them has full sync, so the proxy builds its texts.
    languages: { alpha: {}, beta: { sync: 1 }, gamma: {}, [survivor]: {} },
  });
  for (const language of [...victims, survivor]) {
    const open = ["first", "second", "third"].map((name) => fleet.open(language, "let x = 1;\n".repeat(20), name));
    documents.set(language, open);
    await settled(language);
  }
  registrationsBefore = [...fleet.registered.values()].sort();
  messagesBefore = fleet.messages.length;
  const share = Math.ceil(kills / victims.length);
  await Promise.all(victims.map((language, n) => storm(language, share, randomFrom(seed + n))));
  for (const language of [...victims, survivor]) await settled(language);
});
afterAll(() => fleet.remove());

test(`Every response was right (CHAOS_SEED=${seed})`, () => {
  expect(wrong).toEqual([]);
  // Most reads are answered in spite of the kills.
  expect(asked.reads).toBeGreaterThan(kills);
  expect(asked.overtaken / asked.reads).toBeLessThan(0.2);
  expect(asked.commands - asked.commandsLost).toBeGreaterThan(0);
});

test("The planned number of processes was killed, and each has a successor", () => {
  for (const language of victims) expect(fleet.pids(language).length - 1).toBeGreaterThanOrEqual(Math.floor(kills / 3));
  expect(fleet.pids(survivor)).toHaveLength(1);
});

test("No request was answered twice, and no message was malformed", () => {
  expect(fleet.oddities).toEqual([]);
});

test("No backend got a message that it could not expect", () => expect(fleet.complaints()).toEqual([]));

test("Every backend has the open documents as they are", async () => {
  for (const language of [...victims, survivor]) {
    const [first] = documentsOf(language);
    const { documents: there } = await fleet.state(first);
    const expected = openOf(language).map(({ uri, version, text }) => ({ uri, version, sha1: sha1(text) }));
    const byUri = (one: { uri: string }, other: { uri: string }) => one.uri.localeCompare(other.uri);
    expect(there.map(({ uri, version, sha1 }) => ({ uri, version, sha1 })).sort(byUri)).toEqual(expected.sort(byUri));
  }
});

test("The registrations are those of the start, and no message repeated them", () => {
  expect([...fleet.registered.values()].sort()).toEqual(registrationsBefore);
  const methods = fleet.messages.slice(messagesBefore).map(({ method }) => method);
  expect(methods.filter((method) => method?.startsWith("client/"))).toEqual([]);
  expect(methods.filter((method) => method === "window/showMessage")).toEqual([]);
});

test("No progress is left open", () => expect([...fleet.working]).toEqual([]));

test("The session ends with exit code 0", async () => expect(await fleet.end()).toBe(0));

/** Kills the server of a language this many times, at random moments. */
async function storm(language: string, times: number, random: Random): Promise<void> {
  for (let deaths = 0; deaths < times; ) {
    const pid = await fleet.started(language, deaths++);
    // Half of the kills are before or during initialize.
    if (random(2) === 0) await turns(random(40));
    const answers = traffic(language, random);
    switch (random(4)) {
      case 0:
        break;
      case 1:
        await Promise.race(answers);
        break;
      default:
        await turns(random(60));
    }
    kill(pid);
    answers.push(...traffic(language, random));
    if (random(8) === 0 && deaths < times) kill(await fleet.started(language, deaths++));
    answers.push(...undisturbed(random));
    await Promise.all(answers);
    for (const document of openOf(language)) await idle(document);
  }
}

/** Sends some edits and then some requests. Resolves when all are answered. */
function traffic(language: string, random: Random): Promise<void>[] {
  const [first, second, third] = documentsOf(language);
  const both = [first, second] as const;
  for (let n = random(4); n > 0; n--) fleet.edit(both[random(2)] as Document, random);
  if (random(6) === 0) toggle(third);
  const document = both[random(2)] as Document;
  const answers = [readsRightly(document), located(document), completes(document)];
  if (random(3) === 0) answers.push(runs(language, isLost));
  return answers;
}

/** Requests to the undisturbed language are answered at once, in order, without errors. */
function undisturbed(random: Random): Promise<void>[] {
  const [document] = documentsOf(survivor);
  fleet.edit(document, random);
  const { version } = document;
  const exact = fleet.hover(document).then((answer) => {
    if (answer.result?.version !== version) complain("hover", document, answer);
    else judge(document, version, answer);
  });
  return [exact, located(document), completes(document), runs(survivor, () => false), found()];
}

/** A hover has the text at the time of the request or a later one. */
async function readsRightly(document: Document): Promise<void> {
  const { version } = document;
  const answer = await fleet.hover(document);
  if (!isOvertaken(answer, document, version)) judge(document, version, answer);
}

/** ContentModified is right if the text has changed before the next process got the request. */
function isOvertaken({ error }: Answer, document: Document, since: number): boolean {
  const isModified = error?.code === contentModified && document.version > since && document.language !== survivor;
  if (isModified) asked.overtaken++;
  return isModified;
}

/** Without pending messages the backend's text is the client's. */
async function idle(document: Document): Promise<void> {
  const answer = await fleet.hover(document);
  if (answer.result?.version !== document.version) complain("idle hover", document, answer);
  judge(document, document.version, answer);
}

function judge(document: Document, since: number, answer: Answer<DocumentReport>): void {
  asked.reads++;
  const { name, version, sha1: there } = answer.result ?? {};
  const text = document.texts.get(version ?? -1);
  if (name !== document.language || (version ?? -1) < since || text === undefined || sha1(text) !== there)
    complain("hover", document, answer);
}

async function located(document: Document): Promise<void> {
  const { version } = document;
  const answer = await fleet.request<{ uri: string }[]>("textDocument/definition", at(document));
  asked.reads++;
  if (isOvertaken(answer, document, version)) return;
  if (answer.result?.[0]?.uri !== document.uri) complain("definition", document, answer);
}

async function completes(document: Document): Promise<void> {
  const { version } = document;
  const answer = await fleet.request<{ items: { label: string }[] }>("textDocument/completion", at(document));
  asked.reads++;
  if (isOvertaken(answer, document, version)) return;
  const item = answer.result?.items[1];
  if (item?.label !== `${document.language}2`) return complain("completion", document, answer);
  const resolved = await fleet.request<{ detail?: string }>("completionItem/resolve", item);
  asked.reads++;
  // Only the process that made an item can resolve it.
  if (document.language !== survivor && isLost(resolved)) return;
  if (resolved.result?.detail !== `resolved by ${document.language}`) complain("resolve", document, resolved);
}

/** A command may be lost with its process, but is never run twice. */
async function runs(language: string, mayFail: (answer: Answer) => boolean): Promise<void> {
  const command = `fake.${language}`;
  const params = { command, arguments: [{ of: language }] };
  const answer = await fleet.request<{ by: string }>("workspace/executeCommand", params);
  asked.commands++;
  if (answer.error) asked.commandsLost++;
  const isRight = answer.error ? mayFail(answer) : answer.result?.by === language;
  if (!isRight) wrong.push(`${command}: ${JSON.stringify(answer)}`);
}

function isLost({ error }: Answer): boolean {
  return error?.data?.["kind"] === "backend_failed";
}

async function found(): Promise<void> {
  const answer = await fleet.request<{ name: string }[]>("workspace/symbol", { query: "" });
  asked.reads++;
  if (!answer.result?.some(({ name }) => name === `${survivor}Symbol`))
    wrong.push(`workspace/symbol: ${JSON.stringify(answer)}`);
}

function complain(what: string, document: Document, answer: Answer): void {
  wrong.push(`${what} of ${document.uri}, version ${document.version}: ${JSON.stringify(answer)}`);
}

/** Waits until a language's server has started, sent its own requests, and ended its progress. */
async function settled(language: string): Promise<void> {
  const [document] = documentsOf(language);
  await fleet.settled(document);
  for (const open of openOf(language)) await idle(open);
}

const closed = new Set<Document>();

function toggle(document: Document): void {
  if (closed.delete(document)) fleet.reopen(document);
  else {
    closed.add(document);
    fleet.close(document);
  }
}

function documentsOf(language: string): readonly [Document, Document, Document] {
  return documents.get(language) as unknown as readonly [Document, Document, Document];
}

function openOf(language: string): Document[] {
  return documentsOf(language).filter((document) => !closed.has(document));
}

function at({ uri }: Document): object {
  return { textDocument: { uri }, position: { line: 0, character: 0 } };
}

/** Waits for some turns of the event loop; each reads the bytes that have come. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}
