// Documents of accounts and members: their names, and their reads, one key per request.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import accountTypes from "../../src/reference/codes/account-document-type.csv";
import { pageAt, paged } from "./book-reads.ts";
import { listOf } from "./codes.ts";
import { bursar, type Shapes } from "./service.ts";

/** A statement, tax form or bill. */
export type Report = Shapes["Report"];

/** A document on hold, or past its time. */
export type ListedDocument = Shapes["ListedDocument"];

/** The types of documents that are sent of an account. */
export const documentTypes = listOf(accountTypes);

/** Names of the types of reports. */
export const reportTypes: Readonly<Record<Report["reportType"], string>> = {
  AD: "Bill",
  M: "Statement",
  T: "Trade confirmation",
  W: "Form 5498",
  X: "Form 1099",
  Y: "Form 1099-R",
  R: "Performance report",
};

/** The interface reads of documents. */
export const documentReads = {
  statements: (loginid: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["documents", loginid, "statements"],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/members/{loginid}/downloads/statements", {
          params: { path: { loginid }, query: pageAt(pageParam) },
        }),
    }),
  bills: (loginid: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["documents", loginid, "bills"],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/members/{loginid}/downloads/bills", {
          params: { path: { loginid }, query: pageAt(pageParam) },
        }),
    }),
  uploads: (number: string) =>
    queryOptions({
      queryKey: ["documents", number, "uploads"],
      queryFn: () =>
        bursar.get("/restapi/accounts/{accountnumber}/uploads", {
          params: { path: { accountnumber: number } },
        }),
    }),
  retained: (state: "held" | "due") =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["documents", "retained", state],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/documents", { params: { query: { state, ...pageAt(pageParam) } } }),
    }),
  retention: (documentoid: string) =>
    queryOptions({
      queryKey: ["documents", "retention", documentoid],
      queryFn: () =>
        bursar.get("/restapi/documents/{documentoid}/hold", {
          params: { path: { documentoid } },
        }),
    }),
  delivery: (loginid: string) =>
    queryOptions({
      queryKey: ["documents", loginid, "delivery"],
      queryFn: () =>
        bursar.get("/restapi/members/{loginid}/deliverypreferences", {
          params: { path: { loginid } },
        }),
    }),
};

/** The bytes of a statement or tax form; a member's own reading is recorded. */
export async function statementBytes(loginid: string, reportid: string): Promise<Blob> {
  const bytes = await bursar.get("/restapi/members/{loginid}/downloads/statements/{reportid}", {
    params: { path: { loginid, reportid } },
    parseAs: "blob",
  });
  return bytes as unknown as Blob;
}

/** The bytes of a bill; a member's own reading is recorded. */
export async function billBytes(loginid: string, reportid: string): Promise<Blob> {
  const bytes = await bursar.get("/restapi/members/{loginid}/downloads/bills/{reportid}", {
    params: { path: { loginid, reportid } },
    parseAs: "blob",
  });
  return bytes as unknown as Blob;
}

/** The bytes of a document that was sent. */
export async function uploadBytes(accountnumber: string, documentoid: string): Promise<Blob> {
  const bytes = await bursar.get("/restapi/accounts/{accountnumber}/uploads/{documentoid}", {
    params: { path: { accountnumber, documentoid } },
    parseAs: "blob",
  });
  return bytes as unknown as Blob;
}

/** The performance report of an account until the last month that is over; it is kept nowhere. */
export async function performanceReport(accountnumber: string): Promise<Blob> {
  const bytes = await bursar.get("/restapi/accounts/{accountnumber}/performance/report", {
    params: { path: { accountnumber }, query: { format: "pdf" } },
    parseAs: "blob",
  });
  return bytes as unknown as Blob;
}
