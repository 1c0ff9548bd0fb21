// Reads a PDF back: the texts of its pages in the order in which they are drawn, and its structure tree.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A node of the structure tree: its role, and what is below it. */
export interface TreeNode {
  readonly role?: string;
  readonly children?: readonly TreeNode[];
}

/** A page as a reader finds it. */
export interface ReadPage {
  readonly texts: readonly string[];
  /** Each text with its place: left edge and baseline, in points from below. */
  readonly placed: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
  readonly tree: TreeNode;
}

/** The pages of a document, and the fonts that are embedded in it. */
export async function readPdf(bytes: Buffer): Promise<{ pages: ReadPage[]; fonts: number }> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const file = await task.promise;
  const pages: ReadPage[] = [];
  for (let n = 1; n <= file.numPages; n += 1) {
    const page = await file.getPage(n);
    const { items } = await page.getTextContent();
    const placed = items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
        : [],
    );
    const tree = (await page.getStructTree()) as TreeNode;
    pages.push({ texts: placed.map(({ text }) => text), placed, tree });
  }
  await task.destroy();
  return { pages, fonts: bytes.toString("latin1").match(/\/FontFile2 /g)?.length ?? 0 };
}

/** The roles of a tree, each once. */
export function rolesIn(node: TreeNode): Set<string> {
  const below = (node.children ?? []).flatMap((child) => [...rolesIn(child)]);
  return new Set([...(node.role === undefined ? [] : [node.role]), ...below]);
}
