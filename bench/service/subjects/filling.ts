// Starts, and the load of daily rows against COPY of the same rows; each happens once in a run, when
// the store is filled, and has no row where a kept store is measured.
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { median } from "../../engines/table.ts";
import type { Bench } from "../bench.ts";
import type { Row } from "../pair.ts";
import { cpuOfPostgres } from "../process-figures.ts";
import type { Subject } from "../subject.ts";

/** The subjects that are measured while the store is filled. */
export const fillingSubjects: readonly Subject[] = [
  {
    name: "first start",
    measure: async ({ filling }) =>
      filling ? [start("first start", filling.firstStarts, 3.5)] : [],
  },
  {
    name: "later start",
    measure: async ({ laterStarts }) => [start("later start", laterStarts, 0.8)],
  },
  { name: "load of daily rows", measure: loadRows },
];

function start(subject: string, times: readonly number[], most: number): Row {
  const seconds = median(times);
  const isMet = seconds <= most ? "met" : "missed";
  const note = `${seconds.toFixed(2)} s to ready, median of ${times.length}, target ≤ ${most} s: ${isMet}`;
  return { subject, against: "", errors: 0, seconds, note };
}

const maxMemory = 400e6;

async function loadRows(bench: Bench): Promise<Row[]> {
  const { filling, accounts } = bench;
  if (filling === undefined || accounts.all.length === 0) return [];
  const copy = await copyRows(bench);
  const { seconds, cpuUs, peakMemory: memory, output } = filling.days;
  const { rows } = copy;
  const isWithin = memory === undefined ? "" : memory <= maxMemory ? ", met" : ", missed";
  return [
    {
      subject: `load of ${rows.toLocaleString("en-US")} daily rows`,
      against: "copy",
      least: 0.3,
      perSecond: rows / seconds,
      floorPerSecond: rows / copy.seconds,
      ratio: copy.seconds / seconds,
      cpuUs: cpuUs && cpuUs / rows,
      postgresCpuUs: filling.daysPostgresCpuUs && filling.daysPostgresCpuUs / rows,
      floorCpuUs: copy.cpuUs && copy.cpuUs / rows,
      serviceMemory: memory,
      errors: 0,
      seconds,
      note: `memory target ≤ 400 MB${isWithin}; ${steadinessOf(output)}`,
    },
  ];
}

/** Copies the file of daily rows into a table with the key of the service's own. */
async function copyRows({ floorStore: { client }, filling, postmaster }: Bench) {
  await client.query(`
    drop table if exists copied;
    create table copied (
      account_number text collate "C", folio_number text collate "C", valued_on date,
      gross numeric not null, net numeric not null,
      primary key (account_number, folio_number, valued_on) include (gross, net))`);
  const cpuBefore = cpuOfPostgres(postmaster);
  const began = performance.now();
  const file = join(filling?.folders.days ?? "", "unit-values.csv");
  const copy = "copy copied from stdin (format csv, header, force_not_null (folio_number))";
  const stream = client.query(copyFrom(copy));
  await pipeline(createReadStream(file), stream);
  const seconds = (performance.now() - began) / 1000;
  const cpuAfter = cpuOfPostgres(postmaster);
  await client.query("drop table copied");
  return { rows: stream.rowCount, seconds, cpuUs: cpuBefore && cpuAfter && cpuAfter - cpuBefore };
}

/** How fast the second half was read compared with the first, from the load's own progress
 * lines. */
function steadinessOf(output: string): string {
  const printed = [...output.matchAll(/: read ([\d,]+) rows, ([\d,]+) rows\/s/g)].map((line) => {
    const [rows = 0, rate = 1] = line.slice(1).map((text) => Number(text.replaceAll(",", "")));
    return { rows, seconds: rows / rate };
  });
  const middle = printed[Math.floor(printed.length / 2) - 1];
  const last = printed.at(-1);
  if (middle === undefined || last === undefined || middle === last) return "too short to tell";
  const first = middle.rows / middle.seconds;
  const second = (last.rows - middle.rows) / (last.seconds - middle.seconds);
  return `second half of reading at ${(second / first).toFixed(2)} of the first's rate`;
}
