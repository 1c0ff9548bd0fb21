// The days that are billed and refunded, as parts planned from an account's terms and the fees billed before.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import type { BilledPlan } from "./billed-plan.ts";
import {
  type BillableAccount,
  type BillingTerm,
  type PlannedRun,
  plannedParts,
  type TakenPart,
} from "./planned-parts.ts";

const day = (text: string) => text as Day;
const plan = { oid: "1", isInAdvance: true, months: 3, flowFrom: 0n } as unknown as BilledPlan;
const firstQuarter = { from: day("2026-01-01"), to: day("2026-03-31") };
const secondQuarter = { from: day("2026-04-01"), to: day("2026-06-30") };

const run = (period: typeof firstQuarter): PlannedRun => ({
  kind: "A",
  periodOf: () => period,
  billingLevel: "account",
  plans: new Map([["1", plan]]),
});
const term = (from: string, to: string | null, more: Partial<BillingTerm> = {}): BillingTerm => ({
  from: day(from),
  to: to === null ? null : day(to),
  billingPlanOid: "1" as Id,
  discount: "0" as Decimal,
  payerAccountNumber: null,
  collect: "debit",
  ...more,
});
/** Of a posted run, unless it says otherwise. */
const taken = (
  feeRunOid: string,
  from: string,
  to: string,
  more: Partial<TakenPart> = {},
): TakenPart => ({
  feeRunOid: feeRunOid as Id,
  from: day(from),
  to: day(to),
  unitNumber: 1,
  line: 1,
  lineKind: "period",
  billingPlanOid: "1" as Id,
  payerAccountNumber: null,
  collect: "debit",
  isPosted: true,
  ofRunOid: null,
  ofLine: null,
  ...more,
});
const refundOf = (ofRunOid: string, more: Partial<TakenPart> = {}): Partial<TakenPart> => ({
  lineKind: "refund",
  ofRunOid: ofRunOid as Id,
  ofLine: 1,
  ...more,
});
const planned = (
  period: typeof firstQuarter,
  terms: readonly BillingTerm[],
  before: readonly TakenPart[] = [],
  more: Partial<BillableAccount> = {},
) =>
  plannedParts(run(period), {
    accountNumber: "RA00000012" as AccountNumber,
    primaryOwner: "1",
    billingPlanOid: null,
    firstOn: null,
    terms,
    households: [],
    taken: before,
    waived: [],
    ...more,
  });
const shown = ({ parts }: ReturnType<typeof planned>) =>
  parts.map(({ lineKind, from, to, payerAccountNumber, correctedLine }) =>
    [
      lineKind,
      from,
      to,
      correctedLine && `of ${correctedLine.feeRunOid}`,
      payerAccountNumber && `by ${payerAccountNumber}`,
    ]
      .filter((each) => each !== null)
      .join(" "),
  );

test("what corrects a fee is paid by and to whom the fee was, whatever terms say since", () => {
  const first = taken("7", "2026-01-01", "2026-03-31", { payerAccountNumber: "RA00000014" });
  const ended = [term("2025-01-01", "2026-01-31"), term("2026-02-01", "2026-02-15")];
  expect(shown(planned(secondQuarter, ended, [first]))).toEqual([
    "refund 2026-02-16 2026-03-31 of 7 by RA00000014",
    "flow 2026-01-01 2026-02-15 of 7 by RA00000014",
  ]);
  const own = taken("7", "2026-01-01", "2026-03-31", { collect: "invoice" });
  const paidFor = [term("2025-01-01", "2026-02-15", { payerAccountNumber: "RA00000014" })];
  const { parts } = planned(secondQuarter, paidFor, [own]);
  expect(parts.map(({ payerAccountNumber, collect }) => [payerAccountNumber, collect])).toEqual([
    [null, "invoice"],
    [null, "invoice"],
  ]);
});

const ended = (on: string) => [term("2025-01-01", on)];

test("days that came back and were billed again come back again, of the fee that has them", () => {
  const before = [
    taken("7", "2026-01-01", "2026-03-31"),
    taken("8", "2026-02-16", "2026-03-31", refundOf("7")),
  ];
  // Nothing is left to come back, and the days may be billed again.
  expect(shown(planned(firstQuarter, ended("2026-02-15"), before))).toEqual([]);
  expect(shown(planned(firstQuarter, [term("2025-01-01", null)], before))).toEqual([
    "period 2026-02-16 2026-03-31",
  ]);
  const again = [...before, taken("9", "2026-02-16", "2026-03-31")];
  expect(planned(firstQuarter, [term("2025-01-01", null)], again)).toEqual({
    parts: [],
    taken: [],
  });
  expect(shown(planned(firstQuarter, ended("2026-02-28"), again))).toEqual([
    "refund 2026-03-01 2026-03-31 of 9",
  ]);
});

test("days that an open run is to give back are not billed again until it is posted", () => {
  const open = { ...refundOf("7"), isPosted: false };
  const before = [
    taken("7", "2026-01-01", "2026-03-31"),
    taken("8", "2026-02-16", "2026-03-31", open),
  ];
  expect(planned(firstQuarter, [term("2025-01-01", null)], before)).toEqual({
    parts: [],
    taken: [
      {
        accountNumber: "RA00000012",
        feeRunOid: "8",
        from: "2026-02-16",
        to: "2026-03-31",
        isPosted: false,
      },
    ],
  });
});

test("another discount or payer of the same plan begins nothing", () => {
  const changed = [
    term("2025-01-01", "2026-02-15"),
    term("2026-02-16", null, { discount: "10" as Decimal }),
  ];
  expect(shown(planned(firstQuarter, changed))).toEqual([
    "period 2026-01-01 2026-02-15",
    "period 2026-02-16 2026-03-31",
  ]);
  // Of the quarter before nothing was billed, and nobody has begun in it.
  expect(shown(planned(secondQuarter, changed))).toEqual(["period 2026-04-01 2026-06-30"]);
  const begun = [
    term("2026-02-10", "2026-02-20"),
    term("2026-02-21", null, { discount: "10" as Decimal }),
  ];
  expect(shown(planned(secondQuarter, begun))).toEqual([
    "inception 2026-02-10 2026-02-20",
    "inception 2026-02-21 2026-03-31",
    "period 2026-04-01 2026-06-30",
  ]);
});

test("each line of a period has its flows, up to the end of the service without a gap", () => {
  const lines = [
    taken("7", "2026-01-01", "2026-02-16"),
    taken("7", "2026-02-17", "2026-03-31", { line: 2, unitNumber: 2 }),
  ];
  const flows = (terms: readonly BillingTerm[]) =>
    shown(planned(secondQuarter, terms, lines)).filter((each) => each.startsWith("flow"));
  expect(flows([term("2025-01-01", null)])).toEqual([
    "flow 2026-01-01 2026-03-31 of 7",
    "flow 2026-02-17 2026-03-31 of 7",
  ]);
  expect(flows([term("2025-01-01", "2026-02-28"), term("2026-03-05", null)])).toEqual([
    "flow 2026-01-01 2026-02-28 of 7",
    "flow 2026-02-17 2026-02-28 of 7",
  ]);
});

test("days that a person has excluded are not billed by a later run of the next period", () => {
  const begun = [term("2026-02-10", null)];
  const waived = [{ from: day("2026-02-10"), to: day("2026-03-31") }];
  expect(shown(planned(secondQuarter, begun, [], { waived }))).toEqual([
    "period 2026-04-01 2026-06-30",
  ]);
  // Asked for by the period itself they are.
  expect(shown(planned(firstQuarter, begun, [], { waived }))).toEqual([
    "inception 2026-02-10 2026-03-31",
  ]);
});
