// To whom an idempotency key belongs: to one API user and one subject; and how it is looked up.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { clientConfig } from "../store/connection.ts";
import type { Statement, Tx } from "../store/db.ts";
import type { WriteContext } from "./context.ts";
import { reserveRequest } from "./idempotency.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
});
afterAll(() => store.drop());

const context = (apiUser: string, subject: string, key: string): WriteContext => ({
  ...testContext(store.database),
  actor: { apiUser: apiUser as never },
  subject,
  repeat: { key, fingerprint: Buffer.alloc(32, 1) },
});

const keep = (ctx: WriteContext, value: string) =>
  write(ctx, anyEntry("keep"), async () => ({ value, audit: [] }));

/** Makes a change with one key while another change with the first holds it. */
async function whileHeld(first: WriteContext, second: WriteContext): Promise<string> {
  let response = "";
  await write(first, anyEntry("hold"), async () => {
    response = await keep(second, "second");
    return { value: "first", audit: [] };
  });
  return response;
}

test("a key in use does not block another API user, another subject or another key", async () => {
  const held = (key: string) => context("5001", "RA00000001", key);
  expect(await whileHeld(held("a"), context("5002", "RA00000001", "a"))).toBe("second");
  expect(await whileHeld(held("b"), context("5001", "RA00000002", "b"))).toBe("second");
  expect(await whileHeld(held("c"), context("5001", "RA00000001", "d"))).toBe("second");
});

test("a key in use is refused to its own API user, who is asked to retry", async () => {
  const own = () => context("5001", "RA00000001", "e");
  await expect(whileHeld(own(), own())).rejects.toMatchObject({
    status: 409,
    problems: [{ errorCode: "idempotency.key.in.use" }],
  });
});

test("a stored response belongs to one API user, one subject and one key", async () => {
  expect(await keep(context("5001", "RA00000009", "k"), "first")).toBe("first");
  expect(await keep(context("5001", "RA00000009", "k"), "again")).toBe("first");
  expect(await keep(context("5002", "RA00000009", "k"), "own")).toBe("own");
  expect(await keep(context("5001", "RA00000008", "k"), "own")).toBe("own");
  expect(await keep(context("5001", "RA00000009", "l"), "own")).toBe("own");
});

test("a key is looked up by its key alone, also where the plan was made while none was stored", async () => {
  const client = new pg.Client(clientConfig(store.admin));
  await client.connect();
  try {
    await client.query("truncate idempotency_result");
    await client.query("set plan_cache_mode = force_generic_plan");
    const { text, values } = await lookUp();
    await client.query(`prepare look_up as ${text}`);
    const given = values.map((value) => client.escapeLiteral(String(value)));
    const { rows } = await client.query(`explain execute look_up(${given.join(", ")})`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Cond: .*subject .*api_user_id .*idempotency_key/);
    expect(plan).not.toContain("created_at >");
  } finally {
    await client.end();
  }
});

/** The statement by which a reservation looks for the response of its key. */
async function lookUp(): Promise<Statement<unknown>> {
  const sent: Statement<unknown>[] = [];
  const first = async (statement: Statement<unknown>) => {
    sent.push(statement);
    return statement.text.includes("pg_try_advisory") ? { isLocked: true } : undefined;
  };
  const tx = { first } as unknown as Tx;
  await reserveRequest(tx, context("5001", "RA00000001", "f"));
  const found = sent.find(({ text }) => text.includes("from idempotency_result"));
  if (found === undefined) throw new Error("no response is looked for");
  return found;
}
