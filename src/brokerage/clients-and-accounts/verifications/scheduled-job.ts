// The changes that time brings to verifications.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { type DueCase, selectDueCases } from "./case-queries.ts";
import { openTaxIdCase } from "./open-tax-id-case.ts";

/** Clients whose tax id a member of another firm has become cases of the operator. */
export const openingOfTaxIdCases: ScheduledJob<DueCase> = {
  operation: "openTaxIdCase",
  due: (db, now, most) => selectDueCases(db, now, { most }),
  change: openTaxIdCase,
};
