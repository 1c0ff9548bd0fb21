// Metrics of the process besides its requests: its log, its disk, and the regular jobs on the
// store.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Cluster } from "../../store/distributed/cluster.ts";

/** The figures, asked for when they are printed; undefined where there is none. */
export interface UpkeepFigures {
  /** Whether this process does what one does for all. */
  isLeading(): boolean;
  /** The version and revision that run here; undefined where they are not known. */
  build(): Promise<Build | undefined>;
  droppedLogLines(): number;
  /** Free bytes where the embedded PostgreSQL has its data. */
  freeBytes(): Promise<number | undefined>;
  lastBackup(): Promise<Date | undefined>;
  lastCheckpoint(): Promise<Date | undefined>;
  lastHousekeeping(): Date | undefined;
  lastRun(): Date | undefined;
  /** Bytes of signatures and documents: of all firms, and of the one that has most. */
  storedBytes(): Promise<{ readonly total: string; readonly ofFullest: string } | undefined>;
  /** Due jobs that are not done yet, by operation, and those that are late. */
  dueJobs(): Promise<readonly DueJobs[] | undefined>;
  /** Webhooks that get nothing, and what waits to be sent. */
  webhooks(): Promise<WebhooksAtNow | undefined>;
  /** The nodes of a store that is distributed over several. */
  cluster(): Promise<Cluster | undefined>;
}

/** The running build: versions of the service, of Node and of PostgreSQL, and the service's
 * commit. */
export interface Build {
  readonly version: string;
  readonly node: string;
  readonly postgres: string | undefined;
  readonly revision: string | undefined;
}

/** The numbers of changes of one kind that are due, and that are late. */
export interface DueJobs {
  readonly operation: string;
  readonly due: number;
  readonly late: number;
}

/** The state of webhooks. */
export interface WebhooksAtNow {
  readonly disabled: string;
  readonly failing: string;
  readonly waiting: string;
  /** The number of webhooks that get nothing for a minute although something is due. */
  readonly stalled: number;
  /** When the oldest delivery was made that waits. */
  readonly oldestAt: Date | null;
}

const prefix = "bursar_";

/** Registers the figures; one that cannot be had is left out. */
export function gaugeUpkeep(registers: Registry[], figures: UpkeepFigures): void {
  new Counter({
    name: `${prefix}log_lines_dropped_total`,
    help: "Log lines that could not be written.",
    registers,
    collect() {
      this.reset();
      this.inc(figures.droppedLogLines());
    },
  });
  const gauge = (name: string, help: string, value: () => Promise<number | undefined>) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      registers,
      async collect() {
        this.reset();
        const known = await value().catch(() => undefined);
        if (known === undefined) this.remove();
        else this.set(known);
      },
    });
  gaugeBuild(registers, figures);
  gaugeSweep(registers, figures);
  const instant = (name: string, help: string, at: () => Promise<Date | undefined>) =>
    gauge(`last_${name}_timestamp_seconds`, help, async () => {
      const date = await at();
      return date && +date / 1000;
    });
  gauge("leads", "Whether this process does the upkeep of the store: 1 or 0.", async () =>
    Number(figures.isLeading()),
  );
  gauge("data_free_bytes", "Free bytes on the disk of PostgreSQL's data.", figures.freeBytes);
  gauge("stored_bytes", "Bytes of signatures and documents of all firms.", async () =>
    parseNumber((await figures.storedBytes())?.total),
  );
  gauge("stored_bytes_of_fullest_firm", "The same of the firm that has stored most.", async () =>
    parseNumber((await figures.storedBytes())?.ofFullest),
  );
  const ofWebhooks = (
    name: string,
    help: string,
    value: (now: WebhooksAtNow) => number | undefined,
  ) =>
    gauge(`webhook${name}`, help, async () => {
      const now = await figures.webhooks();
      return now && value(now);
    });
  ofWebhooks("s_disabled", "Webhooks to which nothing is sent any more.", (now) =>
    parseNumber(now.disabled),
  );
  ofWebhooks("s_failing", "Webhooks whose last attempt failed.", (now) => parseNumber(now.failing));
  ofWebhooks(
    "s_stalled",
    "Webhooks to which nothing was sent for a minute although something is due.",
    ({ stalled }) => stalled,
  );
  ofWebhooks("_deliveries_waiting", "Events that wait to be sent.", (now) =>
    parseNumber(now.waiting),
  );
  ofWebhooks(
    "_oldest_delivery_timestamp_seconds",
    "Since when the oldest of them waits.",
    ({ oldestAt }) => (oldestAt === null ? undefined : +oldestAt / 1000),
  );
  instant("backup", "When the last back-up was complete.", figures.lastBackup);
  instant("checkpoint", "When the last daily checkpoint was taken.", figures.lastCheckpoint);
  instant("housekeeping", "When what has expired was last removed.", async () =>
    figures.lastHousekeeping(),
  );
  instant("sweep", "When everything that time had brought was last done.", async () =>
    figures.lastRun(),
  );
}

/** Sets the running build as labels; one that is not known is empty. */
function gaugeBuild(registers: Registry[], figures: UpkeepFigures): void {
  new Gauge({
    name: `${prefix}build_info`,
    help: "Always 1: the versions of the service, of Node and of PostgreSQL, and the commit.",
    labelNames: ["version", "node", "postgres", "revision"],
    registers,
    async collect() {
      this.reset();
      const build = await figures.build().catch(() => undefined);
      if (build === undefined) return;
      const { version, node, postgres = "", revision = "" } = build;
      this.set({ version, node, postgres, revision }, 1);
    },
  });
}

/** Due jobs by operation. */
function gaugeSweep(registers: Registry[], figures: UpkeepFigures): void {
  for (const [name, help] of [
    ["due", "Changes of scheduled jobs that are due and not made yet, up to 1000."],
    ["late", "Changes that have been due for more than five minutes."],
  ] as const) {
    new Gauge({
      name: `${prefix}sweep_${name}`,
      help,
      labelNames: ["operation"],
      registers,
      async collect() {
        this.reset();
        const now = await figures.dueJobs().catch(() => undefined);
        for (const each of now ?? []) this.set({ operation: each.operation }, each[name]);
      },
    });
  }
}

function parseNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
