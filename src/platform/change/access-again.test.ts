// A change asks again in its transaction whether its caller has access: without it nothing of the change
// runs, or waits for a lock.
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { type Statement, sql } from "../store/db.ts";
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
    access,
    enterQueue: async () => () => {},
    ...more,
  };
}

const change = (ctx: WriteContext) =>
  write(ctx, anyEntry("go"), async (tx) => {
    tx.send(lock);
    return { value: null, audit: [{ subject: ctx.subject }] };
  });
const count = async () => (await selectAuditEntries(store.database, number)).length;
const key = (name: string) => ({ repeat: { key: name, fingerprint: Buffer.alloc(32, 1) } });

test.each([
  ["by request", {}],
  ["with a key", key("a")],
  ["by a command", { enterQueue: undefined as never }],
])("without access, one %s is refused, and waits for no lock", async (_how, more) => {
  const before = await count();
  const denied = await store.database.transaction(async (tx) => {
    await tx.execute(lock);
    return change(byRequest("other", more)).catch((error: unknown) => error);
  });
  expect(denied).toMatchObject({ status: 403 });
  expect(await count()).toBe(before);
});

test("without access, one is refused before its key is: the stored response is not disclosed", async () => {
  await change(byRequest("own", key("b")));
  await expect(change(byRequest("other", key("b")))).rejects.toMatchObject({ status: 403 });
  const repeat = byRequest("own", key("b"));
  await change(repeat);
  expect(repeat.replayed).toBe(true);
});

test("without access, one is refused although it had access when it was admitted", async () => {
  const name = "access-of-test";
  const access = sql`select from store_property where name = ${name}`;
  const byOwner = () => change(byRequest("own", { access }));
  await expect(byOwner()).rejects.toMatchObject({ status: 403 });
  const property = (statement: Statement<unknown>) =>
    store.database.transaction((tx) => tx.execute(statement));
  await property(sql`insert into store_property (name, value) values (${name}, '')`);
  await byOwner();
  await property(sql`delete from store_property where name = ${name}`);
  await expect(byOwner()).rejects.toMatchObject({ status: 403 });
});
