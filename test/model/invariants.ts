// Invariants of the store after any sequence, whatever the responses. The approved total is that of the subscriptions
// and within the offer. Cash and lots are those that were paid and booked. Chains are whole, and each entry has the
// events that it implies.
import { verifyAudit } from "../../src/platform/change/audit.ts";
import { sql } from "../../src/platform/store/db.ts";
import type { TestService } from "../harness.ts";
import { impliedEventFaults } from "../implied-events.ts";
import { testVault } from "../sample-template.ts";
import type { Model } from "./model.ts";
import { approvedOf, recordOf } from "./subscription-rules.ts";

/** The facts of the store that the model knows, and the model's own. */
export async function standing(service: TestService, model: Model) {
  const offers = model.offers.map(({ oid }) => oid);
  const [stored, lists, cash, lots] = await Promise.all([
    service.db.rows(sql<{ oid: string; status: string; approved: string; isWithin: boolean }>`
      select offer_oid::text as oid, offer_status as status, approved_total::text as approved,
        approved_total <= offer_size as "isWithin"
      from offer where offer_oid = any(${offers}::bigint[]) order by offer_oid`),
    Promise.all(
      offers.map((oid) => {
        const path = `/restapi/privateplacementoffers/${oid}/privateplacementorders`;
        return service.call("operator", "GET", path);
      }),
    ),
    service.db.rows(sql<{ account: string; amount: string }>`
      select account_number as account, sum(amount)::text as amount from folio_cash
      where folio_number = account_number || '01' group by 1`),
    service.db.rows(sql<{ account: string; ticker: string; shares: string }>`
      select account_number as account, ticker, sum(share_quantity)::text as shares
      from open_lot join security using (security_id)
      where ticker in (select ticker from offer where offer_oid = any(${offers}::bigint[]))
      group by 1, 2`),
  ]);
  const orders = lists.flatMap(({ body }) => body as { privatePlacementOrderOid: string }[]);
  const known = new Set(model.orders.map(({ oid }) => oid));
  const found = {
    offers: stored.map(({ approved, ...each }) => ({ ...each, approved: Number(approved) })),
    orders: Object.fromEntries(
      orders.map((order) => [
        order.privatePlacementOrderOid,
        Object.fromEntries(shown.map((name) => [name, order[name as keyof typeof order]])),
      ]),
    ),
    cash: Object.fromEntries(
      cash
        .filter(({ account }) => model.cash.has(account))
        .map((each) => [each.account, Number(each.amount)]),
    ),
    shares: lots.reduce((total, { shares }) => total + Number(shares), 0),
    anonymousCallers: orders.filter((order) => !known.has(order.privatePlacementOrderOid)).length,
  };
  const booked = model.orders.filter(({ status }) => status === "COMPLETE");
  const expected = {
    offers: model.offers.map((offer) => ({
      oid: offer.oid,
      status: offer.status,
      isWithin: true,
      approved: approvedOf(model, offer) / 100,
    })),
    orders: Object.fromEntries(model.orders.map((order) => [order.oid, recordOf(order)])),
    cash: Object.fromEntries(
      [...model.cash]
        .filter(([, cents]) => cents !== 0)
        .map(([number, cents]) => [number, cents / 100]),
    ),
    // Shares cost 12.50.
    shares: booked.reduce((total, { fill }) => total + (fill ?? 0) / 1_250, 0),
    anonymousCallers: 0,
  };
  return { found, expected };
}

const shown = [
  "privatePlacementOrderOid",
  "privatePlacementOfferOid",
  "orderStatus",
  "requestedDollarAmount",
  "fillDollarAmount",
];

/** Faults of the chains, and of the events of the entries. */
export async function faultsOfStore({ db }: TestService): Promise<unknown[]> {
  const { faults } = await verifyAudit(db, testVault.auditKey);
  return [...faults, ...(await impliedEventFaults(db))];
}
