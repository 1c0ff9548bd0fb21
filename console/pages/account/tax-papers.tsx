// Working copies of a year's tax forms, saved as files.
import { Refused } from "@bursar/client";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../../data/save-file.ts";
import { bursar } from "../../data/service.ts";
import { Icon } from "../../parts/icon.tsx";
import { Notice } from "../../parts/panel.tsx";

interface TaxPapersProps {
  readonly number: string;
  readonly year: string;
}

const forms = {
  "8949": "Form 8949",
  "1099-b": "Form 1099-B",
  "1099-div": "Form 1099-DIV",
  "1099-int": "Form 1099-INT",
} as const;

type Form = keyof typeof forms;

/** Buttons that save the forms of a year. */
export function TaxPapers({ number, year }: TaxPapersProps) {
  const save = useMutation({
    mutationFn: async (form: Form) => {
      const paper = await bursar.get("/restapi/accounts/{accountnumber}/taxforms/{year}", {
        params: { path: { accountnumber: number, year }, query: { form, format: "pdf" } },
        parseAs: "blob",
      });
      saveFile(paper as unknown as Blob, `${number}-${year}-${form}.pdf`);
    },
  });
  const isAbsent = save.error instanceof Refused && [400, 404].includes(save.error.status);
  return (
    <div
      className="toolbar no-print"
      style={{ padding: "0.75rem 1rem", borderTop: "1px solid var(--line)" }}
    >
      <span className="tiny muted">Tax forms {year}</span>
      {(Object.keys(forms) as Form[]).map((form) => (
        <button
          key={form}
          type="button"
          className="button"
          onClick={() => save.mutate(form)}
          disabled={save.isPending}
        >
          <Icon name="file" />
          {forms[form]}
        </button>
      ))}
      {save.isError && (
        <Notice kind="warn">{isAbsent ? `No tax forms for ${year}` : "Form unavailable"}</Notice>
      )}
    </div>
  );
}
