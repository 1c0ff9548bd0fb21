// Loading the sample firm: as a whole, or its records at once and its history once the service responds.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Day, newYorkDay } from "@bursar/values/dates";
import { loadOrder } from "../loading/load-order.ts";
import { loadFiles } from "../platform/bulk/apply/load-folder.ts";
import { LoadBusy } from "../platform/bulk/kinds/load-problem.ts";
import { fileNames, type LoadFile } from "../platform/bulk/read/folder-files.ts";
import type { WriteContext } from "../platform/change/context.ts";
import {
  deleteSampleMark,
  insertSampleMark,
  selectSampleMark,
} from "../platform/change/sandbox-queries.ts";
import { isUnavailable, type Tx } from "../platform/store/db.ts";
import { commandContext, type StoreOfCommand } from "./command-context.ts";
import { makeFirstRequests } from "./sample-firm/first-requests.ts";
import { drawnFiles, type SampleFiles, sampleFiles } from "./sample-firm/sample-files.ts";

/** The folder of the sample firm. */
export const samplesFolder = join(import.meta.dirname, "..", "..", "samples");

/** Loads the sample firm as of today: its closes and values end on the day before. */
export async function loadSample(ctx: WriteContext): Promise<void> {
  const today = newYorkDay(ctx.now);
  const texts = await sampleFiles(samplesFolder, today);
  await loadFiles(ctx, { ...loading(today), files: filesOf(texts) });
  await makeFirstRequests(ctx, texts.get("models.ndjson") ?? "");
}

/** Draws the files of the sample firm as of today, ahead of the loads of its records and its history. */
export async function drawSample(now: Date): Promise<void> {
  await drawnOnce(newYorkDay(now));
}

/** The files that were drawn last, until the history is loaded. */
let drawn: { readonly today: Day; readonly files: Promise<SampleFiles> } | undefined;

function drawnOnce(today: Day): Promise<SampleFiles> {
  if (drawn?.today !== today) drawn = { today, files: sampleFiles(samplesFolder, today) };
  return drawn.files;
}

/** Loads the records of the sample firm without its history, which most of a load's time goes into,
 * and marks the store as awaiting it. */
export async function loadSampleRecords(ctx: WriteContext): Promise<void> {
  const today = newYorkDay(ctx.now);
  const texts = await drawnOnce(today);
  const files = filesOf(texts).filter(({ name }) => !drawnFiles.includes(name));
  const atEnd = async (tx: Tx) => {
    await insertSampleMark(tx, today);
    return { notes: [] };
  };
  await loadFiles(ctx, { ...loading(today), files, atEnd });
}

/** Loads the history of a sample firm whose records alone are loaded: closes, transactions and what
 * follows from them. Whatever ends it, the store has all of it or still awaits it, and the next start
 * loads it. Returns whether this process did. */
export async function completeSample(opened: StoreOfCommand): Promise<boolean> {
  for (;;) {
    const awaited = await selectSampleMark(opened.db);
    if (awaited === undefined) return false;
    try {
      await loadHistory(opened, awaited);
      return true;
    } catch (error) {
      // Another load is running, perhaps that of another process which loads the history too.
      if (!(error instanceof LoadBusy) && !isUnavailable(error)) throw error;
      await delay(retryMs, undefined, { ref: false });
    }
  }
}

const retryMs = 1_000;

async function loadHistory(opened: StoreOfCommand, awaited: Day): Promise<void> {
  const ctx = commandContext(opened);
  const texts = await drawnOnce(awaited);
  drawn = undefined;
  const files = filesOf(texts).filter(({ name }) => drawnFiles.includes(name));
  const atEnd = async (tx: Tx) => {
    await deleteSampleMark(tx);
    return { notes: [] };
  };
  await loadFiles(ctx, { ...loading(newYorkDay(ctx.now)), files, atEnd });
  await makeFirstRequests(commandContext(opened), texts.get("models.ndjson") ?? "");
}

function loading(today: Day) {
  return { kinds: loadOrder, folder: samplesFolder, today };
}

function filesOf(texts: SampleFiles): LoadFile[] {
  return loadOrder.flatMap((kind) =>
    fileNames(kind).flatMap((name) => {
      const text = texts.get(name);
      if (text === undefined) return [];
      const bytes = Buffer.from(text);
      return [{ name, path: name, kind, size: bytes.length, bytes }];
    }),
  );
}
