// Faults of a transaction by itself: missing or surplus columns for its type, and
// impossible figures. (calculations of lots and unit values, docs/tax-lots.md)
import { compare, type Decimal, isZero, sum } from "@bursar/values/decimal";
import { isFolioNumber, isId } from "@bursar/values/ids";
import { incomeKinds } from "../../../reference/codes.ts";
import { valueErrors } from "../../../values/errors.ts";
import { invalid, ruleProblem } from "../../../values/problem.ts";
import {
  type RowProblem,
  type RowRule,
  rowEntryRules,
  rowRules,
} from "../../../values/row-rule.ts";
import { entryRules, shapeRules, withFailed } from "../../../values/shape-rule.ts";
import { faultIf, rulesOfAdjustments } from "./adjustment-rules.ts";
import { faultsOfForm } from "./column-rules.ts";
import { isNamedWithShares, namedLotOf } from "./named-lots.ts";
import type { NewTransactions, TransactionRecord } from "./schema.ts";

/** Every fault of a row by its own columns: first the columns that its type needs or
 * does not have, then whatever the others show. */
export const rulesOfTransaction: readonly RowRule[] = [
  {
    check(row, about, failed) {
      const ofForm = failed.hasAt("transactionType")
        ? []
        : faultsOfForm(row as TransactionRecord).filter(({ column }) => !failed.hasAt(column));
      const unfit = withFailed(
        failed,
        ofForm.map(({ column }) => column),
      );
      return [...ofForm, ...rulesOfValues.flatMap((each) => each.check(row, about, unfit))];
    },
  },
];

const ofRequest = shapeRules<NewTransactions>();
const entriesOfRequest = entryRules<NewTransactions>();

/** Rules of a request to book that need only its body and its path. */
export const rulesOfNewTransactions = [
  ofRequest(["transactions"], ({ transactions }) =>
    transactions.length === 0 ? [invalid("transactions")] : [],
  ),
  entriesOfRequest("transactions", ["accountNumber"], (rows, { params }) => {
    const isOther = rows.some(
      (row) => row?.accountNumber !== undefined && row.accountNumber !== params.accountnumber,
    );
    return isOther ? [ruleProblem(valueErrors.uriMatching)] : [];
  }),
];

const rule = rowRules<TransactionRecord>();
const entries = rowEntryRules<TransactionRecord>();

/** Days in relation to the day of the trade. */
const rulesOfDays: readonly RowRule[] = [
  rule(["settlementDate", "tradeDate"], ({ settlementDate, tradeDate = "" }) =>
    faultIf(
      settlementDate !== undefined && settlementDate < tradeDate,
      "settlementDate",
      "It is before the trade date.",
    ),
  ),
  ...(["exDate", "donorAcquisitionDate", "dateOfDeath"] as const).map((column) =>
    rule([column, "tradeDate"], (row) =>
      faultIf((row[column] ?? "") > (row.tradeDate ?? ""), column, "It is after the trade date."),
    ),
  ),
  entries(
    "lots",
    ["originalAcquisitionDate", "adjustedAcquisitionDate"],
    (lots, _, { tradeDate = "" }) => {
      const days = lots.flatMap((lot) => [
        lot?.originalAcquisitionDate,
        lot?.adjustedAcquisitionDate,
      ]);
      const isLater = days.some((day) => day !== undefined && day > tradeDate);
      return faultIf(isLater, "lots", "A lot is acquired after the trade date.");
    },
    ["tradeDate"],
  ),
  entries(
    "lots",
    ["originalAcquisitionDate", "giftDate"],
    (lots, _, { tradeDate = "" }) => {
      const isOutside = lots.some((lot) => {
        const { giftDate: given, originalAcquisitionDate: original = "" } = lot ?? {};
        return given !== undefined && (given > tradeDate || given < original);
      });
      const reason = "A gift lies outside the time from its acquisition to the transfer.";
      return faultIf(isOutside, "lots", reason);
    },
    ["tradeDate"],
  ),
  entries("lots", ["giftDate", "giftMarketValue"], (lots) => {
    const isUndated = lots.some((lot) => lot?.giftMarketValue !== undefined && !lot.giftDate);
    return faultIf(isUndated, "lots", "The market value of a gift needs its date.");
  }),
];

/** The fields of a row other than its figures. */
const rulesOfNotes: readonly RowRule[] = [
  rule(["availableOn", "tradeDate"], ({ availableOn, tradeDate = "" }) =>
    faultIf(
      availableOn !== undefined && availableOn < tradeDate,
      "availableOn",
      "It is before the trade date.",
    ),
  ),
  rule(["transactionType", "incomeKind"], ({ transactionType: type, incomeKind = "" }) => {
    const { types = [type] } = incomeKinds.find(incomeKind) ?? {};
    return faultIf(!types.includes(type), "incomeKind", `It is no kind of income of ${type}.`);
  }),
  rule(["transactionType", "reverses", "feeKind"], ({ transactionType, reverses, feeKind }) => {
    const isTaken = transactionType === "FEE" && feeKind !== "refund";
    const reason = "A fee that reverses another is a refund.";
    return faultIf(reverses !== undefined && isTaken, "reverses", reason);
  }),
];

/** Types for which shares × price, or a net amount, gives what was paid. */
const priced: ReadonlySet<string> = new Set(["BUY", "REI", "SLE", "RDM", "CIL"]);

const rulesOfAmounts: readonly RowRule[] = [
  rule(["transactionType", "price", "netAmount"], ({ transactionType, price, netAmount }) => {
    const isPaid = price !== undefined || netAmount !== undefined;
    const reason = "A price or a net amount is required.";
    return faultIf(priced.has(transactionType) && !isPaid, "price", reason);
  }),
  rule(["transactionType", "netAmount"], ({ transactionType: type, netAmount }) => {
    const isBought = type === "BUY" || type === "REI";
    if (!isBought || !netAmount?.startsWith("-")) return [];
    const cure = "write it without its sign: the type says that it is paid";
    return [{ column: "netAmount", reason: "It is below 0.", value: netAmount, cure }];
  }),
  rule(["transactionType", "amount"], (row) =>
    faultIf(isWrongAmount(row), "amount", reasonOfAmount(row.transactionType)),
  ),
  rule(["amount", "federalTaxWithholding", "stateTaxWithholding", "foreignTaxWithholding"], (row) =>
    faultIf(isWithheldBeyond(row), "amount", "More is withheld than is paid."),
  ),
];

const rulesOfEvents: readonly RowRule[] = [
  ...(["ratioNew", "ratioOld"] as const).map((column) =>
    rule([column], (row) => faultIf(isNothing(row[column]), column, "The ratio is zero.")),
  ),
  rule(["intoSecurityId", "securityId"], ({ intoSecurityId, securityId }) => {
    const isItself = intoSecurityId !== undefined && intoSecurityId === securityId;
    return faultIf(isItself, "intoSecurityId", "The event leads to its own security.");
  }),
  rule(["transactionType", "childValue", "parentValue", "childPart"], (row) => {
    if (row.transactionType !== "SPO") return [];
    const isVoid = isNothing(row.childValue) && isNothing(row.parentValue);
    const absent = (["childValue", "parentValue"] as const).filter(
      (column) => row.childPart === undefined && row[column] === undefined,
    );
    const needed = "A value is required (SPO, Spin-off), unless `childPart` says the part.";
    return [
      ...absent.map((column) => ({ column, reason: needed })),
      ...faultIf(isVoid, "parentValue", "One of the two values is above 0."),
    ];
  }),
  rule(
    ["transactionType", "intoSecurityId", "ratioNew", "ratioOld", "cashPerShare", "newShareValue"],
    (row) => (row.transactionType === "MRG" ? faultsOfMerger(row) : []),
  ),
  rule(["transactionType", "shares", "folioNumber", "namedLots"], (row) =>
    row.transactionType === "MRG" ? faultsOfPart(row) : [],
  ),
  rule(["transactionType", "netAmount", "cashPerShare", "shares"], (row) =>
    row.transactionType === "MRG" ? faultsOfCash(row) : [],
  ),
  rule(["transactionType", "newShares", "intoSecurityId"], (row) => {
    const isOfCash = row.transactionType === "MRG" && row.intoSecurityId === undefined;
    const reason = "A merger for cash alone has no new shares.";
    return faultIf(isOfCash && row.newShares !== undefined, "newShares", reason);
  }),
];

/** Lots and named shares add up to the shares, where all of them can be read. */
const rulesOfLots: readonly RowRule[] = [
  entries(
    "lots",
    ["shares"],
    (lots, _, { shares }) => {
      const isMisfit = !addsUp(
        lots.map((lot) => lot?.shares),
        shares,
      );
      return faultIf(isMisfit, "lots", "The lots do not add up to the shares.");
    },
    ["shares"],
  ),
  entries(
    "namedLots",
    [],
    (named, _, { shares, transactionType }) => {
      if (transactionType === "BAS" || named.some((lot) => lot && !isNamedWithShares(lot)))
        return [];
      const isMisfit = !addsUp(
        named.map((lot) => (lot === undefined ? lot : namedLotOf(lot).shares)),
        shares,
      );
      return faultIf(isMisfit, "namedLots", "The named shares do not add up to the shares.");
    },
    ["shares", "transactionType"],
  ),
  entries(
    "namedLots",
    [],
    (named, _, { transactionType }) => {
      if (transactionType === "BAS") return [];
      const isVoid = named.some((lot) => lot !== undefined && isVoidName(lot));
      return faultIf(isVoid, "namedLots", "An entry is a transaction id and shares above 0.");
    },
    ["transactionType"],
  ),
  rule(["namedLots", "reliefMethod"], ({ namedLots, reliefMethod }) => {
    const isDouble = namedLots !== undefined && reliefMethod !== undefined;
    return faultIf(isDouble, "reliefMethod", "Lots are named, so that no method applies.");
  }),
];

const rulesOfNumbers: readonly RowRule[] = [
  rule(["toFolioNumber", "folioNumber"], ({ toFolioNumber, folioNumber }) => {
    const isItself = toFolioNumber !== undefined && toFolioNumber === folioNumber;
    return faultIf(isItself, "toFolioNumber", "The journal leads to its own folio.");
  }),
  rule(["feePaidBy", "folioNumber", "accountNumber"], (row) => {
    const { feePaidBy = "outside", folioNumber, accountNumber } = row;
    const isOther = feePaidBy !== folioNumber && isFolioOf(accountNumber, feePaidBy);
    const reason = "It is another folio of the account, or `outside`.";
    return faultIf(feePaidBy !== "outside" && !isOther, "feePaidBy", reason);
  }),
  ...(["cancels", "replaces"] as const).map((column) =>
    rule([column, "transactionId"], (row) =>
      faultIf(row[column] === row.transactionId, column, "A transaction cannot take itself back."),
    ),
  ),
];

const rulesOfValues = [
  ...rulesOfDays,
  ...rulesOfNotes,
  ...rulesOfAmounts,
  ...rulesOfEvents,
  ...rulesOfLots,
  ...rulesOfNumbers,
  ...rulesOfAdjustments,
];

function isVoidName(text: string): boolean {
  if (!isNamedWithShares(text)) return true;
  const { transactionId, shares } = namedLotOf(text);
  return !isId(transactionId) || isZero(shares);
}

/** An exchange of a part is of shares of a folio; without them all of it is exchanged. */
function faultsOfPart(row: {
  readonly shares?: Decimal;
  readonly folioNumber?: string;
  readonly namedLots?: readonly unknown[];
}): RowProblem[] {
  const isPart = row.shares !== undefined;
  const lacksFolio = isPart && row.folioNumber === undefined;
  const namesAll = !isPart && row.namedLots !== undefined;
  return [
    ...faultIf(lacksFolio, "folioNumber", "The part that is exchanged is of a folio."),
    ...faultIf(namesAll, "namedLots", "Lots are named of a part, which `shares` says."),
  ];
}

/** Cash that is stated is that of a part: the cash of a whole position is its shares × cash per share. */
function faultsOfCash({
  netAmount,
  cashPerShare,
  shares,
}: Pick<TransactionRecord, "netAmount" | "cashPerShare" | "shares">): RowProblem[] {
  if (netAmount === undefined) return [];
  return [
    ...faultIf(shares === undefined, "netAmount", "Cash is stated of a part, which `shares` says."),
    ...faultIf(
      cashPerShare === undefined,
      "netAmount",
      "Cash that is stated needs `cashPerShare`.",
    ),
    ...faultIf(netAmount.startsWith("-"), "netAmount", "It is below 0."),
  ];
}

function faultsOfMerger(row: Pick<TransactionRecord, MergerColumn>): RowProblem[] {
  const terms = [row.intoSecurityId, row.ratioNew, row.ratioOld];
  const given = terms.filter((term) => term !== undefined).length;
  const isShares = given === terms.length;
  const lacksValue = isShares && row.cashPerShare !== undefined && row.newShareValue === undefined;
  return [
    ...faultIf(
      given > 0 && !isShares,
      "ratioNew",
      "A new security and both parts of the ratio go together.",
    ),
    ...faultIf(lacksValue, "newShareValue", "Shares and cash together need it."),
    ...faultIf(
      given === 0 && row.cashPerShare === undefined,
      "cashPerShare",
      "A merger pays shares or cash.",
    ),
  ];
}

type MergerColumn = "intoSecurityId" | "ratioNew" | "ratioOld" | "cashPerShare" | "newShareValue";

function isNothing(value: Decimal | undefined): boolean {
  return value !== undefined && isZero(value);
}

function isFolioOf(account: string, folio: string): boolean {
  return isFolioNumber(folio) && folio.slice(0, -2) === account;
}

/** Whether parts add up to the whole; true where one of them cannot be read. */
function addsUp(parts: readonly (Decimal | undefined)[], whole: Decimal | undefined): boolean {
  const known = parts.filter((part) => part !== undefined);
  return whole === undefined || known.length < parts.length || compare(sum(known), whole) === 0;
}

function exceeds(part: Decimal, whole: Decimal): boolean {
  return compare(part, whole) > 0;
}

type TaxColumn = "federalTaxWithholding" | "stateTaxWithholding" | "foreignTaxWithholding";

/** Everything that is withheld of a row. */
function withheldOf(row: Pick<TransactionRecord, TaxColumn>): Decimal {
  const taxes = [row.federalTaxWithholding, row.stateTaxWithholding, row.foreignTaxWithholding];
  return sum(taxes.filter((tax) => tax !== undefined));
}

function isWrongAmount(row: Pick<TransactionRecord, "transactionType" | "amount">): boolean {
  const { transactionType: type, amount } = row;
  if (amount === undefined) return false;
  if (isZero(amount)) return type !== "EXR";
  return amount.startsWith("-") && type !== "INT" && type !== "BAS";
}

function reasonOfAmount(type: string): string {
  if (type === "BAS") return "It is 0: an adjustment raises or lowers a basis.";
  if (type === "EXR") return "It is below 0.";
  return "It is not above 0; only interest may be below 0.";
}

function isWithheldBeyond(row: Pick<TransactionRecord, TaxColumn | "amount">): boolean {
  const withheld = withheldOf(row);
  return row.amount !== undefined && !isZero(withheld) && exceeds(withheld, row.amount);
}
