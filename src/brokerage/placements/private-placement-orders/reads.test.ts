// Reading subscriptions by their account and by their offer, and who sees which. (interface 6.4)
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";

const service = useTestService();

const ofAccount = "/restapi/accounts/RA00000001/privateplacementorders";
const ofOffer = "/restapi/privateplacementoffers/801/privateplacementorders";

async function oids(caller: CallerName, path: string, headers = {}): Promise<string[]> {
  const { body } = await service.call(caller, "GET", path, undefined, headers);
  return (body as { privatePlacementOrderOid: string }[]).map(
    (order) => order.privatePlacementOrderOid,
  );
}

test("an account's subscriptions are listed newest first, each with every field", async () => {
  const { status, body } = await service.call("adviser", "GET", ofAccount);
  expect(status).toBe(200);
  expect(await oids("adviser", ofAccount)).toEqual(["88102", "88101"]);
  expect((body as unknown[])[0]).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000001",
      "blueSkyException": false,
      "comment": null,
      "creationTimestamp": "2026-02-24T11:30:00.000-05:00",
      "discretionary": false,
      "fillDollarAmount": null,
      "folioNumber": "RA0000000102",
      "folioOrderOid": null,
      "loginId": "ada.whitfield",
      "modificationTimestamp": "2026-02-24T11:30:00.000-05:00",
      "orderStatus": "INITIAL",
      "physicalSignatureReceived": false,
      "privatePlacementOfferOid": "801",
      "privatePlacementOrderOid": "88102",
      "reasonForTrade": "AD",
      "requestedDollarAmount": "25000.00",
      "shareQuantity": null,
      "signedDocuments": [
        {
          "id": "rwn-subscription",
          "version": "2.0",
        },
      ],
      "solicited": true,
    }
  `);
});

test.each([
  ["initial", ["88102"]],
  ["cancelled", ["88101"]],
  ["complete", []],
  ["all", ["88102", "88101"]],
])("?orderstatus=%s selects by status", async (word, expected) => {
  expect(await oids("adviser", `${ofAccount}?orderstatus=${word}`)).toEqual(expected);
});

test.each([ofAccount, ofOffer])("another word is refused: %s", async (path) => {
  const { status, body } = await service.call("adviser", "GET", `${path}?orderstatus=open`);
  expect({ status, body }).toEqual({
    status: 400,
    body: [{ type: "VALIDATION_FIELD", field: "orderstatus", errorCode: "invalid.orderstatus" }],
  });
});

test("by the offer a subscription also says who invests", async () => {
  const { body } = await service.call("issuer", "GET", `${ofOffer}/88103`);
  expect(body).toMatchObject({
    fillDollarAmount: "50000.00",
    accredited: true,
    investorName: "Erin Cole",
    investorState: "CO",
  });
});

test.each<[CallerName, string[]]>([
  ["operator", ["88102", "88103"]],
  // It created the offer.
  ["adviser", ["88102", "88103"]],
  ["issuer", ["88102", "88103"]],
  ["otherAdviser", ["88103"]],
  ["client", ["88102"]],
])("%s sees of an offer's subscriptions those in its sight", async (caller, expected) => {
  expect(await oids(caller, ofOffer)).toEqual(expected);
  for (const oid of ["88102", "88103"]) {
    const { status, text } = await service.call(caller, "GET", `${ofOffer}/${oid}`);
    expect(status).toBe(expected.includes(oid) ? 200 : 404);
    if (status === 404) expect(text).toContain("order.not.found");
  }
});

test.each<[CallerName, string[]]>([
  // It created the offer, and sees another firm's subscription without its account.
  ["adviser", ["88102"]],
  ["otherAdviser", ["88103"]],
  ["client", ["88102"]],
  ["issuer", []],
  ["operator", []],
])(
  "%s may withdraw of an offer's subscriptions those of accounts in its sight",
  async (caller, own) => {
    const { body } = await service.call(caller, "GET", ofOffer);
    const offered = body.filter(({ mayWithdraw }: { mayWithdraw: boolean }) => mayWithdraw);
    expect(offered.map((order: Record<string, string>) => order.privatePlacementOrderOid)).toEqual(
      own,
    );
    for (const { mayWithdraw, privatePlacementOrderOid } of body) {
      const one = await service.call(caller, "GET", `${ofOffer}/${privatePlacementOrderOid}`);
      expect(one.body.mayWithdraw).toBe(mayWithdraw);
    }
  },
);

test("whoever acts for a client sees what the client sees", async () => {
  const headers = { "X-Associated-Member-Id": "ada.whitfield" };
  expect(await oids("adviser", ofOffer, headers)).toEqual(["88102"]);
});

test.each([`${ofAccount}/88103`, `${ofAccount}/x`, `${ofOffer}/88101`, `${ofOffer}/0`])(
  "a subscription of another account or offer is not found: %s",
  async (path) => {
    const { status, text } = await service.call("adviser", "GET", path);
    expect(status).toBe(404);
    expect(text).toContain("order.not.found");
  },
);

test("the store holds how much of an offer is approved, and no more than its size", async () => {
  const { rows } = await service.admin("select approved_total from offer where offer_oid = 801");
  expect(rows).toEqual([{ approved_total: "50000.00" }]);
  const more = service.admin("update offer set approved_total = offer_size + 1");
  await expect(more).rejects.toThrow("offer_approved_total");
});
