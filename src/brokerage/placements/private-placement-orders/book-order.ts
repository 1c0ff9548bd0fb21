// Booking what a subscription has bought: its cash goes from folio 01 to folio 02, where the security
// is bought. (interface 2.3)

import { newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal, isZero } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import {
  type Booking,
  type BookingProblem,
  bookTransactionsInto,
} from "../../books/account-books/changes.ts";
import type { OfferRow } from "../offers/reads.ts";
import { insertSecurityIfNew } from "./booking-queries.ts";
import type { OrderDecision } from "./decision-schema.ts";
import { orderErrors } from "./errors.ts";
import { folioOfOrder, type OrderRow } from "./order-row.ts";
import { type PaidShares, paidShares, priceOfOffer } from "./paid-shares.ts";

/** The security of an offer, and whether it was made for it. */
export interface SecurityOfOffer {
  readonly securityId: Id;
  readonly isNew: boolean;
}

/** Makes the security of an offer unless there is one of its ticker; before an account is locked. */
export async function securityOfOffer(
  tx: Tx,
  { newId }: Pick<WriteContext, "newId">,
  { ticker, cusip, offerName: name, securityType: instrumentType, issuingFirmOid }: OfferRow,
): Promise<SecurityOfOffer> {
  const drawn = newId();
  const security = { securityId: drawn, ticker, cusip, name, instrumentType, issuingFirmOid };
  const securityId = await insertSecurityIfNew(tx, security);
  return { securityId, isNew: securityId === drawn };
}

/** A subscription to book, as the operator processes it. */
interface OrderToBook {
  readonly order: OrderRow & { readonly fillAmount: Decimal };
  readonly offer: OfferRow;
  readonly securityId: Id;
  readonly request: OrderDecision;
}

/** Books a subscription into its account; refuses what the account's books refuse. */
export async function bookOrder(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  { order, offer, securityId, request }: OrderToBook,
): Promise<Booking & { readonly bought: PaidShares }> {
  const { accountNumber } = order;
  const price = request.price ?? priceOfOffer(offer);
  const isPriced = compare(price, "0" as Decimal) > 0;
  if (!isPriced) refuseFor([refused("The discount of the offer leaves no price; send one.")]);
  const bought = paidShares(order.fillAmount, price);
  const { shares, paid } = bought;
  if (isZero(shares)) refuseFor([refused("The fill does not buy the smallest part of a share.")]);
  const { tradeDate = newYorkDay(ctx.now) } = request;
  const days = { tradeDate, settlementDate: request.settlementDate ?? tradeDate };
  const folio = folioOfOrder(order);
  const booking = await bookTransactionsInto(tx, ctx, {
    accountNumber,
    rows: [
      {
        transactionType: "CJL",
        folioNumber: `${accountNumber}01`,
        toFolioNumber: folio,
        amount: paid,
        ...days,
      },
      { transactionType: "BUY", folioNumber: folio, securityId, shares, price, ...days },
    ],
    problemOf,
  });
  return { ...booking, bought };
}

/** The problem when the books refuse the journal or the purchase: which of the two, its column, and why. */
function problemOf({ otherAccount, row, column, reason }: BookingProblem): Problem {
  if (otherAccount !== undefined) {
    return refused("Lots were moved on from the account, and could not be applied there any more.");
  }
  const place = row === undefined ? [] : [row === 0 ? "The journal of the cash" : "The purchase"];
  const where = [...place, ...(column === undefined ? [] : [column])].join(", ");
  return refused(where === "" ? reason : `${where}: ${reason}`);
}

function refused(sentence: string): Problem {
  return ruleProblem({ ...orderErrors.booking, sentence });
}
