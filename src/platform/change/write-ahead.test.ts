// A change by request sends its first statements with the claim of its key, and foresees the head of its
// chain: it is stored as if it had waited for both.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { untilOneWaits } from "../../../test/lock-waits.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { clientConfig } from "../store/connection.ts";
import { StoreUnavailable, sql, type Tx } from "../store/db.ts";
import { selectAuditEntries, verifyAudit } from "./audit.ts";
import type { WriteContext } from "./context.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
  const admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    create table tally (value integer not null constraint tally_value check (value < 1000));
    insert into tally values (0);
    grant select, insert, update on tally to public`);
  await admin.end();
});
afterAll(() => store.drop());

const byRequest = (subject: string, key?: string): WriteContext => ({
  ...testContext(store.database),
  ...{ subject, actor: { apiUser: "5001" as never }, takeTurn: async () => () => {} },
  repeat: key === undefined ? undefined : { key, fingerprint: Buffer.alloc(32, 1) },
});
const begin = async (tx: Tx, subject: string) => {
  tx.lock(subject, sql`select from account where account_number = ${subject} for no key update`);
  await tx.execute(sql`select 1`);
};
const addition = (value: number) => sql`update tally set value = value + ${value}`;
const entriesOf = (subject: string) => selectAuditEntries(store.database, subject);
const noted = (subject: string) => ({ value: null, audit: [{ subject }] });
const faults = async () => (await verifyAudit(store.database, testVault.auditKey)).faults;

async function tally(): Promise<number> {
  const row = await store.database.first(sql<{ value: number }>`select value from tally`);
  return row?.value ?? -1;
}

async function isLockAwaited(): Promise<boolean> {
  const waiting = sql`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  return (await store.database.first(waiting)) !== undefined;
}

/** Fails as soon as what is done waits for a lock. */
async function withoutWaiting<T>(done: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = done.finally(() => {
    isOver = true;
  });
  ended.catch(() => {}); // it may end while it is asked who waits
  while (!isOver) expect(await isLockAwaited()).toBe(false);
  return ended;
}

test("begins a chain and goes on with it", async () => {
  for (const value of ["1", "2", "3"]) {
    const change = async () => ({ value, audit: [{ subject: "RA00000101", after: { value } }] });
    expect(await write(byRequest("RA00000101"), anyEntry("go"), change)).toBe(value);
  }
  const entries = await entriesOf("RA00000101");
  expect(entries.map(({ sequence }) => sequence)).toEqual(["1", "2", "3"]);
  expect(await faults()).toEqual([]);
});

test("stores what it writes with its entry, and nothing of it when that fails", async () => {
  const before = await tally();
  const change = (value: number) =>
    write(byRequest("RA00000102"), anyEntry("go"), async () => ({
      value: null,
      audit: [{ subject: "RA00000102" }],
      store: (tx) => tx.send(addition(value)),
    }));
  await change(1);
  await expect(change(1000)).rejects.toMatchObject({ constraint: "tally_value" });
  expect([await tally(), (await entriesOf("RA00000102")).length]).toEqual([before + 1, 1]);
});

test("is not made twice, although the repeat has sent statements before it is known", async () => {
  const before = await tally();
  const change = async () =>
    write(byRequest("RA00000103", "k"), anyEntry("go"), async (tx) => {
      tx.send(addition(1));
      return { value: "made", audit: [{ subject: "RA00000103" }] };
    });
  expect([await change(), await change()]).toEqual(["made", "made"]);
  expect([await tally(), (await entriesOf("RA00000103")).length]).toEqual([before + 1, 1]);
});

describe("while another holds the row that it would change, it does not wait", () => {
  const change = (ctx: WriteContext, inside = async () => {}) =>
    write(ctx, anyEntry("go"), async (tx) => {
      await tx.execute(addition(1));
      await inside();
      return { value: "made", audit: [{ subject: ctx.subject }] };
    });
  const whileLocked = <T>(attempt: () => Promise<T>): Promise<T> =>
    store.database.transaction(async (tx) => {
      await tx.execute(addition(0));
      return withoutWaiting(attempt());
    });
  const signed = (of: WriteContext): WriteContext => ({
    ...of,
    signature: { hash: Buffer.alloc(32, 2), expiresAt: new Date(+of.realNow + 300_000) },
  });

  test("but is refused if its key is in use", async () => {
    const ctx = byRequest("RA00000104", "k");
    await change(ctx, async () => {
      await expect(withoutWaiting(change(ctx))).rejects.toMatchObject({ status: 409 });
    });
  });

  test("but is answered if it is a repeat, whose signature was used as well", async () => {
    const ctx = () => signed(byRequest("RA00000108", "k"));
    await change(ctx());
    const repeat = ctx();
    expect(await whileLocked(() => change(repeat))).toBe("made");
    expect(repeat.replayed).toBe(true);
  });

  test("but is refused if its key was used with another request", async () => {
    const ctx = byRequest("RA00000109", "k");
    await change(ctx);
    const other = { ...ctx, repeat: { key: "k", fingerprint: Buffer.alloc(32, 3) } };
    await expect(whileLocked(() => change(other))).rejects.toMatchObject({ status: 422 });
  });

  test.each(["l", undefined])("but is refused if its signature was used (key %s)", async (key) => {
    const first = signed(byRequest("RA00000110", "k"));
    await change(first).catch(() => {});
    const again = signed(byRequest("RA00000110", key));
    await expect(whileLocked(() => change(again))).rejects.toMatchObject({ status: 401 });
    expect(await entriesOf("RA00000110")).toHaveLength(1);
  });
});

test("hears nothing from the store before the claim is settled", async () => {
  const keep = (change: () => void) =>
    write(byRequest("RA00000105", "k"), anyEntry("go"), async (tx) => {
      await tx.execute(sql`select 1`);
      change();
      return noted("RA00000105");
    });
  const heard: string[] = [];
  await keep(() => heard.push("first"));
  await keep(() => heard.push("second"));
  expect(heard).toEqual(["first"]);
});

test.each([
  ["RA00000106", []],
  ["RA00000107", [{ type: "x", data: {} }]],
])("runs again if the chain of %s has gone on since it read the head", async (subject, events) => {
  const noted = () => ({ value: null, audit: [{ subject, events }] });
  let attempts = 0;
  const other = () => write(byRequest(subject), anyEntry("other"), async () => noted());
  await write(byRequest(subject), anyEntry("go"), async (tx) => {
    attempts += 1;
    await begin(tx, subject);
    if (attempts === 1) await other();
    return noted();
  });
  expect(attempts).toBe(2);
  const entries = await entriesOf(subject);
  expect(entries.map(({ operation }) => operation)).toEqual(["other", "go"]);
  expect(await faults()).toEqual([]);
});

test.each<[string, string, (tx: Tx, subject: string) => Promise<void>]>([
  ["asks before it locks", "RA00000113", begin],
  ["locks nothing", "RA00000114", async () => {}],
])("goes on at once with a chain that had gone on before, if it %s", async (_, subject, rest) => {
  let attempts = 0;
  await write(byRequest(subject), anyEntry("go"), async (tx) => {
    attempts += 1;
    await tx.execute(sql`select 1`);
    await write(byRequest(subject), anyEntry("other"), async () => noted(subject));
    await rest(tx, subject);
    return noted(subject);
  });
  expect(attempts).toBe(1);
  const entries = await entriesOf(subject);
  expect(entries.map(({ operation }) => operation)).toEqual(["other", "go"]);
});

test("waits for the head of a chain before it stores an entry, so that neither waits for the other", async () => {
  const subject = "RA00000111";
  const locked = Promise.withResolvers<void>();
  const hold = async (tx: Tx) => {
    await tx.execute(sql`select from audit_head where subject = ${subject} for update`);
    locked.resolve();
    await untilOneWaits(store.database);
    return noted(subject);
  };
  await write(byRequest(subject), anyEntry("go"), async () => noted(subject));
  const inOrder = { ...testContext(store.database), subject };
  let holding: Promise<unknown> | undefined;
  await write(byRequest(subject), anyEntry("go"), async (tx) => {
    await begin(tx, subject);
    holding ??= write(inOrder, anyEntry("hold"), hold);
    await locked.promise;
    return noted(subject);
  });
  await holding;
  expect(store.database.usage().failures.get("40P01")).toBeUndefined();
  const entries = await entriesOf(subject);
  expect(entries.map(({ operation }) => operation)).toEqual(["go", "hold", "go"]);
});

test("gives up once it has lost five times, also if it was overtaken in between", async () => {
  const failure = (fields: object) =>
    Object.assign(new pg.DatabaseError("lost", 4, "error"), fields);
  const deadlock = { code: "40P01" };
  const overtaken = { code: "23505", constraint: "audit_entry_pkey" };
  let attempts = 0;
  const attempt = write(byRequest("RA00000112"), anyEntry("go"), async () => {
    attempts += 1;
    throw failure(attempts === 5 ? overtaken : deadlock);
  });
  await expect(attempt).rejects.toBeInstanceOf(StoreUnavailable);
  expect(attempts).toBe(6);
});

test("begins the chain of a subject that it has made, and goes on with one that there is", async () => {
  const change = () => ({ value: null, audit: [{ subject: "offer:7", begins: true }] });
  for (const expected of [1, 2]) {
    let attempts = 0;
    await write(byRequest("firm:1002"), anyEntry("make"), async () => {
      attempts += 1;
      return change();
    });
    expect(attempts).toBe(expected);
  }
  const entries = await entriesOf("offer:7");
  expect(entries.map(({ sequence, detail }) => [sequence, detail])).toEqual([
    ["1", "{}"],
    ["2", "{}"],
  ]);
  expect(await faults()).toEqual([]);
});
