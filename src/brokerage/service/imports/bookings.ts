// Rows of custodians' files as transactions of the books: the columns that each type has.
import type { Place, TransactionFact } from "@bursar/custodian-files";
import { type Decimal, fixed, subtract } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { fitsPlaces, places, unitsOf } from "@bursar/values/units";
import type { AccountLink } from "./match-accounts.ts";

/** A transaction that is to be booked, before it has its place in its day and its id. */
export interface Booking extends Place {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly tradeDate: string;
  readonly type: string;
  readonly securityId: Id | undefined;
  /** In 0.00001; of a split what the position gains. */
  readonly shares: bigint;
  /** Of an event that brings another security: which, and how many shares of it. */
  readonly into?: { readonly securityId: Id; readonly shares: bigint };
  /** The columns beyond those. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** The rows of files that it records, by which they are known again. */
  readonly rowIds: readonly string[];
}

/** Types whose rows name shares, an amount and how the two are joined. */
const trades: ReadonlySet<string> = new Set(["BUY", "REI", "SLE", "RDM", "CIL"]);
/** Types that have a security, if the row names one. */
const ofSecurities: ReadonlySet<string> = new Set([
  "BUY",
  "REI",
  "SLE",
  "RDM",
  "CIL",
  "EXP",
  "TIN",
  "TOT",
  "DIV",
  "INT",
  "ROC",
  "BAS",
  "SPL",
  "MRG",
  "SPO",
  "SYM",
]);

/** The transaction of a row. What a row lacks for its type is found when it is loaded. */
export function bookingOf(
  fact: TransactionFact,
  { accountNumber, folioNumber }: AccountLink,
  securityId: Id | undefined,
): Booking {
  const { file, line, rowId, transactionType: type, tradeDate, settlementDate } = fact;
  const shares = fact.shares === undefined ? undefined : sharesText(fact.shares);
  return {
    file,
    line,
    accountNumber,
    folioNumber,
    tradeDate,
    type,
    securityId: ofSecurities.has(type) ? securityId : undefined,
    shares: shares === undefined ? 0n : unitsOf(shares, places.shares),
    columns: {
      ...(settlementDate !== undefined && settlementDate > tradeDate ? { settlementDate } : {}),
      ...figuresOf(fact, shares),
    },
    rowIds: [rowId],
  };
}

function figuresOf(fact: TransactionFact, shares: Decimal | undefined): Record<string, unknown> {
  const { transactionType: type, amount, price, fees, accruedInterest } = fact;
  if (trades.has(type)) {
    const interest = type === "REI" || type === "CIL" ? undefined : moneyText(accruedInterest);
    return {
      shares,
      price: price === undefined || fitsPlaces(price, places.price) ? price : fixed(price, 6),
      fees: moneyText(fees),
      accruedInterest: interest,
      netAmount:
        amount === undefined
          ? undefined
          : moneyText(interest === undefined ? amount : subtract(amount, interest)),
    };
  }
  if (type === "TIN") return { shares, lots: shares === undefined ? undefined : [{ shares }] };
  if (type === "EXP" || type === "TOT") return { shares };
  if (type === "SPL" || type === "SPO" || type === "SYM") return {};
  if (type === "MRG") return { amount: moneyText(amount), price };
  return {
    amount: moneyText(amount),
    ...(type === "BAS" ? { reason: fact.reason ?? "COR" } : {}),
  };
}

/** Shares with the places that the books have, a half to the even digit. */
export function sharesText(shares: Decimal): Decimal {
  return fitsPlaces(shares, places.shares) ? shares : (fixed(shares, places.shares) as Decimal);
}

/** Money in cents, a half to the even digit. */
export function moneyText(amount: Decimal | undefined): Decimal | undefined {
  if (amount === undefined || fitsPlaces(amount, places.money)) return amount;
  return fixed(amount, places.money) as Decimal;
}
