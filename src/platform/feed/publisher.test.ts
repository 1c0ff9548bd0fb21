// The publisher as the leader runs it: it goes on by itself, also after the store has failed it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { insertEvents } from "../change/event-queries.ts";
import { type Database, sql } from "../store/db.ts";
import { runPublisher } from "./publisher.ts";

let store: TestDatabase;
let db: Database;
beforeAll(async () => {
  store = await newDatabase("empty");
  db = store.database;
});
afterAll(() => store.drop());

/** Tells an event of a subject, with a number of its own. */
async function emit(subject: string, sequence: number): Promise<void> {
  await db.transaction(async (tx) => {
    const event = { subject, sequence: String(sequence), place: 1, type: "x", data: {} };
    insertEvents(tx, testContext(db), [event]);
  });
}

const published = () =>
  db.rows(sql<{ of: string }>`
    select event_subject || ' ' || event_sequence as of from event_position
    order by event_position.position`);

test("events get positions by themselves, in the order of their subject, after failures too", async () => {
  let failures = 0;
  const term: Pick<Database, "transaction"> = {
    transaction: (work) => {
      failures += 1;
      return failures <= 3 ? Promise.reject(new Error("no store")) : db.transaction(work);
    },
  };
  const warned: unknown[] = [];
  await emit("RA00000002", 9);
  await emit("RA00000002", 10);
  const now = () => new Date("2026-03-02T15:00:00Z");
  const stop = runPublisher({ db, clock: now, days: 90 }, term, {
    warn: (line: unknown) => warned.push(line),
  } as never);
  await expect.poll(published, { timeout: 60_000 }).toHaveLength(2);
  await emit("RA00000001", 1);
  await expect
    .poll(published, { timeout: 60_000 })
    .toEqual([{ of: "RA00000002 9" }, { of: "RA00000002 10" }, { of: "RA00000001 1" }]);
  await stop();
  // Once is enough.
  expect(warned).toEqual([{ err: new Error("no store") }]);
  await emit("RA00000001", 2);
  const pending = await db.rows(sql`select from event_pending`);
  expect(pending).toHaveLength(1);
});
