// A first start loads the sample into a store without firms, and never again.
import { expect, test } from "vitest";
import { newDatabase } from "../../../../test/database.ts";
import { hasFirms } from "./queries.ts";

test.each([
  ["an empty store", "empty", false],
  ["the sample's store", "sample", true],
] as const)("whether %s has firms", async (_, filled, expected) => {
  const store = await newDatabase(filled);
  try {
    expect(await hasFirms(store.database)).toBe(expected);
  } finally {
    await store.drop();
  }
});
