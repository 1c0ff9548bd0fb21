// The fee of a household of three accounts for the first quarter of 2026, as one of them is billed for it.
import type { Day } from "@bursar/values/dates";
import type { BilledFee } from "../../src/brokerage/documents/bills/reads.ts";

/** The fee. */
export const billedFee: BilledFee = {
  firm: { name: "Harbor Point Advisors", address: ["12 Quay Street", "Buffalo, NY 14202"] },
  custodian: "Bursar Platform",
  owners: ["Rafael Torres"],
  address: ["4 Elm Court", "Buffalo, NY 14209"],
  accountNumber: "RA7Q20MX4K",
  unit: "Household Torres, 3 accounts",
  from: "2026-01-01" as Day,
  to: "2026-03-31" as Day,
  days: "90",
  feeName: "advisory fee",
  lineKind: "period",
  basisKind: "END",
  isInAdvance: false,
  tierType: "M",
  basis: "420000.00",
  unitBasis: "695500.25",
  rate: "1.007836",
  unitFee: "1752.38",
  steps: [
    { step: "tier", sum: "First 250000.00 at 1.20 percent", amount: "3000.00" },
    { step: "tier", sum: "Next 445500.25 at 0.90 percent", amount: "4009.50225" },
    { step: "rate", sum: "7009.50225 ÷ 695500.25, percent a year", amount: "1.007836" },
    { step: "rounded", sum: "", amount: "1752.38" },
  ],
  shares: [
    { accountNumber: "RA7Q20MX4J", basis: "180000.00", amount: "453.53" },
    { accountNumber: "RA7Q20MX4K", basis: "420000.00", amount: "1058.23" },
    { accountNumber: "RA7Q20MX4L", basis: "95500.25", amount: "240.62" },
  ],
  computed: "1058.23",
  amount: "1058.23",
  reason: null,
  takenOn: "2026-04-10" as Day,
  takenFrom: "RA7Q20MX4K",
  isNotice: false,
  takenFee: null,
  withdrawn: null,
  isRefund: false,
  isFeeDue: false,
  words: ["Ask Grace Lin about this bill before its fee is taken."],
};
