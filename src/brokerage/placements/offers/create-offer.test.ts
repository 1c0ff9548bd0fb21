// Creating offers over HTTP. (interface 4.3)
import { describe, expect, test } from "vitest";
import { onceExemptionsHaveEnded } from "../../../../test/ended-exemptions.ts";
import { signedHeader, testBase, useTestService } from "../../../../test/harness.ts";
import { moveIssuer } from "../../../../test/issuers.ts";
import { sql } from "../../../platform/store/db.ts";
import { NewOffer } from "./schema.ts";

const path = "/restapi/privateplacementoffers";
type Fields = Record<string, unknown>;
const example = (NewOffer as unknown as { examples: Fields[] }).examples[0] ?? {};

const service = useTestService();

let drawn = 0;
const secured = (ticker: string) => ({ ticker, previousClosingPrice: "12.50" });
const ownAccounts: Readonly<Record<string, string>> = {
  "ada.whitfield": "RA00000001",
  "ben.whitfield": "RA00000004",
};
const firm = (id: string) => ({ participatingFirmId: id, participatingFirmStatus: "A" });

/** The contract's example with a ticker of its own and not published, then changed. */
function unpublished(changed: Fields = {}): Fields {
  drawn += 1;
  return { ...example, published: false, security: secured(`PRIV.T${drawn}`), ...changed };
}

async function create(body: unknown, headers: Record<string, string> = {}) {
  const response = await service.call("adviser", "POST", path, body, headers);
  const oid =
    String(response.headers.location ?? "")
      .split("/")
      .at(-1) ?? "";
  return { ...response, oid };
}

async function read(oid: string): Promise<Fields> {
  return (await service.call("adviser", "GET", `${path}/${oid}`)).body;
}

async function codesOf(body: unknown): Promise<string[]> {
  const { status, body: problems } = await create(body);
  if (status === 201) return [];
  expect(status).toBe(400);
  return problems.map((problem: { type: string; errorCode?: string }) =>
    [problem.type, problem.errorCode].join(" "),
  );
}

describe("createOffer", () => {
  test("several at once, and items in parallel, never wait for each other in a circle", async () => {
    const offers = Array.from({ length: 6 }, () => create(unpublished()));
    const items = ["ada.whitfield", "ben.whitfield", "ada.whitfield"].map((loginId) => {
      const body = { accountNumber: ownAccounts[loginId], ifaType: "NO", title: "At once" };
      return service.call("operator", "POST", `/restapi/members/${loginId}/ifas`, body);
    });
    const responses = await Promise.all([...offers, ...items]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(service.db.usage().failures.get("40P01")).toBeUndefined();
  });

  test("the contract's example is published at once, since the operator has approved it", async () => {
    const { status, text, headers, oid } = await create(example);
    expect({ status, text, length: headers["content-length"] }).toEqual({
      status: 201,
      text: "",
      length: "0",
    });
    expect(headers.location).toBe(`${testBase}${path}/${oid}`);
    expect({ ...(await read(oid)), privatePlacementOfferOid: "drawn" }).toMatchInlineSnapshot(`
      {
        "accreditationSetting": "A",
        "blueSkyedStates": [
          "CA",
          "NY",
        ],
        "clientsHaveAccess": true,
        "closingDate": "2031-06-30T00:00:00.000-04:00",
        "creatingFirmOid": "1002",
        "creatingFirmRepresentativeOid": "2101",
        "creatingMemberOid": null,
        "creationTimestamp": "2026-03-02T10:00:00.000-05:00",
        "daysFromClosingCashIsRequired": "0",
        "deliveryMethod": "E",
        "documentationExternal": false,
        "executionType": "P",
        "exemption": "H",
        "industry": "OTC",
        "iraApproved": false,
        "issuerSize": "R2",
        "issuingFirmOid": "1004",
        "issuingFirmRepresentativeOid": "2301",
        "maximumInvestmentAmount": "250000.00",
        "minimumAnnualIncomeRange": "4",
        "minimumInvestmentAmount": "10000.00",
        "minimumLiquidNetWorthRange": "5",
        "minimumNetWorthRange": "5",
        "modificationTimestamp": "2026-03-02T10:00:00.000-05:00",
        "offerMinimum": "500000.00",
        "offerName": "Redwood Robotics Series B",
        "offerSize": "2000000.00",
        "offerStatus": "I",
        "participatingFirms": [
          {
            "participatingFirmId": "SUMMIT",
            "participatingFirmStatus": "P",
          },
        ],
        "physicalSignatureRequired": false,
        "previousExperienceSetting": "N",
        "priceDiscountAmount": null,
        "privatePlacementOfferOid": "drawn",
        "published": true,
        "publishedDate": "2026-03-02T00:00:00.000-05:00",
        "qualifiedInstitutionalBuyerSetting": "A",
        "security": {
          "companyName": "Redwood Robotics, Inc.",
          "cusip": null,
          "directBuyable": false,
          "instrumentType": "EQ",
          "previousClosingPrice": "12.500000",
          "settlementPeriod": "0",
          "ticker": "PRIV.RWB",
          "windowBuyable": false,
        },
        "securityType": "EQ",
      }
    `);
    const { body: documents } = await service.call(
      "adviser",
      "GET",
      `${path}/${oid}/documents`,
      undefined,
      {
        "X-Associated-Member-Id": "ada.whitfield",
      },
    );
    expect(documents.map(({ name }: { name: string }) => name)).toEqual([
      "Redwood-Series-B-Memorandum.txt",
      "Redwood-Series-B-Subscription.txt",
    ]);
  });

  test("one audit entry is written to the offer's chain, and none elsewhere", async () => {
    const before = await service.auditOf("firm:1002");
    const { oid } = await create(unpublished());
    const entries = await service.auditOf(`offer:${oid}`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      sequence: "1",
      operation: "createOffer",
      caller: { apiUser: "5001", firm: "1002" },
      detail: { after: { offer: { offerOid: oid, creatingFirmOid: "1002", offerStatus: "I" } } },
    });
    expect(await service.auditOf("firm:1002")).toEqual(before);
  });

  test("firms sent with status A are invited and get status P, in the order sent", async () => {
    const invited = ["SUMMIT", "DEFAULT", "IAFIRM"];
    const { oid } = await create(unpublished({ participatingFirms: invited.map(firm) }));
    expect((await read(oid)).participatingFirms).toEqual(
      invited.map((id) => ({ participatingFirmId: id, participatingFirmStatus: "P" })),
    );
  });

  test("with ALL_OR_NONE the size is the minimum, with BEST_EFFORTS there is none", async () => {
    const whole = await create(unpublished({ executionType: "ALL_OR_NONE", offerMinimum: null }));
    const best = await create(unpublished({ executionType: "B", offerMinimum: undefined }));
    expect(await read(whole.oid)).toMatchObject({ executionType: "A", offerMinimum: "2000000.00" });
    expect(await read(best.oid)).toMatchObject({ executionType: "B", offerMinimum: null });
  });

  test("dotted names, words for truth values and JSON numbers mean the same as the usual forms", async () => {
    const { oid } = await create({
      ...unpublished({ offerSize: 123456789012345.67, offerName: "Dotted & plain, 2 %" }),
      security: undefined,
      "security.ticker": "PRIV.D&T",
      "security.previousClosingPrice": 0.1,
      clientsHaveAccess: "FALSE",
      daysFromClosingCashIsRequired: 0,
    });
    expect(await read(oid)).toMatchObject({
      offerSize: "123456789012345.67",
      security: { ticker: "PRIV.D&T", previousClosingPrice: "0.100000" },
      clientsHaveAccess: false,
      daysFromClosingCashIsRequired: "0",
    });
  });

  test("what is left out is null, and a signature on paper means delivery on paper", async () => {
    const left = { maximumInvestmentAmount: null, participatingFirms: null, blueSkyedStates: [] };
    const { oid } = await create(unpublished({ ...left, physicalSignatureRequired: true }));
    expect(await read(oid)).toMatchObject({
      maximumInvestmentAmount: null,
      participatingFirms: [],
      blueSkyedStates: [],
      deliveryMethod: "P",
      publishedDate: null,
      published: false,
      creatingMemberOid: null,
    });
  });

  test("the logged-in member is its creating member", async () => {
    const body = JSON.stringify(unpublished());
    const timestamp = "2026-03-02T10:00:00-05:00";
    const signed = { method: "POST", url: `${testBase}${path}`, timestamp, body };
    const authorization = `${signedHeader(service.keys.adviser, signed)},FOLIOWS_MEMBER_ID=harbor.park`;
    const response = await service.call(null, "POST", path, body, { authorization });
    expect(response.status, response.text).toBe(201);
    const oid = String(response.headers.location).split("/").at(-1) ?? "";
    expect((await read(oid)).creatingMemberOid).toBe("2102");
  });

  test("every problem of the shape is reported at once and in order", async () => {
    const { status, body } = await create({
      ...unpublished({ offerName: "A/B", industry: "PIF", offerMinimum: "9000000" }),
      Published: true,
      security: { ticker: 1, previousClosingPrice: "12.50" },
      closingDate: "2026-03-02",
    });
    expect(status).toBe(400);
    expect(body).toMatchInlineSnapshot(`
      [
        {
          "field": "Published",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "field": "security.ticker",
          "message": "The value must be a text.",
          "type": "SYNTAX",
        },
        {
          "errorCode": "invalid.choice",
          "field": "industry",
          "message": "The value is not in the field's code list: AGR, CBK, INS, INV, IBK, OBF, HFU, PEF, VCF, OTF, BSV, COA, ELU, ECO, ENV, OIL, OEN, BIO, HIN, HOS, PHA, OHC, MFG, COM, CON, RTF, RES, ORE, RET, RST, CMP, TEL, OTC, AIR, LOD, TOU, OTR, OTH.",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "invalid.offer.name",
          "field": "offerName",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "invalid.closing.date",
          "field": "closingDate",
          "type": "VALIDATION_FIELD",
        },
        {
          "errorCode": "offer.minimum.size.rule",
          "message": "The offer minimum must not be above the offer size.",
          "type": "VALIDATION_RULE",
        },
      ]
    `);
  });

  test.each([["[]"], ["null"], ["{"], ['{"offerName":"a","offerName":"b"}']])(
    "a body that is not an object is refused: %s",
    async (body) => {
      const { status, body: problems } = await create(body);
      expect(status).toBe(400);
      expect(problems).toMatchObject([{ type: "SYNTAX", field: "body" }]);
    },
  );

  test("an exemption that is above its maximum is refused", async () => {
    const body = unpublished({ exemption: "RULE_504_B_I", offerSize: "1000000.01" });
    expect(await codesOf(body)).toEqual(["VALIDATION_RULE offer.size.exemption.rule"]);
  });

  test("an exemption that has ended is refused", async () => {
    const { status, body } = await onceExemptionsHaveEnded(() => create(unpublished()));
    const message = "The field's code list has no code today.";
    const problem = {
      type: "VALIDATION_FIELD",
      field: "exemption",
      errorCode: "invalid.choice",
      message,
    };
    expect([status, body]).toEqual([400, [problem]]);
  });

  test("only an institutional firm may create", async () => {
    for (const caller of ["issuer", "operator", "client", "readOnly"] as const) {
      const { status, body } = await service.call(caller, "POST", path, unpublished());
      expect({ caller, status, body }).toEqual({
        caller,
        status: 403,
        body: [{ type: "REQUEST", message: "The user is not allowed to use this request." }],
      });
    }
    expect((await service.call(null, "POST", path, unpublished())).status).toBe(401);
  });
});

const institution = "1002";
const nobody = "9223372036854775807";
const needs = {
  issuersRepresentative: "VALIDATION_RULE offer.issuing.firm.representative.rule",
  creatorsRepresentative: "VALIDATION_RULE offer.creating.firm.representative.rule",
  participant: "VALIDATION_RULE offer.participating.firm.rule",
  california: "VALIDATION_RULE offer.exemption.state.rule",
  states: "VALIDATION_RULE offer.blue.skyed.states.rule",
  ticker: "VALIDATION_RULE offer.ticker.unique.rule",
  approval: "VALIDATION_RULE offer.publication.approval.rule",
};

describe("createOffer with stored facts", () => {
  test.each<[string, Fields, string[]]>([
    [
      "an issuing firm that does not exist",
      { issuingFirmOid: nobody },
      [needs.issuersRepresentative],
    ],
    [
      "an issuing firm that is institutional",
      { issuingFirmOid: institution },
      [needs.issuersRepresentative],
    ],
    [
      "a representative of another issuer",
      { issuingFirmRepresentativeOid: "2401" },
      [needs.issuersRepresentative],
    ],
    [
      "an issuer without an account, in Texas, under Rule 1001",
      { issuingFirmOid: "1005", issuingFirmRepresentativeOid: "2401", exemption: "B" },
      [needs.issuersRepresentative],
    ],
    [
      "a client as the creating firm's representative",
      { creatingFirmRepresentativeOid: "2111" },
      [needs.creatorsRepresentative],
    ],
    [
      "another firm's staff as the creating firm's representative",
      { creatingFirmRepresentativeOid: "2201" },
      [needs.creatorsRepresentative],
    ],
    ["an unknown participant", { participatingFirms: [firm("summit")] }, [needs.participant]],
    ["Rule 147 beyond the issuer's state", { exemption: "C" }, [needs.states]],
    ["a taken ticker", { security: secured("PRIV.RWN") }, [needs.ticker]],
    ["a taken ticker in other letters", { security: secured("PRIV.rwn") }, [needs.ticker]],
    ["publication without an approval", { published: true }, [needs.approval]],
    [
      "two rules of the issuer at once",
      { participatingFirms: [firm("NOBODY")], exemption: "C", published: true },
      [needs.states, needs.approval],
    ],
  ])("%s is refused", async (_title, changed, codes) => {
    expect(await codesOf(unpublished(changed))).toEqual(codes);
  });

  test("a request that cannot succeed gets the same response whatever other firms have", async () => {
    const own = { creatingFirmRepresentativeOid: nobody };
    const others: Fields[] = [
      { issuingFirmOid: "1005" },
      { issuingFirmOid: nobody },
      { issuingFirmRepresentativeOid: "2401" },
      { participatingFirms: [firm("SUMMIT")] },
      { participatingFirms: [firm("NOBODY")] },
      { security: secured("PRIV.RWN") },
      { published: true },
    ];
    for (const other of others) {
      expect(await codesOf(unpublished({ ...own, ...other }))).toEqual([
        needs.creatorsRepresentative,
      ]);
    }
    const issuers = [{ issuingFirmOid: "1005" }, { issuingFirmOid: nobody }].map((issuer) =>
      codesOf(unpublished({ ...issuer, security: secured("PRIV.RWN") })),
    );
    const eventData = [needs.issuersRepresentative];
    expect(await Promise.all(issuers)).toEqual([eventData, eventData]);
  });

  test("a member of the issuer represents it once permitted to use its account", async () => {
    const member = "loginId,memberOid,firmOid,membershipType,firstName,lastName,telephones\n";
    await service.load({ "members.csv": `${member}redwood.chu,2302,1004,staff,Ana,Chu,[]\n` });
    const request = unpublished({ issuingFirmRepresentativeOid: "2302" });
    expect(await codesOf(request)).toEqual([needs.issuersRepresentative]);
    await service.load({
      "accounts.csv":
        "accountNumber,accountName,accountType,owners,permittedLoginIds,openedOn\n" +
        'RC00000001,Issuer proceeds,A,"[""redwood.meyer""]","[""redwood.chu""]",2023-01-09\n',
    });
    expect(await codesOf(request)).toEqual([]);
  });

  test("Rule 1001 is for issuers of California alone", async () => {
    await moveIssuer(service, "NV");
    expect(await codesOf(unpublished({ exemption: "RULE_1001" }))).toEqual([needs.california]);
    await moveIssuer(service, "CA");
    expect(await codesOf(unpublished({ exemption: "RULE_1001" }))).toEqual([]);
  });

  test("Rule 147 takes the issuer's state alone", async () => {
    const request = unpublished({ exemption: "RULE_147", blueSkyedStates: ["CA"] });
    expect(await codesOf(request)).toEqual([]);
  });

  test("a refused request leaves nothing behind", async () => {
    const ticker = "PRIV.GONE1";
    await create(unpublished({ security: secured(ticker), issuingFirmOid: nobody }));
    const rows = await service.db.rows(sql`select from offer where ticker = ${ticker}`);
    expect(rows).toEqual([]);
  });

  test("publication needs a contract, an approval and a document to sign; none may be missing", async () => {
    const security = secured("PRIV.PUB1");
    const request = unpublished({ published: true, security });
    const external = { ...request, documentationExternal: true };
    const approval = (day: string) => ({
      "offer-approvals.csv": `issuingFirmOid,ticker,approvalDate\n1004,PRIV.PUB1,${day}\n`,
    });
    const contract = (holds: boolean) => ({
      "firms.csv":
        "firmOid,partnerCode,name,kind,state,billingLevel,programOids,underContract,issuerAccountNumber\n" +
        `1004,REDWOOD,"Redwood Robotics, Inc.",issuing,CA,account,[],${holds},RC00000001\n`,
    });
    await service.load(approval("2026-03-03"));
    expect(await codesOf(external)).toEqual([needs.approval]); // from tomorrow on
    await service.load(approval("2026-03-02"));
    expect(await codesOf(request)).toEqual([needs.approval]); // no document
    await service.load(contract(false));
    expect(await codesOf(external)).toEqual([needs.approval]); // no contract
    await service.load(contract(true));
    expect(await codesOf(external)).toEqual([]);
  });

  test.each<[string, string, readonly Fields[], string[]]>([
    [
      "is refused where one document is required and another signable",
      "PRIV.DOC1",
      [
        { id: "a", version: "1.0", required: true, signable: false },
        { id: "b", version: "1.0", required: false, signable: true },
      ],
      [needs.approval],
    ],
    [
      "is refused where the latest version is no longer signable",
      "PRIV.DOC2",
      [
        { id: "a", version: "1.9", required: true, signable: true },
        { id: "a", version: "1.10", required: true, signable: false },
      ],
      [needs.approval],
    ],
    [
      "is refused where the latest version is no longer required",
      "PRIV.DOC3",
      [
        { id: "a", version: "1.9", required: true, signable: true },
        { id: "a", version: "1.10", required: false, signable: true },
      ],
      [needs.approval],
    ],
    [
      "is allowed where the latest version of one is both",
      "PRIV.DOC4",
      [
        { id: "a", version: "1.0", required: false, signable: false },
        { id: "b", version: "1.9", required: false, signable: false },
        { id: "b", version: "1.10", required: true, signable: true },
      ],
      [],
    ],
  ])("publication with hosted documents %s", async (_title, ticker, documents, codes) => {
    const send = (method: string, to: string, body: Fields) =>
      service.call("operator", method, `/restapi/firms/1004/${to}`, { ticker, ...body });
    await send("PUT", "offerapprovals", { approved: true });
    for (const document of documents) {
      const named = { name: "a.txt", title: "A", documentData: "YQ==" };
      expect((await send("POST", "offerdocuments", { ...named, ...document })).status).toBe(201);
    }
    const request = unpublished({ published: true, security: secured(ticker) });
    expect(await codesOf(request)).toEqual(codes);
  });
});

describe("createOffer called twice", () => {
  test("of two requests for one ticker at once, one is refused by the rule", async () => {
    const [one, other] = [unpublished(), unpublished()].map((body, index) => ({
      ...body,
      security: secured(index === 0 ? "PRIV.RACE" : "PRIV.race"),
    }));
    const responses = await Promise.all([create(one), create(other)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const refused = responses.find(({ status }) => status === 400);
    expect(refused?.body).toEqual([
      {
        type: "VALIDATION_RULE",
        errorCode: "offer.ticker.unique.rule",
        message: "Another offer has this ticker.",
      },
    ]);
  });

  test("a repeat with the same key returns the same offer and creates no second one", async () => {
    const body = unpublished();
    const headers = { "Idempotency-Key": "offer-1" };
    const first = await create(body, headers);
    const again = await create(body, headers);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.headers.location).toBe(first.headers.location);
    expect(await service.auditOf(`offer:${first.oid}`)).toHaveLength(1);
    expect((await create({ ...body, offerName: "Other" }, headers)).status).toBe(422);
  });
});
