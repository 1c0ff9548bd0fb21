// A button that reads a document and shows it in a dialog, from where it is saved.
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Failure, Loading } from "./panel.tsx";

const Reader = lazy(() => import("./reader.tsx").then((reader) => ({ default: reader.Reader })));

interface ReadButtonProps {
  readonly label: string;
  readonly title: string;
  /** The name under which it is saved. */
  readonly name: string;
  readonly read: () => Promise<Blob>;
  /** Called once it was read, for what depends on the reading. */
  readonly done?: () => void;
}

/** Shows a document. */
export function ReadButton({ label, title, name, read, done }: ReadButtonProps) {
  const [bytes, setBytes] = useState<Blob>();
  const reading = useMutation({
    mutationFn: async () => setBytes(await read()),
    onSuccess: () => done?.(),
  });
  return (
    <>
      <button
        type="button"
        className="why document"
        onClick={() => reading.mutate()}
        disabled={reading.isPending}
      >
        <Icon name="file" />
        {label}
        <span className="hidden-text">: view {title}</span>
      </button>
      {reading.isError && <Failure error={reading.error} />}
      {bytes && (
        <Dialog title={title} close={() => setBytes(undefined)} isWide>
          <Suspense fallback={<Loading lines={6} />}>
            <Reader bytes={bytes} name={name} title={title} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
