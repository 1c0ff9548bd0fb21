// `bursar audit`: verify the chains and show the entries of a subject.
import { checkpointFolder, readConfig } from "../config.ts";
import { selectAuditEntries, selectChain, verifyAudit } from "../platform/change/audit.ts";
import { type AuditFault, faultOfChain } from "../platform/change/audit-chain.ts";
import { faultsAgainst, writeCheckpoint } from "../platform/change/audit-checkpoint.ts";
import { lastCheckpoint } from "../platform/change/daily-checkpoints.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { selectUnrecorded } from "../resources/recorded-row-queries.ts";
import { hasState, stateAt } from "../resources/state-at.ts";
import { memberLines } from "../values/readable.ts";
import { printDocument, printJson, printLines, withStore } from "./command-context.ts";
import { CommandFault } from "./failure.ts";

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
    process.stderr.write(
      `bursar: No checkpoint is in ${folder}: a row that was removed with its chain, or a ` +
        "roll-back to an earlier copy, would not show.\n",
    );
  }
  const { entries, subjects, faults } = result;
  if (json) printJson(result);
  else {
    const lines = faults.map((each) => `${each.subject} entry ${each.sequence}: ${each.reason}`);
    printLines(...lines, `${entries} entries of ${subjects} subjects`);
  }
  const broken = new Set(faults.map(({ subject }) => subject)).size;
  if (broken === 1) throw new CommandFault("1 chain is broken.");
  if (broken > 1) throw new CommandFault(`${broken} chains are broken.`);
}

/** A row whose chain was removed, and perhaps started again by a later change. */
function unrecorded(rows: readonly { readonly subject: string }[]): AuditFault[] {
  const reason = "the chain does not begin with the row that it is of";
  return rows.map(({ subject }) => ({ subject, sequence: "1", reason }));
}

/** Writes a checkpoint, to be kept where the store's administrators cannot reach it. */
export async function checkpointCommand({ out, json = false }: CheckpointOptions): Promise<void> {
  const seal = await withStore("audit", ({ store, vault }) =>
    withSnapshot(store.serving, (snapshot) =>
      writeCheckpoint(snapshot, vault.auditKey, out, new Date()),
    ),
  );
  if (json) printJson({ file: out, ...seal });
  else printLines(`${out}: the heads of ${seal.subjects} subjects, SHA-256 ${seal.sha256}`);
}

/** Prints what an account or an offer was at an instant; nothing if the chain is broken. */
export async function auditAtCommand(subject: string, { time }: { time: string }): Promise<void> {
  const at = new Date(time);
  if (Number.isNaN(+at)) throw new CommandFault("--time must be an ISO 8601 instant.");
  if (!hasState(subject)) {
    throw new CommandFault("Only the state of an account or of offer:… can be rebuilt.");
  }
  const { chain, fault } = await withStore("audit", ({ store, vault }) =>
    withSnapshot(store.serving, async (snapshot) => {
      const { chain, head } = await selectChain(snapshot, subject);
      return { chain, fault: faultOfChain(vault.auditKey, subject, chain, head) };
    }),
  );
  if (chain.length === 0) throw new CommandFault("The subject has no entries.");
  if (fault) {
    throw new CommandFault(`The chain is broken at entry ${fault.sequence}: ${fault.reason}.`);
  }
  const past = stateAt(subject, chain, at);
  printDocument(past);
  if (past.state !== null) return;
  throw new CommandFault("The subject's state before its first entry is not known.");
}

/** Prints the entries of one subject, oldest first. */
export async function showAuditCommand(
  subject: string,
  { json = false }: JsonOption,
): Promise<void> {
  const entries = await withStore("audit", ({ db }) => selectAuditEntries(db, subject));
  if (entries.length === 0) throw new CommandFault("The subject has no entries.");
  const read = entries.map(({ mac, caller, detail, ...entry }) => {
    const parsed = { caller: JSON.parse(caller), detail: JSON.parse(detail) };
    return { ...entry, ...parsed, mac: mac.toString("hex") };
  });
  if (json) return printJson(read);
  for (const { caller, detail, sequence, occurredAt, operation, requestId, address } of read) {
    printLines(
      `${sequence}  ${occurredAt.toISOString()}  ${operation}`,
      `    by ${memberLines(caller).join(", ")}`,
      `    request ${requestId} from ${address}`,
      ...memberLines(detail).map((line) => `    ${line}`),
    );
  }
}
