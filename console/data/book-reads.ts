// Reads of the books: activity, balances and securities, one key per request.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { asRead, bursar } from "./service.ts";

/** Rows per page. */
const pageSize = 50;

/** Pages of a list whose response says where the next page begins. */
export const paged = {
  ...asRead,
  initialPageParam: "",
  getNextPageParam: (page: object) => bursar.nextOf(page),
  placeholderData: keepPreviousData,
} as const;

/** The query of a page. */
export const pageAt = (after: string) => ({ limit: pageSize, ...(after !== "" && { after }) });

/** The filters of an account's transactions, as the service takes them. */
export interface ActivityFilter {
  readonly daterange: string;
  readonly category?: string;
  readonly subCategoryName?: string;
  readonly ticker?: string;
  readonly status?: "cancelled" | "replaced" | "all";
}

/** The filters of the list of balances. */
export interface CashFilter {
  readonly overdrawn?: true;
  readonly cashfrom?: string;
  readonly cashto?: string;
}

/** The filters of the list of securities. */
export interface SecurityFilter {
  readonly search?: string;
  readonly held?: true;
  readonly stale?: string;
}

/** The interface reads of the books. */
export const bookReads = {
  folios: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "folios"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/folios", {
          params: { path: { accountnumber: number } },
        }),
    }),
  activity: (number: string, folio: string, filter: ActivityFilter) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["account", number, "activity", folio, filter],
      queryFn: ({ pageParam }) => {
        const query = { ...filter, ...pageAt(pageParam) };
        return folio === ""
          ? bursar.get("/restapi/accounts/{accountnumber}/transactions", {
              params: { path: { accountnumber: number }, query },
            })
          : bursar.get("/restapi/accounts/{accountnumber}/folios/{folionumber}/transactions", {
              params: { path: { accountnumber: number, folionumber: folio }, query },
            });
      },
    }),
  transaction: (number: string, transactionid: string) =>
    queryOptions({
      queryKey: ["account", number, "transaction", transactionid],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/transactions/{transactionid}", {
          params: { path: { accountnumber: number, transactionid } },
        }),
    }),
  balances: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "balances"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/balances", {
          params: { path: { accountnumber: number } },
        }),
    }),
  cash: (filter: CashFilter) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["accounts", "balances", filter],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/balances", { params: { query: { ...filter, ...pageAt(pageParam) } } }),
    }),
  securities: (filter: SecurityFilter) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["securities", "list", filter],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/securities", {
          params: { query: { ...filter, ...pageAt(pageParam) } },
        }),
    }),
  securitiesNamed: (search: string) =>
    queryOptions({
      queryKey: ["securities", "named", search],
      queryFn: () =>
        bursar.get("/restapi/securities", {
          params: { query: { limit: 10, ...(search !== "" && { search }) } },
        }),
      placeholderData: keepPreviousData,
    }),
  security: (securityid: string) =>
    queryOptions({
      queryKey: ["securities", securityid],
      queryFn: () =>
        bursar.get("/restapi/securities/{securityid}", { params: { path: { securityid } } }),
    }),
  prices: (securityid: string, daterange: string) =>
    queryOptions({
      queryKey: ["securities", securityid, "prices", daterange],
      queryFn: () =>
        bursar.get("/restapi/securities/{securityid}/prices", {
          params: { path: { securityid }, query: { daterange } },
        }),
      placeholderData: keepPreviousData,
    }),
};
