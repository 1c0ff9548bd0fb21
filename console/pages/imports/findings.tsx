// The findings of the check of an import: its files, problems, new securities and closes, and
// breaks.
import type { ReactNode } from "react";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, none, words } from "../../data/texts.ts";
import { Notice, Panel, Wide } from "../../parts/panel.tsx";
import { type Column, figures, Table } from "../../parts/table.tsx";

type Report = Shapes["PreparedImportReport"];

/** A panel for each kind of finding that the check has made. */
export function Findings({ report }: { readonly report: Report }) {
  return (
    <>
      {report.problems.length > 0 && <Problems of={report.problems} />}
      {report.breaks.length > 0 && <Breaks of={report.breaks} />}
      {report.notices.length > 0 && (
        <Notice kind="warn">
          {report.notices.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {report.links.length > 0 && <Links of={report.links} />}
      {report.newSecurities.length > 0 && <NewSecurities of={report.newSecurities} />}
      {report.newCloses.length > 0 && <NewCloses of={report.newCloses} />}
      <FilesRead of={report.filesRead} />
    </>
  );
}

interface TableProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

function FindingTable({ title, columns, children }: TableProps) {
  return (
    <Panel title={title} isBare>
      <Wide label={title}>
        <Table columns={columns}>{children}</Table>
      </Wide>
    </Panel>
  );
}

function Problems({ of }: { readonly of: Report["problems"] }) {
  return (
    <FindingTable title="Problems" columns={["File", figures("Line"), "Column", "Problem"]}>
      {of.map(({ file, line, column, value, reason, cure }) => (
        <tr key={`${file} ${line} ${column} ${value} ${reason}`}>
          <th scope="row">{file}</th>
          <td className="right">{line ?? none}</td>
          <td className="mono">{column ?? none}</td>
          <td className="wraps">
            {reason}
            {cure !== null && ` (${cure})`}
          </td>
        </tr>
      ))}
    </FindingTable>
  );
}

function Breaks({ of }: { readonly of: Report["breaks"] }) {
  const columns = [
    "Account",
    "Day",
    "What",
    figures("Custodian"),
    figures("Books"),
    figures("Difference"),
    "Likely cause",
  ];
  return (
    <FindingTable title="Breaks" columns={columns}>
      {of.map((each) => (
        <tr
          key={`${each.accountNumber} ${each.date} ${each.kind} ${each.ticker} ${each.acquiredOn}`}
        >
          <th scope="row" className="mono">
            {each.accountNumber}
          </th>
          <td className="nowrap">{day(each.date)}</td>
          <td>
            {words(each.kind)} {each.ticker} {lotDay(each.acquiredOn)}
          </td>
          <td className="right">{grouped(each.custodian)}</td>
          <td className="right">{each.books === null ? none : grouped(each.books)}</td>
          <td className="right">{each.difference === null ? none : grouped(each.difference)}</td>
          <td>{words(each.cause)}</td>
        </tr>
      ))}
    </FindingTable>
  );
}

/** Of lots the day on which they were acquired. */
function lotDay(acquiredOn: string | null): string {
  if (acquiredOn === null) return "";
  return acquiredOn === "" ? "acquired on an unknown day" : `acquired ${day(acquiredOn)}`;
}

/** By what an owner is one of the firm's clients. */
const matches: Readonly<Record<string, string>> = {
  new: "New client",
  loginId: "Client by login ID",
  nameAndBirthDate: "Client by name and birth date",
  name: "Client by name only",
};

function Links({ of }: { readonly of: Report["links"] }) {
  return (
    <FindingTable title="Accounts" columns={["At the custodian", "Account here", "Owners"]}>
      {of.map(({ custodianAccount, accountNumber, owners }) => (
        <tr key={custodianAccount}>
          <th scope="row" className="mono">
            {custodianAccount}
          </th>
          <td className={accountNumber === null ? undefined : "mono"}>{accountNumber ?? "New"}</td>
          <td className="wraps">
            {owners.length === 0 && none}
            {owners.map(({ loginId, firstName, lastName, dateOfBirth, matchedBy }) => (
              <div key={loginId}>
                {firstName} {lastName}
                {dateOfBirth !== null && `, born ${day(dateOfBirth)}`} · {matches[matchedBy]}
              </div>
            ))}
          </td>
        </tr>
      ))}
    </FindingTable>
  );
}

function NewSecurities({ of }: { readonly of: Report["newSecurities"] }) {
  const columns = ["Ticker", "CUSIP", "Name", "Type", figures("Quotation factor"), "Place"];
  return (
    <FindingTable title="New securities" columns={columns}>
      {of.map((each) => (
        <tr key={`${each.ticker} ${each.cusip} ${each.file} ${each.line}`}>
          <th scope="row">{each.ticker ?? none}</th>
          <td className="mono">{each.cusip ?? none}</td>
          <td>{each.name ?? none}</td>
          <td>{each.instrumentType ?? none}</td>
          <td className="right">{grouped(each.quotationFactor, 0)}</td>
          <td className="nowrap">
            {each.file}, line {each.line}
          </td>
        </tr>
      ))}
    </FindingTable>
  );
}

function NewCloses({ of }: { readonly of: Report["newCloses"] }) {
  return (
    <FindingTable title="New closes" columns={["Ticker", "Day", figures("Close")]}>
      {of.map(({ ticker, date, price }) => (
        <tr key={`${ticker} ${date}`}>
          <th scope="row">{ticker ?? none}</th>
          <td className="nowrap">{day(date)}</td>
          <td className="right">{grouped(price)}</td>
        </tr>
      ))}
    </FindingTable>
  );
}

const parts = ["transactions", "positions", "lots", "balances", "prices"] as const;

function FilesRead({ of }: { readonly of: Report["filesRead"] }) {
  const columns = ["File", ...parts.map((part) => figures(words(part))), "Other lines"];
  return (
    <FindingTable title="Files" columns={columns}>
      {of.map((file) => (
        <tr key={file.name}>
          <th scope="row">{file.name}</th>
          {parts.map((part) => (
            <td key={part} className="right">
              {grouped(file[part], 0)}
            </td>
          ))}
          <td>{file.asides.map(({ as, count }) => `${as} ${count}`).join(", ") || none}</td>
        </tr>
      ))}
    </FindingTable>
  );
}
