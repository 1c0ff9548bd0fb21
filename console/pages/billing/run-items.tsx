// The items of a run: exceptions first, then every line by its filters, also as files.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import {
  type FeeItem,
  type FeeRun,
  itemStates,
  warningOrder,
  warningTexts,
} from "../../data/fee-codes.ts";
import { feeReads, type ItemFilter, itemsFile } from "../../data/fee-reads.ts";
import { withFilters } from "../../data/filters.ts";
import { ExportButton } from "../../parts/export-button.tsx";
import { Listed } from "../../parts/listed.tsx";
import { Panel } from "../../parts/panel.tsx";
import type { OfFirm } from "../of-firm.ts";
import { Exceptions } from "./exceptions.tsx";
import { ItemActions } from "./item-actions.tsx";
import { ItemTable } from "./item-table.tsx";
import { mayDecide } from "./rights.ts";

interface RunItemsProps extends OfFirm {
  readonly run: FeeRun;
}

/** Whether the run is approved, and its fees are taken. */
function isForCustodian({ runStatus, kind }: FeeRun): boolean {
  return kind !== "P" && ["APPROVED", "POSTING", "POSTED"].includes(runStatus);
}

/** The panels of exceptions and items. The filters are in the address. */
export function RunItems({ run, firmId, person }: RunItemsProps) {
  const { feeRunOid } = run;
  const [asked, setAsked] = useSearchParams();
  const warning = warningOrder.find((each) => each === asked.get("warning"));
  const state = states.find((each) => each === asked.get("state"));
  const choose = (change: Readonly<Record<string, string>>) =>
    setAsked((now) => withFilters(now, change), { replace: true });
  const filter: ItemFilter = { ...(warning && { warning }), ...(state && { state }) };
  const list = useInfiniteQuery(feeReads.items(firmId, run, filter));
  const file = (format: "csv" | "custodian") => () => itemsFile(firmId, feeRunOid, format);
  return (
    <>
      <Exceptions
        of={run}
        chosen={warning ?? ""}
        choose={(chosen) => choose({ warning: chosen })}
      />
      <Panel
        title="Fees by account"
        aside={
          <div className="actions">
            <ExportButton of="All items" name={`fees-${run.periodEnd}.csv`} read={file("csv")} />
            {isForCustodian(run) && (
              <ExportButton
                of="What an outside custodian takes from each account"
                label="Custodian file"
                name={`custodian-${run.periodEnd}.csv`}
                read={file("custodian")}
              />
            )}
          </div>
        }
        isBare
      >
        <div className="body">
          <div className="toolbar no-print">
            <select
              className="input"
              aria-label="Status"
              value={state ?? ""}
              onChange={({ target }) => choose({ state: target.value })}
            >
              <option value="">All statuses</option>
              {states.map((each) => (
                <option key={each} value={each}>
                  {itemStates[each]}
                </option>
              ))}
            </select>
            <select
              className="input"
              aria-label="Exception"
              value={warning ?? ""}
              onChange={({ target }) => choose({ warning: target.value })}
            >
              <option value="">With or without exceptions</option>
              {warningOrder.map((each) => (
                <option key={each} value={each}>
                  {warningTexts[each].name}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Listed of={list} empty={run.runStatus === "COMPUTING" ? "Computing" : "No matching items"}>
          {(items) => (
            <ItemTable
              items={items}
              {...(mayDecide(person, run) && {
                actions: (item) => <ItemActions firmId={firmId} run={run} item={item} />,
              })}
            />
          )}
        </Listed>
      </Panel>
    </>
  );
}

const states = Object.keys(itemStates) as readonly FeeItem["state"][];
