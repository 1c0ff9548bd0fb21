// The columns that a transaction of each type needs, may have and does not have. (calculations of lots and unit
// values, docs/tax-lots.md)
import type { ColumnUse } from "../../../platform/bulk/load-kind.ts";
import { transactionTypes } from "../../../reference/codes.ts";
import type { RowProblem } from "../../../values/row-rule.ts";
import type { TransactionRecord } from "./schema.ts";

/** A column of a transaction. */
export type Column = keyof TransactionRecord;

interface Form {
  readonly needs: readonly Column[];
  readonly may: readonly Column[];
}

const trade: readonly Column[] = ["folioNumber", "securityId", "shares"];
const cash: readonly Column[] = ["folioNumber", "amount"];
const paid: readonly Column[] = ["price", "fees", "netAmount"];
const ratio: readonly Column[] = ["ratioNew", "ratioOld"];
const accepted: readonly Column[] = [
  "acceptedMethod",
  "acceptedShortTermTaxRate",
  "acceptedLongTermTaxRate",
];
const relief: readonly Column[] = ["reliefMethod", "namedLots", ...accepted];
const withheld: readonly Column[] = [
  "federalTaxWithholding",
  "stateTaxWithholding",
  "withholdingState",
  "foreignTaxWithholding",
  "withholdingCountry",
];

const purchase: Form = { needs: trade, may: paid };
const sale: Form = { needs: trade, may: [...paid, ...withheld, ...relief] };
const withInterest = ({ needs, may }: Form): Form => ({ needs, may: [...may, "accruedInterest"] });
const income: readonly Column[] = ["incomeKind", "taxYear"];
const payout: Form = { needs: cash, may: ["exDate", "securityId", ...withheld, ...income] };

/** The columns of each type besides the common ones; `may` marks optional ones. */
const forms: Readonly<Record<string, Form>> = {
  BUY: withInterest(purchase),
  REI: purchase,
  TIN: { needs: [...trade, "lots"], may: [] },
  GFT: { needs: trade, may: ["donorAcquisitionDate", "donorCostBasis", "marketValue"] },
  INH: { needs: trade, may: ["dateOfDeath", "marketValue"] },
  SLE: withInterest(sale),
  RDM: withInterest(sale),
  CIL: sale,
  EXP: { needs: trade, may: [...withheld, ...relief] },
  TOT: { needs: trade, may: relief },
  WLS: { needs: ["securityId"], may: ["folioNumber", "shares"] },
  SPL: { needs: ["securityId", ...ratio], may: ["folioNumber", "newShares"] },
  MRG: {
    needs: ["securityId"],
    may: [
      "folioNumber",
      "shares",
      "namedLots",
      "intoSecurityId",
      ...ratio,
      "cashPerShare",
      "netAmount",
      "newShareValue",
      "newShares",
      ...withheld,
    ],
  },
  SPO: {
    needs: ["securityId", "intoSecurityId", ...ratio],
    may: ["folioNumber", "childValue", "parentValue", "childPart", "newShares"],
  },
  ROC: { needs: ["securityId", "amount"], may: ["folioNumber", "exDate", ...withheld, ...income] },
  SYM: { needs: ["securityId", "intoSecurityId"], may: ["folioNumber"] },
  EXR: { needs: [...trade, "intoSecurityId", ...ratio, "amount"], may: ["namedLots"] },
  BAS: {
    needs: ["securityId", "amount", "reason"],
    may: ["folioNumber", "holdingDays", "namedLots"],
  },
  STU: { needs: ["securityId", "part", "marketValue"], may: ["folioNumber", "dateOfDeath"] },
  LMV: {
    needs: [...trade, "reason", "toAccountNumber", "toFolioNumber"],
    may: ["marketValue", ...relief],
  },
  AVE: { needs: ["securityId"], may: ["folioNumber", "planSince"] },
  AVR: { needs: ["securityId"], may: ["folioNumber"] },
  AVX: { needs: ["securityId"], may: ["folioNumber"] },
  DEP: { needs: cash, may: ["method", "reverses", "availableOn"] },
  WDL: { needs: cash, may: ["method", "reverses"] },
  ADM: { needs: cash, may: [] },
  DIV: payout,
  INT: payout,
  FEE: { needs: cash, may: ["feePaidBy", "feeKind", "reverses"] },
  CJL: { needs: [...cash, "toFolioNumber"], may: [] },
  SJL: { needs: [...trade, "toFolioNumber"], may: [] },
  CXL: { needs: ["cancels"], may: [] },
};

const always: readonly Column[] = ["accountNumber", "transactionId", "transactionType"];
const ofFacts: Form = {
  needs: ["entryOrder", "tradeDate"],
  may: ["settlementDate", "replaces", "notes", "eventId"],
};

/** Whether a transaction of a type has a column: it needs it, may have it, or is refused with it. */
export function useOfColumn(type: string, column: string): ColumnUse {
  const { needs, may } = forms[type] ?? { needs: [], may: [] };
  const common = type === "CXL" ? { needs: [], may: [] } : ofFacts;
  const isIn = (...lists: (readonly string[])[]) => lists.some((list) => list.includes(column));
  if (isIn(always, common.needs, needs)) return "required";
  return isIn(common.may, may) ? "optional" : "refused";
}

/** Columns that a type needs and a row lacks, and those that the type does not have. */
export function faultsOfForm(row: TransactionRecord): (RowProblem & { readonly column: Column })[] {
  const { transactionType: type } = row;
  const needed = [...ofFacts.needs, ...(forms[type]?.needs ?? [])].filter(
    (column) => useOfColumn(type, column) === "required",
  );
  const { name = type } = transactionTypes.find(type) ?? {};
  const given = (Object.keys(row) as Column[]).filter((column) => row[column] !== undefined);
  return [
    ...needed
      .filter((column) => row[column] === undefined)
      .map((column) => ({ column, reason: `A value is required (${type}, ${name}).` })),
    ...given
      .filter((column) => useOfColumn(type, column) === "refused")
      .map((column) => ({ column, reason: `${type}, ${name}, has no such value.` })),
  ];
}
