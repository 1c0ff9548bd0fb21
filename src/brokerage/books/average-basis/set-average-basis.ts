// Electing average basis of a security, revoking the election or ending it. (interface 4.25)

import type { LotFact } from "@bursar/tax-lots";
import { type Day, newYorkDay } from "@bursar/values/dates";
import { type Id, isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { bookTransactionsInto, lockForBooking } from "../account-books/changes.ts";
import { selectLotAccount } from "../tax-lots/booking/changes.ts";
import { selectLotFacts } from "../tax-lots/booking/reads.ts";
import { electionsInForce } from "./elections.ts";
import { setAverageBasisEntry } from "./entries.ts";
import { averageBasisErrors } from "./errors.ts";
import { selectIsElectable } from "./queries.ts";
import { type ElectionFacts, electionProblem, problemsWithElection } from "./rules.ts";
import type { NewElection } from "./schema.ts";

/** Books an election of today as a transaction; 404 where there is no such security, or
 * it is private and the account never had it. */
export async function setAverageBasis(
  ctx: Context,
  { accountNumber, securityId }: { readonly accountNumber: string; readonly securityId: string },
  request: NewElection,
): Promise<void> {
  const { election, planSince } = request;
  await write(ctx, setAverageBasisEntry, async (tx) => {
    await lockForBooking(tx, accountNumber, []);
    const { number } = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
    const isElectable = isId(securityId) && (await selectIsElectable(tx, number, securityId));
    if (!isElectable) throw notFound(averageBasisErrors.security);
    const id = securityId as Id;
    const today = newYorkDay(ctx.now);
    refuseFor(problemsWithElection(request, await electionFacts(tx, number, [id, today])));

    const booking = await bookTransactionsInto(tx, ctx, {
      accountNumber: number,
      rows: [
        {
          transactionType: election,
          tradeDate: today,
          securityId: id,
          ...(planSince !== undefined && { planSince }),
        },
      ],
      problemOf: ({ otherAccount, reason }) =>
        electionProblem(otherAccount === undefined ? reason : problemElsewhere),
    });
    const { transactionIds, events } = booking;
    const detail = { transactionIds, securityId: id, election, planSince: planSince ?? null };
    return { value: null, audit: [{ subject: number, detail, events }] };
  });
}

/** The person who elects may not see the account to which lots went on. */
const problemElsewhere =
  "Lots of it were moved on, and what happened to them there could not be applied any more.";

async function electionFacts(
  tx: Tx,
  accountNumber: string,
  [security, today]: readonly [Id, Day],
): Promise<ElectionFacts> {
  const { lotFacts } = await selectLotFacts(tx, accountNumber, today);
  const base = { transactionId: "1" as Id, entryOrder: 1, tradeOn: today };
  // The account is asked of the securities of its facts, of which this may not be one yet.
  const asked: LotFact = { ...base, kind: "averageElection", election: "AVE", security };
  const account = await selectLotAccount(tx, accountNumber, [...lotFacts, asked], today);
  const inForce = electionsInForce(account, lotFacts).get(security);
  return {
    isTaxable: account.isTaxable,
    isFund: account.fundSecurities?.has(security) ?? false,
    isStock: account.securityKinds?.get(security) === "stock",
    isInForce: inForce !== undefined,
  };
}
