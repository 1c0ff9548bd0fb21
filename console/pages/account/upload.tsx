// Sending a document of an account.
import { useRef, useState } from "react";
import { base64 } from "../../data/base64.ts";
import { documentTypes } from "../../data/document-reads.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { ChangeForm, type Send } from "../../parts/change-form.tsx";
import { CodeInput, LinesInput, PdfInput, TextInput } from "../../parts/inputs.tsx";

/** The number of bytes checked while the form is filled in: the first bytes show the kind of a file. */
const checkedBytes = 3_072;

interface UploadProps {
  readonly number: string;
  readonly done: () => void;
}

/** A file by what identifies it; its bytes are read when they are sent. */
interface Chosen {
  readonly name: string;
  readonly size: number;
  readonly changed: number;
}

/** The form of an upload. The file is not stored with the draft. */
export function Upload({ number, done }: UploadProps) {
  const form = `uploadAccountDocument ${number}`;
  const [documentType, setType] = useDraft(form, "documentType", "");
  const [reference, setReference] = useDraft(form, "reference", "");
  const [comments, setComments] = useDraft(form, "comments", "");
  const [chosen, choose] = useState<Chosen>();
  const file = useRef<File>(undefined);
  const values = { documentType, reference, comments, chosen };
  const send: Send<typeof values> = async (typed, how) => {
    const bytes = how.dryRun ? file.current?.slice(0, checkedBytes) : file.current;
    const data = bytes && base64(new Uint8Array(await bytes.arrayBuffer()));
    const body = {
      documentType: typed.documentType,
      ...(typed.reference !== "" && { reference: typed.reference }),
      ...(typed.comments !== "" && { comments: typed.comments }),
      ...(data && { documentData: data }),
    };
    return bursar.post("/restapi/accounts/{accountnumber}/uploads", {
      params: { path: { accountnumber: number } },
      // Without a file the service reports it as missing.
      body: body as Shapes["AccountUpload"],
      ...how,
    });
  };
  return (
    <ChangeForm
      name={form}
      values={values}
      send={send}
      renews={["documents"]}
      done={done}
      action="Upload"
    >
      <CodeInput
        field="documentType"
        label="Type of document"
        list={documentTypes}
        value={documentType}
        set={setType}
      />
      <PdfInput
        field="documentData"
        label="File"
        hint="PDF, at most 16 MB"
        choose={(picked) => {
          file.current = picked;
          choose(picked && { name: picked.name, size: picked.size, changed: picked.lastModified });
        }}
      />
      <TextInput
        field="reference"
        label="Your reference (optional)"
        value={reference}
        set={setReference}
      />
      <LinesInput
        field="comments"
        label="Comments (optional)"
        hint="The first 300 characters are kept."
        value={comments}
        set={setComments}
      />
    </ChangeForm>
  );
}
