// Every operation by every kind of caller: the status of each is written down here. (interface 5)
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "../src/resources/api-users/create-key.ts";
import { revokeKey } from "../src/resources/api-users/revoke-key.ts";
import { checkAgainstContract } from "./contract-check.ts";
import { type Example, exampleOf, examplesOf } from "./examples.ts";
import { type Answer, type House, openHouse, send } from "./harness.ts";
import { type CallerName, testContext } from "./sample-template.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/**
 * Each operation asks for the subject of its example, which belongs to Harbor, or 802, an offer
 * that is not published, where another firm or an issuer asks. `absent` is Harbor's adviser asking
 * for what does not exist; `named` and `staff` are requests of Harbor signed for a member: its
 * client Ada, and Grace of its own staff.
 */
const expected = `
operation                    | own | staff | operator | client | named | readOnly | issuer | other | absent | none | wrong | revoked | expired
createOffer                  | 201 | 201   | 403      | 403    | 403   | 403      | 403    | 400   | 201    | 401  | 401   | 401     | 401
createRestriction            | 201 | 201   | 201      | 403    | 403   | 403      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getAccount                   | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getAccountUnitValues         | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getClosedTaxLot              | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getCustomerAgreement         | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getCustomerAgreementContent  | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getExpressCheckInstructions  | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getFolio                     | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getFolioPerformanceRawData   | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getFolioPerformanceSummary   | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getFolioUnitValues           | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getModel                     | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getOffer                     | 200 | 200   | 200      | 200    | 200   | 200      | 200    | 403   | 403    | 401  | 401   | 401     | 401
getOpenTaxLot                | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getPerformanceRawData        | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getPerformanceSummary        | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getReportedTaxLot            | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
getRestriction               | 200 | 200   | 200      | 403    | 403   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listAccountPositions         | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listClosedTaxLots            | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listClosedTaxLotsOfPair      | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listCorporateActions         | 200 | 200   | 200      | 403    | 403   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listCurrentWeights           | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listFolioPositions           | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listFolios                   | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listOfferDocuments           | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listOffers                   | 200 | 200   | 200      | 200    | 200   | 200      | 200    | 200   | 200    | 401  | 401   | 401     | 401
listOpenTaxLots              | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listOpenTaxLotsOfTransaction | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listReportedTaxLots          | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listReportedTaxLotsOfPair    | 200 | 200   | 200      | 200    | 200   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
listTransfers                | 200 | 200   | 200      | 403    | 403   | 200      | 403    | 403   | 403    | 401  | 401   | 401     | 401
signCustomerAgreement        | 200 | 200   | 403      | 200    | 200   | 403      | 403    | 403   | 403    | 401  | 401   | 401     | 401
updateAccount                | 200 | 200   | 403      | 403    | 403   | 403      | 403    | 403   | 403    | 401  | 401   | 401     | 401
`;

/** Subjects that do not exist, by the name of the path's parameter. */
const absent = {
  accountnumber: "RZ99999999",
  accountNumber: "RZ99999999",
  foliooid: "999999",
  privateplacementofferoid: "999999",
};

type Column = (house: House, example: Example) => Promise<Answer>;

/** The example with other subjects in its path; parameters that are not named keep their example. */
function about(
  { template, operation, request }: Example,
  subjects: Readonly<Record<string, string>>,
): Example["request"] {
  const path = Object.entries(subjects).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    template,
  );
  return exampleOf(path, request.method, operation);
}

const unpublished = { privateplacementofferoid: "802" };

const by =
  (caller: CallerName | null, subjects: Readonly<Record<string, string>> = {}): Column =>
  (house, example) => {
    const { method, path, body, headers } = about(example, subjects);
    return house.call(caller, method, path, body, headers);
  };

const signedFor =
  (loginId: string): Column =>
  (house, { request: { method, path, body, headers } }) =>
    house.signed("adviser", method, path, {
      body,
      headers,
      members: { FOLIOWS_MEMBER_ID: loginId },
    });

const withToken =
  (tokenIn: (house: House) => Promise<string>): Column =>
  async (house, { request: { method, path, body, headers } }) => {
    const authorization = `Bearer ${await tokenIn(house)}`;
    return send(house.app, method, path, body, { ...headers, authorization });
  };

async function drawToken(house: House, expiresAt?: Date) {
  const drawn = await createKey(testContext(house.db), {
    apiUserId: "5001",
    kind: "token",
    expiresAt,
    boundLoginId: undefined,
  });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  return drawn;
}

const columns: Readonly<Record<string, Column>> = {
  own: by("adviser"),
  staff: signedFor("harbor.lin"),
  operator: by("operator"),
  client: by("client"),
  named: signedFor("ada.whitfield"),
  readOnly: by("readOnly"),
  issuer: by("issuer", unpublished),
  other: by("otherAdviser", unpublished),
  absent: by("adviser", absent),
  none: by(null),
  wrong: withToken(async () => `bursar_${"A".repeat(43)}`),
  revoked: withToken(async (house) => {
    const { token, keyId } = await drawToken(house);
    await revokeKey(testContext(house.db), keyId);
    return token;
  }),
  expired: withToken(async (house) => {
    const soon = new Date(+house.now() + 1_000);
    const { token } = await drawToken(house, soon);
    house.setNow(soon.toISOString());
    return token;
  }),
};

/** The callers that may change something; each gets a firm that no other has changed. */
const changing = new Set(["own", "staff", "operator", "client", "named", "absent"]);

async function statusesOf(name: string, column: Column): Promise<Map<string, string>> {
  const own = changing.has(name) ? await openHouse() : house;
  const statuses = new Map<string, string>();
  for (const example of examplesOf(own)) {
    // Each request is independent: earlier failed credentials do not count.
    own.setNow(new Date(+own.now() + 61_000).toISOString());
    const answer = await column(own, example);
    checkAgainstContract(own.app, example.request, answer);
    statuses.set(example.id, String(answer.status));
  }
  if (own !== house) await own.close();
  return statuses;
}

test("every operation answers every kind of caller as the table says", async () => {
  const found = new Map<string, Map<string, string>>();
  for (const [name, column] of Object.entries(columns)) {
    found.set(name, await statusesOf(name, column));
  }
  const names = [...found.keys()];
  const operations = [...(found.get("own")?.keys() ?? [])].toSorted();
  const width = Math.max(...operations.map((name) => name.length));
  const rows = operations.map((operation) => [
    operation.padEnd(width),
    ...names.map((name) => (found.get(name)?.get(operation) ?? "").padEnd(name.length)),
  ]);
  const lines = [["operation".padEnd(width), ...names], ...rows].map((row) => row.join(" | "));
  expect(lines.map((line) => line.trimEnd())).toEqual(expected.trim().split("\n"));
});

/** What exists and is hidden from a caller, by the name of the path's parameter. */
const hidden: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  otherAdviser: { ...absent, ...unpublished, accountnumber: "RA00000001", foliooid: "711" },
  issuer: { accountnumber: "RA00000001", foliooid: "711", privateplacementofferoid: "806" },
  client: { accountnumber: "RA00000005", foliooid: "712", privateplacementofferoid: "802" },
  adviser: { accountnumber: "RB00000001", foliooid: "712", privateplacementofferoid: "809" },
};

test.each(Object.keys(hidden) as CallerName[])(
  "what is hidden from the %s answers in the bytes of what does not exist",
  async (caller) => {
    const subjects: Readonly<Record<string, string>> = hidden[caller] ?? {};
    const all = { ...subjects, accountNumber: subjects.accountnumber ?? "" };
    for (const example of examplesOf(house)) {
      if (!/\{(account|folio|private)/.test(example.template)) continue;
      const theirs = comparable(await by(caller, all)(house, example));
      expect(theirs.status, example.id).toBe(403);
      expect(theirs, example.id).toEqual(comparable(await by(caller, absent)(house, example)));
    }
  },
);

function comparable({ status, text, headers }: Answer) {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}
