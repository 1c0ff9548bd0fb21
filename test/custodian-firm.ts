// A firm as its custodian has it: accounts that trade by a seed. Shares are whole, money and prices in cents.
import { addDays, type Day } from "@bursar/values/dates";
import { type Draws, drawsFor } from "../src/cli/large-sample/draws.ts";

/** Types of rows that every shape has. */
export type RowType = "deposit" | "buy" | "sell" | "dividend" | "tax" | "interest" | "fee";

interface Row {
  readonly on: Day;
  readonly type: RowType;
  readonly security?: Security;
  readonly shares: bigint;
  readonly price: bigint;
  readonly fees: bigint;
  /** In cents, as it changes the cash. */
  readonly amount: bigint;
}

/** A stock, or a bond of which the face is traded. */
export interface Security {
  readonly symbol: string;
  readonly cusip: string;
  readonly name: string;
  readonly isBond: boolean;
}

/** An account with everything that happened in it. */
export interface Account {
  readonly number: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly rows: Row[];
  readonly held: Map<Security, bigint>;
  cash: bigint;
}

/** The records that a custodian has of a firm until a day. */
export interface CustodianFirm {
  readonly accounts: readonly Account[];
  readonly from: Day;
  readonly to: Day;
}

/** The securities that its accounts trade. */
export const securities: readonly [Security, ...Security[]] = [
  { symbol: "ACME", cusip: "99901A109", name: 'ACME "BROAD" CORP', isBond: false },
  { symbol: "BOLT", cusip: "99902B106", name: "BOLT FASTENERS, INC", isBond: false },
  { symbol: "CRUX", cusip: "99903C104", name: "CRUX METALS", isBond: false },
  { symbol: "DELT", cusip: "99904D102", name: "DELTA RAIL", isBond: false },
  { symbol: "ACME 4.5 29", cusip: "99901AAB4", name: "ACME 4.5% 2029", isBond: true },
];
const names = ["Whitfield", "Okafor", "Ivanov", "Lindqvist", "Moreau", "Tanaka"] as const;

/** The price of shares: of a bond the face in percent of par. */
export function worth({ isBond }: Security, shares: bigint, price: bigint): bigint {
  return isBond ? (shares * price) / 100n : shares * price;
}

/** A firm of so many accounts and rows an account, whose last day is `to`. */
export function custodianFirm(
  seed: string,
  plan: { readonly accounts: number; readonly rowsEach: number; readonly to: Day },
): CustodianFirm {
  const from = addDays(plan.to, -plan.rowsEach - 10);
  const accounts = Array.from({ length: plan.accounts }, (_, index) => {
    const draws = drawsFor(seed, `account ${index}`);
    const account: Account = {
      number: `7${String(index).padStart(7, "0")}`,
      firstName: `Ann${String.fromCharCode(97 + (index % 26))}`,
      lastName: `${names[index % names.length]}${String.fromCharCode(97 + (Math.floor(index / 26) % 26))}`,
      rows: [],
      held: new Map(),
      cash: 0n,
    };
    book(account, {
      on: from,
      type: "deposit",
      shares: 0n,
      price: 0n,
      fees: 0n,
      amount: 50_000_00n,
    });
    while (account.rows.length < plan.rowsEach) {
      const day = addDays(from, 1 + Math.floor((account.rows.length * 7) / 8));
      trade(account, day, draws);
    }
    return account;
  });
  return { accounts, from, to: plan.to };
}

function book(account: Account, row: Row): void {
  account.rows.push(row);
  account.cash += row.amount;
  if (row.security === undefined) return;
  const before = account.held.get(row.security) ?? 0n;
  if (row.type === "buy") account.held.set(row.security, before + row.shares);
  if (row.type === "sell") account.held.set(row.security, before - row.shares);
}

function trade(account: Account, on: Day, draws: Draws): void {
  const security = draws.pick(securities);
  const held = account.held.get(security) ?? 0n;
  const price = BigInt(2_000 + draws.below(2_000));
  const bare = { on, security, shares: 0n, price: 0n, fees: 0n };
  const shares = BigInt(1 + draws.below(5)) * (security.isBond ? 1_000n : 1n);
  const kind = draws.below(10);
  if (kind < 5 && account.cash > 10_000_00n) {
    const fees = BigInt(draws.below(2) * 95);
    const amount = -(worth(security, shares, price) + fees);
    book(account, { ...bare, type: "buy", shares, price, fees, amount });
  } else if (kind < 7 && held >= shares) {
    const fees = BigInt(draws.below(2) * 95);
    const amount = worth(security, shares, price) - fees;
    book(account, { ...bare, type: "sell", shares, price, fees, amount });
  } else if (kind < 8 && held > 0n && !security.isBond) {
    const dividend = 1_00n + BigInt(draws.below(900));
    book(account, { ...bare, type: "dividend", amount: dividend });
    if (draws.oneIn(4)) book(account, { ...bare, type: "tax", amount: -(dividend / 10n) });
  } else if (kind === 8) {
    const interest = BigInt(1 + draws.below(300));
    book(account, { on, type: "interest", shares: 0n, price: 0n, fees: 0n, amount: interest });
  } else {
    book(account, {
      on,
      type: "fee",
      shares: 0n,
      price: 0n,
      fees: 0n,
      amount: -BigInt(1_00 + draws.below(200)),
    });
    const more = BigInt(5_000_00 + draws.below(100_000));
    book(account, { on, type: "deposit", shares: 0n, price: 0n, fees: 0n, amount: more });
  }
}
