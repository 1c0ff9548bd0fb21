// Updating an account over HTTP: the response, the stored rows and the audit entries. (interface
// 2.2, 4.2)
import { describe, expect, test } from "vitest";
import {
  type Headers,
  type TestResponse,
  type TestService,
  useTestService,
} from "../../../../test/harness.ts";
import { testVault } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import { AccountUpdate } from "./schema.ts";

const service = useTestService();

type CallerName = Parameters<TestService["call"]>[0];

const put = (caller: CallerName, number: string, body: unknown, headers?: Headers) =>
  service.call(caller, "PUT", `/restapi/accounts/${number}`, body, headers);

const read = async (number: string) =>
  (await service.call("operator", "GET", `/restapi/accounts/${number}`)).body;

const lastAudit = async (number: string) => (await service.auditOf(number)).at(-1);

const codes = (response: TestResponse) => [
  response.status,
  ...response.body.map((problem: { errorCode: string }) => problem.errorCode),
];

const person = (firstName: string, sharePct?: string) => ({
  firstName,
  lastName: "Whitfield",
  relationship: "CHILD",
  ...(sharePct && { sharePct }),
});

describe("updateAccount", () => {
  test("returns 200 with the account's address and an empty body, and stores the change", async () => {
    const response = await put("adviser", "RA00000006", {
      accountNumber: "RA00000006",
      accountName: "Brokerage 2",
      billingPlanOid: "3001",
      defaultTaxLotSelection: "WGFS",
      longTermTaxRate: "15.0",
      shortTermTaxRate: 32.25,
    });
    const { status, text, headers } = response;
    expect({
      status,
      text,
      location: headers.location,
      length: headers["content-length"],
    }).toMatchInlineSnapshot(`
      {
        "length": "0",
        "location": "http://bursar.test/restapi/accounts/RA00000006",
        "status": 200,
        "text": "",
      }
    `);
    expect(await read("RA00000006")).toMatchObject({
      accountName: "Brokerage 2",
      billingPlanOid: "3001",
      defaultTaxLotSelection: "WGFS",
      longTermTaxRate: "15.0",
      shortTermTaxRate: "32.25",
    });
    expect(await lastAudit("RA00000006")).toMatchInlineSnapshot(`
      {
        "caller": {
          "apiUser": "5001",
          "firm": "1002",
        },
        "detail": {
          "after": {
            "accountName": "Brokerage 2",
            "accountNumber": "RA00000006",
            "billingPlanOid": "3001",
            "defaultTaxLotSelection": "WGFS",
            "longTermTaxRate": "15.0",
            "shortTermTaxRate": "32.25",
          },
          "before": {
            "accountName": "Brokerage",
            "accountNumber": "RA00000006",
            "billingPlanOid": "3002",
            "defaultTaxLotSelection": "LGHL",
            "longTermTaxRate": null,
            "shortTermTaxRate": null,
          },
        },
        "operation": "updateAccount",
        "sequence": "2",
      }
    `);
  });

  test("changing the method keeps the rates, and changes nothing else", async () => {
    const before = await read("RA00000006");
    await put("adviser", "RA00000006", { defaultTaxLotSelection: "FIFO" });
    expect(await read("RA00000006")).toEqual({ ...before, defaultTaxLotSelection: "FIFO" });
  });

  test("an update of nothing is accepted and audited", async () => {
    const before = await read("RA00000006");
    const entries = (await service.auditOf("RA00000006")).length;
    expect((await put("adviser", "RA00000006", {})).status).toBe(200);
    expect(await read("RA00000006")).toEqual(before);
    expect(await service.auditOf("RA00000006")).toHaveLength(entries + 1);
    expect((await lastAudit("RA00000006"))?.detail).toEqual({ before: {}, after: {} });
  });

  test("the contract's example is accepted", async () => {
    const [example] = (AccountUpdate as { examples?: unknown[] }).examples ?? [];
    expect((await put("adviser", "RA00000001", example)).status).toBe(200);
  });

  test("names every problem of the request at once, in the order of the interface", async () => {
    const response = await put("adviser", "RA00000001", {
      accountNumber: "RA00000002",
      accountname: "x",
      accountName: "a name that is too long",
      accountType: "J",
      longTermTaxRate: "20",
      trustedContacts: null,
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchInlineSnapshot(`
      [
        {
          "field": "accountname",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "errorCode": "invalid.account.name",
          "field": "accountName",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "null.trusted.contacts",
          "field": "trustedContacts",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "account.not.updateable",
          "field": "accountType",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "uri.matching.rule",
          "message": "An id in the body differs from the one in the path.",
          "type": "VALIDATION_RULE",
        },
        {
          "errorCode": "account.tax.rate.rule",
          "message": "Tax rates can be updated only together with defaultTaxLotSelection.",
          "type": "VALIDATION_RULE",
        },
      ]
    `);
  });

  test("names every problem with the stored facts at once", async () => {
    const response = await put("adviser", "RA00000002", {
      accountName: " everyday ",
      billingPlanOid: "3101",
      defaultTaxLotSelection: "LGHL",
      longTermTaxRate: "20",
      initContributionDate: "2024-01-01",
      primaryBeneficiaries: [],
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchInlineSnapshot(`
      [
        {
          "errorCode": "account.not.applicable.long.term.tax.rate",
          "field": "longTermTaxRate",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "account.not.applicable.init.contribution.date",
          "field": "initContributionDate",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "account.unique.rule",
          "message": "An owner of the account has another account with this name.",
          "type": "VALIDATION_RULE",
        },
        {
          "errorCode": "account.billing.plan.rule",
          "message": "The firm has no advisory billing plan with this id.",
          "type": "VALIDATION_RULE",
        },
        {
          "errorCode": "account.tax.lot.selection.rule",
          "message": "A non-taxable account takes only AVGC, a taxable one any other tax relief method.",
          "type": "VALIDATION_RULE",
        },
        {
          "errorCode": "account.contingent.beneficiaries.rule",
          "message": "Contingent beneficiaries need at least one primary beneficiary.",
          "type": "VALIDATION_RULE",
        },
      ]
    `);
  });

  test("a refused update changes nothing and leaves no entry", async () => {
    const before = [await read("RA00000002"), await service.auditOf("RA00000002")];
    const body = { accountName: "Other", billingPlanOid: "3101" };
    expect(codes(await put("adviser", "RA00000002", body))).toEqual([
      400,
      "account.billing.plan.rule",
    ]);
    expect([await read("RA00000002"), await service.auditOf("RA00000002")]).toEqual(before);
  });

  test("a body that is not JSON, or no object, is a syntax problem", async () => {
    for (const body of ["{", "[]", "null", '"x"']) {
      const response = await put("adviser", "RA00000001", body);
      expect([response.status, response.body[0].type, response.body[0].field]).toEqual([
        400,
        "SYNTAX",
        "body",
      ]);
    }
  });

  test("only an adviser that manages the account, with the scope for it, may call it", async () => {
    const body = { accountName: "Mine" };
    const absent = await put("adviser", "RA99999999", body);
    expect(absent.status).toBe(403);
    for (const caller of ["otherAdviser", "issuer", "client", "operator", "readOnly"] as const) {
      const response = await put(caller, "RA00000001", body);
      expect([caller, response.status, response.text]).toEqual([caller, 403, absent.text]);
    }
    expect((await put("issuer", "RC00000001", body)).status).toBe(403);
    expect((await put(null, "RA00000001", body)).status).toBe(401);
    const acting = { "X-Associated-Member-Id": "carol.nguyen" };
    expect((await put("adviser", "RA00000001", body, acting)).status).toBe(403);
  });

  test("a repeat with the same key gets the response again and changes nothing again", async () => {
    const key = { "Idempotency-Key": "update-1" };
    const first = await put("adviser", "RA00000023", { accountName: "Design" }, key);
    await put("adviser", "RA00000023", { accountName: "Nguyen Design" });
    const again = await put("adviser", "RA00000023", { accountName: "Design" }, key);
    expect([first.status, again.status, again.headers["idempotency-replayed"]]).toEqual([
      200,
      200,
      "true",
    ]);
    expect((await read("RA00000023")).accountName).toBe("Nguyen Design");
  });
});

describe("an account's name", () => {
  test("is unique among the accounts of each owner, ignoring case and outer blanks", async () => {
    // Ada's; Ben owns the joint account RA00000003 with her.
    const taken = [400, "account.unique.rule"];
    expect(codes(await put("adviser", "RA00000003", { accountName: "EVERYDAY " }))).toEqual(taken);
    expect(codes(await put("adviser", "RA00000004", { accountName: "house FUND" }))).toEqual(taken);
    // Carol owns nothing with Ada.
    expect((await put("adviser", "RA00000005", { accountName: "Everyday" })).status).toBe(200);
  });

  test("may be changed in case alone, and a name given up is free again", async () => {
    expect((await put("adviser", "RA00000013", { accountName: "sep" })).status).toBe(200);
    expect((await put("adviser", "RA00000013", { accountName: "Pension" })).status).toBe(200);
    expect((await put("adviser", "RA00000015", { accountName: "SEP" })).status).toBe(200);
  });

  test("goes to one of two accounts that request it at once", async () => {
    const responses = await Promise.all(
      ["RA00000019", "RA00000021"].map((n) => put("adviser", n, { accountName: "Wanted" })),
    );
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400]);
    const refused = responses.find((response) => response.status === 400);
    expect(refused?.body[0].errorCode).toBe("account.unique.rule");
  });
});

describe("a billing plan", () => {
  test("of one account changes for that account alone where the firm bills per account", async () => {
    const other = await service.auditOf("RA00000004");
    expect((await put("adviser", "RA00000017", { billingPlanOid: "3002" })).status).toBe(200);
    expect((await read("RA00000017")).billingPlanOid).toBe("3002");
    expect((await read("RA00000004")).billingPlanOid).toBe("3001");
    expect(await service.auditOf("RA00000004")).toEqual(other);
  });

  test("is changed for all accounts of the member where the firm bills per member", async () => {
    const response = await put("otherAdviser", "RB00000003", { billingPlanOid: "3102" });
    expect(response.status).toBe(200);
    for (const number of ["RB00000001", "RB00000002", "RB00000003"]) {
      expect((await read(number)).billingPlanOid).toBe("3102");
      const entry = await lastAudit(number);
      expect([entry?.operation, entry?.detail]).toEqual([
        "updateAccount",
        { before: { billingPlanOid: "3101" }, after: { billingPlanOid: "3102" } },
      ]);
    }
    // Frank's own account: he is not the primary owner of the others.
    expect((await service.auditOf("RB00000004")).at(-1)?.operation).not.toBe("updateAccount");
  });

  test("of another firm, of another kind and an absent one get the same response", async () => {
    const texts = await Promise.all(
      ["3101", "3003", "3004", "9999"].map(
        async (billingPlanOid) => (await put("adviser", "RA00000001", { billingPlanOid })).text,
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? "")).toMatchInlineSnapshot(`
      [
        {
          "errorCode": "account.billing.plan.rule",
          "message": "The firm has no advisory billing plan with this id.",
          "type": "VALIDATION_RULE",
        },
      ]
    `);
  });

  test("set twice at once ends as one of the two, the same on every account", async () => {
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all([
        put("otherAdviser", "RB00000003", { billingPlanOid: "3101", accountName: `a${round}` }),
        put("otherAdviser", "RB00000001", { billingPlanOid: "3102", accountName: `b${round}` }),
        put("otherAdviser", "RB00000002", { accountName: `c${round}` }),
      ]);
      expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
      const plans = await Promise.all(
        ["RB00000001", "RB00000002", "RB00000003"].map(async (n) => (await read(n)).billingPlanOid),
      );
      expect(new Set(plans).size).toBe(1);
    }
  });
});

describe("the lists", () => {
  test("of beneficiaries are replaced, removed, or left as they are", async () => {
    const sent = [
      {
        ...person("Iris", "66.67"),
        SSN: "900-12-3456",
        dateOfBirth: "2001-06-12",
        citizenship: "C",
      },
      person("Théo", "33.33"),
    ];
    const before = await read("RA00000002");
    expect((await put("adviser", "RA00000002", { primaryBeneficiaries: sent })).status).toBe(200);
    const after = await read("RA00000002");
    expect(after.contingentBeneficiaries).toEqual(before.contingentBeneficiaries);
    expect(after.primaryBeneficiaries).toMatchInlineSnapshot(`
      [
        {
          "SSN": "3456",
          "citizenship": "C",
          "dateOfBirth": "2001-06-12T00:00:00.000-04:00",
          "firstName": "Iris",
          "lastName": "Whitfield",
          "relationship": "CHILD",
          "sharePct": "66.67",
        },
        {
          "SSN": null,
          "citizenship": null,
          "dateOfBirth": null,
          "firstName": "Théo",
          "lastName": "Whitfield",
          "relationship": "CHILD",
          "sharePct": "33.33",
        },
      ]
    `);
    const none = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
    expect((await put("adviser", "RA00000002", none)).status).toBe(200);
    expect(await read("RA00000002")).toMatchObject(none);
  });

  test("keep a social security number sealed, and the audit shows its last four digits", async () => {
    const number = "RA00000013";
    const contingentBeneficiaries = [{ ...person("Theo"), SSN: "900987654" }];
    const primaryBeneficiaries = [{ ...person("Iris"), SSN: "900-12-3456" }];
    await put("adviser", number, { primaryBeneficiaries, contingentBeneficiaries });
    const rows = await service.db.rows(sql<{ kind: string; last4: string; sealed: Buffer }>`
      select kind, ssn_last4 as "last4", ssn_sealed as "sealed" from beneficiary
      where account_number = ${number} order by kind desc`);
    const opened = rows.map(({ kind, last4, sealed }) => [
      last4,
      String(testVault.open(sealed, `beneficiary/${number}/${kind}/1`)),
      sealed.includes(last4),
    ]);
    expect(opened).toEqual([
      ["3456", "900123456", false],
      ["7654", "900987654", false],
    ]);
    const entries = JSON.stringify(await service.auditOf(number));
    expect(entries).toContain('"SSN":"3456"');
    expect(entries).not.toMatch(/900-?12|900987/);
  });

  test("record a changed number whose last four digits are the same, without showing it", async () => {
    const number = "RA00000013";
    const uma = { ...person("Uma"), SSN: "900-13-3456" };
    const sent = (SSN: string) => ({
      primaryBeneficiaries: [uma, { ...person("Iris"), SSN }].map((each) => ({
        ...each,
        sharePct: "50",
      })),
      contingentBeneficiaries: [{ ...person("Theo"), SSN: "900-14-3456" }],
    });
    const update = async (body: object) => {
      const eventCount = (await service.eventsOf(number)).length;
      expect((await put("adviser", number, body)).status).toBe(200);
      const events = (await service.eventsOf(number)).slice(eventCount);
      return { events, detail: (await lastAudit(number))?.detail };
    };
    await update(sent("900-12-3456"));
    const fields = ["primaryBeneficiaries"];
    const changed = await update(sent("900-15-3456"));
    expect(changed.events).toEqual([
      { type: "account.updated", data: { accountNumber: number, fields } },
    ]);
    expect(changed.detail.after).toEqual(changed.detail.before);
    expect(changed.detail.detail).toEqual({ ssnsChanged: { primaryBeneficiaries: ["2"] } });
    expect(JSON.stringify(changed.detail)).not.toMatch(/900-?15|[0-9a-f]{64}/);
    for (const same of [sent("900153456"), sent("3456")]) {
      const { events, detail } = await update(same);
      expect([events, detail.detail]).toEqual([[], undefined]);
    }
  });

  /** The numbers of an account's beneficiaries as they are stored, in order. */
  async function numbersOf(number: string): Promise<string[]> {
    const rows = await service.db.rows(sql<{ kind: string; position: number; sealed: Buffer }>`
      select kind, position, ssn_sealed as "sealed" from beneficiary
      where account_number = ${number} and ssn_sealed is not null order by kind desc, position`);
    return rows.map(({ kind, position, sealed }) => {
      const place = `beneficiary/${number}/${kind}/${position}`;
      return `${kind}${position} ${testVault.open(sealed, place)}`;
    });
  }

  test("keep the number of a person whose last four digits are sent back, wherever it moves", async () => {
    const number = "RA00000013";
    const theo = { ...person("Theo", "40"), SSN: "900-11-3456" };
    const iris = { ...person("Iris", "60"), SSN: "900-12-3456" };
    const uma = { ...person("Uma"), SSN: "900-13-3456" };
    const whole = { primaryBeneficiaries: [theo, iris], contingentBeneficiaries: [uma] };
    expect((await put("adviser", number, whole)).status).toBe(200);
    // The response is sent back, with another order, another share and a new person.
    const max = { ...person("Max", "10"), SSN: "900-14-3456" };
    const sentBack = {
      primaryBeneficiaries: [
        { ...iris, SSN: "3456" },
        max,
        { ...theo, sharePct: "30", SSN: "3456" },
      ],
      contingentBeneficiaries: [{ ...uma, SSN: "3456" }],
    };
    expect((await put("adviser", number, sentBack)).status).toBe(200);
    expect(await numbersOf(number)).toEqual([
      "P1 900123456",
      "P2 900143456",
      "P3 900113456",
      "C1 900133456",
    ]);
    const shown = (await read(number)).primaryBeneficiaries.map(({ SSN }: { SSN: string }) => SSN);
    expect(shown).toEqual(["3456", "3456", "3456"]);
    expect(JSON.stringify(await service.auditOf(number))).not.toMatch(/900-?1[1-4]/);
  });

  test("refuse last four digits of a new person, of one in the other list, and of one without a stored number", async () => {
    const number = "RA00000013";
    const iris = { ...person("Iris"), SSN: "900-12-3456" };
    const uma = { ...person("Uma", "50"), SSN: "900-13-7890" };
    const max = person("Max", "50");
    const whole = { primaryBeneficiaries: [iris], contingentBeneficiaries: [uma, max] };
    expect((await put("adviser", number, whole)).status).toBe(200);
    const before = await numbersOf(number);
    const refused = await put("adviser", number, {
      primaryBeneficiaries: [
        { ...person("Theo", "40"), SSN: "3456" },
        { ...uma, sharePct: "60", SSN: "7890" },
      ],
      contingentBeneficiaries: [
        { ...uma, SSN: "7890" },
        { ...max, SSN: "3456" },
      ],
    });
    expect([refused.status, refused.body]).toEqual([
      400,
      ["primaryBeneficiaries[0]", "primaryBeneficiaries[1]", "contingentBeneficiaries[1]"].map(
        (place) => ({
          type: "VALIDATION_FIELD",
          field: `${place}.SSN`,
          errorCode: "invalid.ssn",
        }),
      ),
    ]);
    expect(await numbersOf(number)).toEqual(before);
    // Another firm learns nothing, not even whether the digits are right.
    const foreign = { primaryBeneficiaries: [{ ...iris, SSN: "3456" }] };
    expect((await put("otherAdviser", number, foreign)).status).toBe(403);
  });

  test("of contingents need primaries once the update is applied", async () => {
    const needed = [400, "account.contingent.beneficiaries.rule"];
    const contingent = { contingentBeneficiaries: [person("Theo")] };
    const primary = { primaryBeneficiaries: [person("Iris")] };
    expect(codes(await put("adviser", "RA00000004", contingent))).toEqual(needed);
    expect((await put("adviser", "RA00000004", { ...primary, ...contingent })).status).toBe(200);
    const without = { primaryBeneficiaries: [] };
    expect(codes(await put("adviser", "RA00000004", without))).toEqual(needed);
    const neither = { ...without, contingentBeneficiaries: [] };
    expect((await put("adviser", "RA00000004", neither)).status).toBe(200);
  });

  test("of trusted contacts and exclusions are replaced kind by kind", async () => {
    const trustedContacts = [
      {
        firstName: "Eve",
        lastName: "Lang",
        relationship: "Sister",
        mailingAddress: { line1: "1 Pier", city: "Boston", state: "MA", zipcode: "02110" },
        dateOfBirth: "1980-01-02",
      },
    ];
    const first = await put("adviser", "RA00000003", {
      trustedContacts,
      issueExclusion: [{ exclusionValue: "ACME", exclusionEndDate: "2026-12-31" }],
      sectorExclusions: [{ exclusionValue: "Tobacco" }, { exclusionValue: "Coal" }],
    });
    expect(first.status).toBe(200);
    expect(await put("adviser", "RA00000003", { sectorExclusion: [] })).toMatchObject({
      status: 200,
    });
    const stored = await read("RA00000003");
    expect({
      trustedContacts: stored.trustedContacts,
      issueExclusions: stored.issueExclusions,
      sectorExclusions: stored.sectorExclusions,
    }).toMatchInlineSnapshot(`
      {
        "issueExclusions": [
          {
            "exclusionEndDate": "2026-12-31T00:00:00.000-05:00",
            "exclusionStartDate": null,
            "exclusionValue": "ACME",
          },
        ],
        "sectorExclusions": [],
        "trustedContacts": [
          {
            "dateOfBirth": "1980-01-02T00:00:00.000-05:00",
            "email": null,
            "firstName": "Eve",
            "lastName": "Lang",
            "mailingAddress": {
              "city": "Boston",
              "country": null,
              "line1": "1 Pier",
              "line2": null,
              "line3": null,
              "state": "MA",
              "zipcode": "02110",
            },
            "relationship": "Sister",
            "telephone": null,
          },
        ],
      }
    `);
    expect((await lastAudit("RA00000003"))?.detail).toMatchInlineSnapshot(`
      {
        "after": {
          "sectorExclusions": [],
        },
        "before": {
          "sectorExclusions": [
            {
              "exclusionEndDate": null,
              "exclusionStartDate": null,
              "exclusionValue": "Tobacco",
            },
            {
              "exclusionEndDate": null,
              "exclusionStartDate": null,
              "exclusionValue": "Coal",
            },
          ],
        },
      }
    `);
  });

  test("can be sent back as they were returned", async () => {
    const sent = [{ ...person("Leo", "100"), dateOfBirth: "2016-10-05" }];
    await put("adviser", "RA00000014", { primaryBeneficiaries: sent });
    const { primaryBeneficiaries } = await read("RA00000014");
    const again = await put("adviser", "RA00000014", { primaryBeneficiaries });
    expect(again.status).toBe(200);
    expect((await read("RA00000014")).primaryBeneficiaries).toEqual(primaryBeneficiaries);
  });

  test("sent twice at once end as one of the two, never a mixture", async () => {
    const one = [person("Ann", "50"), person("Bea", "50")];
    const two = [person("Cid", "20"), person("Dov", "30"), person("Eli", "50")];
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all(
        [one, two].map((primaryBeneficiaries) =>
          put("adviser", "RA00000014", { primaryBeneficiaries }),
        ),
      );
      expect(responses.map((response) => response.status)).toEqual([200, 200]);
      const stored: { firstName: string }[] = (await read("RA00000014")).primaryBeneficiaries;
      const names = stored.map(({ firstName }) => firstName).join();
      expect(["Ann,Bea", "Cid,Dov,Eli"]).toContain(names);
    }
  });
});
