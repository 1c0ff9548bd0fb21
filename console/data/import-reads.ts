// Reads of prepared imports, one key per request.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pageAt, paged } from "./book-reads.ts";
import { bursar } from "./service.ts";

/** The interface reads of prepared imports. */
export const importReads = {
  imports: (firmid: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["imports", "list", firmid],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/firms/{firmid}/imports", {
          params: { path: { firmid }, query: pageAt(pageParam) },
        }),
    }),
  prepared: (firmid: string, importid: string) =>
    queryOptions({
      queryKey: ["imports", importid],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/imports/{importid}", {
          params: { path: { firmid, importid } },
        }),
    }),
};
