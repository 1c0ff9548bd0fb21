// How tests bring corporate events from a draft to the books of an account that holds 37.5 shares of ACME.
import { expect } from "vitest";
import { runScheduledJobs } from "../src/brokerage/service/scheduled-jobs/run-scheduled-jobs.ts";
import { send, type TestResponse } from "./harness.ts";
import { useRestoredService } from "./kept-service.ts";
import { createPersons } from "./operators-persons.ts";
import { testContext } from "./sample-template.ts";

/** The account. */
export const account = "RA00000006";
/** The folio with its shares. */
const folioNumber = `${account}03`;
export const path = "/restapi/corporateevents";

/** A purchase of ACME. */
export const buy = (tradeDate: string, shares: string) => ({
  transactionType: "BUY",
  tradeDate,
  securityId: "601",
  shares,
  price: "88",
});

/** A dividend of ACME on the 37.5 shares. */
export const dividend = {
  kind: "DIV",
  securityId: "601",
  another: true,
  exDate: "2026-02-20",
  recordDate: "2026-02-20",
  payDate: "2026-02-27",
  components: [{ rate: "0.35", incomeKind: "qualified" }],
};

/** The steps of an event as the operator's persons take them, over a service that each test finds as it was. */
export function useEventDesk() {
  let persons: ReadonlyMap<string, string> = new Map();
  const service = useRestoredService(async () => {
    persons = await createPersons(service);
    const deposit = { transactionType: "DEP", tradeDate: "2026-02-03", amount: "5000" };
    await book(deposit, buy("2026-02-03", "37.5"));
    // The purchase entitles the account to what the sample firm has announced.
    await swept();
  });

  async function book(...rows: readonly object[]): Promise<void> {
    const to = `/restapi/accounts/${account}/transactions`;
    const transactions = rows.map((row) => ({ folioNumber, ...row }));
    const response = await service.call("operator", "POST", to, { transactions });
    expect(response.status, response.text).toBe(201);
  }

  const authorizationOf = (login: string) => ({ authorization: persons.get(login) ?? "" });
  const as = (login: string, method: string, to: string, body?: unknown): Promise<TestResponse> =>
    send(service.app, method, to, body, authorizationOf(login));

  async function moved(id: string, login: string, body: object): Promise<void> {
    const response = await as(login, "PUT", `${path}/${id}`, body);
    expect(response.status, response.text).toBe(200);
  }

  async function drafted(event: object): Promise<string> {
    const response = await as("bursar.ops", "POST", path, event);
    expect(response.status, response.text).toBe(201);
    return String(response.headers.location).split("/").at(-1) ?? "";
  }

  async function announced(event: object): Promise<string> {
    const id = await drafted(event);
    await moved(id, "bursar.ops", { status: "ANNOUNCED" });
    return id;
  }

  /** Announced, entitled by the sweep, posted by another person. */
  async function posted(event: object): Promise<string> {
    const id = await announced(event);
    await swept();
    await moved(id, "bursar.desk", { status: "POSTING" });
    await swept();
    return id;
  }

  const swept = () => runScheduledJobs(testContext(service.db));
  const eventOf = async (id: string) =>
    (await service.call("operator", "GET", `${path}/${id}`)).body;
  const lineOf = async (id: string) =>
    (await service.call("operator", "GET", `${path}/${id}/lines?accountnumber=${account}`)).body[0];

  const steps = { drafted, announced, moved, posted, swept };
  return { service, as, authorizationOf, book, eventOf, lineOf, ...steps };
}
