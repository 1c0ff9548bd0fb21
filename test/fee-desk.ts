// How tests bill the accounts of the sample's advisers: two persons of Harbor, and a firm's runs.
import type { Id } from "@bursar/values/ids";
import { expect } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { runScheduledJobs } from "../src/brokerage/service/scheduled-jobs/run-scheduled-jobs.ts";
import { send, type TestResponse } from "./harness.ts";
import { useRestoredService } from "./kept-service.ts";
import { testContext } from "./sample-template.ts";

/** The runs of Harbor. */
export const runs = "/restapi/firms/1002/feeruns";

/** The persons of Harbor: one creates, another decides. */
const persons = ["harbor.lin", "harbor.park"] as const;

/** The steps of runs, over a service that each test finds as it was. */
export function useFeeDesk(
  prepare: (service: ReturnType<typeof useRestoredService>) => Promise<void>,
) {
  const keys = new Map<string, string>();
  const service = useRestoredService(async () => {
    for (const boundLoginId of persons) {
      const sent = { apiUserId: "5001" as Id, kind: "token", expiresAt: undefined } as const;
      const key = await createKey(testContext(service.db), { ...sent, boundLoginId });
      keys.set(boundLoginId, "token" in key ? `Bearer ${key.token}` : "");
    }
    await prepare(service);
  });

  const as = (login: string, method: string, to: string, body?: unknown): Promise<TestResponse> =>
    send(service.app, method, to, body, { authorization: keys.get(login) ?? "" });
  const swept = (now: Date = service.now()) => runScheduledJobs(testContext(service.db, now));
  const runOf = async (id: string) => (await service.call("adviser", "GET", `${runs}/${id}`)).body;
  const itemsOf = async (id: string, query = "?limit=1000") =>
    (await service.call("adviser", "GET", `${runs}/${id}/items${query}`)).body;

  async function created(body: object): Promise<string> {
    const response = await as("harbor.lin", "POST", runs, body);
    expect(response.status, response.text).toBe(201);
    return String(response.headers.location).split("/").at(-1) ?? "";
  }

  /** Created and computed. */
  async function previewed(body: object): Promise<string> {
    const id = await created(body);
    await swept();
    return id;
  }

  const moved = (id: string, login: string, body: object) =>
    as(login, "PUT", `${runs}/${id}`, body);

  /** Approved by the other person, and posted. */
  async function posted(body: object): Promise<string> {
    const id = await previewed(body);
    const response = await moved(id, "harbor.park", { runStatus: "APPROVED" });
    expect(response.status, response.text).toBe(200);
    await swept();
    return id;
  }

  const codesOf = ({ body }: TestResponse): string[] =>
    body.map(({ errorCode }: { errorCode: string }) => errorCode);
  return { service, as, created, previewed, moved, posted, swept, runOf, itemsOf, codesOf };
}
