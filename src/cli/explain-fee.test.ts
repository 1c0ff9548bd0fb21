// The output of `bursar explain fee`.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import type { FeeItemRow } from "../brokerage/billing/fee-runs/item-queries.ts";
import { feeLines } from "./explain-fee.ts";

const decimal = (text: string) => text as Decimal;
const item: FeeItemRow = {
  accountNumber: "RA00000001" as AccountNumber,
  feeRunOid: "4701" as Id,
  line: 1,
  lineKind: "period",
  unitNumber: 1,
  unit: "household:61",
  billingPlanOid: "3001" as Id,
  from: "2026-01-01" as Day,
  to: "2026-03-31" as Day,
  days: 90,
  basis: decimal("420000"),
  rate: decimal("1.007836"),
  computed: decimal("1058.23"),
  previous: null,
  adjusted: decimal("1000"),
  reason: "As agreed",
  refusal: null,
  posted: decimal("0"),
  refunded: decimal("0"),
  setOff: decimal("0"),
  state: "OPEN",
  warnings: [],
  steps: [
    { step: "value", sum: "Value of 2026-03-31", amount: "420000.00" },
    { step: "share", sum: "RA00000001", amount: "1058.23" },
  ],
  transactionIds: [],
  payerAccountNumber: null,
  collect: "debit",
  triedOn: null,
  retryUntil: null,
  paidOn: null,
  changed: null,
};

test("each line of the working, then what is taken from where", () => {
  const bill = {
    item,
    takenOn: "2026-04-10" as Day,
    takenFrom: "RA00000001",
    unitBasis: 69_550_025n,
  };
  expect(feeLines(bill as Parameters<typeof feeLines>[0])).toEqual([
    "RA00000001 from 2026-01-01 to 2026-03-31, 90 days, plan 3001",
    "  unit     household:61, basis 695500.25",
    "  value    Value of 2026-03-31 = 420000.00",
    "  share    RA00000001 = 1058.23",
    "  computed 1058.23 at 1.007836 percent a year",
    "  adjusted 1000.00: As agreed",
    "  taken    from RA00000001 on 2026-04-10",
    "  state    OPEN, posted 0.00, due 0.00",
  ]);
});
