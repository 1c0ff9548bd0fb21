// One security: its price, closes and splits, its names, coming events, and the accounts that hold it.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { bookReads } from "../../data/book-reads.ts";
import { priceSource, securityKind } from "../../data/security-kinds.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, grouped, none } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Failure, Loading, Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import { Closes } from "./closes.tsx";
import { Holders } from "./holders.tsx";
import { PriceAge } from "./price-age.tsx";
import { SecurityEvents } from "./security-events.tsx";

type Security = Shapes["Security"];

interface SecurityPageProps {
  readonly id: string;
  readonly person: Session;
}

/** The page of a security. */
export function SecurityPage({ id, person }: SecurityPageProps) {
  const read = useQuery(bookReads.security(id));
  if (isAbsent(read.error)) return <NotFound back={{ path: "/", name: "All securities" }} />;
  if (read.error) return <Failure error={read.error} again={() => void read.refetch()} />;
  if (read.data === undefined) return <Loading lines={8} />;
  const { companyName, ticker, cusip, instrumentType, formerSymbols, nextEvents } = read.data;
  return (
    <>
      <PageHead
        title={companyName}
        sub={
          <>
            {ticker} · {securityKind(instrumentType)}
            {cusip && (
              <>
                {" "}
                · CUSIP <span className="mono">{cusip}</span>
              </>
            )}
          </>
        }
      >
        <BackLink href="/" name="All securities" />
      </PageHead>
      <div className="stack">
        <Panel title="Price">
          <Price of={read.data} />
        </Panel>
        <Closes id={id} ticker={ticker} />
        {nextEvents.length > 0 && <SecurityEvents of={nextEvents} person={person} />}
        {formerSymbols.length > 0 && <FormerSymbols of={formerSymbols} />}
        {person.kind !== "issuing" && <Holders id={id} />}
      </div>
    </>
  );
}

function Price({ of }: { readonly of: Security }) {
  const { successor, predecessors, settlementPeriod: period } = of;
  return (
    <dl className="figures">
      <div>
        <dt>Last close</dt>
        <dd>{of.close === null ? none : grouped(of.close)}</dd>
        <dd className="note">
          {of.priceDate === null ? "No price" : `As of ${day(of.priceDate)}`}{" "}
          <PriceAge age={of.priceAge} />
        </dd>
      </div>
      <div>
        <dt>Price source</dt>
        <dd>{of.priceSource === null ? none : priceSource(of.priceSource)}</dd>
      </div>
      <div>
        <dt>Settlement</dt>
        <dd>T+{period}</dd>
        <dd className="note">For a trade today</dd>
      </div>
      {of.taxStatus !== null && (
        <div>
          <dt>Tax status</dt>
          <dd>{of.taxStatus}</dd>
        </div>
      )}
      {successor !== null && (
        <div>
          <dt>Successor</dt>
          <dd>
            <Link href={`/${successor.id}`}>Security {successor.id}</Link>
          </dd>
          <dd className="note">Since {day(successor.date)}</dd>
        </div>
      )}
      {predecessors.map(({ id, date }) => (
        <div key={id}>
          <dt>Predecessor</dt>
          <dd>
            <Link href={`/${id}`}>Security {id}</Link>
          </dd>
          <dd className="note">Until {day(date)}</dd>
        </div>
      ))}
    </dl>
  );
}

function FormerSymbols({ of }: { readonly of: Security["formerSymbols"] }) {
  return (
    <Panel title="Former symbols" isBare>
      <Table columns={["Symbol", "Name", "CUSIP", "From", "To"]}>
        {of.map((former) => (
          <tr key={`${former.ticker} ${former.to}`}>
            <th scope="row">{former.ticker}</th>
            <td>{former.companyName}</td>
            <td className="mono muted">{former.cusip ?? none}</td>
            <td className="nowrap">{day(former.from)}</td>
            <td className="nowrap">{day(former.to)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
