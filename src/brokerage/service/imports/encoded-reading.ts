// The content of files, as bytes that one thread passes to another: in parts, since making objects of 200,000 rows at once
// would hold up the thread that gets them.
import { setImmediate } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { emptyReading, type Reading } from "@bursar/custodian-files";
import type { FilesRead } from "./files-read.ts";

/** Some rows of one kind of fact. */
interface EncodedRows {
  readonly kind: keyof Reading;
  readonly bytes: Uint8Array;
}

/** All that was read. */
export interface EncodedRead {
  readonly rows: readonly EncodedRows[];
  /** The questions, problems and spans. */
  readonly rest: Uint8Array;
}

type Rest = Omit<FilesRead, "reading">;

/** How many rows are made at once: some milliseconds of work. */
const rowsAtOnce = 2_000;

/** Encodes what was read. */
export function encodeRead({ reading, ...rest }: FilesRead): EncodedRead {
  const kinds = Object.keys(reading) as (keyof Reading)[];
  const rows = kinds.flatMap((kind) => {
    const parts: EncodedRows[] = [];
    for (let at = 0; at < reading[kind].length; at += rowsAtOnce) {
      parts.push({ kind, bytes: serialize(reading[kind].slice(at, at + rowsAtOnce)) });
    }
    return parts;
  });
  return { rows, rest: serialize(rest satisfies Rest) };
}

/** Decodes it again, and lets other work of the thread go on between the parts. */
export async function decodeRead({ rows, rest }: EncodedRead): Promise<FilesRead> {
  const reading = emptyReading();
  for (const { kind, bytes } of rows) {
    (reading[kind] as unknown[]).push(...deserialize(bytes));
    await setImmediate();
  }
  return { reading, ...(deserialize(rest) as Rest) };
}
