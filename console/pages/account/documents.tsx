// Documents of an account: statements, tax forms and bills of an owner, and what was sent.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { showsPapers } from "../../data/account-rights.ts";
import { codes, nameIn } from "../../data/codes.ts";
import {
  documentReads,
  documentTypes,
  performanceReport,
  uploadBytes,
} from "../../data/document-reads.ts";
import { mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, none, personOf } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { ReadButton } from "../../parts/read-button.tsx";
import { Table } from "../../parts/table.tsx";
import { Papers } from "../papers.tsx";
import { Delivery } from "./delivery.tsx";
import type { OfAccount } from "./of-account.ts";
import { Retention } from "./retention.tsx";
import { Upload } from "./upload.tsx";

/** The page of an account's documents. Clients see their own papers; of several owners, staff see one at a
 * time. */
export function Documents({ account, person }: OfAccount) {
  const { accountNumber } = account;
  const owners = person.kind === "client" ? [person.loginId] : account.owners;
  const [first = ""] = owners;
  const [owner, choose] = useState(first);
  const given = { number: accountNumber, owner, person };
  return (
    <div className="stack">
      {owners.length > 1 && (
        <Choices label="Owner" of={owners} chosen={owner} name={personOf} choose={choose} />
      )}
      <Papers key={`statements ${owner}`} of="statements" {...given}>
        <span className="small">
          <ReadButton
            label="Performance report"
            title="Performance report"
            name={`${accountNumber}-performance.pdf`}
            read={() => performanceReport(accountNumber)}
          />
        </span>
      </Papers>
      <Papers key={`bills ${owner}`} of="bills" {...given} />
      {owner !== "" && <Delivery key={`delivery ${owner}`} owner={owner} person={person} />}
      {showsPapers(account) && <Uploads account={account} person={person} />}
    </div>
  );
}

/** Documents that were sent, with the operator's verdict. */
function Uploads({ account, person }: OfAccount) {
  const { accountNumber, owners } = account;
  const read = useQuery(documentReads.uploads(accountNumber));
  const [isSending, setSending] = useState(false);
  const maySend = mayChange() && (person.kind !== "client" || owners.includes(person.loginId));
  return (
    <Panel
      title="Uploaded documents"
      aside={
        maySend && (
          <button type="button" className="button" onClick={() => setSending(true)}>
            <Icon name="plus" />
            Upload
          </button>
        )
      }
      isBare
    >
      <Reading of={read}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty title="No documents" />
          ) : (
            <UploadTable number={accountNumber} documents={documents} person={person} />
          )
        }
      </Reading>
      {isSending && (
        <Dialog title="Upload a document" close={() => setSending(false)}>
          <Upload number={accountNumber} done={() => setSending(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface UploadTableProps {
  readonly number: string;
  readonly documents: readonly Shapes["UploadedDocument"][];
  readonly person: Session;
}

function UploadTable({ number, documents, person }: UploadTableProps) {
  return (
    <Table columns={["Document", "Uploaded", "Review", "Reference"]}>
      {documents.map((document) => (
        <tr key={document.documentOid}>
          <th scope="row" className="wraps">
            <ReadButton
              label={nameIn(documentTypes, document.documentType)}
              title={nameIn(documentTypes, document.documentType)}
              name={document.name}
              read={() => uploadBytes(number, document.documentOid)}
            />
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              {document.comments ?? document.name}
            </div>
            {person.kind === "operator" && (
              <Retention
                oid={document.documentOid}
                title={nameIn(documentTypes, document.documentType)}
              />
            )}
          </th>
          <td className="nowrap">{day(document.createts)}</td>
          <td>
            {document.ifaStatus === null ? (
              none
            ) : (
              <span className="tag">
                {document.ifaStatus === "I"
                  ? "Pending"
                  : nameIn(codes.itemStatuses, document.ifaStatus)}
              </span>
            )}
          </td>
          <td>{document.reference ?? none}</td>
        </tr>
      ))}
    </Table>
  );
}
