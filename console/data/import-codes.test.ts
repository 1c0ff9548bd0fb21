// The console offers the shipped profiles, and no other.
import { shippedProfiles } from "@bursar/custodian-files";
import { expect, test } from "vitest";
import { importProfiles } from "./import-codes.ts";

test("the profiles of the console are the shipped ones", () => {
  const shipped = shippedProfiles.map(({ name, title }) => [name, title]);
  expect(importProfiles).toEqual(Object.fromEntries(shipped));
});
