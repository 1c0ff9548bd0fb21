// The sweep: what is due is done once, in order, whoever runs it and however many do.
import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext, testIds, testVault } from "../../../../test/sample-template.ts";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { accountsOfTransaction } from "../../../platform/store/distributed/differences.ts";
import { TermOver } from "../../../platform/store/leader.ts";
import { inTurn } from "./in-turn.ts";
import { scheduledJobFigures } from "./reads.ts";
import { runJobsRegularly } from "./regular-runs.ts";
import { runScheduledJobs } from "./run-scheduled-jobs.ts";

const service = useTestService();

const path = "/restapi/accounts/RA00000006/corporateactions";
const notice = { type: "V", ticker: "ACME", issuer: "Acme Corporation", deadline: "2026-02-27" };

async function overdue(): Promise<string> {
  const response = await service.call("operator", "POST", path, notice);
  expect(response.status, response.text).toBe(201);
  return String(response.headers.location).split("/").at(-1) ?? "";
}

test("expires what is due as the sweep, and a second run changes nothing", async () => {
  const id = await overdue();
  expect((await service.call("operator", "PUT", "/restapi/sweeps", {})).status).toBe(200);
  const { body } = await service.call("adviser", "GET", `${path}/${id}`);
  expect(body.status).toBe("Expired");
  const entries = await service.auditOf("RA00000006");
  expect(entries.at(-1)).toMatchObject({ operation: "expireNotice", caller: { command: "sweep" } });
  expect((await service.auditOf("firm:1001")).at(-1)).toMatchObject({
    operation: "runSweep",
    detail: {
      detail: {
        changes: [
          { operation: "placeDueOrder" },
          { operation: "closeDueOffer" },
          { operation: "expireNotice", count: "1" },
          { operation: "followModel", count: "0" },
          { operation: "openTaxIdCase", count: "0" },
          { operation: "tellHolder", count: "0" },
          { operation: "remindHolder", count: "0" },
          { operation: "entitleCorporateEvent", count: "0" },
          { operation: "beginPosting", count: "0" },
          { operation: "postCorporateEventLine", count: "0" },
          { operation: "endPosting", count: "0" },
          // The holders of positions that have gone ex in the sample firm.
          { operation: "accrueCorporateEventLine", count: "3" },
          { operation: "freezeElections", count: "0" },
          { operation: "compareCorporateEventLine", count: "0" },
          { operation: "computeFeeRun", count: "0" },
          { operation: "drawStatement", count: "0" },
          { operation: "endBuilding", count: "0" },
          { operation: "drawFeeBill", count: "0" },
          { operation: "beginFeePosting", count: "0" },
          { operation: "postFeeItem", count: "0" },
          { operation: "reverseFeeItem", count: "0" },
          { operation: "drawRefundBill", count: "0" },
          { operation: "withdrawFeeBill", count: "0" },
          { operation: "endFeePosting", count: "0" },
          { operation: "compareFeeRun", count: "0" },
          { operation: "expireImport", count: "0" },
        ],
      },
    },
  });
  expect(await runScheduledJobs(testContext(service.db))).toEqual({
    placeDueOrder: 0,
    closeDueOffer: 0,
    expireNotice: 0,
    followModel: 0,
    openTaxIdCase: 0,
    tellHolder: 0,
    remindHolder: 0,
    entitleCorporateEvent: 0,
    beginPosting: 0,
    postCorporateEventLine: 0,
    endPosting: 0,
    accrueCorporateEventLine: 0,
    freezeElections: 0,
    compareCorporateEventLine: 0,
    computeFeeRun: 0,
    drawStatement: 0,
    endBuilding: 0,
    drawFeeBill: 0,
    beginFeePosting: 0,
    postFeeItem: 0,
    reverseFeeItem: 0,
    drawRefundBill: 0,
    withdrawFeeBill: 0,
    endFeePosting: 0,
    compareFeeRun: 0,
    expireImport: 0,
  });
  expect(await service.auditOf("RA00000006")).toEqual(entries);
});

test("by several at once changes each once", async () => {
  const ids = [await overdue(), await overdue(), await overdue()];
  const before = (await service.auditOf("RA00000006")).length;
  const all = await Promise.all([1, 2, 3].map(() => runScheduledJobs(testContext(service.db))));
  const counts = all.map((each) => each.expireNotice ?? 0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
  expect(await service.auditOf("RA00000006")).toHaveLength(before + ids.length);
});

test("can be tried: all of it is taken back", async () => {
  const ids = [await overdue(), await overdue()];
  const dry = { "X-Dry-Run": "true" };
  const tried = await service.call("operator", "PUT", "/restapi/sweeps", {}, dry);
  expect(tried.status, tried.text).toBe(200);
  const created = tried.body.events as { type: string; data: { notifid: string } }[];
  expect(created.map(({ data }) => data.notifid).toSorted()).toEqual(ids.toSorted());
  for (const id of ids) {
    const { body } = await service.call("adviser", "GET", `${path}/${id}`);
    expect(body.status).toBe("New");
  }
  await runScheduledJobs(testContext(service.db));
});

test("a monitor is shown what is due, and what has been for more than five minutes", async () => {
  const job: ScheduledJob<string> = {
    operation: "probe",
    due: async (_, now) => (now < new Date("2026-03-02T15:00:00Z") ? ["a"] : ["a", "b", "c"]),
    change: async () => true,
  };
  const figures = (now: string) =>
    scheduledJobFigures(service.db, new Date(now), [job as ScheduledJob]);
  const late = (count: number) => [{ operation: "probe", due: 3, late: count }];
  expect(await figures("2026-03-02T15:04:59Z")).toEqual(late(1));
  expect(await figures("2026-03-02T15:05:00Z")).toEqual(late(3));
  await overdue();
  const ofNotices = async () =>
    (await scheduledJobFigures(service.db, service.now())).find(
      ({ operation }) => operation === "expireNotice",
    );
  expect(await ofNotices()).toEqual({ operation: "expireNotice", due: 1, late: 1 });
  await runScheduledJobs(testContext(service.db));
  expect(await ofNotices()).toEqual({ operation: "expireNotice", due: 0, late: 0 });
});

test("one change that fails holds up no other, and is reported at the end", async () => {
  const done: number[] = [];
  const left = new Set([1, 2, 3]);
  const job: ScheduledJob<number> = {
    operation: "probe",
    due: async () => [...left],
    change: async (_, due) => {
      if (due === 2) throw new Error("two fails");
      done.push(due);
      return left.delete(due);
    },
  };
  const run = runScheduledJobs(testContext(service.db), () => false, [job as ScheduledJob]);
  await expect(run).rejects.toThrow("two fails");
  expect(done).toEqual([1, 3]);
});

test("a job whose records cannot be looked up holds up no other, and is reported at the end", async () => {
  const blind: ScheduledJob<number> = {
    operation: "blind",
    due: () => Promise.reject(new Error("no list")),
    change: async () => true,
  };
  const left = new Set([1, 2]);
  const job: ScheduledJob<number> = {
    operation: "probe",
    due: async () => [...left],
    change: async (_, due) => left.delete(due),
  };
  const jobs = [blind, job] as ScheduledJob[];
  const run = runScheduledJobs(testContext(service.db), () => false, jobs);
  await expect(run).rejects.toThrow("no list");
  expect(left.size).toBe(0);
});

test("where a transaction takes several, each is tried alone if it fails or is not done", async () => {
  const left = new Set(Array.from({ length: 25 }, (_, number) => number));
  const together: number[] = [];
  const alone: number[] = [];
  const job: ScheduledJob<number> = {
    operation: "probe",
    due: async () => [...left],
    change: async (_, due) => {
      alone.push(due);
      if (due === 13) throw new Error("thirteen fails");
      return left.delete(due);
    },
    changeTogether: async (_, due) => {
      together.push(due.length);
      if (due.includes(13)) throw new Error("all of them fail with it");
      return due.map((each) => each !== 3 && left.delete(each));
    },
  };
  const run = runScheduledJobs(testContext(service.db), () => false, [job as ScheduledJob]);
  await expect(run).rejects.toThrow("thirteen fails");
  // A cluster takes one in each transaction.
  const isOne = accountsOfTransaction(service.db) === 1;
  expect(together).toEqual(isOne ? [] : [10, 10, 5]);
  const all = Array.from({ length: 25 }, (_, at) => at);
  expect(alone).toEqual(isOne ? all : [3, ...all.slice(10, 20)]);
  expect([...left]).toEqual([13]);
});

test("a slow change among several at once holds up none behind it", async () => {
  const left = new Set([1, 2, 3]);
  const lastDone = Promise.withResolvers<void>();
  const job: ScheduledJob<number> = {
    operation: "probe",
    atOnce: 2,
    due: async () => [...left],
    change: async (_, due) => {
      if (due === 1) await lastDone.promise;
      if (due === 3) lastDone.resolve();
      return left.delete(due);
    },
  };
  const run = runScheduledJobs(testContext(service.db), () => false, [job as ScheduledJob]);
  expect(await run).toEqual({ probe: 3 });
});

test("however many fail, what is due behind them is done, and each is tried once", async () => {
  const failing = Array.from({ length: 1_700 }, (_, number) => number);
  const left = new Set([...failing, 9_001, 9_002]);
  const tried: number[] = [];
  const job: ScheduledJob<number> = {
    operation: "probe",
    due: async (_, _now, most) => [...left].slice(0, most),
    change: async (_, due) => {
      tried.push(due);
      if (due < 9_000) throw new Error("it fails");
      return left.delete(due);
    },
  };
  const run = runScheduledJobs(testContext(service.db), () => false, [job as ScheduledJob]);
  await expect(run).rejects.toThrow("it fails");
  expect(tried).toEqual([...failing, 9_001, 9_002]);
});

test("a short job gets its turn while a long one has batches left", async () => {
  const order: string[] = [];
  const long = new Set(Array.from({ length: 1_200 }, (_, number) => number));
  const short = new Set([1]);
  const takes = (operation: string, due: Set<number>): ScheduledJob<number> => ({
    operation,
    due: async (_db, _now, most) => [...due].slice(0, most),
    change: async (_, each) => {
      order.push(operation);
      // Jobs that come up meanwhile are done before the long one has ended, too.
      if (each === 700) short.add(2);
      return due.delete(each);
    },
  });
  const jobs = [takes("long", long), takes("short", short)] as ScheduledJob[];
  const swept = await runScheduledJobs(testContext(service.db), () => false, jobs);
  expect(swept).toEqual({ long: 1_200, short: 2 });
  const turns = order.filter((each, at) => each !== order[at - 1]);
  expect(turns).toEqual(["long", "short", "long", "short", "long"]);
  expect(order.indexOf("short")).toBe(500);
});

test("changes what is due although its caller is gone, for whom nothing is queued any more", async () => {
  const changed: string[] = [];
  const job: ScheduledJob<string> = {
    operation: "probe",
    due: async () => (changed.length === 0 ? ["only"] : []),
    change: async (ctx, due) => {
      await ctx.enterQueue?.("probe");
      return changed.push(due) > 0;
    },
  };
  const enterQueue = () => Promise.reject(new Error("the caller is gone"));
  const ctx = { ...testContext(service.db), enterQueue };
  expect(await runScheduledJobs(ctx, () => false, [job as ScheduledJob])).toEqual({ probe: 1 });
});

test("stops where it is aborted", async () => {
  const job = { operation: "probe", due: async () => [1], change: async () => true };
  const looks = [false, false, false];
  const isOver = () => looks.pop() ?? true;
  expect(await runScheduledJobs(testContext(service.db), isOver, [job])).toEqual({ probe: 1 });
});

const ofLeader = () => ({
  db: service.db,
  vault: testVault,
  clock: () => service.now(),
  random: randomBytes,
  drawId: testIds,
});

test("sweeps of a process take turns, whether a leader or the operator begins them", async () => {
  const order: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const failing = inTurn(service.db, async () => {
    await ended;
    order.push("first");
    throw new Error("failed");
  });
  const regular = runJobsRegularly(ofLeader(), service.db, { info: vi.fn(), warn: vi.fn() });
  const asked = service.call("operator", "PUT", "/restapi/sweeps", {}).then(({ status }) => {
    order.push(`asked ${status}`);
  });
  // As long as both would take.
  for (const _ of [1, 2, 3]) await runScheduledJobs(testContext(service.db));
  expect([...order, regular.lastAt()]).toEqual([undefined]);
  end();
  await expect(failing).rejects.toThrow("failed");
  await asked;
  expect(order).toEqual(["first", "asked 200"]);
  expect(regular.lastAt()).toEqual(service.now());
  await regular.stop();
});

test("of a leader runs at once, and changes nothing once the term is over", async () => {
  const { db } = service;
  const of = ofLeader();
  const log = { info: vi.fn(), warn: vi.fn() };
  const lost = {
    transaction: async () => {
      throw new TermOver();
    },
  };
  const id = await overdue();
  const late = runJobsRegularly(of, lost, log);
  await expect.poll(() => log.warn.mock.calls.length, { timeout: 60_000 }).toBe(1);
  await late.stop();
  expect(late.lastAt()).toBeUndefined();
  const timely = runJobsRegularly(of, db, log);
  await expect.poll(() => timely.lastAt(), { timeout: 60_000 }).toEqual(service.now());
  await timely.stop();
  const { body } = await service.call("adviser", "GET", `${path}/${id}`);
  expect(body.status).toBe("Expired");
});
