// Reads of fee runs, one key per request.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pageAt, paged } from "./book-reads.ts";
import { joinedCsv } from "./csv-pages.ts";
import type { FeeItem, FeeRun, Warning } from "./fee-codes.ts";
import { bursar } from "./service.ts";

/** How often a run is looked at, in milliseconds. */
const runMs = 2_000;

/** The filters of the items of a run. */
export interface ItemFilter {
  readonly state?: FeeItem["state"];
  readonly warning?: Warning;
}

/** Whether a run is at work. */
export function isRunning({ runStatus }: Pick<FeeRun, "runStatus">): boolean {
  return ["COMPUTING", "POSTING", "REVERSING"].includes(runStatus);
}

/** The interface reads of fee runs. */
export const feeReads = {
  runs: (firmid: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["fee runs", "list", firmid],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/firms/{firmid}/feeruns", {
          params: { path: { firmid }, query: pageAt(pageParam) },
        }),
      // A run that is being computed or posted goes on by itself.
      refetchInterval: ({ state }) => (state.data?.pages.flat().some(isRunning) ? runMs : false),
    }),
  run: (firmid: string, feerunoid: string) =>
    queryOptions({
      queryKey: ["fee runs", feerunoid],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/feeruns/{feerunoid}", {
          params: { path: { firmid, feerunoid } },
        }),
      refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runMs : false),
    }),
  items: (firmid: string, { feeRunOid, runStatus }: FeeRun, filter: ItemFilter) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["fee runs", feeRunOid, "items", runStatus, filter],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/firms/{firmid}/feeruns/{feerunoid}/items", {
          params: {
            path: { firmid, feerunoid: feeRunOid },
            query: { ...filter, sort: "change", ...pageAt(pageParam) },
          },
        }),
    }),
  ofAccount: (accountnumber: string) =>
    queryOptions({
      queryKey: ["account", accountnumber, "fees"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/fees", {
          params: { path: { accountnumber } },
        }),
    }),
  estimate: (accountnumber: string, on: string) =>
    queryOptions({
      queryKey: ["account", accountnumber, "fee estimate", on],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/feeestimate", {
          params: { path: { accountnumber }, query: on === "" ? {} : { on } },
        }),
    }),
};

/** All items of a run as one file, whatever is filtered. */
export function itemsFile(
  firmid: string,
  feerunoid: string,
  format: "csv" | "custodian",
): Promise<string> {
  return joinedCsv(async (after) => {
    const page = await bursar.get("/restapi/firms/{firmid}/feeruns/{feerunoid}/items", {
      params: {
        path: { firmid, feerunoid },
        query: { format, limit: 1_000, ...(after !== "" && { after }) },
      },
      // The client knows the next page of an object alone.
      parseAs: "blob",
    });
    return { text: await page.text(), next: bursar.nextOf(page) };
  });
}
