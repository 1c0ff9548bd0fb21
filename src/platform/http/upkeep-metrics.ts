// What a monitor is told about the process beside its requests: its log, its disk, and what is done
// to the store regularly.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Cluster } from "../store/spread/cluster.ts";

/** The figures, asked for when they are printed; undefined where there is none. */
export interface UpkeepFigures {
  /** Whether this process does what one does for all. */
  isLeading(): boolean;
  droppedLogLines(): number;
  /** Free bytes where the embedded PostgreSQL has its data. */
  freeBytes(): Promise<number | undefined>;
  lastBackup(): Promise<Date | undefined>;
  lastCheckpoint(): Promise<Date | undefined>;
  lastHousekeeping(): Date | undefined;
  lastSweep(): Date | undefined;
  /** Bytes of signatures and documents: of all firms, and of the one that has most. */
  storedBytes(): Promise<{ readonly total: string; readonly ofFullest: string } | undefined>;
  /** The nodes of a store that is spread over several. */
  cluster(): Promise<Cluster | undefined>;
}

/** Registers the figures; one that cannot be had is left out. */
export function gaugeUpkeep(registers: Registry[], figures: UpkeepFigures): void {
  const prefix = "bursar_";
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
    numberOf((await figures.storedBytes())?.total),
  );
  gauge("stored_bytes_of_fullest_firm", "The same of the firm that has stored most.", async () =>
    numberOf((await figures.storedBytes())?.ofFullest),
  );
  instant("backup", "When the last back-up was complete.", figures.lastBackup);
  instant("checkpoint", "When the last daily checkpoint was taken.", figures.lastCheckpoint);
  instant("housekeeping", "When what has expired was last removed.", async () =>
    figures.lastHousekeeping(),
  );
  instant("sweep", "When everything that time had brought was last done.", async () =>
    figures.lastSweep(),
  );
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
