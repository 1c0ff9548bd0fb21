// Reading an account over HTTP. (supplement to interface 2.2)
import { describe, expect, test } from "vitest";
import { type TestService, useTestService } from "../../../../test/harness.ts";

const service = useTestService();

const get = (caller: Parameters<TestService["call"]>[0], number: string) =>
  service.call(caller, "GET", `/restapi/accounts/${number}`);

describe("getAccount", () => {
  test("a taxable account has its tax settings, and empty lists where nothing is stored", async () => {
    const response = await get("adviser", "RA00000001");
    expect(response.status).toBe(200);
    expect(response.headers["cache-control"]).toBe("private, no-cache");
    expect(response.body).toMatchInlineSnapshot(`
      {
        "accountName": "Everyday",
        "accountNumber": "RA00000001",
        "accountType": "I",
        "billingPlanOid": "3001",
        "contingentBeneficiaries": [],
        "defaultTaxLotSelection": "LGHL",
        "firmId": null,
        "issueExclusions": [
          {
            "exclusionEndDate": "2027-12-31T00:00:00.000-05:00",
            "exclusionStartDate": "2024-01-01T00:00:00.000-05:00",
            "exclusionValue": "BOLT",
          },
        ],
        "longTermTaxRate": "15",
        "minor": null,
        "owners": [
          "ada.whitfield",
        ],
        "primaryBeneficiaries": [],
        "sectorExclusions": [],
        "securityExclusions": [],
        "shortTermTaxRate": "32.5",
        "trustedContacts": [
          {
            "dateOfBirth": null,
            "email": null,
            "firstName": "Ben",
            "lastName": "Whitfield",
            "mailingAddress": null,
            "relationship": "SPOUSE",
            "telephone": "716-555-0111",
          },
        ],
        "trustees": [],
        "w9BackupWithholding": false,
      }
    `);
  });

  test("a retirement account has beneficiaries, whose SSN is its last four digits", async () => {
    const response = await get("adviser", "RA00000002");
    expect(response.body).toMatchInlineSnapshot(`
      {
        "accountName": "Rainy day IRA",
        "accountNumber": "RA00000002",
        "accountType": "R",
        "billingPlanOid": "3001",
        "contingentBeneficiaries": [
          {
            "SSN": "4331",
            "citizenship": "C",
            "dateOfBirth": "2004-09-02T00:00:00.000-04:00",
            "firstName": "Theo",
            "lastName": "Whitfield",
            "relationship": "CHILD",
            "sharePct": "100.00",
          },
        ],
        "defaultTaxLotSelection": "AVGC",
        "firmId": null,
        "issueExclusions": [],
        "longTermTaxRate": null,
        "minor": null,
        "owners": [
          "ada.whitfield",
        ],
        "primaryBeneficiaries": [
          {
            "SSN": "4321",
            "citizenship": "C",
            "dateOfBirth": "1969-11-23T00:00:00.000-05:00",
            "firstName": "Ben",
            "lastName": "Whitfield",
            "relationship": "SPOUSE",
            "sharePct": "60.00",
          },
          {
            "SSN": "4330",
            "citizenship": "C",
            "dateOfBirth": "2001-06-12T00:00:00.000-04:00",
            "firstName": "Iris",
            "lastName": "Whitfield",
            "relationship": "CHILD",
            "sharePct": "40.00",
          },
        ],
        "sectorExclusions": [],
        "securityExclusions": [],
        "shortTermTaxRate": null,
        "trustedContacts": [],
        "trustees": [],
        "w9BackupWithholding": false,
      }
    `);
    expect(response.text).not.toMatch(/987-?65/);
  });

  test("only a SIMPLE IRA has the date of its first contribution", async () => {
    const simple = await get("adviser", "RA00000005");
    expect(simple.body.initContributionDate).toBe("2021-03-01T00:00:00.000-05:00");
    const other = await get("adviser", "RA00000002");
    expect(other.body).not.toHaveProperty("initContributionDate");
  });

  test("joint owners follow the primary owner, and a company may have no plan", async () => {
    const joint = await get("adviser", "RA00000003");
    expect(joint.body.owners).toEqual(["ada.whitfield", "ben.whitfield"]);
    const company = await get("issuer", "RC00000001");
    expect(company.body.billingPlanOid).toBeNull();
  });

  test("firm, operator and owner see it; to all others it does not exist", async () => {
    for (const caller of ["adviser", "operator", "client", "readOnly"] as const) {
      expect((await get(caller, "RA00000001")).status).toBe(200);
    }
    const absent = await get("adviser", "RA99999999");
    expect(absent.status).toBe(403);
    for (const caller of ["otherAdviser", "issuer"] as const) {
      const response = await get(caller, "RA00000001");
      expect([response.status, response.text]).toEqual([403, absent.text]);
    }
    expect((await get("client", "RA00000005")).status).toBe(403);
    expect((await get(null, "RA00000001")).status).toBe(401);
  });
});
