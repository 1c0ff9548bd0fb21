// Reads of the back office, one key per request.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { asRead, bursar, type Shapes } from "./service.ts";

/** Deliveries per page. */
const deliveriesSize = 50;

/** The criteria of a search for audit entries; a range of days at least. */
export interface AuditSearch {
  readonly range: string;
  readonly subject?: string;
  readonly operation?: string;
  readonly loginid?: string;
  readonly command?: string;
  readonly requestid?: string;
}

/** The interface reads of the back office, beyond the firm's lists. */
export const officeReads = {
  serviceState: () =>
    queryOptions({
      queryKey: ["service", "state"],
      queryFn: () => bursar.get("/restapi/service"),
    }),
  anomalies: () =>
    queryOptions({
      queryKey: ["service", "oddities"],
      queryFn: () => bursar.get("/restapi/service/oddities"),
    }),
  audit: (search: AuditSearch) =>
    infiniteQueryOptions({
      ...asRead,
      queryKey: ["service", "audit", search],
      queryFn: ({ pageParam: after }) =>
        bursar.get("/restapi/service/auditentries", {
          params: { query: { ...search, ...(after !== "" && { after }) } },
        }),
      initialPageParam: "",
      getNextPageParam: (page) => bursar.nextOf(page),
    }),
  webhook: (webhookid: string) =>
    queryOptions({
      ...asRead,
      queryKey: ["webhooks", webhookid],
      queryFn: () =>
        bursar.get("/restapi/webhooks/{webhookid}", { params: { path: { webhookid } } }),
    }),
  deliveries: (webhookid: string, status: Shapes["Delivery"]["status"] | undefined) =>
    infiniteQueryOptions({
      queryKey: ["webhooks", webhookid, "deliveries", status],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/webhooks/{webhookid}/deliveries", {
          params: {
            path: { webhookid },
            query: {
              limit: String(deliveriesSize),
              ...(status !== undefined && { status }),
              ...(pageParam !== "" && { before: pageParam }),
            },
          },
        }),
      initialPageParam: "",
      getNextPageParam: (page) =>
        page.length < deliveriesSize ? undefined : page.at(-1)?.deliveryId,
    }),
};
