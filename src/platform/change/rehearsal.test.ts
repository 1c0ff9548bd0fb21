// What a dry run hears of the events of its change.
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { sql } from "../store/db.ts";
import { rehearse } from "./rehearsal.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
});
afterAll(() => store.drop());

test("a rehearsal that another change overtakes tells its events once", async () => {
  const subject = "RA00000101";
  const byRequest = { ...testContext(store.database), subject, takeTurn: async () => () => {} };
  const changed = (type: string) => ({
    value: null,
    audit: [{ subject, events: [{ type, data: {} }] }],
  });
  const rehearsal = rehearse(byRequest);
  let attempts = 0;
  await write(rehearsal.context, anyEntry("go"), async (tx) => {
    attempts += 1;
    tx.lock(subject, sql`select from account where account_number = ${subject} for no key update`);
    await tx.execute(sql`select 1`);
    if (attempts === 1) await write(byRequest, anyEntry("other"), async () => changed("other"));
    return changed("gone");
  });
  await rehearsal.end();
  expect(attempts).toBe(2);
  expect(rehearsal.events()).toEqual([{ subject, type: "gone", data: {} }]);
});
