// The requests for unit values, from the query to the stored rows. (interface 4.12, 4.13)
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "/accounts/RA00000001/performance/unitvalues";
const folio = "/accounts/RA00000001/folios/RA0000000103/performance/unitvalues";
const get = (path: string) => service.call("adviser", "GET", `/restapi${path}`);
const datesOf = (body: { values: { date: string }[] }) => body.values.map(({ date }) => date);

test("an account's values are dated at midnight in New York, written in UTC, under both offsets", async () => {
  const response = await get(`${account}?daterange=2025-03-06,2025-03-11`);
  expect(response.status).toBe(200);
  expect(response.body).toMatchInlineSnapshot(`
    {
      "identifierType": "ACCOUNT",
      "identifierValue": "RA00000001",
      "values": [
        {
          "date": "2025-03-06T05:00:00.000+0000",
          "value": "105.04328",
        },
        {
          "date": "2025-03-07T05:00:00.000+0000",
          "value": "105.00032",
        },
        {
          "date": "2025-03-10T04:00:00.000+0000",
          "value": "105.15426",
        },
        {
          "date": "2025-03-11T04:00:00.000+0000",
          "value": "105.23702",
        },
      ],
    }
  `);
  const autumn = await get(`${account}?daterange=2025-10-31,2025-11-03`);
  expect(datesOf(autumn.body)).toEqual([
    "2025-10-31T04:00:00.000+0000",
    "2025-11-03T05:00:00.000+0000",
  ]);
});

test("a folio's values name the folio's number", async () => {
  const response = await get(`${folio}?daterange=2024-07-03,2024-07-05`);
  expect(response.status).toBe(200);
  expect(response.body).toMatchInlineSnapshot(`
    {
      "identifierType": "FOLIO",
      "identifierValue": "RA0000000103",
      "values": [
        {
          "date": "2024-07-03T04:00:00.000+0000",
          "value": "110.56002",
        },
        {
          "date": "2024-07-05T04:00:00.000+0000",
          "value": "110.76454",
        },
      ],
    }
  `);
});

test("netfee takes fees into account; any other word means grossfee", async () => {
  const range = "daterange=2026-06-30,2026-06-30";
  const valueFor = async (query: string) => {
    const { body } = await get(`${account}?${range}${query}`);
    return body.values[0].value;
  };
  const gross = await valueFor("");
  const net = await valueFor("&returntype=netfee");
  expect({ gross, net }).toMatchInlineSnapshot(`
    {
      "gross": "108.68666",
      "net": "105.73630",
    }
  `);
  for (const word of ["grossfee", "NETFEE", "NetFee", "net", "", "%00"]) {
    expect(await valueFor(`&returntype=${word}`)).toBe(gross);
  }
});

test.each([
  ["one date", "2025-01-02"],
  ["nothing", ""],
  ["no first date", ",2025-01-02"],
  ["no last date", "2025-01-02,"],
  ["three dates", "2025-01-02,2025-01-03,2025-01-06"],
  ["a reversed range", "2025-01-03,2025-01-02"],
  ["a day that does not exist", "2025-02-29,2025-03-03"],
  ["no dates", "a,b"],
  ["another form of date", "01/02/2025,01/03/2025"],
  ["blanks", "2025-01-02,%202025-01-03"],
  ["another separator", "2025-01-02;2025-01-03"],
])("a range of %s is refused", async (_, range) => {
  for (const path of [account, folio]) {
    const response = await get(`${path}?daterange=${range}`);
    expect(response.status).toBe(400);
    expect(response.body).toEqual([
      { type: "VALIDATION_FIELD", field: "daterange", errorCode: "invalid.daterange" },
    ]);
  }
});

test("a parameter given twice is refused by its name, every one at once", async () => {
  const response = await get(`${account}?returntype=netfee&daterange=x&returntype=netfee&page=1`);
  expect(response.status).toBe(400);
  expect(response.body).toEqual([
    { type: "VALIDATION_FIELD", field: "daterange", errorCode: "invalid.daterange" },
    { type: "VALIDATION_FIELD", field: "returntype", errorCode: "invalid.returntype" },
  ]);
});

test.each([
  ["both ends", "2025-01-02,2025-01-06", ["2025-01-02", "2025-01-03", "2025-01-06"]],
  ["a single day", "2025-01-02,2025-01-02", ["2025-01-02"]],
  ["date-times by their day", "2025-01-02T23:00:00,2025-01-03T04:00:00Z", ["2025-01-02"]],
  ["no weekend", "2025-01-04,2025-01-05", []],
  ["no holiday", "2025-12-25,2025-12-25", []],
  ["no day before the first", "1990-01-01,2023-10-02", ["2023-10-02"]],
  ["no day after the last", "2026-09-30,2099-12-31", ["2026-09-30"]],
])("a range includes %s", async (_, range, days) => {
  const { status, body } = await get(`${account}?daterange=${range}`);
  expect(status).toBe(200);
  expect(datesOf(body).map((date) => date.slice(0, 10))).toEqual(days);
});

test("without a range the response is the last 12 months of values", async () => {
  const { body } = await get(account);
  const dates = datesOf(body);
  expect([dates.length, dates[0], dates.at(-1)]).toEqual([
    252,
    "2025-09-30T04:00:00.000+0000",
    "2026-09-30T04:00:00.000+0000",
  ]);
});

test("a series without values is empty, with a range and without", async () => {
  const path = "/accounts/RA00000001/folios/RA0000000101/performance/unitvalues";
  for (const query of ["", "?daterange=2025-01-02,2025-01-06"]) {
    const { status, body } = await get(`${path}${query}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      identifierType: "FOLIO",
      identifierValue: "RA0000000101",
      values: [],
    });
  }
});

test.each([
  ["is absent", "RA0000000199"],
  ["is another account's", "RA0000000301"],
  ["is another firm's", "RB0000000101"],
  ["cannot be one", "x%00y"],
])("a folio that %s is not found once the query is valid", async (_, number) => {
  const path = `/accounts/RA00000001/folios/${number}/performance/unitvalues`;
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.body).toEqual([
    {
      type: "REQUEST",
      errorCode: "folio.not.found",
      message: "The account has no folio with this number.",
    },
  ]);
  expect((await get(`${path}?daterange=x`)).status).toBe(400);
});

test("the path without a query returns the same bytes under the same rules", async () => {
  for (const path of [account, folio]) {
    const query = `${path}?daterange=2025-01-02,2025-03-31&returntype=netfee`;
    const bare = await service.call("adviser", "GET", query);
    const prefixed = await get(query);
    expect([bare.status, bare.text]).toEqual([200, prefixed.text]);
    expect(bare.headers.etag).toBeDefined();
    expect((await service.call("otherAdviser", "GET", query)).status).toBe(403);
    expect((await service.call(null, "GET", query)).status).toBe(401);
    const post = await service.call("adviser", "POST", query, {});
    expect([post.status, post.headers.allow]).toEqual([405, "GET"]);
  }
});

test("who sees the account reads its series; others may not", async () => {
  for (const path of [account, folio]) {
    const statusOf = async (caller: Parameters<TestService["call"]>[0]) =>
      (await service.call(caller, "GET", `/restapi${path}`)).status;
    expect(await statusOf("adviser")).toBe(200);
    expect(await statusOf("readOnly")).toBe(200);
    expect(await statusOf("operator")).toBe(200);
    expect(await statusOf("client")).toBe(200);
    expect(await statusOf("otherAdviser")).toBe(403);
    expect(await statusOf("issuer")).toBe(403);
    expect(await statusOf(null)).toBe(401);
  }
});

test("the tag is valid for the caller's view and the query, and saves sending the body", async () => {
  const path = `/restapi${account}?daterange=2025-01-04,2025-01-05`;
  const first = await service.call("adviser", "GET", path);
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const again = await service.call("adviser", "GET", path, undefined, { "If-None-Match": tag });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", tag]);
  const client = await service.call("client", "GET", path);
  const net = await service.call("adviser", "GET", `${path}&returntype=netfee`);
  expect([client.text, net.text]).toEqual([first.text, first.text]);
  expect(new Set([tag, client.headers.etag, net.headers.etag]).size).toBe(3);
});

test("a change is read at once, with a tag of its own", async () => {
  const load = (day: string) =>
    service.load({
      "unit-values.csv": `accountNumber,folioNumber,date,grossUnitValue,netUnitValue\nRA00000005,,${day}`,
    });
  const read = () =>
    service.call("adviser", "GET", "/restapi/accounts/RA00000005/performance/unitvalues");
  await load("2025-03-06,100,99.5");
  const before = await read();
  await load("2025-03-06,101,100.5");
  const after = await read();
  expect([before, after].map(({ body }) => body.values.at(-1).value)).toEqual([
    "100.00000",
    "101.00000",
  ]);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});
