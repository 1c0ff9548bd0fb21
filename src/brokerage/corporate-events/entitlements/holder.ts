// A holder on the entitlement day, and what an event gives it. (docs/corporate-events.md)
import type { Decimal } from "@bursar/values/decimal";
import type { FolioNumber } from "@bursar/values/ids";
import type { TransactionRecord } from "../../books/transactions/changes.ts";

/** A folio with what it holds of the event's security at the opening of the entitlement day. */
export interface HolderFolio {
  readonly folioNumber: FolioNumber;
  readonly shares: Decimal;
  /** Whether payouts are reinvested here, where the event has a price for it. */
  readonly reinvests: boolean;
  /** Whether what is paid and not reinvested goes to the cash folio. */
  readonly paysToAccount: boolean;
}

/** Shares that were elected for an option. */
export interface Election {
  readonly optionId: string;
  readonly shares: Decimal;
}

/** An account that is entitled. */
export interface Holder {
  /** By number. */
  readonly folios: readonly HolderFolio[];
  readonly cashFolio: FolioNumber;
  /** The rate of backup withholding, in percent, where the account is under it. */
  readonly backupRate?: Decimal | undefined;
  /** In the order in which the options were chosen. */
  readonly elections: readonly Election[];
  /** Whether a restriction keeps it from buying, so that stock is not chosen. */
  readonly isBuyingRestricted: boolean;
}

/** A row to book, without its account, its id and its place on the day. */
export type EventRow = Omit<
  TransactionRecord,
  "accountNumber" | "transactionId" | "entryOrder" | "lots" | "namedLots"
>;

/** The payment for a component or an option: of `exact` shares × rate. Money in cents. */
export interface Payment {
  /** The component's place from 1, an option's id, `cash` or `interest`. */
  readonly of: string;
  readonly rate: Decimal;
  /** Shares in units of 0.00001. */
  readonly shares: bigint;
  readonly gross: bigint;
  readonly withheld: bigint;
  readonly foreign: bigint;
}

/** The entitlement of a holder from an event. Shares in units of 0.00001, money in cents. */
export interface Entitlement {
  /** In the order in which they are booked; none where nothing is due. */
  readonly rows: readonly EventRow[];
  readonly shares: bigint;
  readonly payments: readonly Payment[];
  /** New shares that came from the ratio, with fractions that were then paid. */
  readonly newShares: bigint;
  readonly fractions: bigint;
  readonly cashInLieu: bigint;
  readonly reinvestedAmount: bigint;
  readonly reinvestedShares: bigint;
  /** Why the service cannot decide what is due; no rows then. */
  readonly undecided?: string | undefined;
}
