// `bursar audit`: verify the chains and show the entries of a subject.

import { selectUnrecorded } from "../brokerage/service/audit-entries/recorded-row-queries.ts";
import { hasState, stateAt } from "../brokerage/service/audit-entries/state-at.ts";
import { checkpointFolder, readConfig } from "../config/config.ts";
import { selectChain, verifyAudit } from "../platform/change/audit.ts";
import { type AuditFault, faultOfChain, type StoredEntry } from "../platform/change/audit-chain.ts";
import { faultsAgainst, writeCheckpoint } from "../platform/change/audit-checkpoint.ts";
import { lastCheckpoint } from "../platform/change/daily-checkpoints.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { counted, memberLines } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printErrors, printJson, printLines } from "./output.ts";

interface JsonOption {
  readonly json?: boolean;
}

interface VerifyOptions extends JsonOption {
  readonly against?: string;
}

interface CheckpointOptions extends JsonOption {
  readonly out: string;
}

/** Walks every chain as of one moment; exits with 1 if one is broken or cut. */
export async function verifyAuditCommand(options: VerifyOptions): Promise<void> {
  const { json = false } = options;
  const folder = checkpointFolder(readConfig(process.env));
  const against = options.against ?? (await lastCheckpoint(folder));
  const result = await withStore("audit", ({ store, vault }) =>
    withSnapshot(store.serving, async (snapshot) => {
      const cut = against ? await faultsAgainst(snapshot, vault.auditKey, against) : [];
      const { faults, ...counts } = await verifyAudit(snapshot, vault.auditKey);
      const rows = await selectUnrecorded(snapshot);
      const all = [...faults, ...unrecorded(rows), ...cut];
      return { ...counts, checkpoint: against ?? null, faults: all };
    }),
  );
  if (against === undefined) {
    printErrors(
      `bursar: No checkpoint is in ${folder}: a row that was removed with its chain, or a ` +
        "roll-back to an earlier copy, would not show.",
    );
  }
  const { entries, subjects, faults } = result;
  if (json) printJson(result);
  else {
    const lines = faults.map((each) => `${each.subject} entry ${each.sequence}: ${each.reason}`);
    printLines(
      ...lines,
      `${counted(entries, "entry", "entries")} of ${counted(subjects, "subject")}`,
    );
  }
  const broken = new Set(faults.map(({ subject }) => subject)).size;
  if (broken === 0) return;
  throw new CommandFault(`${counted(broken, "chain is", "chains are")} broken.`);
}

/** A row whose chain was removed, and perhaps started again by a later change. */
function unrecorded(rows: readonly { readonly subject: string }[]): AuditFault[] {
  const reason = "the chain does not begin with the row that it is of";
  return rows.map(({ subject }) => ({ subject, sequence: "1", reason }));
}

/** Writes a checkpoint, to be stored where the store's administrators cannot reach it. */
export async function checkpointCommand({ out, json = false }: CheckpointOptions): Promise<void> {
  const seal = await withStore("audit", ({ store, vault }) =>
    withSnapshot(store.serving, (snapshot) =>
      writeCheckpoint(snapshot, vault.auditKey, out, new Date()),
    ),
  );
  if (json) printJson({ file: out, ...seal });
  else
    printLines(`${out}: the heads of ${counted(seal.subjects, "subject")}, SHA-256 ${seal.sha256}`);
}

interface AtOptions extends JsonOption {
  readonly time: Date;
}

/** Prints what an account or an offer was at an instant; nothing if the chain is broken. */
export async function auditAtCommand(
  subject: string,
  { time, json = false }: AtOptions,
): Promise<void> {
  if (!hasState(subject)) {
    throw new UsageFault("Only the state of an account or of offer:… can be rebuilt.");
  }
  const { chain, fault } = await readChain(subject);
  if (fault) throw new CommandFault(brokenSentence(fault));
  const past = stateAt(subject, chain, time);
  if (json) printJson(past);
  if (past.entry === null) {
    throw new CommandFault("The subject's state before its first entry is not known.");
  }
  if (json) return;
  const { sequence, occurredAt, operation } = past.entry;
  printLines(
    `${subject} at ${past.time}, as entry ${sequence} left it (${operation}, ${occurredAt}):`,
    ...memberLines(past.state).map((line) => `    ${line}`),
  );
}

/** Prints the entries of one subject, oldest first, and whether they and their order are those that
 * were written; exits with 1 if not. */
export async function showAuditCommand(
  subject: string,
  { json = false }: JsonOption,
): Promise<void> {
  const { chain, fault } = await readChain(subject);
  const entries = chain.map(shownEntry);
  if (json) printJson({ entries, fault: fault ?? null });
  else {
    for (const entry of entries) printLines(...entryLines(entry));
    if (!fault) printLines(`The chain is whole: ${counted(chain.length, "entry", "entries")}.`);
  }
  if (fault) throw new CommandFault(brokenSentence(fault));
}

/** The chain of a subject as of one moment, and its first fault. */
async function readChain(subject: string) {
  const read = await withStore("audit", ({ store, vault }) =>
    withSnapshot(store.serving, async (snapshot) => {
      const { chain, head } = await selectChain(snapshot, subject);
      return { chain, head, fault: faultOfChain(vault.auditKey, subject, chain, head) };
    }),
  );
  // A head without entries is all that is left of a chain that was removed.
  if (read.head === undefined && read.chain.length === 0) {
    throw new CommandFault("The subject has no entries.");
  }
  return read;
}

function brokenSentence({ sequence, reason }: AuditFault): string {
  return `The chain is broken at entry ${sequence}: ${reason}.`;
}

/** An entry as printed: JSON columns parsed, chain columns left out. */
function shownEntry({ subject, sequence, occurredAt, operation, ...rest }: StoredEntry) {
  const { caller, requestId, address, detail, mac } = rest;
  return {
    subject,
    sequence,
    occurredAt,
    operation,
    caller: JSON.parse(caller) as unknown,
    requestId,
    address,
    detail: JSON.parse(detail) as unknown,
    mac: mac.toString("hex"),
  };
}

function entryLines({ caller, detail, ...entry }: ReturnType<typeof shownEntry>): string[] {
  const { sequence, occurredAt, operation, requestId, address } = entry;
  return [
    `${sequence}  ${occurredAt.toISOString()}  ${operation}`,
    `    by ${memberLines(caller).join(", ")}`,
    `    request ${requestId} from ${address}`,
    ...memberLines(printedDetail(detail)).map((line) => `    ${line}`),
  ];
}

/** An entry without fields that were and are absent: a null after it is shown where it has
 * replaced something. */
export function printedDetail(detail: unknown): unknown {
  const { before, after, ...others } = detail as Record<string, unknown>;
  return {
    ...(before !== undefined && { before: shownValue(before, undefined) }),
    ...(after !== undefined && { after: shownValue(after, before) }),
    ...(shownValue(others, undefined) as object),
  };
}

function shownValue(value: unknown, replaced: unknown): unknown {
  if (value === null) return replaced === null || replaced === undefined ? undefined : null;
  if (typeof value !== "object") return value;
  const earlier = (replaced ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(value)) return value.map((each, index) => shownValue(each, earlier[index]));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, each]) => [name, shownValue(each, earlier[name])]),
  );
}
