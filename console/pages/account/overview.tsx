// How an account does and what it holds.
import { useQuery } from "@tanstack/react-query";
import { reads } from "../../data/reads.ts";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import type { OfAccount } from "./account.tsx";
import { Holdings } from "./holdings.tsx";
import { Performance } from "./performance.tsx";
import { Periods } from "./periods.tsx";

/** The first page of an account. */
export function Overview({ account }: OfAccount) {
  const { accountNumber } = account;
  const values = useQuery(reads.values(accountNumber));
  const positions = useQuery(reads.positions(accountNumber));
  return (
    <div className="stack">
      <Reading of={values} lines={9}>
        {(series) =>
          series.values.length === 0 ? (
            <Panel title="Performance">
              <Empty title="No value is known yet.">
                Values come with the closes of each day, once the account holds something.
              </Empty>
            </Panel>
          ) : (
            <Performance number={accountNumber} days={series.values} />
          )
        }
      </Reading>
      <Reading of={positions} lines={6}>
        {(held) => (
          <>
            {values.data?.values.length !== 0 && (
              <Periods number={accountNumber} positions={held} />
            )}
            <Holdings account={account} positions={held} />
          </>
        )}
      </Reading>
    </div>
  );
}
