// Reads of statement runs, one key per request.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pageAt, paged } from "./book-reads.ts";
import { bursar, type Shapes } from "./service.ts";

/** How often a run is looked at, in milliseconds. */
const runMs = 2_000;

/** A statement run. */
export type StatementRun = Shapes["StatementRun"];

/** The kinds of papers that a run draws. */
export const reportKinds: Readonly<Record<StatementRun["reportType"], string>> = {
  M: "Account statements",
  R: "Performance reports",
};

/** Names of the statuses of runs. */
export const statementStatuses: Readonly<Record<StatementRun["runStatus"], string>> = {
  BUILDING: "Building",
  REVIEW: "Awaiting release",
  RELEASED: "Released",
  DISCARDED: "Discarded",
};

const isBuilding = ({ runStatus }: StatementRun) => runStatus === "BUILDING";

/** The interface reads of statement runs. */
export const statementReads = {
  runs: (firmid: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["statement runs", "list", firmid],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/firms/{firmid}/statementruns", {
          params: { path: { firmid }, query: pageAt(pageParam) },
        }),
      refetchInterval: ({ state }) => (state.data?.pages.flat().some(isBuilding) ? runMs : false),
    }),
  run: (firmid: string, runoid: string) =>
    queryOptions({
      queryKey: ["statement runs", runoid],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/statementruns/{runoid}", {
          params: { path: { firmid, runoid } },
        }),
      // Drawing goes on by itself, whether or not anyone looks at it.
      refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? runMs : false),
    }),
  drawings: (firmid: string, runoid: string, account: string) =>
    queryOptions({
      queryKey: ["statement runs", runoid, "drawings", account],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/statementruns/{runoid}/drawings", {
          params: {
            path: { firmid, runoid },
            query: account === "" ? {} : { accountnumber: account },
          },
        }),
    }),
};

/** The bytes of a drawing of a run that awaits its release. */
export async function drawingBytes(
  firmid: string,
  runoid: string,
  documentoid: string,
): Promise<Blob> {
  const path = { firmid, runoid, documentoid };
  const bytes = await bursar.get(
    "/restapi/firms/{firmid}/statementruns/{runoid}/drawings/{documentoid}",
    { params: { path }, parseAs: "blob" },
  );
  return bytes as unknown as Blob;
}
