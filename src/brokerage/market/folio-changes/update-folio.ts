// Changing a folio of an account, and closing it. (interface 4.17)

import { isFolioNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { folioNotFound } from "../../clients-and-accounts/accounts/reads.ts";
import {
  folioClosed,
  folioUpdated,
  updateFolioSettings,
} from "../../clients-and-accounts/folios/changes.ts";
import {
  type FolioDetailRow,
  type FolioSettings,
  type FolioUpdate,
  problemsWithFolioUpdate,
  selectFolio,
  selectHoldsAny,
} from "../../clients-and-accounts/folios/reads.ts";
import { isUnseen } from "../benchmarks/reads.ts";
import { updateFolioEntry } from "./entries.ts";

/** Changes what is sent of a folio, null empties its benchmark; 404 where there is none. */
export async function updateFolio(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
  request: FolioUpdate,
): Promise<void> {
  await write(ctx, updateFolioEntry, async (tx) => {
    const isNumber = isFolioNumber(folioNumber);
    const [account, before, holdsAny] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      isNumber ? selectFolio(tx, accountNumber, folioNumber) : undefined,
      isNumber && selectHoldsAny(tx, accountNumber, folioNumber),
    ]);
    if (before === undefined) throw folioNotFound();
    const isSubscribed = before.modelOid !== null;
    const after: FolioDetailRow = { ...before, ...settingsIn(request) };
    // A benchmark that stays as it is may have left the caller's sight.
    const isBenchmarkUnseen =
      after.benchmark !== before.benchmark && (await isUnseen(tx, ctx.caller, after.benchmark));
    const facts = { folio: before, holdsAny, isSubscribed, isBenchmarkUnseen };
    refuseFor(problemsWithFolioUpdate(request, facts));

    const changed = settingNames.filter((name) => before[name] !== after[name]);
    if (changed.length > 0) updateFolioSettings(tx, after);
    const shown = (row: FolioDetailRow) => ({
      folioNumber,
      ...Object.fromEntries(changed.map((name) => [name, row[name]])),
    });
    const events = eventsOf(folioNumber, changed);
    const note = { subject: account.number, before: shown(before), after: shown(after), events };
    return { value: null, audit: [note] };
  });
}

const settingNames = [
  "folioName",
  "benchmark",
  "dividendReinvest",
  "dividendPayToAccount",
  "folioStatus",
] as const satisfies readonly (keyof FolioSettings)[];

/** The settings that a request sends. */
function settingsIn(request: FolioUpdate): Partial<FolioSettings> {
  const sent = settingNames.filter((name) => request[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, request[name]]));
}

function eventsOf(folioNumber: string, changed: readonly string[]): EventNote[] {
  const others = changed.filter((name) => name !== "folioStatus").toSorted();
  return [
    ...(others.length > 0 ? [folioUpdated({ folioNumber, fields: others })] : []),
    ...(others.length < changed.length
      ? [folioClosed({ folioNumber, fields: ["folioStatus"] })]
      : []),
  ];
}
