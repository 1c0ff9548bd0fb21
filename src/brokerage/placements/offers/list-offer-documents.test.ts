// The documents of an offer, for the member who is to view them. (interface 4.5)
import { describe, expect, test } from "vitest";
import { type TestService, useTestService } from "../../../../test/harness.ts";

const path = (oid: string) => `/restapi/privateplacementoffers/${oid}/documents`;
const refused = [{ type: "REQUEST", message: "The user is not allowed to use this request." }];

const service = useTestService();

async function documents(caller: Parameters<TestService["call"]>[0], oid: string, member?: string) {
  const headers = member === undefined ? {} : { "X-Associated-Member-Id": member };
  const { status, body } = await service.call(caller, "GET", path(oid), undefined, headers);
  return { status, body };
}

describe("listOfferDocuments", () => {
  test("each document is listed once, in its latest version: 1.10 comes after 1.9", async () => {
    expect(await documents("adviser", "801", "ada.whitfield")).toMatchInlineSnapshot(`
      {
        "body": [
          {
            "id": "rwn-memorandum",
            "loginIdViewing": "ada.whitfield",
            "name": "Redwood-Notes-Memorandum.pdf",
            "required": true,
            "signable": false,
            "title": "Private placement memorandum, amended",
            "version": "1.10",
            "viewed": false,
          },
          {
            "id": "rwn-overview",
            "loginIdViewing": "ada.whitfield",
            "name": "Redwood-Overview.txt",
            "required": false,
            "signable": false,
            "title": "Company overview",
            "version": "1.0",
            "viewed": false,
          },
          {
            "id": "rwn-subscription",
            "loginIdViewing": "ada.whitfield",
            "name": "Redwood-Notes-Subscription.txt",
            "required": true,
            "signable": true,
            "title": "Subscription agreement",
            "version": "2.0",
            "viewed": false,
          },
        ],
        "status": 200,
      }
    `);
  });

  test("an offer without documents returns an empty list", async () => {
    expect(await documents("adviser", "808", "ada.whitfield")).toEqual({ status: 200, body: [] });
  });

  test.each([[undefined], [""], ["  "]])(
    "the associated member is required: '%s'",
    async (member) => {
      for (const caller of ["adviser", "client", "issuer", "operator"] as const) {
        expect(await documents(caller, "801", member)).toEqual({
          status: 400,
          body: [
            {
              type: "VALIDATION_FIELD",
              field: "X-Associated-Member-Id",
              errorCode: "null.associated.member.id",
            },
          ],
        });
      }
    },
  );

  test.each([
    ["an adviser's client", "adviser", "ben.whitfield"],
    ["an adviser's staff", "adviser", "harbor.lin"],
    ["a client itself", "client", "ada.whitfield"],
    ["a participating firm's client", "otherAdviser", "erin.cole"],
    ["the issuer's member", "issuer", "redwood.meyer"],
    ["anyone the operator acts for", "operator", "carol.nguyen"],
  ] as const)("they are shown to %s", async (_title, caller, member) => {
    const { status, body } = await documents(caller, "801", member);
    expect(status).toBe(200);
    const viewers = body.map(({ loginIdViewing }: { loginIdViewing: string }) => loginIdViewing);
    expect(viewers).toEqual([member, member, member]);
  });

  test.each([
    ["a client of an offer that is not published", "adviser", "802", "ada.whitfield"],
    ["a client of an offer that clients may not see", "adviser", "807", "ada.whitfield"],
    ["a client of a firm that declined", "adviser", "809", "ada.whitfield"],
    ["a client for whom the operator asks", "operator", "802", "ada.whitfield"],
    ["another firm's client", "adviser", "801", "erin.cole"],
    ["another client than oneself", "client", "801", "ben.whitfield"],
    ["a member that does not exist", "adviser", "801", "nobody"],
    ["anyone, of an offer that does not exist", "adviser", "899", "ada.whitfield"],
    ["anyone, of an offer that cannot exist", "adviser", "x", "ada.whitfield"],
  ] as const)("they are refused to %s", async (_title, caller, oid, member) => {
    expect(await documents(caller, oid, member)).toEqual({ status: 403, body: refused });
  });

  test("staff see the documents of their firm's unpublished offer", async () => {
    expect((await documents("adviser", "802", "harbor.park")).status).toBe(200);
  });
});
