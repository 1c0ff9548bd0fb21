// The account's tax lots: open lots, an estimate of a sale, and closed lots.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { showsPapers } from "../../data/account-rights.ts";
import { reads } from "../../data/reads.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { AverageBasis } from "./average-basis.tsx";
import { Closed } from "./closed-lots.tsx";
import type { Lot } from "./lot-parts.tsx";
import { LotStory } from "./lot-story.tsx";
import type { OfAccount } from "./of-account.ts";
import { Open } from "./open-lots.tsx";
import { Sale } from "./sale.tsx";

/** The page of tax lots. */
export function Lots({ account }: OfAccount) {
  const { accountNumber, defaultTaxLotSelection } = account;
  const open = useQuery(reads.unrealized(accountNumber));
  const closed = useQuery(reads.closedLots(accountNumber));
  const [showsAverage, setShowsAverage] = useState(false);
  const average = useQuery({ ...reads.averageBasis(accountNumber), enabled: showsAverage });
  const [asked, setAsked] = useState<Lot>();
  return (
    <div className="stack">
      <Reading of={open}>
        {(gains) =>
          gains === null ? (
            <Panel title="Open lots">
              <Empty title="No open tax lots" />
            </Panel>
          ) : (
            <>
              <Open gains={gains} method={defaultTaxLotSelection} ask={setAsked} />
              {gains.lots.length > 0 && <Sale account={account} lots={gains.lots} />}
            </>
          )
        }
      </Reading>
      <details
        className="more"
        onToggle={({ currentTarget }) => setShowsAverage(currentTarget.open)}
      >
        <summary>Average basis</summary>
        {showsAverage && (
          <Reading of={average} lines={2}>
            {({ securities }) => (
              <AverageBasis securities={securities} method={defaultTaxLotSelection} />
            )}
          </Reading>
        )}
      </details>
      <Reading of={closed}>
        {(lots) => (
          <Closed
            number={accountNumber}
            lots={lots}
            open={open.data?.lots ?? []}
            hasPapers={showsPapers(account)}
            ask={setAsked}
          />
        )}
      </Reading>
      {asked && (
        <Dialog title={`Lot details: ${asked.security.ticker}`} close={() => setAsked(undefined)}>
          <LotStory number={accountNumber} lot={asked} />
        </Dialog>
      )}
    </div>
  );
}
