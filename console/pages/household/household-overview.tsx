// The value of a household, its performance, and the holdings of its accounts together.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { householdReads } from "../../data/household-reads.ts";
import { day, latestOf } from "../../data/texts.ts";
import { Listed } from "../../parts/listed.tsx";
import { isAbsent } from "../../parts/not-found.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { Holdings } from "../account/holdings.tsx";
import { PerformancePanels } from "../account/performance-panels.tsx";
import { CashTable } from "../firm-cash.tsx";
import { HouseholdAccounts } from "./household-accounts.tsx";
import type { OfHousehold } from "./of-household.ts";

/** The first page of a household. */
export function HouseholdOverview({ household, person }: OfHousehold) {
  const { householdOid } = household;
  const positions = useQuery(householdReads.positions(householdOid));
  // A person whose level hides the holdings of an account sees values and returns alone.
  const isHidden = isAbsent(positions.error);
  return (
    <div className="stack overview">
      <HouseholdAccounts household={household} person={person} />
      <PerformancePanels
        measured={{ of: "household", id: householdOid }}
        positions={positions.data}
        empty="A household has a value once each account that holds something has one."
        ask={undefined}
      >
        {!isHidden && (
          <Reading of={positions} lines={6}>
            {(held) => <Holdings positions={held} basisTitle="Cost basis (long / short)" />}
          </Reading>
        )}
      </PerformancePanels>
      {!isHidden && <HouseholdCash oid={householdOid} />}
    </div>
  );
}

/** The cash of each account, after the sums. */
function HouseholdCash({ oid }: { readonly oid: string }) {
  const list = useInfiniteQuery(householdReads.balances(oid));
  const asOf = latestOf((list.data?.pages.flat() ?? []).map((row) => row.asOf));
  return (
    <Panel
      title="Cash"
      aside={asOf && <span className="aside">As of {day(asOf)}</span>}
      footer="The cash of one account does not pay for another."
      isBare
    >
      <Listed of={list} empty="No accounts">
        {(rows) => <CashTable rows={rows} />}
      </Listed>
    </Panel>
  );
}
