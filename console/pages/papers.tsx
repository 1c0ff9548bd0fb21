// The statements, tax forms and bills of a person: those of one account, or of all.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  billBytes,
  documentReads,
  type Report,
  reportTypes,
  statementBytes,
} from "../data/document-reads.ts";
import type { Session } from "../data/session.ts";
import { day, instant } from "../data/texts.ts";
import { Listed } from "../parts/listed.tsx";
import { Empty, Panel } from "../parts/panel.tsx";
import { ReadButton } from "../parts/read-button.tsx";
import { Table } from "../parts/table.tsx";
import { Retention } from "./account/retention.tsx";

const lists = {
  statements: {
    title: "Statements and tax forms",
    empty: "No statements yet",
    read: statementBytes,
  },
  bills: { title: "Bills", empty: "No bills yet", read: billBytes },
} as const;

interface PapersProps {
  readonly of: keyof typeof lists;
  /** The account whose papers are shown, with those of its household; all of the owner's without one. */
  readonly number?: string;
  /** Names of the accounts, where there are several. */
  readonly names?: ReadonlyMap<string, string>;
  readonly owner: string;
  readonly person: Session;
  /** The content of the panel's header. */
  readonly children?: ReactNode;
}

/** The papers of an owner, newest first. */
export function Papers({ of, number, names, owner, person, children }: PapersProps) {
  const { title, empty, read } = lists[of];
  const list = useInfiniteQuery(documentReads[of](owner));
  const cache = useQueryClient();
  const renew = () => void cache.invalidateQueries({ queryKey: ["documents", owner] });
  const isShown = ({ accountNumber }: Report) =>
    number === undefined || accountNumber === number || accountNumber === null;
  return (
    <Panel title={title} aside={children} isBare>
      <Listed of={list} empty={empty}>
        {(reports) => {
          const own = reports.filter(isShown);
          if (own.length === 0) return <Empty title={empty} />;
          const account = names ? ["Account"] : [];
          return (
            <Table columns={["Document", ...account, "Period ending", "Released", "Read"]}>
              {own.map((report) => (
                <Row
                  key={report.reportId}
                  report={report}
                  replacement={reports.find(({ reportId }) => reportId === report.replacedBy)}
                  names={names}
                  read={() => read(owner, report.reportId)}
                  done={renew}
                  person={person}
                />
              ))}
            </Table>
          );
        }}
      </Listed>
    </Panel>
  );
}

interface RowProps {
  readonly report: Report;
  /** The paper that took its place, where the list has got to it. */
  readonly replacement: Report | undefined;
  readonly names: PapersProps["names"];
  readonly read: () => Promise<Blob>;
  readonly done: () => void;
  readonly person: Session;
}

function Row({ report, replacement, names, read, done, person }: RowProps) {
  const { reportType, reportDate, createts, isCorrected, isRead, readts, accountNumber } = report;
  const replacedOn = replacement === undefined ? "" : ` ${day(replacement.createts)}`;
  const title = `${reportTypes[reportType]}, ${day(reportDate)}`;
  return (
    <tr>
      <th scope="row">
        <ReadButton
          label={reportTypes[reportType]}
          title={title}
          name={`${accountNumber ?? "household"}-${reportDate.slice(0, 10)}.pdf`}
          read={read}
          done={done}
        />{" "}
        {isCorrected && <span className="tag warn">Corrected</span>}{" "}
        {report.replacedBy !== null && <span className="tag">Replaced{replacedOn}</span>}
        {accountNumber === null && !names && <div className="tiny muted">Household</div>}
        {person.kind === "operator" && <Retention oid={report.reportId} title={title} />}
      </th>
      {names && <AccountCell number={accountNumber} names={names} />}
      <td className="nowrap">{day(reportDate)}</td>
      <td className="nowrap">{day(createts)}</td>
      <td>
        {isRead ? (
          <span className="muted">{readts === null ? "Read" : instant(readts)}</span>
        ) : (
          <span className="tag blue">New</span>
        )}
      </td>
    </tr>
  );
}

interface AccountCellProps {
  readonly number: string | null;
  readonly names: ReadonlyMap<string, string>;
}

function AccountCell({ number, names }: AccountCellProps) {
  if (number === null) return <td>Household</td>;
  return (
    <td>
      {names.get(number) ?? number}
      <div className="tiny muted mono">{names.has(number) && number}</div>
    </td>
  );
}
