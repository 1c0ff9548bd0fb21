// Making a folio of an account. (interface 4.17)
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { folioCreated, insertFolio } from "../../clients-and-accounts/folios/changes.ts";
import {
  type NewFolio,
  nextFolioNumber,
  problemsWithNewFolio,
  selectFolios,
} from "../../clients-and-accounts/folios/reads.ts";
import { isUnseen } from "../benchmarks/reads.ts";
import { createFolioEntry } from "./entries.ts";

/** Makes a folio and returns its number, the next of the account. */
export async function createFolio(
  ctx: Context,
  accountNumber: string,
  request: NewFolio,
): Promise<string> {
  return write(ctx, createFolioEntry, async (tx) => {
    // The lock makes two new folios come one after the other, each with its own number.
    const { benchmark = null } = request;
    const [account, folios, isBenchmarkUnseen] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectFolios(tx, accountNumber),
      isUnseen(tx, ctx.caller, benchmark),
    ]);
    const taken = folios.map((folio) => folio.folioNumber);
    const folioNumber = nextFolioNumber(account.number, taken);
    refuseFor(problemsWithNewFolio({ folioNumber, isBenchmarkUnseen }));
    assert(folioNumber, "there is a number");

    const settings = {
      folioName: request.folioName,
      benchmark,
      dividendReinvest: request.dividendReinvest ?? false,
      dividendPayToAccount: request.dividendPayToAccount ?? true,
      folioStatus: "O",
    } as const;
    insertFolio(tx, {
      accountNumber: account.number,
      folioNumber,
      folioType: "folio",
      ...settings,
    });
    const fields = Object.keys(settings).toSorted();
    const events = [folioCreated({ folioNumber, fields })];
    const after = { folio: { folioNumber, ...settings } };
    return { value: folioNumber, audit: [{ subject: account.number, after, events }] };
  });
}
