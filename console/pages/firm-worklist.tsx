// The records of a firm that need attention: each entry with its age and due date leads to its
// record.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { counted } from "../../src/values/readable.ts";
import { codes, nameIn } from "../data/codes.ts";
import { consolePath } from "../data/place.ts";
import { secondsOf } from "../data/ranges.ts";
import { reads, worklistSize } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { day, grouped, none, personOf } from "../data/texts.ts";
import { groupWorklist, type WorklistGroup } from "../data/worklist-groups.ts";
import { Icon } from "../parts/icon.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { figures, Table } from "../parts/table.tsx";

type Overview = Shapes["FirmOverview"];
type Entry = Shapes["WorklistEntry"];

/** Each count, with the list of its accounts. */
const kinds = [
  ["itemsForAttention", "Client action items", "/accounts?openitems=true"],
  ["ordersUndecided", "Subscriptions pending issuer approval", "/accounts?waiting=orders"],
  ["transfersOpen", "Transfers in progress", "/accounts?waiting=transfers"],
  ["ballotsOpen", "Proxy votes and elections due", "/accounts?waiting=ballots"],
  ["modelsPending", "Pending model updates", "/accounts?waiting=models"],
  ["accountsRestricted", "Restricted accounts", "/accounts?restricted=true"],
] as const satisfies readonly (readonly [keyof Overview["waiting"], string, string])[];

/** The names of the kinds of entries. */
const kindNames: Readonly<Record<Entry["kind"], string>> = {
  itemsForAttention: "Client action item",
  ordersUndecided: "Subscription",
  transfersOpen: "Transfer",
  ballotsOpen: "Proxy vote or election",
  modelsPending: "Model update",
};

interface FirmWorklistProps {
  readonly firmId: string;
  readonly overview: Overview;
}

/** The counts, and the entries in the order in which they are due. */
export function FirmWorklist({ firmId, overview }: FirmWorklistProps) {
  const list = useQuery(reads.firmWorklist(firmId));
  const [kind, setKind] = useState("");
  return (
    <Panel
      title="Needs attention"
      aside={
        <div className="toolbar">
          <span className="aside">As of {day(overview.asOf)}</span>
          <select
            className="input no-print"
            aria-label="Kind of work"
            value={kind}
            onChange={({ target }) => setKind(target.value)}
          >
            <option value="">All work</option>
            {Object.entries(kindNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
      }
      isBare
    >
      <ul className="counts">
        {kinds.map(([each, name, path]) => (
          <li key={each}>
            <Link href={`~${consolePath}${path}`}>{name}</Link>{" "}
            <span className={overview.waiting[each] === "0" ? "tag" : "tag blue"}>
              {grouped(overview.waiting[each], 0)}
            </span>
          </li>
        ))}
      </ul>
      <Reading of={list} lines={6}>
        {(all) => (
          <Entries
            all={all.filter((entry) => kind === "" || entry.kind === kind)}
            asOf={overview.asOf}
            isCut={all.length === worklistSize}
          />
        )}
      </Reading>
    </Panel>
  );
}

interface EntriesProps {
  readonly all: readonly Entry[];
  readonly asOf: string;
  readonly isCut: boolean;
}

function Entries({ all, asOf, isCut }: EntriesProps) {
  if (all.length === 0) return <Empty title="All caught up" />;
  return (
    <>
      <Table columns={["Work", "Account", "Owner", figures("Age"), figures("Due")]}>
        {groupWorklist(all).map((group) => (
          <Work key={group.key} of={group} asOf={asOf} />
        ))}
      </Table>
      {isCut && <p className="small muted body">The first {worklistSize} entries due are shown.</p>}
    </>
  );
}

interface WorkProps {
  readonly of: WorklistGroup;
  readonly asOf: string;
}

/** A row of an entry, or of the same work in several accounts, which unfolds. */
function Work({ of: { first, entries, since }, asOf }: WorkProps) {
  const [isOpen, setOpen] = useState(false);
  const accounts = new Set(entries.map(({ accountNumber }) => accountNumber)).size;
  if (entries.length === 1) return <Row entry={first} asOf={asOf} />;
  return (
    <>
      <tr>
        <th scope="row">
          {titleOf(first)}
          <div className="tiny muted" style={{ fontWeight: 400 }}>
            {kindNames[first.kind]}
          </div>
        </th>
        <td>
          <button
            type="button"
            className="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "up" : "down"} />
            {counted(accounts, "account")}
            <span className="hidden-text"> with {titleOf(first)}</span>
          </button>
        </td>
        <td>{none}</td>
        <td className="right">{since === null ? none : ageOf(since, asOf)}</td>
        <td className="right">
          <Due on={first.due} asOf={asOf} />
        </td>
      </tr>
      {isOpen &&
        entries.map((entry) => (
          <Row key={`${entry.accountNumber} ${entry.id}`} entry={entry} asOf={asOf} />
        ))}
    </>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly asOf: string;
}

function Row({ entry, asOf }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Link href={`~${consolePath}${pathOf(entry)}`}>{titleOf(entry)}</Link>
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {kindNames[entry.kind]}
        </div>
      </th>
      <td>
        {entry.accountName}
        <div className="tiny muted mono">{entry.accountNumber}</div>
      </td>
      <td>{entry.loginId === null ? none : personOf(entry.loginId)}</td>
      <td className="right">{entry.since === null ? none : ageOf(entry.since, asOf)}</td>
      <td className="right">
        <Due on={entry.due} asOf={asOf} />
      </td>
    </tr>
  );
}

/** Where the record of an entry is. */
function pathOf({ kind, accountNumber, targetOid }: Entry): string {
  return {
    itemsForAttention: `/accounts/${accountNumber}/life`,
    ordersUndecided: `/offers/${targetOid}`,
    transfersOpen: `/accounts/${accountNumber}/life/moves`,
    ballotsOpen: `/accounts/${accountNumber}/life/moves`,
    modelsPending: `/models/${targetOid}`,
  }[kind];
}

function titleOf({ kind, title, code }: Entry): string {
  if (kind === "itemsForAttention") return title ?? nameIn(codes.itemTypes, code);
  if (kind === "transfersOpen") return title === null ? `Transfer, ${code}` : `${title}, ${code}`;
  if (kind === "ballotsOpen") return `${title}, ${nameIn(codes.actionTypes, code)}`;
  return title ?? kindNames[kind];
}

function daysBetween(from: string, to: string): number {
  return Math.round((secondsOf(to) - secondsOf(from)) / 86_400);
}

function ageOf(since: string, asOf: string): string {
  const days = daysBetween(since, asOf);
  return days === 1 ? "1 day" : `${days} days`;
}

/** Days that are left under which a due date stands out. */
const soon = 7;

function Due({ on, asOf }: { readonly on: string | null; readonly asOf: string }) {
  if (on === null) return <span className="faint">{none}</span>;
  const left = daysBetween(asOf, on);
  return <span className={left < soon ? "tag warn" : ""}>{day(on)}</span>;
}
