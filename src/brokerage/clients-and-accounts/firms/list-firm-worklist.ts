// Listing what waits in the accounts of a firm, entry by entry. (interface 6)
import assert from "node:assert/strict";
import { type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { finalStatuses } from "../accounts/reads.ts";
import { selectFirm } from "./change-queries.ts";
import {
  selectWorklist,
  type WorklistKind,
  type WorklistRow,
  worklistKinds,
} from "./worklist-queries.ts";
import type { WorklistEntry, WorklistQuery } from "./worklist-schema.ts";

const usualLimit = "100" as Decimal;

/** Returns what waits in the accounts of a firm, the operator's being all: what is due first, then the oldest. */
export async function listFirmWorklist(
  ctx: Context,
  firmOid: string,
  { limit = usualLimit }: WorklistQuery,
): Promise<WorklistEntry[]> {
  const { db, now } = ctx;
  const firm = await selectFirm(db, firmOid);
  assert(firm, "access has found the firm");
  const query = {
    firmOid: firm.kind === "operator" ? null : firm.firmOid,
    today: newYorkDay(now),
    now,
    finalStatuses,
    limit,
  };
  const lists = await Promise.all(
    worklistKinds.map(async (kind) =>
      (await selectWorklist(db, kind, query)).map((row) => ({ kind, row })),
    ),
  );
  const sorted = lists.flat().toSorted((one, other) => compare(one.row, other.row));
  return sorted.filter((_, at) => BigInt(at) < BigInt(limit)).map(encode);
}

function compare(one: WorklistRow, other: WorklistRow): number {
  return (
    compareDays(one.due, other.due) ||
    compareDays(one.since, other.since) ||
    (one.accountNumber < other.accountNumber ? -1 : 1)
  );
}

/** Days in their order, no day last. */
function compareDays(one: Day | null, other: Day | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}

function encode({ kind, row }: { readonly kind: WorklistKind; readonly row: WorklistRow }) {
  const { since, due, ...rest } = row;
  const dayOf = (on: Day | null) => (on === null ? null : encodeDay(on));
  return { kind, ...rest, since: dayOf(since), due: dayOf(due) };
}
