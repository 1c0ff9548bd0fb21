// Imports: files are dropped, their changes are reviewed, and then they are imported.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { instant } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Notice, Panel, Reading } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { LoadShown, numberOf } from "./load-shown.tsx";
import { NewLoad } from "./new-load.tsx";
import { mayLoad } from "./rights.ts";

/** The page of imports. */
export function LoadsPage({ person }: { readonly person: Session }) {
  if (!mayLoad(person)) {
    return (
      <>
        <PageHead title="Imports" sub={person.firmName}>
          <BackLink href="/" name="Back office" />
        </PageHead>
        <Notice>
          Only administrators can import files. Contact an administrator of {person.firmName}.
        </Notice>
      </>
    );
  }
  return (
    <>
      <PageHead title="Imports" sub={person.firmName}>
        <BackLink href="/" name="Back office" />
      </PageHead>
      <div className="stack">
        <NewLoad person={person} />
        <PastLoads />
      </div>
    </>
  );
}

type Load = Shapes["Load"];

function PastLoads() {
  const loads = useQuery(reads.loads());
  const [asked, setAsked] = useState<Load>();
  return (
    <Panel
      title="Import history"
      footer={
        loads.data?.length === 100 &&
        "Last 100 imports. Earlier imports are available through the API."
      }
      isBare
    >
      <Reading of={loads}>
        {(list) => (list.length === 0 ? <None /> : <LoadTable list={list} ask={setAsked} />)}
      </Reading>
      {asked && (
        <Dialog
          title={`Import of ${instant(asked.startedTS)}`}
          close={() => setAsked(undefined)}
          isWide
        >
          <Asked id={asked.loadId} />
        </Dialog>
      )}
    </Panel>
  );
}

function None() {
  return <Empty title="No imports yet">Files that were only checked are not listed.</Empty>;
}

function Asked({ id }: { readonly id: string }) {
  const load = useQuery(reads.load(id));
  return <Reading of={load}>{(report) => <LoadShown report={report} isDone />}</Reading>;
}

interface TableProps {
  readonly list: readonly Load[];
  readonly ask: (load: Load) => void;
}

function LoadTable({ list, ask }: TableProps) {
  return (
    <Table
      columns={[
        "When",
        "By",
        "Files",
        figures("Rows"),
        figures("New"),
        figures("Changed"),
        figures("Deleted"),
        untitled("Actions"),
      ]}
    >
      {list.map((load) => (
        <tr key={load.loadId}>
          <th scope="row" className="nowrap">
            {instant(load.startedTS)}
          </th>
          <td>{senderOf(load)}</td>
          <td>{namesOf(load)}</td>
          <td className="right">{numberOf(load.rows)}</td>
          <td className="right">{sumOf(load, "added")}</td>
          <td className="right">{sumOf(load, "changed")}</td>
          <td className="right">{sumOf(load, "withdrawn")}</td>
          <td>
            <button type="button" className="button" onClick={() => ask(load)}>
              View<span className="hidden-text"> import of {instant(load.startedTS)}</span>
            </button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function senderOf({ loginId, apiUserId }: Load): string {
  if (loginId !== null) return loginId;
  return apiUserId === null ? "CLI" : `API user ${apiUserId}`;
}

function namesOf({ files }: Load): string {
  const names = files.map(({ name }) => name);
  const [first = "", second, third, ...more] = names;
  if (more.length > 0) return `${first}, ${second} and ${names.length - 2} more`;
  return [first, second, third].filter((name) => name !== undefined).join(", ");
}

function sumOf({ files }: Load, count: "added" | "changed" | "withdrawn"): string {
  return numberOf(String(files.reduce((sum, file) => sum + BigInt(file[count]), 0n)));
}
