// Working copies of a year's tax forms, saved as files.
import { Refused } from "@bursar/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "../../data/save-file.ts";
import { bursar } from "../../data/service.ts";
import { Icon } from "../../parts/icon.tsx";
import { Notice } from "../../parts/panel.tsx";

interface TaxPapersProps {
  readonly number: string;
  /** The year that is offered first; another one may be typed, also one without a closed lot. */
  readonly offered: string;
}

const forms = {
  "8949": "Form 8949",
  "1099-b": "Form 1099-B",
  "1099-div": "Form 1099-DIV",
  "1099-int": "Form 1099-INT",
} as const;

type Form = keyof typeof forms;

/** A year, and buttons that save its forms. */
export function TaxPapers({ number, offered }: TaxPapersProps) {
  const [year, setYear] = useState(offered);
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
      <label className="toolbar">
        <span className="tiny muted">Tax forms</span>
        <input
          className="input"
          style={{ width: "5rem" }}
          aria-label="Tax year"
          placeholder="Year"
          maxLength={4}
          value={year}
          onChange={({ target }) => {
            save.reset();
            setYear(target.value);
          }}
        />
      </label>
      {(Object.keys(forms) as Form[]).map((form) => (
        <button
          key={form}
          type="button"
          className="button"
          onClick={() => save.mutate(form)}
          disabled={save.isPending || !/^\d{4}$/.test(year)}
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
