// One process leads at a time. One that is killed or frozen is succeeded, and what a frozen one does
// when it wakes is refused.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { sql } from "./db.ts";
import { type Candidacy, standForLeader, type Term, TermOver, usualPace } from "./leader.ts";

const patience = { timeout: 60_000 };
const quick = { everyMs: 100, silentMs: 1_000 };
const quiet = { info: () => {}, warn: () => {} };

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
});
afterAll(() => store.drop());

const place = () => ({ settings: store.settings, db: store.database });
const keptUnder = async (name: string) =>
  (
    await store.database.first(sql<{ value: string }>`
    select value from store_property where name = ${name}`)
  )?.value;
const nextTerm = () =>
  store.database.transaction((tx) =>
    tx.execute(sql`
      update store_property set value = (value::bigint + 1)::text where name = 'leader_epoch'`),
  );

test("the lead is taken over within ten seconds, whatever became of the leader", () => {
  // The session ends, and whoever asks next has it; a frozen transaction has ended by then.
  expect(usualPace.silentMs + usualPace.everyMs).toBeLessThanOrEqual(8_000);
  expect(usualPace.everyMs * 2).toBeLessThan(usualPace.silentMs);
});

test("one of several leads; when it stops, another does, with a later term", async () => {
  const led: string[] = [];
  const stand = (name: string): Candidacy =>
    standForLeader(
      place(),
      () => {
        led.push(name);
        return async () => void led.push(`end of ${name}`);
      },
      quiet,
      quick,
    );
  const candidates = { a: stand("a"), b: stand("b") };
  await expect.poll(() => led, patience).toHaveLength(1);
  const [first, second] = led[0] === "a" ? (["a", "b"] as const) : (["b", "a"] as const);
  const number = Number(await keptUnder("leader_epoch"));
  expect([candidates[first].isLeading(), candidates[second].isLeading()]).toEqual([true, false]);
  await candidates[first].stop();
  await expect.poll(() => led, patience).toEqual([first, `end of ${first}`, second]);
  expect(candidates[second].isLeading()).toBe(true);
  expect(Number(await keptUnder("leader_epoch"))).toBe(number + 1);
  await candidates[second].stop();
  expect(led.at(-1)).toBe(`end of ${second}`);
});

test("what is done after the term is refused, before it begins and at its end", async () => {
  const terms: Term[] = [];
  const candidate = standForLeader(
    place(),
    (term) => {
      terms.push(term);
      return async () => {};
    },
    quiet,
    { ...quick, everyMs: 60_000, silentMs: 120_000 },
  );
  await expect.poll(() => terms, patience).toHaveLength(1);
  const [term] = terms as [Term];
  const keep = (name: string, meanwhile = async () => {}) =>
    term.transaction(async (tx) => {
      await tx.execute(sql`insert into store_property (name, value) values (${name}, 'kept')`);
      await meanwhile();
      return name;
    });
  await term.confirm();
  expect(await keep("in time")).toBe("in time");
  await expect(keep("at its end", async () => void (await nextTerm()))).rejects.toThrow(TermOver);
  let isBegun = false;
  const late = term.transaction(async () => {
    isBegun = true;
  });
  await expect(late).rejects.toThrow(TermOver);
  expect(isBegun).toBe(false);
  await expect(term.confirm()).rejects.toThrow(TermOver);
  expect([await keptUnder("in time"), await keptUnder("at its end")]).toEqual(["kept", undefined]);
  await candidate.stop();
});

interface Process {
  readonly child: ChildProcess;
  /** The lines that it has printed. */
  readonly said: string[];
}

const script = join(import.meta.dirname, "..", "..", "..", "test", "leader-process.ts");

/** A process that stands for the lead, and while it leads says so and begins a transaction that ends
 * on demand. */
function startProcess(): Process {
  const child = spawn(process.execPath, [script, JSON.stringify({ ...store.settings, quick })], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(line));
  return { child, said };
}

let running: Process[] = [];
beforeEach(() => {
  running = [];
  return () => {
    for (const { child } of running) child.kill("SIGKILL");
  };
});

async function startLeaderAndNext(): Promise<[Process, Process]> {
  const first = startProcess();
  running.push(first);
  await expect.poll(() => first.said, patience).toEqual(["leads", "in a transaction"]);
  const second = startProcess();
  running.push(second);
  await expect.poll(() => second.said, patience).toEqual([]);
  return [first, second];
}

test("a leader that is killed is succeeded", async () => {
  const [first, second] = await startLeaderAndNext();
  first.child.kill("SIGKILL");
  await expect.poll(() => second.said, patience).toEqual(["leads", "in a transaction"]);
});

test("a leader that is frozen is succeeded, and stores nothing when it wakes", async () => {
  const [first, second] = await startLeaderAndNext();
  first.child.kill("SIGSTOP");
  await expect.poll(() => second.said, patience).toEqual(["leads", "in a transaction"]);
  first.child.kill("SIGCONT");
  first.child.stdin?.write("end\n");
  await expect.poll(() => first.said.slice(2), patience).toContain("refused");
  second.child.stdin?.write("end\n");
  await expect.poll(() => second.said.slice(2), patience).toContain("stored");
  expect(await keptUnder(`by ${first.child.pid}`)).toBeUndefined();
  expect(await keptUnder(`by ${second.child.pid}`)).toBe("kept");
});

test("a store that is not ready at first is no lead that was lost", async () => {
  const said: string[] = [];
  const log = { info: () => {}, warn: (_: unknown, text?: string) => void said.push(String(text)) };
  const role = { isReady: false };
  const { roles, ...others } = store.database;
  const db = {
    ...others,
    get roles() {
      return role.isReady ? roles : { ...roles, writer: "no_such_role" };
    },
  };
  const candidacy = standForLeader(
    { settings: store.settings, db },
    () => async () => {},
    log as never,
    { ...quick, everyMs: 2_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(said).toEqual([]);
  await expect.poll(() => said, patience).toEqual(["the lead cannot be asked for"]);
  role.isReady = true;
  await expect.poll(() => candidacy.isLeading(), patience).toBe(true);
  await candidacy.stop();
  expect(said).toEqual(["the lead cannot be asked for"]);
});
