// The worker of pdf.js as a file of its own, which the page starts from our own origin: for esbuild
// an import of it gives its address. (docs/adr/0028-documents.md)
import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Leaves the worker as its package has it, already small. */
export const pdfWorker: Plugin = {
  name: "pdf-worker",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]pdf\.worker\.min\.mjs$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: "file",
    }));
  },
};
