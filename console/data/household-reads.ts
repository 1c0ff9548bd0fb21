// Reads of households, one key per request.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ActivityFilter, pageAt, paged } from "./book-reads.ts";
import { bursar, type Shapes } from "./service.ts";

/** Households per page: the service reads the whole series of each. */
const householdsSize = 25;

/** How many households are read for their names and firms, and how many firms are named. */
const mostHouseholds = 1_000;
const mostFirms = 20;

/** A household with its figures. */
export type Household = Shapes["Household"];

const ofHousehold = (householdoid: string) => ({ params: { path: { householdoid } } });

const allHouseholds = () =>
  bursar.get("/restapi/households", { params: { query: { limit: mostHouseholds } } });

/** The interface reads of households. */
export const householdReads = {
  households: (search: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["households", search],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/households", {
          params: {
            query: {
              overview: true,
              limit: householdsSize,
              ...(search !== "" && { search }),
              ...(pageParam !== "" && { after: pageParam }),
            },
          },
        }),
    }),
  householdsNamed: (search: string) =>
    queryOptions({
      queryKey: ["households", "named", search],
      queryFn: () =>
        bursar.get("/restapi/households", {
          params: { query: { limit: 6, ...(search !== "" && { search }) } },
        }),
      placeholderData: keepPreviousData,
    }),
  /** The first thousand, without figures, for their names. */
  all: () =>
    queryOptions({
      queryKey: ["households", "all"],
      queryFn: allHouseholds,
    }),
  /** The firms that have households, by name: no request lists all firms. */
  firms: () =>
    queryOptions({
      queryKey: ["households", "firms"],
      queryFn: async () => {
        const households = await allHouseholds();
        const oids = [...new Set(households.map(({ firmOid }) => firmOid))].slice(0, mostFirms);
        const firms = await Promise.all(
          oids.map((firmid) =>
            bursar.get("/restapi/firms/{firmid}", { params: { path: { firmid } } }),
          ),
        );
        return firms
          .map(({ firmOid, firmName }) => ({ firmOid, firmName }))
          .toSorted((a, b) => a.firmName.localeCompare(b.firmName));
      },
    }),
  firm: (firmid: string) =>
    queryOptions({
      queryKey: ["firms", firmid],
      queryFn: () => bursar.get("/restapi/firms/{firmid}", { params: { path: { firmid } } }),
    }),
  household: (oid: string) =>
    queryOptions({
      queryKey: ["household", oid],
      queryFn: () =>
        bursar.get("/restapi/households/{householdoid}", {
          params: { path: { householdoid: oid }, query: { overview: true } },
        }),
    }),
  /** Of the whole firm where no household is named. */
  taxLosses: (firmid: string, household: string) =>
    queryOptions({
      queryKey: ["accounts", "tax losses", firmid, household],
      queryFn: () =>
        bursar.get("/restapi/firms/{firmid}/taxlosscandidates", {
          params: { path: { firmid }, query: household === "" ? {} : { household } },
        }),
    }),
  positions: (oid: string) =>
    queryOptions({
      queryKey: ["household", oid, "positions"],
      queryFn: () => bursar.get("/restapi/households/{householdoid}/positions", ofHousehold(oid)),
    }),
  balances: (household: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["household", household, "balances"],
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/balances", { params: { query: { household, ...pageAt(pageParam) } } }),
    }),
  activity: (household: string, filter: ActivityFilter) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: ["household", household, "activity", filter],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam }) =>
        bursar.get("/restapi/transactions", {
          params: { query: { household, ...filter, ...pageAt(pageParam) } },
        }),
    }),
};
