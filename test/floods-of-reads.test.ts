// A flood of large reads by one API user: other reads are answered meanwhile, its own wait in a queue,
// and beyond a bound they are refused. (docs/interface.md, limits)
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/platform/store/db.ts";
import { openTestService, type TestService } from "./harness.ts";

let service: TestService;
beforeAll(async () => {
  // One of a firm at once.
  const largeReads = { connections: 2, waitingOfSubject: 1, waitingOfFirm: 1, timeoutMs: 0 };
  const patient = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
  service = await openTestService({ largeReads }, undefined, patient);
});
afterAll(() => service.close());

const account = "/restapi/accounts/RA00000001";
const read = (path: string) => service.call("adviser", "GET", `${account}${path}`);
const waiting = () => service.app.frame.largeReadQueue.waiting();

test("a large read too many gets 429, small ones as always", async () => {
  const folio = `${account}/folios/RA0000000103`;
  await service.admin(
    "update folio set benchmark = 'model:701' where folio_number = 'RA0000000103'",
  );
  const { flood, responses } = await service.db.forLoads.transaction(async (tx) => {
    await tx.execute(sql`lock table lot_book in access exclusive mode`);
    const sent = [read("/closedtaxlots"), read("/opentaxlots?format=csv")];
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    const others = await Promise.all([
      read("/taxforms/2024?form=8949"),
      read("/performance/periods?benchmark=model:701"),
      service.call("adviser", "GET", `${folio}/performance/periods`),
      service.call("adviser", "GET", `${folio}/performance/periods?benchmark=security:601`),
      read(""),
      service.call("adviser", "GET", `${account.replace("RA", "RB")}/closedtaxlots`),
      service.call(null, "GET", `${account}/closedtaxlots`),
    ]);
    return { flood: sent, responses: others };
  });
  expect(responses.map(({ status }) => status)).toEqual([429, 429, 429, 200, 200, 403, 401]);
  expect([responses[0]?.headers["retry-after"], responses[0]?.body]).toMatchInlineSnapshot(`
    [
      "1",
      [
        {
          "errorCode": "too.many.reads",
          "message": "Too many large reads of this API user or firm are waiting; try again.",
          "type": "REQUEST",
        },
      ],
    ]
  `);
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await read("/closedtaxlots")).status).toBe(200);
});
