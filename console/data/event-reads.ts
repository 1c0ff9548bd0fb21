// Reads of corporate events, one key per request.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CorporateEvent, EventLine } from "./event-codes.ts";
import { asRead, bursar } from "./service.ts";

/** Events per page; events that need attention are shown first. */
const eventsSize = 200;

/** Lines per page. */
const linesSize = 50;

/** How often a run is looked at, in milliseconds. */
const runMs = 2_000;

/** The filters of the lines of an event. */
export interface LineFilter {
  readonly status?: EventLine["status"];
  readonly differs?: true;
}

/** Whether a run is at work on an event. */
export function isRunning({ status }: Pick<CorporateEvent, "status">): boolean {
  return status === "POSTING" || status === "REVERSING";
}

/** The interface reads of corporate events. */
export const eventReads = {
  events: (filter: { readonly status?: CorporateEvent["status"] }) =>
    infiniteQueryOptions({
      ...asRead,
      queryKey: ["events", "list", filter],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/corporateevents", {
          params: {
            query: { ...filter, limit: eventsSize, ...(pageParam !== "" && { after: pageParam }) },
          },
        }),
      initialPageParam: "",
      getNextPageParam: (page) => bursar.nextOf(page),
      placeholderData: keepPreviousData,
    }),
  event: (eventid: string) =>
    queryOptions({
      queryKey: ["events", eventid],
      queryFn: () =>
        bursar.get("/restapi/corporateevents/{eventid}", { params: { path: { eventid } } }),
      // A run goes on by itself, whether or not anyone looks at it.
      refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runMs : false),
    }),
  lines: (eventid: string, filter: LineFilter) =>
    infiniteQueryOptions({
      ...asRead,
      queryKey: ["events", eventid, "lines", filter],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/corporateevents/{eventid}/lines", {
          params: {
            path: { eventid },
            query: { ...filter, limit: linesSize, ...(pageParam !== "" && { after: pageParam }) },
          },
        }),
      initialPageParam: "",
      getNextPageParam: (page) => bursar.nextOf(page),
      placeholderData: keepPreviousData,
    }),
  entitlements: (number: string) =>
    queryOptions({
      queryKey: ["account", number, "entitlements"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/entitlements", {
          params: { path: { accountnumber: number } },
        }),
    }),
};
