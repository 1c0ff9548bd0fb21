// Making a folio of an account. (interface 4.17)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { createFolioEntry } from "./entries.ts";
import { folioChangeErrors } from "./errors.ts";
import { folioCreated } from "./events.ts";
import { insertFolio, selectFolios } from "./queries.ts";
import { nextFolioNumber } from "./rules.ts";
import type { NewFolio } from "./schema.ts";

/** Makes a folio and returns its number, the next of the account. */
export async function createFolio(
  ctx: Context,
  accountNumber: string,
  request: NewFolio,
): Promise<string> {
  return write(ctx, createFolioEntry, async (tx) => {
    // The lock makes two new folios come one after the other, each with its own number.
    const [account, folios] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "p"),
      selectFolios(tx, accountNumber),
    ]);
    const taken = folios.map((folio) => folio.folioNumber);
    const folioNumber = nextFolioNumber(account.number, taken);
    if (folioNumber === undefined) {
      throw new Refusal(400, [ruleProblem(folioChangeErrors.count)]);
    }

    const settings = {
      folioName: request.folioName,
      benchmark: request.benchmark ?? null,
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
