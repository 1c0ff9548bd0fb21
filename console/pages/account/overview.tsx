// The performance, holdings and cash of an account.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { showsDetails } from "../../data/account-rights.ts";
import { reads } from "../../data/reads.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Reading } from "../../parts/panel.tsx";
import { Cash } from "./cash.tsx";
import { Holdings } from "./holdings.tsx";
import type { OfAccount } from "./of-account.ts";
import { PerformancePanels } from "./performance-panels.tsx";
import { type AskedReturn, ReturnStory } from "./return-story.tsx";

/** The first page of an account. */
export function Overview({ account }: OfAccount) {
  const { accountNumber } = account;
  const [asked, setAsked] = useState<AskedReturn>();
  const hasDetails = showsDetails(account);
  const positions = useQuery({ ...reads.positions(accountNumber), enabled: hasDetails });
  const isAveraged = account.defaultTaxLotSelection === "AVGC";
  return (
    <div className="stack overview">
      <PerformancePanels
        measured={{ of: "account", id: accountNumber }}
        positions={positions.data}
        empty="Values appear after the first market close."
        ask={hasDetails ? setAsked : undefined}
      >
        {hasDetails && (
          <Reading of={positions} lines={6}>
            {(held) => (
              <Holdings
                positions={held}
                basisTitle={isAveraged ? "Cost basis" : "Cost basis (long / short)"}
              />
            )}
          </Reading>
        )}
      </PerformancePanels>
      {hasDetails && <Cash number={accountNumber} />}
      {asked && (
        <Dialog title="Return calculation" close={() => setAsked(undefined)} isWide>
          <ReturnStory number={accountNumber} asked={asked} />
        </Dialog>
      )}
    </div>
  );
}
