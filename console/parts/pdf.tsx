// A PDF rendered page by page. A worker of our own origin parses it and draws images with hidden
// text. No script, form or link of the document is active.
import { useQuery } from "@tanstack/react-query";
import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  type RenderTask,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerFile from "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
import { useEffect, useRef, useState } from "react";
import { Loading, Notice } from "./panel.tsx";

/** Pages that are drawn at first, and with each further step. */
const pagesAtOnce = 10;

interface PdfProps {
  readonly bytes: Blob;
  readonly title: string;
}

/** The pages of a document, or a notice that it cannot be read. */
export function Pdf({ bytes, title }: PdfProps) {
  const [opened, setOpened] = useState<PDFDocumentProxy>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [shown, setShown] = useState(pagesAtOnce);
  useEffect(() => {
    const port = new Worker(new URL(workerFile, import.meta.url), { type: "module" });
    const worker = PDFWorker.create({ port });
    const reading = bytes.arrayBuffer().then(
      (data) =>
        // Nothing beyond its own bytes is fetched or compiled, which the policy would block.
        getDocument({ data, worker, useWasm: false, useWorkerFetch: false, enableXfa: false })
          .promise,
    );
    reading.then(setOpened, () => setUnreadable(true));
    return () => {
      worker.destroy();
      port.terminate();
    };
  }, [bytes]);
  if (isUnreadable) {
    return <Notice kind="bad">Preview unavailable. Download to view.</Notice>;
  }
  if (opened === undefined) return <Loading lines={6} />;
  const { numPages } = opened;
  const numbers = Array.from({ length: Math.min(shown, numPages) }, (_, at) => at + 1);
  return (
    <div className="stack">
      {numbers.map((number) => (
        <Page key={number} of={opened} number={number} title={title} />
      ))}
      {numPages > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + pagesAtOnce)}>
          Load more pages ({shown} of {numPages} shown)
        </button>
      )}
    </div>
  );
}

interface PageProps {
  readonly of: PDFDocumentProxy;
  readonly number: number;
  readonly title: string;
}

function Page({ of, number, title }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const read = useQuery({
    queryKey: ["pdf", of.fingerprints, number],
    queryFn: async () => {
      const page = await of.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
      return { page, text: text.trim() };
    },
    gcTime: 0,
  });
  const page = read.data?.page;
  useEffect(() => {
    const place = canvas.current;
    if (!place || !page) return;
    const { width } = page.getViewport({ scale: 1 });
    // Sharp on fine screens; the style sheet fits it to the page.
    const scale = (Math.min(900, place.clientWidth) / width) * Math.max(2, devicePixelRatio);
    const viewport = page.getViewport({ scale });
    place.width = Math.floor(viewport.width);
    place.height = Math.floor(viewport.height);
    const drawing: RenderTask = page.render({ canvas: place, viewport });
    // A canceled drawing is redrawn.
    drawing.promise.catch(() => {});
    return () => drawing.cancel();
  }, [page]);
  return (
    <figure className="paper" {...(read.isPending && { "aria-busy": true })}>
      <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${title}`} />
      <figcaption className="hidden-text">{read.data?.text}</figcaption>
    </figure>
  );
}
