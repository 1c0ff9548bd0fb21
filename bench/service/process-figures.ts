// The cost of processes, from /proc: processor time and memory of the service and of PostgreSQL. On
// machines without /proc the figures are undefined.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second on every machine this runs on. */
const tickUs = 10_000;

/** Processor time of one process and its threads, in microseconds. */
export function cpuOf(pid: number): number | undefined {
  const stat = statOf(String(pid));
  return stat && stat.own * tickUs;
}

/** Processor time of PostgreSQL, in microseconds: the postmaster, its children, and those that have
 * ended. */
export function cpuOfPostgres(postmaster: number): number | undefined {
  const stat = statOf(String(postmaster));
  if (stat === undefined) return undefined;
  const running = childrenOf(postmaster).map((pid) => statOf(pid)?.own ?? 0);
  return running.reduce((sum, own) => sum + own, stat.own + stat.ended) * tickUs;
}

/** Resident memory of a process now and at its most, in bytes. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } | undefined {
  const status = textOf(`/proc/${pid}/status`);
  const of = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status ?? "")?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  };
  const now = of("VmRSS");
  const most = of("VmHWM");
  return now === undefined || most === undefined ? undefined : { now, most };
}

/** How many file descriptors a process has open. */
export function descriptorsOf(pid: number): number | undefined {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : undefined;
}

/** Memory of PostgreSQL in bytes, with shared memory counted once. */
export function sharedMemoryOf(postmaster: number): number | undefined {
  const sizes = [String(postmaster), ...childrenOf(postmaster)].map((pid) => {
    const rollup = textOf(`/proc/${pid}/smaps_rollup`) ?? "";
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  });
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0);
}

interface Stat {
  readonly parent: number;
  /** Ticks in user and in system mode. */
  readonly own: number;
  /** The same of children that have ended and been waited for. */
  readonly ended: number;
}

function statOf(pid: string): Stat | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name before these fields may hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const at = (place: number) => Number(fields[place]);
  return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

function childrenOf(parent: number): string[] {
  if (!existsSync("/proc")) return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => statOf(pid)?.parent === parent);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
