// Viewer of documents.
import { lazy, Suspense, useEffect, useState } from "react";
import { saveFile } from "../data/save-file.ts";
import { Icon } from "./icon.tsx";
import { Loading, Notice } from "./panel.tsx";

/** The PDF renderer is larger than the rest of the console, and is loaded for PDFs only. */
const Pdf = lazy(() => import("./pdf.tsx").then((pdf) => ({ default: pdf.Pdf })));

interface ReaderProps {
  readonly bytes: Blob;
  readonly name: string;
  readonly title: string;
}

/** The document, by its content type. Only PDF and text are shown; others are downloaded. */
export function Reader({ bytes, name, title }: ReaderProps) {
  return (
    <div className="stack">
      <div className="card-line">
        <span className="small muted">{name}</span>
        <button type="button" className="button" onClick={() => saveFile(bytes, name)}>
          <Icon name="file" />
          Download
        </button>
      </div>
      {bytes.type.startsWith("application/pdf") ? (
        <Suspense fallback={<Loading lines={6} />}>
          <Pdf bytes={bytes} title={title} />
        </Suspense>
      ) : bytes.type.startsWith("text/plain") ? (
        <Text bytes={bytes} />
      ) : (
        <Notice>Preview unavailable. Download to view.</Notice>
      )}
    </div>
  );
}

function Text({ bytes }: Pick<ReaderProps, "bytes">) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    void bytes.text().then(setText);
  }, [bytes]);
  return text === undefined ? <Loading /> : <pre className="paper text">{text}</pre>;
}
