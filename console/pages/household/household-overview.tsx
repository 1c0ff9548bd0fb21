// What a household is worth, how it performs, and what its accounts hold together.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { householdReads } from "../../data/household-reads.ts";
import { reads } from "../../data/reads.ts";
import { day, latestOf } from "../../data/texts.ts";
import { Listed } from "../../parts/listed.tsx";
import { isAbsent } from "../../parts/not-found.tsx";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import type { Benchmark } from "../account/benchmark-field.tsx";
import { Calendar } from "../account/calendar.tsx";
import { useFees } from "../account/fees.tsx";
import { Holdings } from "../account/holdings.tsx";
import { Performance } from "../account/performance.tsx";
import { Periods } from "../account/periods.tsx";
import { Years } from "../account/years.tsx";
import { CashTable } from "../firm-cash.tsx";
import { HouseholdAccounts } from "./household-accounts.tsx";
import type { OfHousehold } from "./of-household.ts";

/** The first page of a household. */
export function HouseholdOverview({ household, person }: OfHousehold) {
  const { householdOid } = household;
  const measured = { of: "household", id: householdOid } as const;
  const [fees, setFees] = useFees();
  const [benchmark, setBenchmark] = useState<Benchmark>();
  const positions = useQuery(householdReads.positions(householdOid));
  // Whose level hides what an account holds sees values and returns alone.
  const isHidden = isAbsent(positions.error);
  const read = useQuery({
    ...reads.periods(measured, benchmark?.value),
    placeholderData: keepPreviousData,
  });
  const securities = (positions.data ?? []).flatMap(({ security }) =>
    security.id === null ? [] : [{ id: security.id, name: security.ticker }],
  );
  // Until the benchmark is read, the page shows figures without it.
  const shown = read.isPlaceholderData ? undefined : benchmark;
  const chosen = { fees, benchmark: shown, ask: undefined };
  const holdings = !isHidden && (
    <Reading of={positions} lines={6}>
      {(held) => <Holdings positions={held} basisTitle="Cost basis (long / short)" />}
    </Reading>
  );
  return (
    <div className="stack">
      <HouseholdAccounts household={household} person={person} />
      {read.error && read.data !== undefined && (
        <Failure error={read.error} again={() => void read.refetch()} />
      )}
      <Reading of={read} lines={9}>
        {(answer) =>
          answer.days?.length ? (
            <>
              <Performance
                {...chosen}
                setFees={setFees}
                measured={measured}
                answer={answer}
                securities={securities}
                choose={setBenchmark}
              />
              {holdings}
              <div className={shown ? "columns with-years compared" : "columns with-years"}>
                <Periods {...chosen} answer={answer} />
                {answer.calendar.length > 0 && (
                  <Years {...chosen} years={answer.calendar} asOf={answer.asOf} />
                )}
              </div>
              {answer.calendar.length > 0 && (
                <Calendar {...chosen} years={answer.calendar} asOf={answer.asOf} />
              )}
            </>
          ) : (
            <>
              <Panel title="Performance">
                <Empty title="No performance yet">
                  A household has a value once each account that holds something has one.
                </Empty>
              </Panel>
              {holdings}
            </>
          )
        }
      </Reading>
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
