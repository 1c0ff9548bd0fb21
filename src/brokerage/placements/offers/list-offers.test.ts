// The callers who see each offer, alone and in the list. (interface 4.4; GET of one offer)
import { describe, expect, test } from "vitest";
import { type TestService, useTestService } from "../../../../test/harness.ts";
import { NewOffer } from "./schema.ts";

const path = "/restapi/privateplacementoffers";
const all = ["801", "802", "803", "804", "805", "806", "807", "808", "809"];
const refused = [{ type: "REQUEST", message: "The user is not allowed to use this request." }];

type Caller = Parameters<TestService["call"]>[0];

const service = useTestService();

function acting(member: string | undefined): Record<string, string> {
  return member === undefined ? {} : { "X-Associated-Member-Id": member };
}

async function listed(caller: Caller, query = "", member?: string): Promise<string[]> {
  const { status, body } = await service.call(
    caller,
    "GET",
    path + query,
    undefined,
    acting(member),
  );
  expect(status).toBe(200);
  return body.map((offer: { privatePlacementOfferOid: string }) => offer.privatePlacementOfferOid);
}

describe("listOffers", () => {
  test("an offer is returned with every key", async () => {
    const { body, headers } = await service.call(
      "adviser",
      "GET",
      `${path}?offerstatus=closedcomplete`,
    );
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(body).toMatchInlineSnapshot(`
      [
        {
          "accreditationSetting": "A",
          "blueSkyedStates": [
            "CA",
            "NY",
          ],
          "clientsHaveAccess": true,
          "closingDate": "2024-12-16T00:00:00.000-05:00",
          "creatingFirmOid": "1002",
          "creatingFirmRepresentativeOid": "2101",
          "creatingMemberOid": null,
          "creationTimestamp": "2024-05-28T09:15:00.000-04:00",
          "daysFromClosingCashIsRequired": "0",
          "deliveryMethod": "E",
          "documentationExternal": true,
          "executionType": "P",
          "exemption": "H",
          "industry": "OTC",
          "iraApproved": true,
          "issuerSize": "R2",
          "issuingFirmOid": "1004",
          "issuingFirmRepresentativeOid": "2301",
          "maximumInvestmentAmount": "200000.00",
          "minimumAnnualIncomeRange": "4",
          "minimumInvestmentAmount": "10000.00",
          "minimumLiquidNetWorthRange": "5",
          "minimumNetWorthRange": "5",
          "modificationTimestamp": "2024-12-17T10:00:00.000-05:00",
          "offerMinimum": "500000.00",
          "offerName": "Redwood Robotics Series A",
          "offerSize": "2000000.00",
          "offerStatus": "C",
          "participatingFirms": [
            {
              "participatingFirmId": "HARBOR",
              "participatingFirmStatus": "A",
            },
            {
              "participatingFirmId": "SUMMIT",
              "participatingFirmStatus": "A",
            },
          ],
          "physicalSignatureRequired": false,
          "previousExperienceSetting": "I",
          "priceDiscountAmount": null,
          "privatePlacementOfferOid": "805",
          "published": true,
          "publishedDate": "2024-06-10T00:00:00.000-04:00",
          "qualifiedInstitutionalBuyerSetting": "A",
          "security": {
            "companyName": "Redwood Robotics, Inc.",
            "cusip": "99907G105",
            "directBuyable": false,
            "instrumentType": "EQ",
            "previousClosingPrice": "12.500000",
            "settlementPeriod": "0",
            "ticker": "PRIV.RWA",
            "windowBuyable": false,
          },
          "securityType": "EQ",
        },
      ]
    `);
  });

  test.each([
    ["", ["808", "802", "801", "807", "804", "805", "803"]],
    ["?offerstatus=all", ["808", "802", "801", "807", "804", "805", "803"]],
    ["?offerstatus=initial", ["808", "802"]],
    ["?offerstatus=inprogress", ["801", "807"]],
    ["?offerstatus=closedincomplete", ["803"]],
    ["?offerstatus=closedcancelled", ["804"]],
    ["?offerstatus=closedcomplete", ["805"]],
    ["?offerstatus=open", ["808", "802", "801", "807"]],
    ["?offerstatus=closed", ["804", "805", "803"]],
    ["?other=1", ["808", "802", "801", "807", "804", "805", "803"]],
  ])("the query '%s' selects its statuses, newest first", async (query, expected) => {
    expect(await listed("adviser", query)).toEqual(expected);
  });

  test.each([
    "?offerstatus=Open",
    "?offerstatus=",
    "?offerstatus=I",
    "?offerstatus=a&offerstatus=b",
  ])("the query '%s' is refused", async (query) => {
    const { status, body } = await service.call("adviser", "GET", path + query);
    expect({ status, body }).toEqual({
      status: 400,
      body: [{ type: "VALIDATION_FIELD", field: "offerstatus", errorCode: "invalid.offerstatus" }],
    });
  });

  test("an unchanged list is not sent again, and each view has its own tag", async () => {
    const first = await service.call("adviser", "GET", path);
    const etag = String(first.headers.etag);
    const tagged = { "If-None-Match": etag };
    expect((await service.call("adviser", "GET", path, undefined, tagged)).status).toBe(304);
    expect((await service.call("readOnly", "GET", path, undefined, tagged)).status).toBe(304);
    expect((await service.call("otherAdviser", "GET", path, undefined, tagged)).status).toBe(200);
  });
});

describe("who sees an offer", () => {
  test.each<[string, Caller, string | undefined, string[]]>([
    ["the operator sees all", "operator", undefined, all],
    [
      "the creating firm sees its own, and published ones that it takes part in",
      "adviser",
      undefined,
      ["801", "802", "803", "804", "805", "807", "808"],
    ],
    [
      "an invited firm sees none before publication, and none that it declined",
      "otherAdviser",
      undefined,
      ["801", "805", "806", "807", "808", "809"],
    ],
    [
      "the issuing firm sees its own, published or not",
      "issuer",
      undefined,
      ["801", "802", "805", "807", "808", "809"],
    ],
    [
      "a client sees published ones open to clients",
      "client",
      undefined,
      ["801", "803", "805", "808"],
    ],
    [
      "an adviser who acts for a client sees as the client",
      "adviser",
      "carol.nguyen",
      ["801", "803", "805", "808"],
    ],
    [
      "an adviser who acts for staff sees as the firm",
      "adviser",
      "harbor.park",
      ["801", "802", "803", "804", "805", "807", "808"],
    ],
    [
      "an empty name of a client is none",
      "adviser",
      " ",
      ["801", "802", "803", "804", "805", "807", "808"],
    ],
    [
      "another firm's client sees through that firm",
      "otherAdviser",
      "erin.cole",
      ["801", "805", "808", "809"],
    ],
    [
      "the operator who acts for a client sees as the client",
      "operator",
      "erin.cole",
      ["801", "805", "808", "809"],
    ],
    [
      "the operator who acts for an issuer's member sees as the issuer",
      "operator",
      "prairie.hall",
      ["801", "803", "804", "806"],
    ],
  ])("%s", async (_title, caller, member, expected) => {
    expect((await listed(caller, "", member)).toSorted()).toEqual(expected);
    for (const oid of all) {
      const one = await service.call(caller, "GET", `${path}/${oid}`, undefined, acting(member));
      expect([oid, one.status]).toEqual([oid, expected.includes(oid) ? 200 : 403]);
    }
  });

  test("a client sees an offer open to clients only once it is published", async () => {
    const offer = (NewOffer as unknown as { examples: object[] }).examples[0];
    const open = { ...offer, clientsHaveAccess: true, published: false };
    const { headers } = await service.call("adviser", "POST", path, open);
    const one = new URL(String(headers.location)).pathname;
    const oid = one.slice(path.length + 1);
    const seen = async (caller: Caller, member?: string) => [
      (await service.call(caller, "GET", one, undefined, acting(member))).status,
      (await listed(caller, "", member)).includes(oid),
    ];
    expect(await seen("adviser")).toEqual([200, true]);
    expect(await seen("client")).toEqual([403, false]);
    expect(await seen("adviser", "carol.nguyen")).toEqual([403, false]);
    const publish = "update offer set published = true, published_on = '2026-03-02'";
    await service.admin(`${publish} where offer_oid = $1`, [oid]);
    expect(await seen("client")).toEqual([200, true]);
    await service.admin("delete from offer_participating_firm where offer_oid = $1", [oid]);
    await service.admin("delete from offer where offer_oid = $1", [oid]);
  });

  test.each(["806", "810", "0", "0801", "99999999999999999999", "abc", "%00", "801%00"])(
    "an offer that cannot be seen and one that cannot exist get the same response: %s",
    async (oid) => {
      const { status, body } = await service.call("adviser", "GET", `${path}/${oid}`);
      expect({ status, body }).toEqual({ status: 403, body: refused });
    },
  );

  test("an adviser cannot act for another firm's client", async () => {
    const headers = acting("erin.cole");
    expect((await service.call("adviser", "GET", path, undefined, headers)).status).toBe(403);
  });

  test("an invited firm sees a published offer just as its creator does", async () => {
    const { body: offer } = await service.call("adviser", "GET", `${path}/808`);
    expect(offer.participatingFirms).toEqual([
      { participatingFirmId: "SUMMIT", participatingFirmStatus: "P" },
    ]);
    expect((await service.call("otherAdviser", "GET", `${path}/808`)).body).toEqual(offer);
  });
});
