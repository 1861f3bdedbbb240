/** Which process is meant by an identity, and whether it is signalled. */

import {
  isSameProcess,
  type ProcessIdentity,
  type ProcessTable,
  signalProcess,
  stateOf,
} from "../../../src/files/write/processIdentity.js";

const here: ProcessIdentity = { pid: 10, start: "500", boot: "boot-b", machine: "machine-m", namespace: "pid:[1]" };

/** A machine on which these processes run, by id with their starts. */
function table(starts: Readonly<Record<number, string>>, self: Partial<ProcessIdentity> = {}) {
  const signals: string[] = [];
  const processes: ProcessTable = {
    self: () => ({ ...here, ...self }),
    startOf: (pid) => starts[pid],
    kill: (pid, signal) => void signals.push(`${signal} ${pid}`),
  };
  return { processes, signals };
}

const other: ProcessIdentity = { ...here, pid: 20, start: "700" };

test.each<[string, Partial<ProcessIdentity>, Record<number, string>, string]>([
  ["A process with this id and start runs", {}, { 20: "700" }, "running"],
  ["A process without this id has ended", {}, {}, "ended"],
  ["A process whose id another one has got has ended", {}, { 20: "900" }, "ended"],
  ["A process of an earlier boot has ended, whatever has its id now", { boot: "boot-a" }, { 20: "700" }, "ended"],
  ["A process of an earlier boot in a container has ended", { boot: "boot-a", namespace: "pid:[2]" }, {}, "ended"],
  ["A process of another machine is unknown", { boot: "boot-a", machine: "machine-n" }, { 20: "700" }, "unknown"],
  ["A process of another container is unknown", { namespace: "pid:[2]", machine: "" }, { 20: "700" }, "unknown"],
  ["A process of a machine without ids of boots runs", { boot: "", machine: "" }, { 20: "700" }, "running"],
  ["A process whose start was not known may be another one", { start: "" }, { 20: "700" }, "unknown"],
  ["A process whose start can't be read may be another one", {}, { 20: "" }, "unknown"],
  ["A process of a platform without starts runs", { start: "" }, { 20: "" }, "running"],
])("%s", (_title, identity, starts, state) => {
  const { processes, signals } = table(starts);
  expect(stateOf({ ...other, ...identity }, processes)).toBe(state);
  signalProcess({ ...other, ...identity }, "SIGTERM", processes);
  expect(signals).toEqual(state === "running" ? ["SIGTERM 20"] : []);
});

/** What versions before the id of the boot was a field of its own have written. */
const older = (machine: string): ProcessIdentity => ({ pid: 20, start: "700", machine, namespace: "pid:[1]" });
const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each([
  ["of this boot, under a name that the host no longer has", "elsewhere boot-b", { 20: "700" }, "running"],
  ["of an earlier boot", "host boot-a", { 20: "700" }, "ended"],
  ["of this boot that is gone", "host boot-b", {}, "ended"],
  ["of this boot whose id another one has got", "host boot-b", { 20: "900" }, "ended"],
  ["of a system without ids of boots", "host ", { 20: "700" }, "running"],
])("A process in the record of an older version, %s, is known", (_title, machine, starts, state) => {
  expect(stateOf(older(machine), table(starts).processes)).toBe(state);
});

test("A process is told apart from one with its id in another boot or container", () => {
  expect(isSameProcess(other, { ...other, machine: "" })).toBe(true);
  for (const difference of [{ pid: 21 }, { start: "1" }, { boot: "boot-a" }, { namespace: "pid:[2]" }])
    expect(isSameProcess(other, { ...other, ...difference })).toBe(false);
});

test("A signal that the system refuses has no effect", () => {
  const { processes } = table({ 20: "700" });
  const refuse = () => {
    throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
  };
  expect(() => signalProcess(other, "SIGKILL", { ...processes, kill: refuse })).not.toThrow();
});
