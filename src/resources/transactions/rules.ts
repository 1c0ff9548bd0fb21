// What is wrong with a transaction by itself: missing or surplus columns for its type, and
// impossible figures. (calculations of lots and unit values, docs/tax-lots.md)

import type { ColumnUse } from "../../platform/bulk/load-kind.ts";
import { transactionTypes } from "../../reference/codes.ts";
import { compare, type Decimal, isZero, sum } from "../../values/decimal.ts";
import { isFolioNumber, isId } from "../../values/ids.ts";
import type { RowProblem } from "../../values/row-rule.ts";
import type { TransactionRecord } from "./schema.ts";

type Column = keyof TransactionRecord;

interface Form {
  readonly needs: readonly Column[];
  readonly may: readonly Column[];
}

const trade: readonly Column[] = ["folioNumber", "securityId", "shares"];
const cash: readonly Column[] = ["folioNumber", "amount"];
const paid: readonly Column[] = ["price", "fees", "netAmount"];
const ratio: readonly Column[] = ["ratioNew", "ratioOld"];
const relief: readonly Column[] = ["reliefMethod", "namedLots"];
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
const payout: Form = { needs: cash, may: ["exDate", "securityId", ...withheld] };

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
  SPL: { needs: ["securityId", ...ratio], may: ["folioNumber"] },
  MRG: {
    needs: ["securityId"],
    may: ["folioNumber", "intoSecurityId", ...ratio, "cashPerShare", "newShareValue", ...withheld],
  },
  SPO: {
    needs: ["securityId", "intoSecurityId", ...ratio, "childValue", "parentValue"],
    may: ["folioNumber"],
  },
  ROC: { needs: ["securityId", "amount"], may: ["folioNumber", "exDate", ...withheld] },
  SYM: { needs: ["securityId", "intoSecurityId"], may: ["folioNumber"] },
  DEP: { needs: cash, may: [] },
  WDL: { needs: cash, may: [] },
  ADM: { needs: cash, may: [] },
  DIV: payout,
  INT: payout,
  FEE: { needs: cash, may: ["feePaidBy"] },
  CJL: { needs: [...cash, "toFolioNumber"], may: [] },
  SJL: { needs: [...trade, "toFolioNumber"], may: [] },
  CXL: { needs: ["cancels"], may: [] },
};

const always: readonly Column[] = ["accountNumber", "transactionId", "transactionType"];
const ofFacts: Form = { needs: ["entryOrder", "tradeDate"], may: ["settlementDate", "replaces"] };

/** Whether a transaction of a type has a column: it needs it, may have it, or is refused with it. */
export function useOfColumn(type: string, column: string): ColumnUse {
  const { needs, may } = forms[type] ?? { needs: [], may: [] };
  const common = type === "CXL" ? { needs: [], may: [] } : ofFacts;
  const isIn = (...lists: (readonly string[])[]) => lists.some((list) => list.includes(column));
  if (isIn(always, common.needs, needs)) return "required";
  return isIn(common.may, may) ? "optional" : "refused";
}

/** Everything that is wrong with a row by its own columns. */
export function faultsOfTransaction(row: TransactionRecord): RowProblem[] {
  const missing = faultsOfForm(row);
  return missing.length > 0 ? missing : [...faultsOfDays(row), ...faultsOfFigures(row)];
}

function faultsOfForm(row: TransactionRecord): RowProblem[] {
  const { transactionType: type } = row;
  const needed = [...ofFacts.needs, ...(forms[type]?.needs ?? [])].filter(
    (column) => useOfColumn(type, column) === "required",
  );
  const { name = type } = transactionTypes.find(type) ?? {};
  const given = (Object.keys(row) as Column[]).filter((column) => row[column] !== undefined);
  return [
    ...needed
      .filter((column) => row[column] === undefined)
      .map((column) => fault(column, `A value is required (${type}, ${name}).`)),
    ...given
      .filter((column) => useOfColumn(type, column) === "refused")
      .map((column) => fault(column, `${type}, ${name}, has no such value.`)),
  ];
}

function fault(column: Column, reason: string): RowProblem {
  return { column, reason };
}

function faultsOfDays(row: TransactionRecord): RowProblem[] {
  const { tradeDate = "" } = row;
  if (row.transactionType === "CXL") return [];
  const later = (column: "exDate" | "donorAcquisitionDate" | "dateOfDeath") =>
    (row[column] ?? "") > tradeDate && fault(column, "It is after the trade date.");
  const faults = [
    row.settlementDate !== undefined &&
      row.settlementDate < tradeDate &&
      fault("settlementDate", "It is before the trade date."),
    later("exDate"),
    later("donorAcquisitionDate"),
    later("dateOfDeath"),
    (row.lots ?? []).some(
      ({ originalAcquisitionDate: original = "", adjustedAcquisitionDate: adjusted = "" }) =>
        original > tradeDate || adjusted > tradeDate,
    ) && fault("lots", "A lot is acquired after the trade date."),
    (row.lots ?? []).some(
      ({ originalAcquisitionDate: original = "", giftDate: given }) =>
        given !== undefined && (given > tradeDate || given < original),
    ) && fault("lots", "A gift lies outside the time from its acquisition to the transfer."),
    (row.lots ?? []).some((lot) => lot.giftMarketValue !== undefined && !lot.giftDate) &&
      fault("lots", "The market value of a gift needs its date."),
  ];
  return faults.filter((each) => each !== false);
}

/** Types for which shares × price, or a net amount, gives what was paid. */
const priced: ReadonlySet<string> = new Set(["BUY", "REI", "SLE", "RDM", "CIL"]);

function faultsOfFigures(row: TransactionRecord): RowProblem[] {
  const { transactionType: type, shares } = row;
  const folio = row.accountNumber;
  const isPaid = row.price !== undefined || row.netAmount !== undefined;
  const isBought = type === "BUY" || type === "REI";
  const named = (row.namedLots ?? []).map(namedLotOf);
  const faults = [
    priced.has(type) && !isPaid && fault("price", "A price or a net amount is required."),
    isBought && row.netAmount?.startsWith("-") && fault("netAmount", "It is below 0."),
    isWrongAmount(row) && fault("amount", "It is not above 0; only interest may be below 0."),
    isNothing(row.ratioNew) && fault("ratioNew", "The ratio is zero."),
    isNothing(row.ratioOld) && fault("ratioOld", "The ratio is zero."),
    row.intoSecurityId !== undefined &&
      row.intoSecurityId === row.securityId &&
      fault("intoSecurityId", "The event leads to its own security."),
    type === "SPO" &&
      isNothing(row.childValue) &&
      isNothing(row.parentValue) &&
      fault("parentValue", "One of the two values is above 0."),
    type === "MRG" && faultOfMerger(row),
    row.lots !== undefined &&
      !addsUp(
        row.lots.map((lot) => lot.shares),
        shares,
      ) &&
      fault("lots", "The lots do not add up to the shares."),
    row.namedLots !== undefined &&
      !addsUp(
        named.map((lot) => lot.shares),
        shares,
      ) &&
      fault("namedLots", "The named shares do not add up to the shares."),
    named.some((lot) => !isId(lot.transactionId) || isZero(lot.shares)) &&
      fault("namedLots", "An entry is a transaction id and shares above 0."),
    row.namedLots !== undefined &&
      row.reliefMethod !== undefined &&
      fault("reliefMethod", "Lots are named, so that no method applies."),
    isWithheldBeyond(row) && fault("amount", "More is withheld than is paid."),
    row.toFolioNumber !== undefined &&
      row.toFolioNumber === row.folioNumber &&
      fault("toFolioNumber", "The journal leads to its own folio."),
    row.feePaidBy !== undefined &&
      row.feePaidBy !== "outside" &&
      (row.feePaidBy === row.folioNumber || !isFolioOf(folio, row.feePaidBy)) &&
      fault("feePaidBy", "It is another folio of the account, or `outside`."),
    [row.cancels, row.replaces].includes(row.transactionId) &&
      fault(type === "CXL" ? "cancels" : "replaces", "A transaction cannot take itself back."),
  ];
  return faults.filter((each) => each !== false && each !== undefined);
}

/** Shares that an order names: of a transaction, or of one lot of a transfer in by its place. */
export function namedLotOf(text: string) {
  const [lot = "", shares = ""] = text.split(":");
  const [transactionId = "", place] = lot.split("/");
  return { transactionId, place, shares: shares as Decimal };
}

function faultOfMerger(row: TransactionRecord): RowProblem | false {
  const terms = [row.intoSecurityId, row.ratioNew, row.ratioOld];
  const given = terms.filter((term) => term !== undefined).length;
  if (given > 0 && given < terms.length) {
    return fault("ratioNew", "A new security and both parts of the ratio go together.");
  }
  if (given > 0) {
    const needsValue = row.cashPerShare !== undefined && row.newShareValue === undefined;
    return needsValue && fault("newShareValue", "Shares and cash together need it.");
  }
  return row.cashPerShare === undefined && fault("cashPerShare", "A merger pays shares or cash.");
}

function isNothing(value: Decimal | undefined): boolean {
  return value !== undefined && isZero(value);
}

function isFolioOf(account: string, folio: string): boolean {
  return isFolioNumber(folio) && folio.slice(0, -2) === account;
}

function addsUp(parts: readonly Decimal[], whole: Decimal | undefined): boolean {
  return whole === undefined || compare(sum(parts), whole) === 0;
}

function exceeds(part: Decimal, whole: Decimal): boolean {
  return compare(part, whole) > 0;
}

/** Everything that is withheld of a row. */
function withheldOf(row: TransactionRecord): Decimal {
  const taxes = [row.federalTaxWithholding, row.stateTaxWithholding, row.foreignTaxWithholding];
  return sum(taxes.filter((tax) => tax !== undefined));
}

function isWrongAmount({ transactionType: type, amount }: TransactionRecord): boolean {
  if (amount === undefined) return false;
  return isZero(amount) || (type !== "INT" && amount.startsWith("-"));
}

function isWithheldBeyond(row: TransactionRecord): boolean {
  const withheld = withheldOf(row);
  return row.amount !== undefined && !isZero(withheld) && exceeds(withheld, row.amount);
}
