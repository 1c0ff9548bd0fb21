// Imports of custodians' files: those of a firm, a new one, and one with its findings.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, Route, Switch } from "wouter";
import { importProfiles } from "../../data/import-codes.ts";
import { importReads } from "../../data/import-reads.ts";
import { consolePath } from "../../data/place.ts";
import { mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { grouped, instant } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Listed } from "../../parts/listed.tsx";
import { NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice, Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { mayLoad } from "../back-office/rights.ts";
import { ChooseFirm } from "../choose-firm.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";
import { ImportStatus } from "./import-status.tsx";
import { NewImport } from "./new-import.tsx";
import { PreparedImportPage } from "./prepared-import.tsx";

const title = "Custodian imports";

/** The imports of a firm: administrators of advisers have their own, the operator names one. */
export function ImportsPage({ person }: { readonly person: Session }) {
  if (!mayLoad(person)) {
    return (
      <>
        <PageHead title={title} />
        <Notice>
          Only administrators can import files. Contact an administrator of {person.firmName}.
        </Notice>
      </>
    );
  }
  if (person.kind !== "operator") return <OfOneFirm firmId={person.firmId} person={person} />;
  return (
    <Switch>
      <Route path="/">
        <ChooseFirm title={title} />
      </Route>
      <Route path="/:firm" nest>
        {({ firm }) => <OfOneFirm key={firm} firmId={firm} person={person} />}
      </Route>
    </Switch>
  );
}

function OfOneFirm(given: OfFirm) {
  return (
    <Switch>
      <Route path="/">
        <ImportList {...given} />
      </Route>
      <Route path="/:id">{({ id }) => <PreparedImportPage key={id} id={id} {...given} />}</Route>
      <Route>
        <NotFound back={{ path: "/", name: "All imports" }} />
      </Route>
    </Switch>
  );
}

function ImportList({ firmId, person }: OfFirm) {
  const list = useInfiniteQuery(importReads.imports(firmId));
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title={title} sub={firmName}>
        <BackLink href={`~${consolePath}/office`} name="Back office" />
      </PageHead>
      <div className="stack">
        {mayChange() && <NewImport firmId={firmId} person={person} />}
        <Panel title="Prepared imports" isBare>
          <Listed of={list} empty="No imports yet">
            {(imports) => <ImportTable imports={imports} />}
          </Listed>
        </Panel>
      </div>
    </>
  );
}

function ImportTable({ imports }: { readonly imports: readonly Shapes["PreparedImport"][] }) {
  return (
    <Table columns={["Prepared", "Status", "By", figures("Transactions"), figures("Breaks")]}>
      {imports.map(({ counts, ...of }) => (
        <tr key={of.importId}>
          <th scope="row">
            <Link href={`/${of.importId}`}>{instant(of.preparedTS)}</Link>
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              {importProfiles[of.profile] ?? of.profile}
            </div>
          </th>
          <td>
            <ImportStatus of={of} />
          </td>
          <td>{of.preparedBy}</td>
          <td className="right">{grouped(counts.transactions, 0)}</td>
          <td className="right">{grouped(counts.breaks, 0)}</td>
        </tr>
      ))}
    </Table>
  );
}
