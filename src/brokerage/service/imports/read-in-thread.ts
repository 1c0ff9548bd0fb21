// Reading custodians' files in a thread next to the one that serves requests, which would wait for seconds.
import type { CustodianFile, Profile } from "@bursar/custodian-files";
import { openThreads } from "../../../platform/process/threads.ts";
import { decodeRead, type EncodedRead } from "./encoded-reading.ts";
import type { FilesRead } from "./files-read.ts";
import type { Answers } from "./questions.ts";
import type { ToRead } from "./reading-thread.ts";

/** How long the thread outlasts its last files. */
const idleMs = 30_000;

const file = new URL("./reading-thread.ts", import.meta.url);
const threads = openThreads<ToRead, EncodedRead>(file, { count: 1, idleMs });

/** Reads files as `readFiles` does, without holding up this thread. */
export async function readInThread(
  profile: Profile,
  files: readonly CustodianFile[],
  { list }: Answers,
): Promise<FilesRead> {
  return decodeRead(await threads.ask({ profile, files, answers: list }));
}
