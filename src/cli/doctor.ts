// `bursar doctor`: what is allowed but odd, in the records and in how the store is kept.
import { stat } from "node:fs/promises";
import { findOddities, findOddKeys, type Oddity } from "../books/oddities.ts";
import { checkpointFolder, readConfig } from "../config.ts";
import { lastCheckpoint } from "../platform/change/daily-checkpoints.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { selectLastBackup } from "../platform/upkeep/last-backup.ts";
import { newYorkDay } from "../values/dates.ts";
import { withStore } from "./command-context.ts";
import { printJson, printLines } from "./output.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Lists the findings by kind; it refuses nothing, so that it exits with 0. */
export async function doctorCommand({ json = false }: { json?: boolean }): Promise<void> {
  const oddities = await withStore("doctor", async ({ db, store }) => [
    ...(await withSnapshot(store.serving, async (snapshot) => [
      ...(await findOddities(snapshot, newYorkDay(new Date()))),
      ...(await findOddKeys(snapshot, new Date())),
    ])),
    ...neglected("checkpoint", await checkpointAt()),
    ...neglected("back-up", await selectLastBackup(db)),
  ]);
  if (json) return printJson({ oddities });
  for (const { kind, count, first } of oddities) {
    const shown = first.slice(0, mostShown);
    const rest = count - shown.length;
    const lines = shown.map((sentence) => `  ${sentence}`);
    printLines(`${kind}: ${count}`, ...lines, ...(rest > 0 ? [`  And ${rest} more.`] : []));
  }
  if (oddities.length === 0) printLines("Nothing odd was found.");
}

const mostShown = 20;

async function checkpointAt(): Promise<Date | undefined> {
  const last = await lastCheckpoint(checkpointFolder(readConfig(process.env)));
  return last === undefined ? undefined : (await stat(last)).mtime;
}

/** What was never done, or not for two days. */
function neglected(what: string, at: Date | undefined): Oddity[] {
  if (at !== undefined && Date.now() - +at < 2 * dayMs) return [];
  const sentence = at === undefined ? "There is none." : `The last is of ${at.toISOString()}.`;
  return [{ kind: `no ${what}`, count: 1, first: [sentence] }];
}
