// The events that a dry run receives from its change.
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { SerializationFailure } from "../store/db.ts";
import { rehearse } from "./rehearsal.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
});
afterAll(() => store.drop());

test("a rehearsal that is made again emits its events once", async () => {
  const subject = "RA00000101";
  const byRequest = { ...testContext(store.database), subject, enterQueue: async () => () => {} };
  const rehearsal = rehearse(byRequest);
  let attempts = 0;
  async function* notes() {
    yield [{ subject, events: [{ type: "gone", data: {} }] }];
    if (attempts === 1) throw new SerializationFailure("lost");
  }
  await write(rehearsal.context, anyEntry("go"), async () => {
    attempts += 1;
    return { value: null, audit: notes() };
  });
  await rehearsal.end();
  expect(attempts).toBe(2);
  expect(rehearsal.events()).toEqual([{ subject, type: "gone", data: {} }]);
});
