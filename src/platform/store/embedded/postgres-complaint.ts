// The lines of PostgreSQL's own log for the operator. A statement's error goes to its caller: in
// the log it could show a person's data, unless it concerns the machine.

/** The beginning of each line: which process of PostgreSQL it is, and the SQLSTATE. */
export const complaintPrefix = "%b %e ";

/** The complaint of a line, with its SQLSTATE; undefined for other lines and for a caller's error. */
export function parseComplaint(line: string): string | undefined {
  const [, process = "", state = "", level = "", message = ""] = pattern.exec(line) ?? [];
  const ofCaller = level === "ERROR" && statements.has(process) && !ofMachine.test(state);
  if (level === "" || ofCaller) return undefined;
  return `${level}: ${message} (${state})`;
}

const pattern = /^(.+?) ([0-9A-Z]{5}) (ERROR|FATAL|PANIC): +(.*)$/;

/** The processes that run statements of callers. */
const statements = new Set(["client backend", "parallel worker"]);

/** No resources, a system error, damaged data: these quote files and blocks, never values. */
const ofMachine = /^(53|58|XX)/;
