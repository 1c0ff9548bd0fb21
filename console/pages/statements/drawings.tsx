// The drawings that are looked at before a release: ten of a run, and that of any account.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { drawingBytes, type StatementRun, statementReads } from "../../data/statement-reads.ts";
import { day } from "../../data/texts.ts";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { ReadButton } from "../../parts/read-button.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Table } from "../../parts/table.tsx";
import type { OfFirm } from "../of-firm.ts";

interface DrawingsProps extends OfFirm {
  readonly run: StatementRun;
}

/** The panel of drawings, for whoever may look at them. */
export function Drawings({ run, firmId, person }: DrawingsProps) {
  const isReader = run.reportType === "R" || person.kind === "operator";
  if (run.runStatus !== "REVIEW" || !isReader) return null;
  return <LookAtTen run={run} firmId={firmId} />;
}

function LookAtTen({ run: { runOid }, firmId }: Omit<DrawingsProps, "person">) {
  const [account, choose] = useState("");
  const read = useQuery(statementReads.drawings(firmId, runOid, account));
  return (
    <Panel
      title="Look at ten"
      footer="Ten drawings taken at random. Everybody sees the same ten."
      isBare
    >
      <div className="body">
        <div className="toolbar no-print">
          <SearchField
            label="Account"
            placeholder="Account number"
            stored={account}
            choose={(typed) => choose(typed.trim())}
          />
        </div>
      </div>
      <Reading of={read}>
        {(drawings) =>
          drawings.length === 0 ? (
            <Empty title="No drawing" />
          ) : (
            <Table columns={["Document", "Account", "Period ending"]}>
              {drawings.map(({ documentOid, name, accountNumber, reportDate, isCorrected }) => (
                <tr key={documentOid}>
                  <th scope="row">
                    <ReadButton
                      label={name}
                      title={name}
                      name={name}
                      read={() => drawingBytes(firmId, runOid, documentOid)}
                    />{" "}
                    {isCorrected && <span className="tag warn">Corrected</span>}
                  </th>
                  <td className="mono">{accountNumber ?? "Household"}</td>
                  <td className="nowrap">{day(reportDate)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Reading>
    </Panel>
  );
}
