// The list of an account's transfers. (interface 4.6)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { codeList } from "../../../reference/codes.ts";

const service = useTestService();

const path = (account: string) => `/restapi/accounts/${account}/acatin`;

describe("listTransfers", () => {
  test("returns every transfer of the account, newest first, in English", async () => {
    const { status, headers, body } = await service.call("adviser", "GET", path("RA00000006"));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-language": "en",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(body.map(({ acatid }: { acatid: string }) => acatid)).toEqual(
      Array.from({ length: 12 }, (_, index) => `ACAT-${10012 - index}`),
    );
    expect([body[0], body[8], body[11]]).toMatchInlineSnapshot(`
      [
        {
          "acatid": "ACAT-10012",
          "comment": "Waits for the letter of the plan's administrator.",
          "contraAccountNumber": "PLAN 401-88",
          "creationTS": "2026-03-02T09:30:00.000-05:00",
          "dtcNumber": null,
          "lastModifiedTS": "2026-03-02T09:30:00.000-05:00",
          "status": "Request Pending",
        },
        {
          "acatid": "ACAT-10004",
          "comment": "The fund company holds no such position.\\\\Ask the client for a statement.\\\\Then enter it again.",
          "contraAccountNumber": "FUND-77120",
          "creationTS": "2024-11-18T09:31:07.004-05:00",
          "dtcNumber": null,
          "lastModifiedTS": "2024-12-02T12:00:00.000-05:00",
          "status": "Failed",
        },
        {
          "acatid": "ACAT-10001",
          "comment": "The name on the account differs.\\\\Send a corrected form.",
          "contraAccountNumber": "4471-2290",
          "creationTS": "2024-03-07T14:22:55.563-05:00",
          "dtcNumber": "0901",
          "lastModifiedTS": "2024-03-11T09:05:10.000-04:00",
          "status": "Rejected",
        },
      ]
    `);
  });

  test("the sample has every status", async () => {
    const { body } = await service.call("adviser", "GET", path("RA00000006"));
    const statuses = new Set(body.map(({ status }: { status: string }) => status));
    expect(statuses).toEqual(new Set(codeList("transfer-status").rows.map(({ code }) => code)));
  });

  test("the new-line mark is two backslashes in the value, four in the JSON", async () => {
    const { text, body } = await service.call("adviser", "GET", path("RA00000006"));
    expect(body.at(-1).comment).toBe(
      String.raw`The name on the account differs.\\Send a corrected form.`,
    );
    expect(text).toContain(String.raw`differs.\\\\Send`);
  });

  test("an account without transfers has an empty list", async () => {
    const { status, text, headers } = await service.call("adviser", "GET", path("RA00000001"));
    expect([status, text, headers["content-language"]]).toEqual([200, "[]", "en"]);
  });

  test("of transfers entered at one instant the greater id comes first", async () => {
    await service.load({
      "transfers.csv": [
        "accountNumber,acatid,transferType,status,creationTS,lastModifiedTS",
        ...["A2", "A10", "A1"].map(
          (id) => `RA00000004,${id},full,Submitted,2026-01-05T10:00:00Z,2026-01-05T10:00:00Z`,
        ),
      ].join("\n"),
    });
    const { body } = await service.call("adviser", "GET", path("RA00000004"));
    expect(body.map(({ acatid }: { acatid: string }) => acatid)).toEqual(["A2", "A10", "A1"]);
  });

  test("one id may stand on two accounts", async () => {
    const { body } = await service.call("otherAdviser", "GET", path("RB00000001"));
    expect(body).toMatchObject([{ acatid: "ACAT-10001", status: "Submitted" }]);
  });
});

test("a list shows each transfer as it is returned by itself", async () => {
  await service.load({
    "transfers.csv": [
      "accountNumber,acatid,transferType,status,comment,creationTS,lastModifiedTS",
      String.raw`RA00000003,K1,full,Submitted,"Ünïcode 🗳 \\ ""quoted""",2026-01-05T10:00:00Z,2026-01-05T10:00:00Z`,
    ].join("\n"),
  });
  for (const account of ["RA00000003", "RA00000006"]) {
    const { body } = await service.call("operator", "GET", path(account));
    for (const transfer of body) {
      const one = await service.call("operator", "GET", `${path(account)}/${transfer.acatid}`);
      expect(one.body).toEqual(transfer);
    }
  }
  const { body } = await service.call("operator", "GET", path("RA00000003"));
  expect(body[0].comment).toBe(String.raw`Ünïcode 🗳 \\ "quoted"`);
});

describe("who may list transfers", () => {
  test.each<[CallerName | null, string, number]>([
    ["adviser", "RA00000006", 200],
    ["readOnly", "RA00000006", 200],
    ["operator", "RA00000006", 200],
    ["operator", "RB00000001", 200],
    ["client", "RA00000001", 200],
    ["issuer", "RC00000001", 200],
    ["otherAdviser", "RA00000006", 403],
    ["client", "RA00000006", 403],
    ["issuer", "RA00000006", 403],
    ["adviser", "RB00000001", 403],
    ["adviser", "RA99999999", 403],
    ["operator", "RA99999999", 403],
    ["adviser", "nonsense", 403],
    [null, "RA00000006", 401],
  ])("%s on %s: %i", async (caller, account, status) => {
    const response = await service.call(caller, "GET", path(account));
    expect(response.status).toBe(status);
  });

  test("a selected client sees what it was permitted to see, and no more", async () => {
    const as = { "X-Associated-Member-Id": "ben.whitfield" };
    const permitted = await service.call("adviser", "GET", path("RA00000006"), undefined, as);
    const foreign = await service.call("adviser", "GET", path("RA00000002"), undefined, as);
    expect([permitted.status, foreign.status]).toEqual([200, 403]);
  });

  test("the refusal is bare and the same for a foreign and an absent account", async () => {
    const foreign = await service.call("adviser", "GET", path("RB00000001"));
    const absent = await service.call("adviser", "GET", path("RA99999999"));
    expect(foreign.text).toBe(absent.text);
    expect(foreign.text).toMatchInlineSnapshot(
      `"[{"type":"REQUEST","message":"The user is not allowed to use this request."}]"`,
    );
  });
});

describe("loading transfers", () => {
  const header =
    "accountNumber,acatid,transferType,status,comment,contraAccountNumber,dtcNumber," +
    "creationTS,lastModifiedTS";
  const at = "2026-01-05T10:00:00Z";

  test("a changed transfer is updated, and audited with its former values", async () => {
    const row = (status: string) => ({
      "transfers.csv": `${header}\nRA00000005,T1,partial,${status},,,,${at},${at}`,
    });
    await service.load(row("Submitted"));
    await service.load(row("Settling"));
    await service.load(row("Settling"));
    const { body } = await service.call("adviser", "GET", path("RA00000005"));
    expect(body).toMatchObject([{ acatid: "T1", status: "Settling", comment: null }]);
    const entries = await service.auditOf("RA00000005");
    expect(entries.at(-1)).toMatchObject({
      operation: "loadFolder",
      detail: {
        before: { transfers: [{ status: "Submitted" }] },
        after: { transfers: [{ status: "Settling" }] },
      },
    });
    expect(entries.at(-2)?.detail.after.transfers).toMatchObject([{ status: "Submitted" }]);
  });

  test("every bad row is named and nothing is stored", async () => {
    const rows = [
      `RA00000005,B1,whole,Submitted,,,,${at},${at}`,
      `RA00000005,B2,full,Arrived,,,,${at},${at}`,
      `RA00000005,B3,full,Submitted,,,,${at},2026-01-04T10:00:00Z`,
      `RA00000005,B4,full,Submitted,,,,2026-01-05T10:00:00,${at}`,
      `RA88888888,B5,full,Submitted,,,,${at},${at}`,
      `RA00000005,B6,full,Submitted,,,,${at},${at}`,
      `RA00000005,B6,full,Submitted,,,,${at},${at}`,
    ];
    const files = { "transfers.csv": [header, ...rows].join("\n") };
    const fault = await service.load(files).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    expect((fault as LoadFault).problems).toMatchInlineSnapshot(`
      [
        {
          "column": "transferType",
          "cure": "write one of full, partial, non-ACAT",
          "file": "transfers.csv",
          "line": 2,
          "reason": "The value is not in the field's code list.",
          "value": "whole",
        },
        {
          "column": "status",
          "cure": "write one of Request Pending, Submitted, In Review, Adjusted, Accelerated, Settling, Completed, Rejected, Transfer Closed - No Action, Cancelled, Failed",
          "file": "transfers.csv",
          "line": 3,
          "reason": "The value is not in the field's code list.",
          "value": "Arrived",
        },
        {
          "column": "lastModifiedTS",
          "file": "transfers.csv",
          "line": 4,
          "reason": "It is before creationTS.",
        },
        {
          "column": "creationTS",
          "file": "transfers.csv",
          "line": 5,
          "reason": "The value is not a calendar date in ISO 8601.",
          "value": "2026-01-05T10:00:00",
        },
        {
          "column": "accountNumber, acatid",
          "file": "transfers.csv",
          "line": 8,
          "reason": "The key stands in the file twice. Line 7 has it.",
        },
        {
          "column": "accountNumber",
          "file": "transfers.csv",
          "line": 6,
          "reason": "Neither the store nor this load has this account.",
          "value": "RA88888888",
        },
      ]
    `);
    const { body } = await service.call("adviser", "GET", path("RA00000005"));
    expect(body.map(({ acatid }: { acatid: string }) => acatid)).toEqual(["T1"]);
  });
});
