// Reading what the accounts of a household hold together, at last prices. (docs/households.md)
import { newYorkDay } from "@bursar/values/dates";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { householdInView } from "../../clients-and-accounts/households/reads.ts";
import { encodeHolding } from "./encode-holding.ts";
import { encodeGains } from "./gains.ts";
import { type EmptyFolioRow, type PositionRow, selectPositions } from "./queries.ts";
import type { HouseholdPosition } from "./schema.ts";
import { type Holding, valuedHoldings } from "./valued-holdings.ts";

/** Returns what all accounts of today hold together by ticker, then their cash. */
export async function listHouseholdPositions(
  ctx: Context,
  householdOid: string,
): Promise<HouseholdPosition[]> {
  const { today } = await householdInView(ctx, householdOid, "detail");
  const accounts: (readonly (PositionRow | EmptyFolioRow)[])[] = [];
  for (const accountNumber of today) {
    const asked = { accountNumber, today: newYorkDay(ctx.now) };
    accounts.push(await selectPositions(ctx.db, asked));
  }
  const rows = accounts.flat().toSorted(byTickerAndFolio);
  const holdings = valuedHoldings(rows);
  const encoded = holdings.map((holding) => ({
    householdOid,
    ...encodeHolding(holding),
    longTermCostBasis: basisOf(accounts, holding, "longTermCostBasis"),
    shortTermCostBasis: basisOf(accounts, holding, "shortTermCostBasis"),
  }));
  return encodeGains(holdings, encoded);
}

function byTickerAndFolio(a: PositionRow | EmptyFolioRow, b: PositionRow | EmptyFolioRow): number {
  const one = `${a.ticker ?? ""} ${a.folioNumber}`;
  return one < `${b.ticker ?? ""} ${b.folioNumber}` ? -1 : 1;
}

/** The sum over accounts, each of which has one basis of a security in all its folios; null where that of
 * one is not known, or one is not taxable. */
function basisOf(
  accounts: readonly (readonly (PositionRow | EmptyFolioRow)[])[],
  { held }: Holding,
  term: "longTermCostBasis" | "shortTermCostBasis",
): string | null {
  if (held === undefined) return null;
  const rows = accounts.flatMap((own) => {
    const row = own.find(({ securityId }) => securityId === held.row.securityId);
    return row === undefined ? [] : [row];
  });
  const bases = rows.flatMap((row) => (isTaxable(row) ? (row[term] ?? []) : []));
  if (bases.length < rows.length) return null;
  return moneyText(bases.reduce((sum, basis) => sum + unitsOf(basis, places.money), 0n));
}

function isTaxable({ accountType }: PositionRow | EmptyFolioRow): boolean {
  return accountTypes.find(accountType)?.taxability === "taxable";
}
