// The reservations of a change before it is made: its key and its signature. A request that is refused for them, or
// repeated, waits for no lock that the change would take.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { clientConfig } from "../store/connection.ts";
import { sql } from "../store/db.ts";
import { selectAuditEntries } from "./audit.ts";
import type { WriteContext } from "./context.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
  const admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    create table counter (value integer not null constraint counter_value check (value < 1000));
    insert into counter values (0);
    grant select, insert, update on counter to public`);
  await admin.end();
});
afterAll(() => store.drop());

const byRequest = (subject: string, key?: string): WriteContext => ({
  ...testContext(store.database),
  subject,
  actor: { apiUser: "5001" as never },
  enterQueue: async () => () => {},
  repeat: key === undefined ? undefined : { key, fingerprint: Buffer.alloc(32, 1) },
});
const addition = (value: number) => sql`update counter set value = value + ${value}`;
const entriesOf = (subject: string) => selectAuditEntries(store.database, subject);
async function counterValue(): Promise<number> {
  const row = await store.database.first(sql<{ value: number }>`select value from counter`);
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

test("a change is not made twice", async () => {
  const before = await counterValue();
  const change = async () =>
    write(byRequest("RA00000103", "k"), anyEntry("go"), async (tx) => {
      tx.send(addition(1));
      return { value: "made", audit: [{ subject: "RA00000103" }] };
    });
  expect([await change(), await change()]).toEqual(["made", "made"]);
  expect([await counterValue(), (await entriesOf("RA00000103")).length]).toEqual([before + 1, 1]);
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

  test("but gets its response if it is a repeat, whose signature was used as well", async () => {
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
