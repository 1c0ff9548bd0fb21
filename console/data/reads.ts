// Reads of the pages, one key per request.
import { Refused } from "@bursar/client";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Span } from "./ranges.ts";
import { asRead, bursar, type Shapes } from "./service.ts";

const ofAccount = (accountnumber: string) => ({ params: { path: { accountnumber } } });

/** Accounts per page. */
export const listingSize = 200;

/** Entries of what waits in a firm: the first ones due. */
export const worklistSize = 200;

/** Audit entries per page. */
const historySize = 50;

/** Subscribed accounts per page. */
const followersSize = 50;

/** The sort order of accounts; `-` reverses it. */
export type ListingOrder = "name" | "number" | "value" | "day" | "year" | "cash";

/** The filters and the order of the list of accounts. */
export interface Listing {
  /** Only accounts that this member owns or is permitted on. */
  readonly user?: string;
  readonly search?: string;
  readonly sort: ListingOrder | `-${ListingOrder}`;
  readonly accounttype?: Shapes["AccountTypeCode"];
  readonly restricted?: true;
  readonly openitems?: true;
  readonly waiting?: "orders" | "transfers" | "ballots" | "models";
  readonly cashfrom?: string;
  readonly cashto?: string;
  readonly securityid?: string;
}

/** The owner of the performance: an account by its number, or a household by its id. */
export interface Measured {
  readonly of: "account" | "household";
  readonly id: string;
}

/** A sale to estimate, as typed. An empty price is the last one, an empty rate in percent the account's. */
export interface SaleToTry {
  readonly securityId: string;
  readonly shares: string;
  readonly price: string;
  readonly shortTermTaxRate: string;
  readonly longTermTaxRate: string;
}

function saleToPreview({ securityId, shares, ...others }: SaleToTry): Shapes["SaleToPreview"] {
  const typed = Object.entries(others).filter(([, value]) => value !== "");
  return { securityId, shares, ...Object.fromEntries(typed) };
}

/** The interface reads of the console. */
export const reads = {
  firmOverview: (firmid: string) =>
    queryOptions({
      queryKey: ["firms", firmid, "overview"],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/overview", { params: { path: { firmid } } }),
    }),
  memberOverview: (loginid: string) =>
    queryOptions({
      queryKey: ["member", loginid, "overview"],
      queryFn: () =>
        bursar.get("/restapi/members/{loginid}/overview", { params: { path: { loginid } } }),
    }),
  firmAssets: (firmid: string) =>
    queryOptions({
      queryKey: ["firms", firmid, "assets"],
      queryFn: () => bursar.get("/restapi/firms/{firmid}/assets", { params: { path: { firmid } } }),
    }),
  firmWorklist: (firmid: string) =>
    queryOptions({
      queryKey: ["firms", firmid, "worklist"],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/worklist", {
          params: { path: { firmid }, query: { limit: worklistSize } },
        }),
    }),
  accounts: () =>
    queryOptions({ queryKey: ["accounts"], queryFn: () => bursar.get("/restapi/accounts") }),
  listing: (choice: Listing) =>
    infiniteQueryOptions({
      queryKey: ["accounts", "listing", choice],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/accounts", {
          params: {
            query: {
              ...choice,
              overview: true,
              limit: listingSize,
              ...(pageParam !== "" && { after: pageParam }),
            },
          },
        }),
      initialPageParam: "",
      getNextPageParam: (page) =>
        page.length < listingSize ? undefined : page.at(-1)?.accountNumber,
      placeholderData: keepPreviousData,
    }),
  account: (number: string) =>
    queryOptions({
      ...asRead,
      queryKey: ["account", number],
      queryFn: () => bursar.get("/restapi/accounts/{accountnumber}", ofAccount(number)),
    }),
  periods: ({ of, id }: Measured, benchmark: string | undefined) =>
    queryOptions({
      queryKey: [of, id, "periods", benchmark],
      queryFn: () =>
        periodsOf({ of, id }, { series: true, ...(benchmark !== undefined && { benchmark }) }),
    }),
  ownPeriod: ({ of, id }: Measured, { first, last }: Span, benchmark: string | undefined) =>
    queryOptions({
      queryKey: [of, id, "periods", benchmark, first, last],
      queryFn: () =>
        periodsOf(
          { of, id },
          { since: first, asof: last, ...(benchmark !== undefined && { benchmark }) },
        ),
    }),
  returnSteps: (number: string, daterange: string, by: "day" | "month" | "year") =>
    queryOptions({
      queryKey: ["account", number, "steps", daterange, by],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/performance/steps", {
          params: { path: { accountnumber: number }, query: { daterange, by } },
        }),
    }),
  accountsNamed: (search: string) =>
    queryOptions({
      queryKey: ["accounts", "named", search],
      queryFn: () =>
        bursar.get("/restapi/accounts", {
          params: { query: { sort: "name", limit: 10, ...(search !== "" && { search }) } },
        }),
      placeholderData: keepPreviousData,
    }),
  sale: (number: string, sale: SaleToTry) =>
    queryOptions({
      queryKey: ["account", number, "sale", sale],
      queryFn: () =>
        bursar.ask("/restapi/accounts/{accountnumber}/taxlots/preview", {
          ...ofAccount(number),
          body: saleToPreview(sale),
        }),
    }),
  positions: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "positions"],
      queryFn: () => bursar.get("/restapi/accounts/{accountnumber}/positions", ofAccount(number)),
    }),
  unrealized: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "unrealized"],
      queryFn: () =>
        bursar
          .get("/restapi/accounts/{accountnumber}/taxlots/unrealized", ofAccount(number))
          .catch(ifAbsent(null)),
    }),
  lotSteps: (number: string, taxLotId: string) =>
    queryOptions({
      queryKey: ["account", number, "lot steps", taxLotId],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/taxlots/{taxlotid}/steps", {
          params: { path: { accountnumber: number, taxlotid: taxLotId } },
        }),
    }),
  averageBasis: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "average basis"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/averagebasis", ofAccount(number)),
    }),
  closedLots: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "closed lots"],
      queryFn: () =>
        bursar
          .get("/restapi/accounts/{accountnumber}/closedtaxlots", ofAccount(number))
          .catch(ifAbsent([] as never[])),
    }),
  /** From an entry on, or from the newest. */
  history: (number: string, from = "") =>
    infiniteQueryOptions({
      queryKey: ["account", number, "history", from],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/accounts/{accountnumber}/auditentries", {
          params: {
            path: { accountnumber: number },
            query: { limit: historySize, ...(pageParam !== "" && { before: pageParam }) },
          },
        }),
      initialPageParam: /^\d{1,18}$/.test(from) ? String(BigInt(from) + 1n) : "",
      getNextPageParam: (page) => {
        const last = page.at(-1)?.sequence;
        return last === "1" ? undefined : last;
      },
    }),
  restrictions: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "restrictions"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/restrictions", ofAccount(number)),
    }),
  transfers: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "transfers"],
      queryFn: () => bursar.get("/restapi/accounts/{accountnumber}/acatin", ofAccount(number)),
    }),
  contraFirms: () =>
    queryOptions({
      queryKey: ["contra firms"],
      queryFn: () => bursar.get("/restapi/utils/contrafirms"),
    }),
  transferHistory: (number: string, acatid: string) =>
    queryOptions({
      queryKey: ["account", number, "transfers", acatid],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/acatin/{acatid}/history", {
          params: { path: { accountnumber: number, acatid } },
        }),
    }),
  actions: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "actions"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/corporateactions", ofAccount(number)),
    }),
  items: (loginid: string) =>
    queryOptions({
      queryKey: ["member", loginid, "items"],
      queryFn: () =>
        bursar.get("/restapi/members/{loginid}/ifas", { params: { path: { loginid } } }),
    }),
  /** The items that wait for the member today. */
  openItems: (loginid: string) =>
    queryOptions({
      queryKey: ["member", loginid, "items", "open"],
      queryFn: () =>
        bursar.get("/restapi/members/{loginid}/ifas", {
          params: { path: { loginid }, query: { ifastatus: "open" } },
        }),
    }),
  offers: () =>
    queryOptions({
      queryKey: ["offers"],
      queryFn: () => bursar.get("/restapi/privateplacementoffers"),
    }),
  offer: (privateplacementofferoid: string) =>
    queryOptions({
      ...asRead,
      queryKey: ["offers", privateplacementofferoid],
      queryFn: () =>
        bursar.get("/restapi/privateplacementoffers/{privateplacementofferoid}", {
          params: { path: { privateplacementofferoid } },
        }),
    }),
  ordersOfOffer: (privateplacementofferoid: string) =>
    queryOptions({
      queryKey: ["offers", privateplacementofferoid, "orders"],
      queryFn: () =>
        bursar.get(
          "/restapi/privateplacementoffers/{privateplacementofferoid}/privateplacementorders",
          {
            params: { path: { privateplacementofferoid } },
          },
        ),
    }),
  documents: (privateplacementofferoid: string, reader: string) =>
    queryOptions({
      queryKey: ["offers", privateplacementofferoid, "documents", reader],
      queryFn: () =>
        bursar.get("/restapi/privateplacementoffers/{privateplacementofferoid}/documents", {
          params: {
            path: { privateplacementofferoid },
            header: { "X-Associated-Member-Id": reader },
          },
        }),
    }),
  models: () =>
    queryOptions({ queryKey: ["models"], queryFn: () => bursar.get("/restapi/models") }),
  model: (foliooid: string) =>
    queryOptions({
      ...asRead,
      queryKey: ["models", foliooid],
      queryFn: () => bursar.get("/restapi/models/{foliooid}", { params: { path: { foliooid } } }),
    }),
  followers: (foliooid: string, subscriptionstatus: "PENDING" | undefined) =>
    infiniteQueryOptions({
      queryKey: ["models", foliooid, "followers", subscriptionstatus],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/models/{foliooid}/subscriptions", {
          params: {
            path: { foliooid },
            query: {
              limit: String(followersSize),
              ...(subscriptionstatus !== undefined && { subscriptionstatus }),
              ...(pageParam !== "" && { after: pageParam }),
            },
          },
        }),
      initialPageParam: "",
      getNextPageParam: (page) =>
        page.length < followersSize ? undefined : page.at(-1)?.folioNumber,
    }),
  advisoryPlans: (firmid: string) =>
    queryOptions({
      queryKey: ["firm", firmid, "advisory plans"],
      queryFn: async () => {
        const { advisoryBilling } = await bursar.get("/restapi/firms/{firmid}/billingplans", {
          params: { path: { firmid } },
        });
        return Promise.all(
          advisoryBilling.map((billingplanoid) =>
            bursar.get("/restapi/firms/{firmid}/billingplans/{billingplanoid}", {
              params: { path: { firmid, billingplanoid } },
            }),
          ),
        );
      },
    }),
  clock: () =>
    queryOptions({
      queryKey: ["clock"],
      queryFn: () => bursar.get("/restapi/simulation/clock"),
    }),
  breaks: () =>
    queryOptions({
      queryKey: ["breaks"],
      queryFn: () => bursar.get("/restapi/reconciliations"),
    }),
  loads: () => queryOptions({ queryKey: ["loads"], queryFn: () => bursar.get("/restapi/loads") }),
  load: (loadid: string) =>
    queryOptions({
      queryKey: ["loads", loadid],
      queryFn: () => bursar.get("/restapi/loads/{loadid}", { params: { path: { loadid } } }),
    }),
  webhooks: () =>
    queryOptions({ queryKey: ["webhooks"], queryFn: () => bursar.get("/restapi/webhooks") }),
};

interface PeriodsQuery {
  readonly series?: true;
  readonly since?: string;
  readonly asof?: string;
  readonly benchmark?: string;
}

function periodsOf({ of, id }: Measured, query: PeriodsQuery) {
  return of === "account"
    ? bursar.get("/restapi/accounts/{accountnumber}/performance/periods", {
        params: { path: { accountnumber: id }, query },
      })
    : bursar.get("/restapi/households/{householdoid}/performance/periods", {
        params: { path: { householdoid: id }, query },
      });
}

/** A default for a response of 404. */
function ifAbsent<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Refused && error.status === 404) return instead;
    throw error;
  };
}
