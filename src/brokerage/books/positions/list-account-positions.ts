// Reading what an account holds in all its folios, at last prices. (interface 4.18)

import { newYorkDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { places } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { encodeHolding } from "./encode-holding.ts";
import { encodeGains } from "./gains.ts";
import { selectPositions } from "./queries.ts";
import type { AccountPosition } from "./schema.ts";
import { valuedHoldings } from "./valued-holdings.ts";

/** Returns what all folios of an account hold together by ticker, then their cash. */
export async function listAccountPositions(
  ctx: Context,
  accountNumber: string,
): Promise<AccountPosition[]> {
  const rows = await selectPositions(ctx.db, { accountNumber, today: newYorkDay(ctx.now) });
  const type = rows[0]?.accountType ?? "";
  const isTaxable = accountTypes.find(type)?.taxability === "taxable";
  const holdings = valuedHoldings(rows);
  const encoded = holdings.map((holding) => ({
    accountNumber,
    ...encodeHolding(holding),
    longTermCostBasis: isTaxable ? basisOf(holding.held?.row.longTermCostBasis) : null,
    shortTermCostBasis: isTaxable ? basisOf(holding.held?.row.shortTermCostBasis) : null,
  }));
  return encodeGains(holdings, encoded);
}

function basisOf(basis: Decimal | null | undefined): string | null {
  return basis ? fixed(basis, places.money) : null;
}
