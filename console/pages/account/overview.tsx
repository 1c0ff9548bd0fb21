// The performance, holdings and cash of an account.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { showsDetails } from "../../data/account-rights.ts";
import { reads } from "../../data/reads.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import type { Benchmark } from "./benchmark-field.tsx";
import { Calendar } from "./calendar.tsx";
import { Cash } from "./cash.tsx";
import { useFees } from "./fees.tsx";
import { Holdings } from "./holdings.tsx";
import type { OfAccount } from "./of-account.ts";
import { Performance } from "./performance.tsx";
import { Periods } from "./periods.tsx";
import { type AskedReturn, ReturnStory } from "./return-story.tsx";
import { Years } from "./years.tsx";

/** The first page of an account. */
export function Overview({ account }: OfAccount) {
  const { accountNumber } = account;
  const measured = { of: "account", id: accountNumber } as const;
  const [fees, setFees] = useFees();
  const [benchmark, setBenchmark] = useState<Benchmark>();
  const [asked, setAsked] = useState<AskedReturn>();
  const hasDetails = showsDetails(account);
  const positions = useQuery({ ...reads.positions(accountNumber), enabled: hasDetails });
  const read = useQuery({
    ...reads.periods(measured, benchmark?.value),
    placeholderData: keepPreviousData,
  });
  const securities = (positions.data ?? []).flatMap(({ security }) =>
    security.id === null ? [] : [{ id: security.id, name: security.ticker }],
  );
  // Until the benchmark is read, the page shows figures without it.
  const shown = read.isPlaceholderData ? undefined : benchmark;
  const chosen = { fees, benchmark: shown, ask: hasDetails ? setAsked : undefined };
  const holdings = hasDetails && (
    <Reading of={positions} lines={6}>
      {(held) => (
        <Holdings
          positions={held}
          basisTitle={
            account.defaultTaxLotSelection === "AVGC" ? "Cost basis" : "Cost basis (long / short)"
          }
        />
      )}
    </Reading>
  );
  return (
    <div className="stack">
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
                  Values appear after the first market close.
                </Empty>
              </Panel>
              {holdings}
            </>
          )
        }
      </Reading>
      {hasDetails && <Cash number={accountNumber} />}
      {asked && (
        <Dialog title="Return calculation" close={() => setAsked(undefined)} isWide>
          <ReturnStory number={accountNumber} asked={asked} />
        </Dialog>
      )}
    </div>
  );
}
