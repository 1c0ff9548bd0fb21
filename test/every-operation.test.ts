// Walks the contract: what must hold for every operation, whoever adds the next one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkAgainstContract } from "./contract-check.ts";
import { type Example, exampleOf, examplesOf, type Request } from "./examples.ts";
import { type Answer, type House, openHouse } from "./harness.ts";
import type { CallerName } from "./sample-template.ts";

/** Operations whose path names no subject, so that nobody's can be hidden. May only shrink. */
const withoutSubject = ["createOffer", "listOffers"];

/** Subjects that do not exist, by the name of the path's parameter. */
const absent: Readonly<Record<string, string>> = {
  accountnumber: "RZ99999999",
  foliooid: "999999",
  privateplacementofferoid: "999999",
};

/** Subjects that exist but that the other adviser may not see, where the example is open to all. */
const foreign: Readonly<Record<string, string>> = { privateplacementofferoid: "802" };

let house: House;
let examples: Example[];

beforeAll(async () => {
  house = await openHouse();
  examples = examplesOf(house);
});
afterAll(() => house.close());

async function send(caller: CallerName | null, request: Request) {
  const { method, path, body, headers } = request;
  const answer = await house.call(caller, method, path, body, headers);
  checkAgainstContract(house.app, request, answer);
  return answer;
}

const isWrite = ({ request }: Example) => request.method !== "GET";

/** Runs a check over every operation and names those for which it fails. */
async function each(
  chosen: (example: Example) => boolean,
  check: (example: Example) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  for (const example of examples.filter(chosen)) {
    await check(example).catch((error: Error) => failures.push(`${example.id}: ${error.message}`));
  }
  expect(failures).toEqual([]);
}

describe("every operation", () => {
  test("is in the contract by the name of the interface", () => {
    expect(examples.map(({ id }) => id).toSorted()).toMatchInlineSnapshot(`
      [
        "createOffer",
        "createRestriction",
        "getAccount",
        "getAccountUnitValues",
        "getClosedTaxLot",
        "getCustomerAgreement",
        "getCustomerAgreementContent",
        "getExpressCheckInstructions",
        "getFolio",
        "getFolioPerformanceRawData",
        "getFolioPerformanceSummary",
        "getFolioUnitValues",
        "getModel",
        "getOffer",
        "getOpenTaxLot",
        "getPerformanceRawData",
        "getPerformanceSummary",
        "getReportedTaxLot",
        "getRestriction",
        "listAccountPositions",
        "listClosedTaxLots",
        "listClosedTaxLotsOfPair",
        "listCorporateActions",
        "listCurrentWeights",
        "listFolioPositions",
        "listFolios",
        "listOfferDocuments",
        "listOffers",
        "listOpenTaxLots",
        "listOpenTaxLotsOfTransaction",
        "listReportedTaxLots",
        "listReportedTaxLotsOfPair",
        "listTransfers",
        "signCustomerAgreement",
        "updateAccount",
      ]
    `);
  });

  test("answers its example on the sample firm with the first status of the contract", () =>
    each(
      () => true,
      async ({ operation, request }) => {
        const answer = await send("adviser", request);
        expect(String(answer.status), answer.text).toBe(Object.keys(operation.responses ?? {})[0]);
      },
    ));

  test("refuses a stranger with 401 that says nothing", async () => {
    const began = house.now();
    await each(
      () => true,
      async ({ request }) => {
        // An address that fails too often within a minute is answered 429.
        house.setNow(new Date(+house.now() + 60_000).toISOString());
        const answer = await send(null, request);
        expect(answer.status).toBe(401);
        expect(answer.headers["www-authenticate"]).toBe("FOLIOWS, Bearer");
        expect(answer.body).toMatchObject([{ type: "REQUEST", errorCode: "unauthorized" }]);
      },
    );
    house.setNow(began.toISOString());
  });

  test("hides another firm's subject behind the bytes of one that does not exist", () =>
    each(
      ({ id }) => !withoutSubject.includes(id),
      async ({ template, operation, request }) => {
        const askFor = (subjects: Readonly<Record<string, string>>) => {
          const path = Object.entries(subjects).reduce(
            (text, [name, value]) => text.replace(`{${name}}`, value),
            template,
          );
          const other = exampleOf(path, request.method, operation);
          return send("otherAdviser", { ...other, headers: {} });
        };
        const theirs = await askFor(foreign);
        expect(theirs.status).toBe(403);
        expect(comparable(theirs)).toEqual(comparable(await askFor(absent)));
      },
    ));

  test("names an unknown field and changes nothing", () =>
    each(isWrite, async ({ request }) => {
      const before = await countEntries();
      const body = { ...(request.body as object), surplus: 1 };
      const answer = await send("adviser", { ...request, body });
      expect(answer.status).toBe(400);
      expect(answer.body).toContainEqual({
        type: "SYNTAX",
        field: "surplus",
        message: "The field is unrecognized.",
      });
      expect(await countEntries()).toBe(before);
    }));

  test("leaves exactly one audit entry per subject when it writes", async () => {
    const other = await openHouse();
    try {
      for (const { request, id } of examples.filter(isWrite)) {
        const before = await countEntries(other);
        await other.call("adviser", request.method, request.path, request.body, request.headers);
        expect(await countEntries(other), id).toBe(before + 1);
      }
    } finally {
      await other.close();
    }
  });

  test("answers a repeat of its key without changing anything again", async () => {
    const other = await openHouse();
    try {
      for (const { request, id } of examples.filter(isWrite)) {
        const { method, path, body } = request;
        const headers = { ...request.headers, "Idempotency-Key": `key-of-${id}` };
        const first = await other.call("adviser", method, path, body, headers);
        const before = await countEntries(other);
        const second = await other.call("adviser", method, path, body, headers);
        expect(second.headers["idempotency-replayed"], id).toBe("true");
        expect([second.status, second.headers.location, second.text], id).toEqual([
          first.status,
          first.headers.location,
          first.text,
        ]);
        expect(await countEntries(other), id).toBe(before);
      }
    } finally {
      await other.close();
    }
  });

  test("refuses a read-only key when it writes", () =>
    each(isWrite, async ({ request }) => {
      expect((await send("readOnly", request)).status).toBe(403);
    }));

  test("carries the headers of every answer", () =>
    each(
      () => true,
      async ({ request }) => {
        for (const caller of ["adviser", null] as const) {
          const { headers } = await send(caller, request);
          expect(headers["x-request-id"]).toMatch(/^[\w-]{16}$/);
          expect(headers["x-content-type-options"]).toBe("nosniff");
          expect(headers["cache-control"]).toMatch(/^private, no-(store|cache)$/);
        }
      },
    ));
});

function comparable({ status, text, headers }: Answer): unknown {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}

async function countEntries(of: House = house): Promise<number> {
  const { rows } = await of.admin("select count(*)::text as count from audit_entry");
  return Number(rows[0]?.count);
}
