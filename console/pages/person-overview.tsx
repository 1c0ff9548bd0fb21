// A person's total over all accounts, and what the person has to do.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { consolePath } from "../data/place.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { day, grouped, money } from "../data/texts.ts";
import { Empty, Panel, Reading } from "../parts/panel.tsx";

interface OfPersonProps {
  readonly loginId: string;
}

/** The sums over the accounts that the user sees of a person. */
export function PersonTotal({ loginId }: OfPersonProps) {
  const overview = useQuery(reads.memberOverview(loginId));
  return (
    <Reading of={overview} lines={3}>
      {({ value, valueDate, cash, accounts, accountsUnvalued, asOf }) => (
        <Panel
          title="Total"
          aside={valueDate && <span className="aside">As of market close {day(valueDate)}</span>}
        >
          <dl className="figures">
            <div>
              <dt>Value</dt>
              <dd>{money(value)}</dd>
              {accountsUnvalued !== "0" && (
                <dd className="note">Excludes {grouped(accountsUnvalued, 0)} unvalued accounts</dd>
              )}
            </div>
            <div>
              <dt>Cash</dt>
              <dd>{money(cash)}</dd>
              <dd className="note">As of {day(asOf)}</dd>
            </div>
            <div>
              <dt>Accounts</dt>
              <dd>{grouped(accounts, 0)}</dd>
            </div>
          </dl>
        </Panel>
      )}
    </Reading>
  );
}

/** A person's open items, each leading to the account where it is done. */
export function ToDo({ loginId, title }: OfPersonProps & { readonly title: string }) {
  const items = useQuery(reads.openItems(loginId));
  const accounts = useInfiniteQuery(reads.listing({ user: loginId, sort: "-value" }));
  const listed = accounts.data?.pages.flat() ?? [];
  const names = new Map(
    listed.map(({ accountNumber, accountName }) => [accountNumber, accountName]),
  );
  return (
    <Panel title={title} isBare>
      <Reading of={items}>{(open) => <OpenItems open={open} names={names} />}</Reading>
    </Panel>
  );
}

interface OpenItemsProps {
  readonly open: readonly Shapes["ItemForAttention"][];
  /** Names of the accounts by their numbers. */
  readonly names: ReadonlyMap<string, string>;
}

function OpenItems({ open, names }: OpenItemsProps) {
  if (open.length === 0) return <Empty title="All caught up" />;
  return (
    <ul className="cards">
      {open.map(({ id, title, text, accountNumber, ifaType, startDate, expirationDate }) => (
        <li key={id} className="card-row">
          <div className="card-line">
            <Link href={`~${consolePath}/accounts/${accountNumber}/life`} className="strong">
              {title}
            </Link>
            <span className="tag blue">{nameIn(codes.itemTypes, ifaType)}</span>
          </div>
          {text && <p className="small">{text}</p>}
          <span className="tiny muted">
            {names.get(accountNumber)} <span className="mono">{accountNumber}</span> · created{" "}
            {day(startDate)}
            {expirationDate && `, due ${day(expirationDate)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
