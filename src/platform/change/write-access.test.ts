// A change decides its caller's access by the first statement of its transaction: nothing that it sends
// behind that runs, or waits, for who has none.
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { sql, type Tx } from "../store/db.ts";
import { guardReads } from "../store/guarded-reads.ts";
import { selectAuditEntries } from "./audit.ts";
import type { WriteContext } from "./context.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("sample");
});
afterAll(() => store.drop());

const number = "RA00000001";
const lock = sql`select from account where account_number = ${number} for no key update`;

/** Of somebody whose firm the account is or is not. */
function byRequest(firm: string, more: Partial<WriteContext> = {}): WriteContext {
  const access = sql`
    select account_name from account where account_number = ${number} and ${firm}::text = 'own'`;
  return {
    ...testContext(store.database),
    subject: number,
    actor: { apiUser: "5001" as never, firm: firm as never },
    access: guardReads(store.database, access),
    takeTurn: async () => () => {},
    ...more,
  };
}

const change = (ctx: WriteContext, isShared = false) =>
  write(
    ctx,
    anyEntry("go"),
    async (tx) => {
      tx.lock(ctx.subject, lock);
      const { id } = (await tx.first(sql<{ id: string }>`
        select pg_current_xact_id()::text as id`)) ?? { id: "" };
      return { value: id, audit: [{ subject: ctx.subject, after: { value: id } }] };
    },
    isShared ? { sharing: { locks: ctx.subject } } : {},
  );
const count = async () => (await selectAuditEntries(store.database, number)).length;
const key = (name: string) => ({ repeat: { key: name, fingerprint: Buffer.alloc(32, 1) } });

test.each([
  ["by request", {}],
  ["with a key", key("a")],
  ["by a command", { takeTurn: undefined as never }],
])("without access, one %s is refused, and waits for no lock", async (_how, more) => {
  const before = await count();
  const denied = await store.database.transaction(async (tx) => {
    await tx.execute(lock);
    return change(byRequest("other", more)).catch((error: unknown) => error);
  });
  expect(denied).toMatchObject({ status: 403 });
  expect(await count()).toBe(before);
});

test("without access, one is refused before its key is: what was answered before is not told", async () => {
  await change(byRequest("own", key("b")));
  await expect(change(byRequest("other", key("b")))).rejects.toMatchObject({ status: 403 });
  const repeat = byRequest("own", key("b"));
  await change(repeat);
  expect(repeat.replayed).toBe(true);
});

test("without access, one that shares a transaction is refused, and the others are made", async () => {
  const before = await count();
  const [made, denied] = await Promise.allSettled([
    change(byRequest("own"), true),
    change(byRequest("other", { subject: "RA00000002" }), true),
  ]);
  expect(made.status).toBe("fulfilled");
  expect(denied).toMatchObject({ status: "rejected", reason: { status: 403 } });
  expect(await count()).toBe(before + 1);
  const left = ["own", "other"].filter((firm) => !store.database.shared?.isOpenTo(firm));
  expect(left).toEqual(["other"]);
});

test("access is decided again where the change is made again: it may be gone by then", async () => {
  await change(byRequest("own", key("c")));
  let asked = 0;
  const guard = byRequest("own").access;
  const access = {
    grantedIn: async (tx: Tx) => {
      asked += 1;
      await guard?.grantedIn(tx);
    },
  };
  const repeat = byRequest("own", { ...key("c"), access });
  await change(repeat);
  // Ahead, which finds that the key has an answer, and in order.
  expect([asked, repeat.replayed]).toEqual([2, true]);
});
