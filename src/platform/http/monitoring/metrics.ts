// The metrics of the service: requests, refusals, the store's connections, loads and audit entries,
// in Prometheus' text format. No label contains a caller's text.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Problem } from "../../../values/problem.ts";
import { type LastLoad, selectLastLoad } from "../../bulk/apply/last-load.ts";
import type { Database } from "../../store/db.ts";
import { operationName } from "../request/request-kind.ts";
import { gaugeCluster } from "./cluster-metrics.ts";
import { gaugeUpkeep, type UpkeepFigures } from "./upkeep-metrics.ts";

/** The readers of the metrics: anyone who reaches the service, or anyone who has the token. */
export type MetricsAccess = "open" | { readonly token: string };

/** The metrics of one process. */
export interface Metrics {
  readonly access: MetricsAccess;
  noteResponse(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts the refusals of bytes that were not a request. */
  noteRefusal(problems: readonly Problem[]): void;
  noteAuditEntries(count: number): void;
  /** Shows how many bytes of bodies are in memory whenever the metrics are printed. */
  watchBodies(bytes: () => number): void;
  /** Counts a use of a row whose MAC is not the one that the service gave it. */
  noteForgedRow(table: string): void;
  /** The text of all metrics as of now. */
  print(): Promise<string>;
}

const prefix = "bursar_";

/** Begins to count; the store's figures, and those of its upkeep, are asked for when printed. */
export function openMetrics(db: Database, access: MetricsAccess, upkeep?: UpkeepFigures): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const responses = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: "Time from a request's arrival to the end of its response, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refusals = new Counter({
    name: `${prefix}refusals_total`,
    help: "Problems reported to callers, by error code, else by type.",
    labelNames: ["code"],
    registers,
  });
  const entries = new Counter({
    name: `${prefix}audit_entries_total`,
    help: "Audit entries that requests of this process have written.",
    registers,
  });
  const forged = new Counter({
    name: `${prefix}forged_rows_total`,
    help: "Uses of credentials refused because a row was not written by the service, by table.",
    labelNames: ["table"],
    registers,
  });
  const noteRefusal = (problems: readonly Problem[]) => {
    for (const problem of problems) {
      const code = "errorCode" in problem ? problem.errorCode : undefined;
      refusals.inc({ code: code ?? problem.type });
    }
  };
  // As many as there are operations and statuses.
  const kinds = new Map<string, ReturnType<typeof responses.labels>>();
  gaugeStore(registers, db);
  if (upkeep !== undefined) gaugeUpkeep(registers, upkeep);
  if (upkeep !== undefined && db.isDistributed) gaugeCluster(registers, upkeep.cluster);
  const showLoad = gaugeLoads(registers);
  // Where it is not asked for, the figures of loads are 0, so that adding up leaves one of them.
  return {
    access,
    noteResponse(request, reply) {
      const operation = operationName(request.routeOptions);
      const kind = `${operation} ${reply.statusCode}`;
      let responsesOfKind = kinds.get(kind);
      if (responsesOfKind === undefined) {
        responsesOfKind = responses.labels({ operation, status: reply.statusCode });
        kinds.set(kind, responsesOfKind);
      }
      responsesOfKind.observe(reply.elapsedTime / 1000);
      if (request.problems !== undefined) noteRefusal(request.problems);
    },
    noteRefusal,
    watchBodies: (bytes) => gaugeBodies(registers, bytes),
    noteAuditEntries: (count) => entries.inc(count),
    noteForgedRow: (table) => forged.inc({ table }),
    async print() {
      showLoad(await selectLastLoad(db).catch(() => undefined));
      return register.metrics();
    },
  };
}

function gaugeBodies(registers: Registry[], bytes: () => number): void {
  new Gauge({
    name: `${prefix}body_bytes`,
    help: "Bytes of the bodies of requests that are held in memory.",
    registers,
    collect() {
      this.set(bytes());
    },
  });
}

function gaugeStore(registers: Registry[], db: Database): void {
  new Counter({
    name: `${prefix}store_errors_total`,
    help: "Failures of the store, by SQLSTATE; `none` where it did not respond.",
    labelNames: ["sqlstate"],
    registers,
    collect() {
      this.reset();
      for (const [sqlstate, count] of db.usage().failures) this.inc({ sqlstate }, count);
    },
  });
  new Gauge({
    name: `${prefix}store_reads_in_flight`,
    help: "Reads that the store has been asked for and has not returned.",
    registers,
    collect() {
      this.set(db.usage().readsInFlight);
    },
  });
  new Gauge({
    name: `${prefix}store_write_connections`,
    help: "Connections for changes: in use, idle, and the most there may be.",
    labelNames: ["state"],
    registers,
    collect() {
      const { total, idle, most } = db.usage().writes;
      this.set({ state: "used" }, total - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "most" }, most);
    },
  });
  new Gauge({
    name: `${prefix}store_writes_waiting`,
    help: "Changes that wait for their turn or for a connection.",
    registers,
    collect() {
      this.set(db.usage().writes.waiting);
    },
  });
}

/** Loads run in separate processes, so the figures of loads are read from the store. */
function gaugeLoads(registers: Registry[]): (last: LastLoad | undefined) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `${prefix}${name}`, help, registers });
  const loads = gauge("loads", "Loads that the store has ever taken.");
  const rows = gauge("last_load_rows", "Rows of the last load.");
  const seconds = gauge("last_load_duration_seconds", "Time that the last load took.");
  const at = gauge("last_load_timestamp_seconds", "When the last load began.");
  return (last) => {
    if (last === undefined) return;
    loads.set(last.count);
    rows.set(last.rows);
    seconds.set(last.durationMs / 1000);
    at.set(+new Date(last.startedAt) / 1000);
  };
}
