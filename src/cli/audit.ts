// `bursar audit`: verify the chains and show the entries of a subject.
import { selectAuditEntries, verifyAudit } from "../platform/audit.ts";
import { printJson, printLines, withStore } from "./command-context.ts";
import { CommandFault } from "./failure.ts";

interface JsonOption {
  readonly json?: boolean;
}

/** Walks every chain; ends with 1 when one is broken. */
export async function verifyAuditCommand({ json = false }: JsonOption): Promise<void> {
  const result = await withStore("audit", ({ db, vault }) => verifyAudit(db, vault.auditKey));
  const { entries, subjects, faults } = result;
  if (json) printJson(result);
  else {
    const lines = faults.map((each) => `${each.subject} entry ${each.sequence}: ${each.reason}`);
    printLines(...lines, `${entries} entries of ${subjects} subjects`);
  }
  if (faults.length > 0) throw new CommandFault(`${faults.length} chains are broken.`);
}

/** Prints the entries of one subject, oldest first. */
export async function showAuditCommand(
  subject: string,
  { json = false }: JsonOption,
): Promise<void> {
  const entries = await withStore("audit", ({ db }) => selectAuditEntries(db, subject));
  if (entries.length === 0) throw new CommandFault("The subject has no entries.");
  for (const { mac, ...entry } of entries) {
    const { caller, detail, sequence, occurredAt, operation, requestId, address } = entry;
    if (json) {
      const parsed = { ...entry, caller: JSON.parse(caller), detail: JSON.parse(detail) };
      printLines(JSON.stringify({ ...parsed, mac: mac.toString("hex") }));
    } else {
      printLines(
        `${sequence}  ${occurredAt.toISOString()}  ${operation}  ${caller}`,
        `    request ${requestId} from ${address}`,
        `    ${detail}`,
      );
    }
  }
}
