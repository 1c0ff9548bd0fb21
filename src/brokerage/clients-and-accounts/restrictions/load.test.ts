// Restrictions as they are loaded.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

const header = "accountNumber,accountRestrictionId,reason.code,type.code,inceptionInfo,creationTs";
const load = (...rows: string[]) =>
  service.load({ "restrictions.csv": [header, ...rows].join("\n") });

async function faultsOf(...rows: string[]): Promise<string[]> {
  const fault = await load(...rows).catch((error: unknown) => error);
  if (!(fault instanceof LoadFault)) throw new Error("the load was not refused");
  return fault.problems.map(({ line, column, reason }) => `${line ?? "-"} ${column}: ${reason}`);
}

const court = "RA00000001,9001,021,SO,Court order,2026-02-12T10:30:00-05:00";

test("a loaded restriction is in force and is read with the time when it was placed", async () => {
  expect(await load(court)).toMatchObject([{ rows: 1, added: 1 }]);
  const { body } = await service.call(
    "adviser",
    "GET",
    "/restapi/accounts/RA00000001/restrictions/9001",
  );
  expect(body).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000001",
      "accountRestrictionId": "9001",
      "creationTs": "2026-02-12T10:30:00.000-05:00",
      "inceptionInfo": "Court order",
      "reason": {
        "code": "021",
        "comments": "Externally Set Restriction used through the API",
        "name": "External",
      },
      "type": {
        "code": "SO",
        "description": "Sales and transfers out are allowed; buys and withdrawals are not",
        "title": "Sell Only",
      },
    }
  `);
});

test("the same file twice changes nothing", async () => {
  const before = await service.auditOf("RA00000001");
  expect(await load(court)).toMatchObject([{ rows: 1, added: 0, changed: 0 }]);
  expect(await service.auditOf("RA00000001")).toEqual(before);
});

test("a restriction lifted through the interface stays lifted when it is loaded again", async () => {
  const row = "RA00000007,4002,020,CR,Customer agreement not signed,2026-02-20T11:05:12.000-05:00";
  const signed = {
    loginId: "dmitri.ivanov",
    signatureMethod: "SIGNED_PDF",
    signatureData: Buffer.from("%PDF-1.7").toString("base64"),
  };
  await service.call("adviser", "POST", "/restapi/accounts/RA00000007/customeragreement", signed);
  expect(await load(row)).toMatchObject([{ added: 0, changed: 0 }]);
  const read = await service.call(
    "adviser",
    "GET",
    "/restapi/accounts/RA00000007/restrictions/4002",
  );
  expect(read.status).toBe(404);
});

test("an impossible row is refused with its line and column", async () => {
  expect(
    await faultsOf(
      "RA99999999,1,021,SO,,2026-02-12T10:30:00-05:00",
      "RA00000002,0,999,XX,,2026-02-12",
    ),
  ).toMatchInlineSnapshot(`
    [
      "3 accountRestrictionId: The value is not accepted (invalid.account.restriction.id).",
      "3 reason.code: The value is not in the field's code list.",
      "3 type.code: The value is not in the field's code list.",
      "3 creationTs: The value is not a calendar date in ISO 8601.",
      "2 accountNumber: Neither the store nor this load has this account.",
    ]
  `);
  expect(
    await faultsOf("RA00000001,9002,021,SO,,2026-02-12T10:30:00-05:00"),
  ).toMatchInlineSnapshot(`
    [
      "2 reason.code: A restriction of this type and reason is already in force.",
    ]
  `);
});
