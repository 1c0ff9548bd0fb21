// A list as one CSV file, of which the service answers a page at a time.

/** A page as text, and where the next one begins; undefined after the last. */
export interface CsvPage {
  readonly text: string;
  readonly next: string | undefined;
}

/** Reads the pages in turn, the first one at `""`, and returns them as one file with one header. */
export async function joinedCsv(read: (after: string) => Promise<CsvPage>): Promise<string> {
  const first = await read("");
  const parts = [first.text];
  let { next } = first;
  while (next !== undefined) {
    const page = await read(next);
    parts.push(page.text.slice(page.text.indexOf("\n") + 1));
    ({ next } = page);
  }
  return parts.join("");
}
