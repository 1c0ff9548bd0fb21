// A transaction in a folio as lists and reads show it. (docs/activity.md, "The record")
import { type Day, encodeDay, encodeInstant } from "@bursar/values/dates";
import { subtract, sum } from "@bursar/values/decimal";
import { moneyText, sharesText } from "@bursar/values/units";
import { transactionTypes } from "../../../reference/codes.ts";
import { type Calendar, settlesLater } from "../../../reference/settlement/queries.ts";
import { type Categorized, categoryOf } from "./categories.ts";
import type { Movement } from "./movements.ts";
import type { ActivityRow } from "./queries.ts";
import type { PageBooks } from "./running-cash.ts";
import type { TransactionEntry } from "./schema.ts";

/** A row in one of the folios that it moves, or in none; or the cancellation that stands with it. */
export interface Entry {
  readonly row: ActivityRow;
  readonly folioNumber: string | null;
  /** Undefined where nothing moves. */
  readonly movement: Movement | undefined;
  readonly isCancellation: boolean;
}

/** The data with which entries are shown. */
export interface Showing extends PageBooks {
  /** Only where a trade says no day of settlement. */
  readonly calendar: Calendar | undefined;
  readonly today: Day;
}

/** The facts that decide the category of an entry. */
export function categorizedOf({ row, isCancellation }: Entry): Categorized {
  return isCancellation ? { ...row, transactionType: "CXL" } : row;
}

/** An entry as it is returned. */
export function encodeEntry(entry: Entry, showing: Showing): TransactionEntry {
  const { row, folioNumber, isCancellation } = entry;
  const { category: categoryName, name: subCategoryName } = categoryOf(categorizedOf(entry));
  const { name: typeName = "" } = transactionTypes.find(codeOf(entry)) ?? {};
  const { accountNumber, ticker, securityName } = row;
  return {
    accountId: accountNumber,
    folioNumber,
    folioName: folioNumber === null ? null : showing.nameOf(accountNumber, folioNumber),
    toFolioNumber: isCancellation ? null : row.toFolioNumber,
    transactionId: (isCancellation ? row.takenBackBy : row.transactionId) ?? "",
    transactionCode: codeOf(entry),
    transactionDesc: securityName === null ? typeName : `${typeName}, ${securityName}`,
    categoryName,
    subCategoryName,
    date: row.tradeOn && encodeDay(row.tradeOn),
    ticker,
    symbolName: securityName,
    security: row.securityId && ticker ? { id: row.securityId, ticker, cusip: row.cusip } : null,
    ...(isCancellation ? ofCancellation(row) : ofRow(entry, showing)),
  };
}

function codeOf({ row, isCancellation }: Entry): string {
  return isCancellation ? "CXL" : row.transactionType;
}

type Figures = Omit<
  TransactionEntry,
  | "accountId"
  | "folioNumber"
  | "folioName"
  | "toFolioNumber"
  | "transactionId"
  | "transactionCode"
  | "transactionDesc"
  | "categoryName"
  | "subCategoryName"
  | "date"
  | "ticker"
  | "symbolName"
  | "security"
>;

const nothing = {
  quantity: null,
  price: null,
  commission: null,
  fees: null,
  accruedInterest: null,
  net: "0.00",
  marketNet: null,
  marketPrice: null,
  withholding: { federal: null, state: null, foreign: null },
  notes: null,
  exDate: null,
  incomeKind: null,
  eventId: null,
  replaces: null,
  takenBackBy: null,
  reverses: null,
  cashAfter: null,
} as const;

function ofCancellation({ transactionId, takenBackAt }: ActivityRow): Figures {
  return {
    ...nothing,
    settlementDate: null,
    settled: true,
    status: "IN_FORCE",
    cancels: transactionId,
    acceptedTimestamp: takenBackAt && encodeInstant(takenBackAt),
  };
}

const journals: ReadonlySet<string> = new Set(["CJL", "SJL"]);

function ofRow(entry: Entry, { calendar, today, cashBehind }: Showing): Figures {
  const { row, movement, folioNumber } = entry;
  const { price, fees, accruedInterest, notes, incomeKind, eventId, reverses } = row;
  const isJournal = journals.has(row.transactionType);
  const net = netOf(entry);
  const settlesOn = settlementOf(row, calendar);
  const cash = row.isTakenBack || folioNumber === null ? undefined : cashBehind(row);
  return {
    quantity: movement ? quantityOf(row, movement) : null,
    price,
    commission: fees,
    fees,
    accruedInterest,
    net,
    marketNet: isJournal ? net : null,
    marketPrice: isJournal ? price : null,
    withholding: {
      federal: row.federalTaxWithholding,
      state: row.stateTaxWithholding,
      foreign: row.foreignTaxWithholding,
    },
    notes,
    settlementDate: settlesOn && encodeDay(settlesOn),
    settled: settlesOn !== null && settlesOn <= today,
    exDate: row.exOn && encodeDay(row.exOn),
    incomeKind,
    eventId,
    status: statusOf(row),
    cancels: null,
    replaces: row.takesBack,
    takenBackBy: row.takenBackBy,
    reverses,
    acceptedTimestamp: row.acceptedAt && encodeInstant(row.acceptedAt),
    cashAfter: cash && folioNumber !== null ? moneyText(cash.get(folioNumber) ?? 0n) : null,
  };
}

/** The amount that a folio gets; of a return of capital that counts no more, the amount that it had
 * for all folios. */
function netOf({ row, movement }: Entry): string {
  if (movement) return moneyText(movement.cents);
  if (row.transactionType !== "ROC" || row.amount === null || !row.isTakenBack) return "0.00";
  const taxes = [row.federalTaxWithholding, row.stateTaxWithholding, row.foreignTaxWithholding];
  return subtract(row.amount, sum(taxes.filter((tax) => tax !== null)));
}

function quantityOf(row: ActivityRow, { shares }: Movement): string | null {
  const id = row.transactionType === "SPO" ? row.intoSecurityId : row.securityId;
  const count = id === null ? undefined : shares.get(id);
  return count === undefined ? null : sharesText(count);
}

function statusOf({ isTakenBack, takenBackType }: ActivityRow): string {
  if (!isTakenBack) return "IN_FORCE";
  return takenBackType === "CXL" ? "CANCELLED" : "REPLACED";
}

/** Whether the day on which a row settles has to be worked out. */
export function needsCalendar({ settlementOn, transactionType }: ActivityRow): boolean {
  return settlementOn === null && settlesLater(transactionType);
}

function settlementOf(row: ActivityRow, calendar: Calendar | undefined): Day | null {
  const { transactionType: type, tradeOn, settlementOn, instrumentType, settlementPeriod } = row;
  if (tradeOn === null) return null;
  if (settlementOn !== null || calendar === undefined) return settlementOn ?? tradeOn;
  const security = instrumentType === null ? undefined : { instrumentType, settlementPeriod };
  return calendar.settlesOn({ type, tradeOn }, security);
}
