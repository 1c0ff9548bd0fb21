// `bursar doctor`: allowed but odd records, and faults in the operation of the store.
import { stat } from "node:fs/promises";
import { newYorkDay } from "@bursar/values/dates";
import {
  type Anomaly,
  findAlteredDocuments,
  findAnomalies,
  findKeyAnomalies,
  findStalledWebhooks,
} from "../brokerage/service/anomalies/reads.ts";
import { checkpointFolder, readConfig } from "../config/config.ts";
import { lastCheckpoint } from "../platform/change/daily-checkpoints.ts";
import { selectLastBackup } from "../platform/maintenance/last-backup.ts";
import {
  findRelease,
  type PostgresRelease,
  selectVersion,
} from "../platform/store/postgres-releases.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { needlessRights } from "../platform/store/withheld-rights.ts";
import type { OpenedStore } from "../runtime/configured-store.ts";
import { counted } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { printJson, printLines } from "./output.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Lists the findings by kind; it refuses nothing, so that it exits with 0. */
export async function doctorCommand({ json = false }: { json?: boolean }): Promise<void> {
  const { oddities, postgresql } = await withStore("doctor", async (opened) => {
    const release = findRelease(await selectVersion(opened.db), new Date());
    return {
      postgresql: release,
      oddities: [...(await findAll(opened)), ...outdated(release)],
    };
  });
  if (json) return printJson({ oddities, postgresql });
  printLines(releaseText(postgresql));
  for (const { kind, count, first } of oddities) {
    const shown = first.slice(0, mostShown);
    const rest = count - shown.length;
    const lines = shown.map((sentence) => `  ${sentence}`);
    printLines(`${kind}: ${count}`, ...lines, ...(rest > 0 ? [`  And ${rest} more.`] : []));
  }
  if (oddities.length === 0) printLines("Nothing odd was found.");
}

async function findAll({ db, store }: OpenedStore): Promise<Anomaly[]> {
  return [
    ...(await withSnapshot(store.serving, async (snapshot) => [
      ...(await findAnomalies(snapshot, newYorkDay(new Date()))),
      ...(await findKeyAnomalies(snapshot, new Date())),
      ...(await findStalledWebhooks(snapshot, new Date())),
      ...(await findAlteredDocuments(snapshot)),
    ])),
    ...needless(await needlessRights(db, db.roles)),
    ...neglected("checkpoint", await checkpointAt()),
    ...neglected("back-up", await selectLastBackup(db)),
  ];
}

/** The version that runs, in a line. */
function releaseText({ version, releasedOn, days }: PostgresRelease): string {
  return releasedOn === undefined || days === undefined
    ? `PostgreSQL ${version}, whose release this version of the service does not know`
    : `PostgreSQL ${version} of ${releasedOn}, ${counted(days, "day")} old`;
}

function outdated({ version, newer }: PostgresRelease): Anomaly[] {
  if (newer === undefined) return [];
  const sentence = `PostgreSQL ${version} runs; ${newer.version} of ${newer.releasedOn} fixes faults of it.`;
  return [{ kind: "outdated PostgreSQL", count: 1, first: [sentence] }];
}

const mostShown = 20;

async function checkpointAt(): Promise<Date | undefined> {
  const last = await lastCheckpoint(checkpointFolder(readConfig(process.env)));
  return last === undefined ? undefined : (await stat(last)).mtime;
}

/** Rights of everybody that only a superuser can take away. */
function needless(functions: number): Anomaly[] {
  if (functions === 0) return [];
  const sentence =
    `The login for reads may use ${counted(functions, "function")} of PostgreSQL that it does not need: ` +
    "run `bursar migrate` once as a superuser, where there is one.";
  return [{ kind: "rights of the reader", count: 1, first: [sentence] }];
}

/** An anomaly where something was never done, or not for two days. */
function neglected(what: string, at: Date | undefined): Anomaly[] {
  if (at !== undefined && Date.now() - +at < 2 * dayMs) return [];
  const sentence = at === undefined ? "There is none." : `The last is of ${at.toISOString()}.`;
  return [{ kind: `no ${what}`, count: 1, first: [sentence] }];
}
