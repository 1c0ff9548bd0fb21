// A run fails for an error code that none of its tests has seen: what counts as seen, and what does
// not.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCatalogues } from "../scripts/docs/error-codes.ts";
import { accountErrors } from "../src/brokerage/clients-and-accounts/accounts/errors.ts";

let folder: string;
let codes: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-seen-test-"));
  const catalogues = await readCatalogues();
  codes = catalogues.flatMap(({ errors }) => errors.map(({ code }) => code));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** The module as a separate worker loads it, with the folder of its run. */
async function fresh() {
  vi.resetModules();
  const seen = await import("./seen-codes.ts");
  vi.stubEnv(seen.seenVariable, folder);
  return seen;
}

test("a code is unseen until a response, a load or a command shows it", async () => {
  const { noteResponse, noteReason, unseenCodes } = await fresh();
  expect(unseenCodes(folder).toSorted()).toEqual([...new Set(codes)].toSorted());
  noteResponse('[{"type":"REQUEST","errorCode":"unauthorized","message":"x"}]');
  noteReason(accountErrors.billingPlan.sentence);
  noteReason("No sentence of a catalogue.");
  noteResponse('[{"errorCode":"of.no.catalogue"}]');
  const seen = codes.filter((code) => !unseenCodes(folder).includes(code));
  expect(seen.toSorted()).toEqual(["account.billing.plan.rule", "unauthorized"]);
});

test("a code that shares its sentence is seen only through a response", async () => {
  const { noteReason, unseenCodes } = await fresh();
  const { primaryBeneficiaries, contingentBeneficiaries } = accountErrors;
  expect(primaryBeneficiaries.sentence).toBe(contingentBeneficiaries.sentence);
  noteReason(primaryBeneficiaries.sentence);
  expect(unseenCodes(folder)).toContain(primaryBeneficiaries.code);
  expect(unseenCodes(folder)).toContain(contingentBeneficiaries.code);
});

test("a code is unseen for an operation until it refuses with it, whichever others do", async () => {
  const { noteRefusal, unseenRefusals } = await fresh();
  const operation = (operationId: string) =>
    ({ operationId, "x-error-codes": ["null.reason", "restriction.lift.rule"] }) as never;
  const contract = { paths: { "/a": { post: operation("a") }, "/b": { get: operation("b") } } };
  noteRefusal("a", ["null.reason", "unauthorized"]);
  noteRefusal("b", ["restriction.lift.rule"]);
  expect(unseenRefusals(folder, contract as never)).toEqual([
    "a restriction.lift.rule",
    "b null.reason",
  ]);
});
