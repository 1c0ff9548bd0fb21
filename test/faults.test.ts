// The service and its PostgreSQL are killed in the middle of mixed writes, each and both at once; by `npm run proofs`
// three times each. `npm run faults` does the same for longer.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOfOrder } from "./faults/listeners.ts";
import { type FaultRun, openFaultRun } from "./faults/rounds.ts";
import { ownerSettings } from "./faults/service-process.ts";
import { faultsOf } from "./faults/store-check.ts";
import { lookInto } from "./faults/store-client.ts";

const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
/** Ten seconds in a run of faults by itself; the tests share a machine. */
const recoveryLimitMs = 40_000;
let run: FaultRun;
beforeAll(async () => {
  run = await openFaultRun(seed, recoveryLimitMs);
});
afterAll(() => run?.close());

const once = ["service", "postgres"] as const;
const rounds = process.env.PROOFS === undefined ? once : [...once, ...once, ...once];

test.each([...rounds, "both"] as const)(
  `%s killed: nothing acknowledged is lost, and nothing is left half done (seed ${seed})`,
  async (victim) => {
    const report = await run.round(victim);
    expect(report.acknowledged).toBeGreaterThan(0);
    if (victim === "postgres") expect(report.recoveryMs).toBeLessThan(recoveryLimitMs);
  },
  180_000,
);

test("a lost change, or one made although it was refused, would be found", async () => {
  const [done] = run.attempts.filter(({ status, key }) => status === 201 && key !== undefined);
  if (done === undefined) throw new Error("the rounds did too little");
  const lost = { ...done, marker: "ZZZZZ", key: "fault-ZZZZZ" };
  const denied = { ...done, status: 400 };
  const others = run.attempts.filter((each) => each !== done);
  expect(await faultsOf(await ownerSettings(run.dataDir), [...others, denied, lost])).toEqual([
    `${done.operation} ${done.marker} (answered 400) happened all the same`,
    `${done.operation} ZZZZZ (answered 201) is lost`,
  ]);
});

test("who looks into the store is not cut off for good by what happens to it", async () => {
  let times = 0;
  const read = await lookInto(await ownerSettings(run.dataDir), async (client) => {
    times += 1;
    if (times < 3) await client.query("select pg_terminate_backend(pg_backend_pid())");
    return (await client.query<{ one: number }>("select 1 as one")).rows;
  });
  expect([times, read]).toEqual([3, [{ one: 1 }]]);
});

test("an event that is lost, emitted twice or out of order would be found", () => {
  const stored = ["1", "2", "3"].map((id) => ({ id, type: "a.b", subject: "S" }));
  expect(faultsOfOrder("read", stored, ["1", "2", "3"])).toEqual([]);
  expect(faultsOfOrder("read", stored, ["1", "3"])).toEqual(["a.b of S was not read"]);
  expect(faultsOfOrder("read", stored, ["2", "1", "3"])).toEqual([
    "events of S were read out of order",
  ]);
  expect(faultsOfOrder("read", stored, ["1", "2", "3", "3", "4"])).toEqual([
    "1 events were read twice",
    "1 events were read that no change emitted",
  ]);
});

test("every operation that changes something took part", () => {
  const acknowledged = run.attempts.filter(({ status = 0 }) => status < 300 && status > 0);
  expect([...new Set(acknowledged.map(({ operation }) => operation))].toSorted()).toEqual([
    "bookTransactions",
    "createItemForAttention",
    "createOffer",
    "createRestriction",
    "signCustomerAgreement",
    "updateAccount",
  ]);
});
