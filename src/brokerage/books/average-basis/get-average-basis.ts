// Reading which securities of an account have an average basis. (interface 4.25)
import { type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { selectStates } from "../account-books/changes.ts";
import { selectLotFacts } from "../tax-lots/booking/reads.ts";
import { electionsInForce } from "./elections.ts";
import { selectHeldAnd } from "./queries.ts";
import type { AverageBasis } from "./schema.ts";

/** Returns the securities that are held or elected, each with the election in force today. */
export async function getAverageBasis(
  { db, now }: Context,
  accountNumber: string,
): Promise<AverageBasis> {
  const { account, lotFacts } = await selectLotFacts(db, accountNumber, newYorkDay(now));
  const [state] = await selectStates(db, [accountNumber]);
  const fundsAveragedFrom = encoded(state?.fundsAveragedFrom ?? undefined);
  if (!account.isTaxable) return { accountNumber, fundsAveragedFrom, securities: [] };
  const elections = electionsInForce(account, lotFacts);
  const securities = await selectHeldAnd(db, accountNumber, [...elections.keys()]);
  return {
    accountNumber,
    fundsAveragedFrom,
    securities: securities.map((security) => {
      const { since, planSince, byDefault = null } = elections.get(security.id as Id) ?? {};
      const election = since === undefined ? null : "AVE";
      return {
        security,
        election,
        since: encoded(since),
        planSince: encoded(planSince ?? undefined),
        byDefault,
      };
    }),
  };
}

function encoded(day: Day | undefined): string | null {
  return day === undefined ? null : encodeDay(day);
}
