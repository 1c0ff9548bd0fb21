// How long a document is retained, and its legal holds, for the operator.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { documentReads } from "../../data/document-reads.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { day, grouped, instant } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Reading } from "../../parts/panel.tsx";

interface RetentionProps {
  readonly oid: string;
  readonly title: string;
}

/** A button that opens the retention of a document. */
export function Retention({ oid, title }: RetentionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="why tiny muted" onClick={() => setOpen(true)}>
        Retention<span className="hidden-text"> of {title}</span>
      </button>
      {isOpen && (
        <Dialog title={`Retention: ${title}`} close={() => setOpen(false)}>
          <Retained oid={oid} />
        </Dialog>
      )}
    </div>
  );
}

function Retained({ oid }: Pick<RetentionProps, "oid">) {
  const read = useQuery(documentReads.retention(oid));
  return (
    <Reading of={read}>
      {(document) => (
        <div className="stack">
          <Facts of={document} />
          <Hold key={String(document.hold)} document={document} />
        </div>
      )}
    </Reading>
  );
}

type Document = Shapes["RetainedDocument"];

function Facts({ of: document }: { readonly of: Document }) {
  const { retainUntil, expiredts, holds } = document;
  const facts = [
    ["Legal hold", document.hold ? "On hold" : "None"],
    [
      "Kept until",
      retainUntil === null ? "7 years after the account is emptied" : day(retainUntil),
    ],
    ["Created", `${instant(document.createts)} by ${document.createdBy}`],
    ["Size", `${grouped(document.bytes, 0)} bytes`],
    ...(expiredts === null ? [] : [["Removed", instant(expiredts)] as const]),
  ] as const;
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="tiny muted mono" style={{ overflowWrap: "anywhere" }}>
        SHA-256 {document.sha256}
      </p>
      {holds.length > 0 && (
        <ul className="small muted">
          {holds.map((each) => (
            <li key={each.heldts}>
              {instant(each.heldts)}: {each.hold ? "placed" : "lifted"} by {each.heldBy},{" "}
              {each.reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Hold({ document: { documentOid, hold } }: { readonly document: Document }) {
  const form = `setDocumentHold ${documentOid}`;
  const [reason, setReason] = useDraft(form, "reason", "");
  return (
    <ChangeForm
      name={form}
      values={{ hold: !hold, reason }}
      send={(body, how) =>
        bursar.put("/restapi/documents/{documentoid}/hold", {
          params: { path: { documentoid: documentOid } },
          body,
          ...how,
        })
      }
      renews={["documents"]}
      done={() => {}}
      action={hold ? "Lift hold" : "Place hold"}
      isDanger={hold}
    >
      <TextInput field="reason" label="Reason" value={reason} set={setReason} />
    </ChangeForm>
  );
}
