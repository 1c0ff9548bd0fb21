// The check instructions: the address by day, the year by account kind. (interface 4.10)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";
import { accountTypes } from "../../../reference/codes.ts";

const service = useTestService();

const path = (account: string) =>
  `/restapi/accounts/${account}/cashtransfers/expresscheckinstructions`;

async function at<T>(instant: string, work: () => Promise<T>): Promise<T> {
  const before = service.now().toISOString();
  service.setNow(instant);
  try {
    return await work();
  } finally {
    service.setNow(before);
  }
}

describe("getExpressCheckInstructions", () => {
  test("returns the address, and for an IRA the year of the contribution", async () => {
    const { status, headers, text } = await service.call("adviser", "GET", path("RA00000002"));
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(text).toMatchInlineSnapshot(
      `"{"accountNumber":"RA00000002","address":{"line1":"400 Ledger Street","city":"Albany","state":"NY","zipcode":"12210-1400","country":"US","line2":"Attention: Check Desk"},"payableTo":"Bursar Brokerage","contributionYear":"2026"}"`,
    );
  });

  test("a taxable account has no key contributionYear", async () => {
    const { body } = await service.call("adviser", "GET", path("RA00000001"));
    expect(body).toMatchInlineSnapshot(`
      {
        "accountNumber": "RA00000001",
        "address": {
          "city": "Albany",
          "country": "US",
          "line1": "400 Ledger Street",
          "line2": "Attention: Check Desk",
          "state": "NY",
          "zipcode": "12210-1400",
        },
        "payableTo": "Bursar Brokerage",
      }
    `);
  });

  test("exactly the retirement kinds have the year", async () => {
    const accounts = await service.db.rows(sql<{ number: string; type: string }>`
      select account_number as "number", account_type as "type" from account
      where firm_oid = ${"1002"}`);
    expect(new Set(accounts.map(({ type }) => type)).size).toBeGreaterThan(15);
    for (const { number, type } of accounts) {
      const { body } = await service.call("adviser", "GET", path(number));
      const isRetirement = accountTypes.find(type)?.taxability === "retirement";
      expect([type, body.contributionYear]).toEqual([type, isRetirement ? "2026" : undefined]);
    }
  });

  test.each([
    ["2025-12-31T23:59:59-05:00", "12 Mill Lane", "2025"],
    ["2026-01-01T00:00:00-05:00", "400 Ledger Street", "2026"],
    ["2027-01-01T04:59:59Z", "400 Ledger Street", "2026"],
  ])("at %s the New York day decides", async (instant, line1, year) => {
    const { body } = await at(instant, () => service.call("adviser", "GET", path("RA00000002")));
    expect([body.address.line1, body.contributionYear]).toEqual([line1, year]);
  });

  test("line2 and line3 are returned only where the address has them", async () => {
    const get = () => service.call("adviser", "GET", path("RA00000001"));
    const lines = async (instant: string) =>
      Object.keys((await at(instant, get)).body.address).filter((name) => name.startsWith("line"));
    expect(await lines("2025-12-31T12:00:00Z")).toEqual(["line1"]);
    expect(await lines("2026-03-02T15:00:00Z")).toEqual(["line1", "line2"]);
    const { body } = await at("2027-01-01T05:00:00Z", get);
    expect(body.address.line3).toBe("Dock 3");
  });

  test("before the first address of the kind there is none", async () => {
    const { status, body } = await at("2022-12-31T12:00:00Z", () =>
      service.call("adviser", "GET", path("RA00000001")),
    );
    expect({ status, body }).toMatchInlineSnapshot(`
      {
        "body": [
          {
            "errorCode": "check.address.not.found",
            "message": "There is currently no address for checks of this kind.",
            "type": "REQUEST",
          },
        ],
        "status": 404,
      }
    `);
  });
});

test.each<[CallerName | null, string, number]>([
  ["adviser", "RA00000002", 200],
  ["readOnly", "RA00000002", 200],
  ["operator", "RA00000002", 200],
  ["client", "RA00000002", 200],
  ["issuer", "RC00000001", 200],
  ["client", "RA00000004", 403],
  ["issuer", "RA00000002", 403],
  ["otherAdviser", "RA00000002", 403],
  ["adviser", "RB00000001", 403],
  ["adviser", "RA99999999", 403],
  [null, "RA00000002", 401],
])("getExpressCheckInstructions by %s on %s: %i", async (caller, account, status) => {
  const response = await service.call(caller, "GET", path(account));
  expect(response.status).toBe(status);
});

describe("loading check addresses", () => {
  const header =
    "depositKind,validFrom,validTo,payableTo,line1,line2,line3,city,state,zipcode,country";

  test("every bad row is named", async () => {
    const rows = [
      "pigeon,2028-01-01,,Bursar,1 A Street,,,Albany,NY,12207,US",
      "express,2028-02-30,,Bursar,1 A Street,,,Albany,NY,12207,US",
      "express,2028-01-02,2028-01-01,Bursar,1 A Street,,,Albany,NY,12207,US",
      "express,2028-01-03,,Bursar,1 A Street,,,Albany,ZZ,12207,US",
      "express,2028-01-04,,Bursar,1 A Street,,,Albany,NY,1220,US",
      "express,2028-01-05,,Bursar,,,,Albany,NY,12207,US",
    ];
    const files = { "check-addresses.csv": [header, ...rows].join("\n") };
    const fault = await service.load(files).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    expect((fault as LoadFault).problems).toMatchInlineSnapshot(`
      [
        {
          "column": "depositKind",
          "cure": "write one of express, standard",
          "file": "check-addresses.csv",
          "line": 2,
          "reason": "The value is not in the field's code list.",
          "value": "pigeon",
        },
        {
          "column": "validFrom",
          "cure": "write a day that exists as YYYY-MM-DD",
          "file": "check-addresses.csv",
          "line": 3,
          "reason": "The value is not a calendar date in ISO 8601.",
          "value": "2028-02-30",
        },
        {
          "column": "validTo",
          "file": "check-addresses.csv",
          "line": 4,
          "reason": "It is before validFrom.",
        },
        {
          "column": "state",
          "cure": "write one of AK, AL, AR, AZ, CA, CO, CT, DC, DE, FL, GA, GU and others, which docs/codes.md lists",
          "file": "check-addresses.csv",
          "line": 5,
          "reason": "The value is not a two-letter state code accepted here.",
          "value": "ZZ",
        },
        {
          "column": "zipcode",
          "file": "check-addresses.csv",
          "line": 6,
          "reason": "The value is not a ZIP code.",
          "value": "1220",
        },
        {
          "column": "line1",
          "file": "check-addresses.csv",
          "line": 7,
          "reason": "A value is required.",
        },
      ]
    `);
  });

  test("an address closed by a later load is audited and no longer returned", async () => {
    const closed =
      "express,2026-01-01,2026-02-28,Bursar Brokerage,400 Ledger Street," +
      "Attention: Check Desk,,Albany,NY,12210-1400,US";
    await service.load({ "check-addresses.csv": `${header}\n${closed}` });
    const { status } = await service.call("adviser", "GET", path("RA00000001"));
    expect(status).toBe(404);
    const entries = await service.auditOf("check-address:express");
    expect(entries.at(-1)?.detail.after["check-addresses"]).toMatchObject([
      { validTo: "2026-02-28" },
    ]);
  });
});

describe("other instructions", () => {
  const get = (kind: string, account: string, caller: CallerName | null = "adviser") =>
    service.call(caller, "GET", `/restapi/accounts/${account}/cashtransfers/${kind}`);

  test("a check by ordinary mail has an address of its own", async () => {
    const { status, body } = await get("checkinstructions", "RA00000001");
    expect([status, body]).toEqual([
      200,
      {
        accountNumber: "RA00000001",
        address: {
          line1: "P.O. Box 7700",
          city: "Albany",
          state: "NY",
          zipcode: "12201-7700",
          country: "US",
        },
        payableTo: "Bursar Brokerage",
      },
    ]);
    const ofIra = await get("checkinstructions", "RA00000002");
    expect(ofIra.body.contributionYear).toBe("2026");
  });

  test("money by ACH goes to the account's number behind a prefix", async () => {
    const { text } = await get("eftinstructions", "RA00000001");
    expect(text).toBe(
      '{"achAccountNumber":"4410RA00000001","achBankName":"Mohawk Trust",' +
        '"achRoutingAbaNumber":"999900004"}',
    );
  });

  test("a wire names the account and its primary owner", async () => {
    const { body } = await get("wireinstructions", "RA00000003");
    expect(body).toEqual({
      accountName: "Bursar Brokerage",
      accountNumber: "900178",
      address: {
        line1: "Mohawk Trust",
        line2: "88 River Street",
        line3: null,
        city: "Troy",
        state: "NY",
        zipcode: "12180",
        country: "USA",
      },
      forFurtherCredit: "RA00000003 FBO Ada Whitfield",
      routingAbaNumber: "999900004",
    });
    await at("2025-12-31T15:00:00Z", async () => {
      const earlier = await get("wireinstructions", "RA00000003");
      expect(earlier.body.accountNumber).toBe("900177");
    });
  });

  test("a wire to the account of a corporate firm names the firm", async () => {
    await service.load({
      "accounts.csv": [
        "accountNumber,accountName,accountType,owners,openedOn,firmId",
        'RA00770001,Mill,F,"[""carol.nguyen""]",2025-01-02,1006',
      ].join("\n"),
    });
    const { body } = await get("wireinstructions", "RA00770001");
    expect(body.forFurtherCredit).toBe("RA00770001 FBO Alder Mills LLC");
  });

  test.each([
    ["checkinstructions", "check.address.not.found"],
    ["eftinstructions", "eft.instructions.not.found"],
    ["wireinstructions", "wire.instructions.not.found"],
  ])("%s before the first day are not found: %s", async (kind, code) => {
    await at("2022-12-31T15:00:00Z", async () => {
      const { status, body } = await get(kind, "RA00000001");
      expect([status, body[0].errorCode]).toEqual([404, code]);
    });
  });

  test.each(["checkinstructions", "eftinstructions", "wireinstructions"])(
    "%s are for whoever sees the account",
    async (kind) => {
      const callers = ["client", "operator", "readOnly", "otherAdviser", "issuer", null] as const;
      const responses = await Promise.all(callers.map((each) => get(kind, "RA00000001", each)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 403, 403, 401]);
    },
  );

  test("are loaded with a routing number that checks itself, and days in order", async () => {
    const eft = "validFrom,validTo,bankName,routingAbaNumber,accountPrefix";
    const wire =
      "validFrom,validTo,accountName,accountNumber,routingAbaNumber,line1,city,state,zipcode";
    const fault = await service
      .load({
        "eft-instructions.csv": [
          eft,
          "2027-01-01,,Mohawk Trust,999900005,4410",
          "2027-01-02,2027-01-01,Mohawk Trust,999900004,4410",
          "2027-01-03,,Mohawk Trust,999900004,44101234",
        ].join("\n"),
        "wire-instructions.csv": [
          wire,
          "2027-01-01,,Bursar Brokerage,1,12345678,Mohawk Trust,Troy,NY,12180",
          "2027-01-02,,Bursar Brokerage,1,123456789,Mohawk Trust,Troy,NY,12180",
        ].join("\n"),
      })
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    const { problems } = fault as LoadFault;
    expect(problems.map(({ file, line, column }) => `${file} ${line} ${column}`)).toEqual([
      "eft-instructions.csv 2 routingAbaNumber",
      "eft-instructions.csv 3 validTo",
      "eft-instructions.csv 4 accountPrefix",
      "wire-instructions.csv 2 routingAbaNumber",
      "wire-instructions.csv 3 routingAbaNumber",
    ]);
  });
});
