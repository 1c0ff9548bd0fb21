// The assets that the accounts of a report hold at the end of a day, by kind. (docs/statements.md)
import { dayEndsOf, type RawDay } from "@bursar/performance";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { settlementGroupOf } from "../../../reference/settlement/periods.ts";
import { type Sources, termsOf } from "../../books/account-books/reads.ts";
import { factsOf, selectPromised, selectTransactionsOf } from "../../books/transactions/reads.ts";

const kinds = {
  EQ: "Stocks and exchange-traded funds",
  MF: "Mutual funds",
  MM: "Money market funds",
  OP: "Options",
  GV: "Government bonds",
  PR: "Private placements",
} as const;

const cash = "Cash";
const accrued = "Accrued income";
const other = "Valued by the custodian";

/** An account, and the valuation until which its facts count. */
export interface Allocated {
  readonly accountNumber: string;
  readonly valuation: RawDay;
}

/** Cents by kind, of several accounts together; kinds without any are left out. */
export async function allocationOf(
  db: Reader,
  shared: Sources,
  accounts: readonly Allocated[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  const add = (kind: string, cents: bigint) => sums.set(kind, (sums.get(kind) ?? 0n) + cents);
  for (const { accountNumber, valuation } of accounts) {
    const rows = (await selectTransactionsOf(db, [accountNumber])).get(accountNumber) ?? [];
    const promised = (await selectPromised(db, [accountNumber])).get(accountNumber);
    const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
    const ids = new Set(named.filter((id): id is Id => id !== null));
    const [terms, closes, quoted] = await Promise.all([
      shared.terms(ids),
      shared.closes(ids),
      termsOf(shared, ids),
    ]);
    const { facts } = factsOf(rows, valuation.on);
    const { quotationFactors } = quoted;
    const { ends } = dayEndsOf({ facts, promised, closes, quotationFactors }, [valuation.on]);
    const [end] = ends;
    let known = 0n;
    for (const { security, cents = 0n } of end?.held ?? []) {
      add(kinds[settlementGroupOf(terms.get(security)?.instrumentType ?? "")], cents);
      known += cents;
    }
    for (const cents of end?.cash.values() ?? []) {
      add(cash, cents);
      known += cents;
    }
    for (const { cents } of end?.accrued ?? []) {
      add(accrued, cents);
      known += cents;
    }
    const { marketValue, accrued: due, advances = 0n } = valuation;
    add(other, marketValue + due - advances - known);
  }
  const order = [...Object.values(kinds), cash, accrued, other];
  return new Map(
    order.flatMap((kind) => {
      const cents = sums.get(kind) ?? 0n;
      return cents === 0n ? [] : [[kind, cents] as const];
    }),
  );
}
