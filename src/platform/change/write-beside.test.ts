// Changes by request that share a transaction: each is stored, told, chained and repeated as if it had
// been made alone, whatever becomes of the others.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { type Sender, sql, type Tx } from "../store/db.ts";
import { selectAuditEntries, verifyAudit } from "./audit.ts";
import type { WriteContext } from "./context.ts";
import { rehearse } from "./rehearsal.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
});
afterAll(() => store.drop());

interface Of {
  readonly key?: string;
  readonly firm?: string;
}

function byRequest(subject: string, { key, firm = "1002" }: Of = {}): WriteContext {
  const of = testContext(store.database);
  return {
    ...of,
    subject,
    actor: { apiUser: "5001" as never, firm: firm as never },
    takeTurn: async () => () => {},
    repeat: key === undefined ? undefined : { key, fingerprint: Buffer.alloc(32, 1) },
  };
}

const transactionNow = sql<{ id: string }>`select pg_current_xact_id()::text as id`;

/** A change that tells in which transaction it was made, once what it does inside is done. */
const change = (
  ctx: WriteContext,
  inside: (tx: Tx) => Promise<unknown> = async () => {},
  store?: (sender: Sender) => void,
) =>
  write(
    ctx,
    anyEntry("go"),
    async (tx) => {
      tx.lock(ctx.subject, sql`select 1`);
      await inside(tx);
      const { id = "" } = (await tx.first(transactionNow)) ?? {};
      const audit = [{ subject: ctx.subject, after: { value: ctx.subject } }];
      return { value: id, audit, ...(store && { store }) };
    },
    { sharing: { locks: ctx.subject } },
  );
const countOf = async (subject: string) =>
  (await selectAuditEntries(store.database, subject)).length;
const isSharedBy = (firm: string) => store.database.shared?.isOpenTo(firm);
const refused = async () => {
  throw refusal(400, requestErrors.malformed);
};

test("are made in one transaction, and each has its entry", async () => {
  const subjects = Array.from({ length: 5 }, (_, n) => `RA0000020${n}`);
  for (const round of [1, 2]) {
    const made = await Promise.all(subjects.map((subject) => change(byRequest(subject))));
    expect(new Set(made).size).toBe(1);
    const counts = await Promise.all(subjects.map(countOf));
    expect(counts).toEqual(subjects.map(() => round));
  }
  expect((await verifyAudit(store.database, testVault.auditKey)).faults).toEqual([]);
});

test("begin in the order of what they lock, so that those of two processes do not deadlock", async () => {
  const began: string[] = [];
  const subjects = ["RA00000283", "RA00000281", "RA00000282"];
  const begin = (subject: string) =>
    change(byRequest(subject), async () => void began.push(subject));
  expect(new Set(await Promise.all(subjects.map(begin))).size).toBe(1);
  expect(began).toEqual(subjects.toSorted());
});

test("one that is refused leaves no entry, and the others in their transaction", async () => {
  const [first, bad, second] = await Promise.allSettled([
    change(byRequest("RA00000211")),
    change(byRequest("RA00000212"), refused),
    change(byRequest("RA00000213")),
  ]);
  expect(bad).toMatchObject({ status: "rejected", reason: { status: 400 } });
  expect(first).toEqual(second);
  expect(await Promise.all(["RA00000211", "RA00000212", "RA00000213"].map(countOf))).toEqual([
    1, 0, 1,
  ]);
  expect(isSharedBy("1002")).toBe(true);
});

test("one that is repeated is answered as before, and the others are made once", async () => {
  const once = await change(byRequest("RA00000221", { key: "k", firm: "1003" }));
  const repeat = byRequest("RA00000221", { key: "k", firm: "1003" });
  const [again] = await Promise.all([change(repeat), change(byRequest("RA00000222"))]);
  expect([again, repeat.replayed]).toEqual([once, true]);
  expect(await Promise.all(["RA00000221", "RA00000222"].map(countOf))).toEqual([1, 1]);
  // Whoever repeats makes changes alone for a second; who was beside it does not.
  expect([isSharedBy("1003"), isSharedBy("1002")]).toEqual([false, true]);
  const alone = change(byRequest("RA00000221", { firm: "1003" }));
  const shared = change(byRequest("RA00000222"));
  expect(await alone).not.toBe(await shared);
  await vi.waitFor(() => expect(isSharedBy("1003")).toBe(true), { timeout: 5_000 });
});

test("one that is refused beside one in the way, or while left out, has nobody left out", async () => {
  const violates = (tx: Tx) => tx.execute(sql`select 1 / 0`);
  const [inTheWay, beside] = await Promise.allSettled([
    change(byRequest("RA00000261", { firm: "1006" }), violates),
    change(byRequest("RA00000262", { firm: "1007" }), refused),
  ]);
  expect([inTheWay.status, beside.status]).toEqual(["rejected", "rejected"]);
  expect([isSharedBy("1006"), isSharedBy("1007")]).toEqual([false, true]);
});

test("one that the store refuses is refused by itself, and the others are made", async () => {
  const violates = (tx: Tx) => tx.execute(sql`select 1 / 0`);
  const [made, bad] = await Promise.allSettled([
    change(byRequest("RA00000231")),
    change(byRequest("RA00000232", { firm: "1004" }), violates),
  ]);
  expect(made.status).toBe("fulfilled");
  expect(bad).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(await Promise.all(["RA00000231", "RA00000232"].map(countOf))).toEqual([1, 0]);
  expect(isSharedBy("1004")).toBe(false);
});

test("where what all store at the end fails, who fails by itself is left out, and nobody else", async () => {
  const collides = (sender: Sender) =>
    sender.send(sql`
      insert into used_signature (subject, signature_hash, expires_at)
      values ('RA00000271', ${Buffer.alloc(32)}, ${new Date()})`);
  const [first, second, beside, denied] = await Promise.allSettled([
    change(byRequest("RA00000271", { firm: "1008" }), undefined, collides),
    change(byRequest("RA00000272", { firm: "1009" }), undefined, collides),
    change(byRequest("RA00000273")),
    change(byRequest("RA00000274", { firm: "1010" }), refused),
  ]);
  expect(denied).toMatchObject({ reason: { status: 400 } });
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(beside.status).toBe("fulfilled");
  const failed = first.status === "rejected" ? "1008" : "1009";
  const isOut = ["1008", "1009", "1002", "1010"].filter((firm) => !isSharedBy(firm));
  expect(isOut).toEqual([failed]);
  expect((await verifyAudit(store.database, testVault.auditKey)).faults).toEqual([]);
});

test("one whose chain goes on meanwhile goes on behind it", async () => {
  const ctx = byRequest("RA00000241");
  const other = { ...byRequest("RA00000241"), takeTurn: undefined } as unknown as WriteContext;
  await change(ctx, async (tx) => {
    // The head is foreseen behind the lock, which is none.
    await tx.first(sql`select 1`);
    if ((await countOf(ctx.subject)) === 0) await change(other);
  });
  expect(await countOf(ctx.subject)).toBe(2);
  expect((await verifyAudit(store.database, testVault.auditKey)).faults).toEqual([]);
});

test("one that is rehearsed shares none, and is not stored", async () => {
  const rehearsal = rehearse(byRequest("RA00000251"));
  const beside = change(byRequest("RA00000252"));
  const rehearsed = change(rehearsal.context);
  expect(await rehearsed).not.toBe(await beside);
  await rehearsal.end();
  expect(await Promise.all(["RA00000251", "RA00000252"].map(countOf))).toEqual([0, 1]);
});
