// What time brings verifications.
import type { SweepStep } from "../../../platform/change/sweep-step.ts";
import { type DueCase, selectDueCases } from "./case-queries.ts";
import { openTaxIdCase } from "./open-tax-id-case.ts";

/** Clients whose tax id a member of another firm has become cases of the operator. */
export const openingOfTaxIdCases: SweepStep<DueCase> = {
  operation: "openTaxIdCase",
  due: (db, now, most) => selectDueCases(db, now, { most }),
  change: openTaxIdCase,
};
