/**
 * The threads that parse for the index. Work is handed out when one of them is free, so that what is urgent then goes first; what one of them breaks down over is
 * found out, and done without. Shipped grammars share their threads. A user's own has one to itself: it may spoil what others read.
 */

import type { Thread } from "../threadPort.js";
import type { FileResult, FromDeclaring, Job, SourceFile, ToDeclaring } from "./parseJobs.js";

export type DeclaringThread = Thread<ToDeclaring, FromDeclaring>;

export interface CrewOptions {
  /** How many threads a lane may have. */
  readonly sizeOf: (lane: string) => number;
  readonly start: () => DeclaringThread;
  /** What a lane is to do next. */
  readonly next: (lane: string) => Job | undefined;
  /** What became of a file of a job. */
  readonly done: (file: SourceFile, result: FileResult, job: Job) => void;
  /** No thread could parse it: nothing more is to be expected of it. */
  readonly failed: (file: SourceFile, why: string) => void;
  readonly log: (line: string) => void;
}

/** One is done while the next waits at hand, so that nobody stands idle while results travel. */
const mostJobsEach = 2;
/** One that says nothing for so long is stuck in a grammar's code: parsing gives up by itself long before. */
const patienceMs = 60_000;
/** A thread costs some tens of megabytes; the next one is started in the time of a blink. */
const idleMs = 20_000;
/** So often in a row a thread may fail to start, and so many files of a language may break one. */
const mostFailures = 3;
const mostBreaks = 10;

interface Sent {
  readonly id: number;
  readonly job: Job;
  /** How many results have come. */
  done: number;
}

interface Member {
  readonly thread: DeclaringThread;
  /** In the order they are done. */
  readonly jobs: Sent[];
  isReady: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface Lane {
  readonly name: string;
  readonly members: Set<Member>;
  /** Jobs to be done before others: what was taken from a thread that broke down, suspects one by one. */
  readonly again: Job[];
  failures: number;
  /** Why nothing is parsed here any more. */
  givenUp: string | undefined;
}

export class Crew {
  readonly #options: CrewOptions;
  readonly #lanes = new Map<string, Lane>();
  /** How many files of a language have broken a thread. */
  readonly #breaks = new Map<string, number>();
  #lastId = 0;
  #isEnded = false;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /** There may be something to do in these lanes. */
  wake(lanes: Iterable<string>): void {
    for (const name of lanes) this.#fill(this.#lane(name));
  }

  end(): void {
    this.#isEnded = true;
    for (const { members } of this.#lanes.values()) for (const member of members) this.#dismiss(member);
    this.#lanes.clear();
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane = { name, members: new Set<Member>(), again: [], failures: 0, givenUp: undefined };
    this.#lanes.set(name, lane);
    return lane;
  }

  /** Hands out what there is: one job to everyone, then a second. */
  #fill(lane: Lane): void {
    for (let load = 0; load < mostJobsEach; load++) {
      for (const member of lane.members) {
        if (member.jobs.length > load || this.#isEnded) continue;
        const job = this.#nextJob(lane);
        if (job === undefined) return;
        this.#send(lane, member, job);
      }
      while (load === 0 && lane.members.size < this.#options.sizeOf(lane.name) && !this.#isEnded) {
        const job = this.#nextJob(lane);
        if (job === undefined) return;
        const member = this.#start(lane, job);
        if (member) this.#send(lane, member, job);
      }
    }
  }

  /** Of what there is, that which anybody is still to try. */
  #nextJob(lane: Lane): Job | undefined {
    for (;;) {
      const job = lane.again.shift() ?? this.#options.next(lane.name);
      if (job === undefined) return undefined;
      const files = job.files.filter((file) => {
        const why = lane.givenUp ?? this.#whyNot(file);
        if (why !== undefined) this.#options.failed(file, why);
        return why === undefined;
      });
      if (files.length > 0) return files.length === job.files.length ? job : { ...job, files };
    }
  }

  #whyNot({ languageId }: SourceFile): string | undefined {
    if ((this.#breaks.get(languageId) ?? 0) < mostBreaks) return undefined;
    return `the grammar of ${languageId} has broken down over ${mostBreaks} files`;
  }

  #start(lane: Lane, job: Job): Member | undefined {
    try {
      const member: Member = { thread: this.#options.start(), jobs: [], isReady: false, timer: undefined };
      member.thread.on("message", (message) => this.#take(lane, member, message));
      member.thread.on("error", (error) => this.#lose(lane, member, `it has died: ${error.message}`));
      lane.members.add(member);
      return member;
    } catch (error) {
      lane.again.unshift(job);
      this.#countFailure(lane, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #send(lane: Lane, member: Member, job: Job): void {
    const id = ++this.#lastId;
    member.jobs.push({ id, job, done: 0 });
    member.thread.postMessage({ ...job, id });
    this.#watch(lane, member);
  }

  /** Begins to be patient anew: with it as long as it has something to do, else until it is sent home. */
  #watch(lane: Lane, member: Member): void {
    clearTimeout(member.timer);
    const isBusy = member.jobs.length > 0;
    const end = () => {
      if (isBusy) return this.#lose(lane, member, `it has said nothing for ${patienceMs / 1000} s`);
      lane.members.delete(member);
      this.#dismiss(member);
    };
    member.timer = setTimeout(end, isBusy ? patienceMs : idleMs).unref();
  }

  #take(lane: Lane, member: Member, message: FromDeclaring): void {
    if (!lane.members.has(member)) return;
    switch (message.kind) {
      case "ready":
        member.isReady = true;
        lane.failures = 0;
        this.#watch(lane, member);
        return;
      case "broken":
        this.#lose(lane, member, message.message, true);
        return;
      case "results":
        this.#takeResults(lane, member, message.id, message.results);
    }
  }

  #takeResults(lane: Lane, member: Member, id: number, results: readonly FileResult[]): void {
    const sent = member.jobs.find((each) => each.id === id);
    if (sent === undefined) return;
    for (const result of results) {
      const file = sent.job.files[sent.done++];
      if (file) this.#options.done(file, result, sent.job);
    }
    if (sent.done >= sent.job.files.length) member.jobs.splice(member.jobs.indexOf(sent), 1);
    this.#watch(lane, member);
    this.#fill(lane);
  }

  /** It has broken down; `isNext`: over the file whose result is next. */
  #lose(lane: Lane, member: Member, why: string, isNext = false): void {
    if (!lane.members.delete(member)) return;
    this.#dismiss(member);
    if (this.#isEnded) return;
    const [first, ...others] = member.jobs;
    lane.again.unshift(...others.map(({ job }) => job));
    if (!member.isReady) {
      if (first) lane.again.unshift(first.job);
      this.#countFailure(lane, why);
    } else if (first) this.#findCulprit(lane, first, why, isNext);
    this.#fill(lane);
  }

  #countFailure(lane: Lane, why: string): void {
    lane.failures++;
    if (lane.failures < mostFailures) return;
    lane.givenUp = `no thread can be started that parses (${why})`;
    this.#options.log(`Nothing is indexed by ${lane.name}: ${lane.givenUp}.`);
  }

  #findCulprit(lane: Lane, { job, done }: Sent, why: string, isNext: boolean): void {
    const [suspect, ...innocent] = job.files.slice(done);
    if (suspect === undefined) return;
    if (!isNext && innocent.length > 0) {
      // Results come in bunches: it may have been any of them. Each is tried by itself.
      const words = job.words;
      lane.again.unshift(...[suspect, ...innocent].map((file) => ({ files: [file], words })));
      return;
    }
    this.#breaks.set(suspect.languageId, (this.#breaks.get(suspect.languageId) ?? 0) + 1);
    this.#options.failed(suspect, `the parser breaks down over it: ${why}`);
    if (innocent.length > 0) lane.again.unshift({ ...job, files: innocent });
  }

  #dismiss(member: Member): void {
    clearTimeout(member.timer);
    void member.thread.terminate();
  }
}
