// A button that saves a list of the service as a file.
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../data/save-file.ts";
import { Icon } from "./icon.tsx";
import { Failure } from "./panel.tsx";

interface ExportButtonProps {
  /** The content of the file, for screen readers and as a hint. */
  readonly of: string;
  readonly name: string;
  /** The text of the button, where it is not the list itself. */
  readonly label?: string;
  readonly read: () => Promise<string>;
}

/** Saves a list as CSV. */
export function ExportButton({ of, name, label = "Export CSV", read }: ExportButtonProps) {
  const save = useMutation({
    mutationFn: async () => saveFile(new Blob([await read()], { type: "text/csv" }), name),
  });
  return (
    <>
      <button
        type="button"
        className="button no-print"
        title={of}
        onClick={() => save.mutate()}
        disabled={save.isPending}
      >
        <Icon name="file" />
        {label}
        <span className="hidden-text">: {of}</span>
      </button>
      {save.isError && <Failure error={save.error} />}
    </>
  );
}
