// Documents on legal hold, and those past their time, for the operator.
import { useInfiniteQuery } from "@tanstack/react-query";
import { documentReads, type ListedDocument } from "../../data/document-reads.ts";
import { day, instant, none } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Listed } from "../../parts/listed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import { Retention } from "../account/retention.tsx";

/** The page of retention: documents on legal hold, and documents that may be removed. */
export function RetainedDocumentsPage() {
  const held = useInfiniteQuery(documentReads.retained("held"));
  const due = useInfiniteQuery(documentReads.retained("due"));
  return (
    <>
      <PageHead title="Retention" sub="Documents of all firms">
        <BackLink href="/" name="Back office" />
      </PageHead>
      <div className="stack">
        <Panel title="On legal hold" isBare>
          <Listed of={held} empty="No legal holds">
            {(documents) => <Held documents={documents} />}
          </Listed>
        </Panel>
        <Panel
          title="Past retention"
          aside={<span className="aside">Removed by command alone</span>}
          isBare
        >
          <Listed of={due} empty="No documents past retention">
            {(documents) => <Due documents={documents} />}
          </Listed>
        </Panel>
      </div>
    </>
  );
}

interface DocumentsProps {
  readonly documents: readonly ListedDocument[];
}

function Held({ documents }: DocumentsProps) {
  return (
    <Table columns={["Document", "Owner", "Reason", "Placed", "Kept until"]}>
      {documents.map((document) => (
        <tr key={document.documentOid}>
          <DocumentCell of={document} />
          <td className="mono">{document.owner}</td>
          <td className="wraps">{document.reason}</td>
          <td className="nowrap">
            {document.heldts === null ? none : instant(document.heldts)}
            <div className="tiny muted">{document.heldBy ?? none}</div>
          </td>
          <KeptUntil of={document} />
        </tr>
      ))}
    </Table>
  );
}

function Due({ documents }: DocumentsProps) {
  return (
    <Table columns={["Document", "Owner", "Kept until"]}>
      {documents.map((document) => (
        <tr key={document.documentOid}>
          <DocumentCell of={document} />
          <td className="mono">{document.owner}</td>
          <KeptUntil of={document} />
        </tr>
      ))}
    </Table>
  );
}

function DocumentCell({ of: { documentOid, name } }: { readonly of: ListedDocument }) {
  return (
    <th scope="row">
      {name}
      <Retention oid={documentOid} title={name} />
    </th>
  );
}

/** Of an upload no day is known before its account is emptied. */
function KeptUntil({ of: { retainUntil } }: { readonly of: ListedDocument }) {
  return <td className="nowrap">{retainUntil === null ? none : day(retainUntil)}</td>;
}
