// The cost of a hostile body: the size of the response, and the time it takes.
import { expect, test } from "vitest";
import { useTestService } from "./harness.ts";

const account = "/restapi/accounts/RA00000002";

const service = useTestService();

const put = (body: string) => service.call("adviser", "PUT", account, body);

const more = (counted: string) => ({
  type: "REQUEST",
  errorCode: "too.many.problems",
  message: `${counted} than a response lists; correct these first.`,
});
const unknownFields = (length: number) => {
  const fields = Array.from({ length }, (_, index) => `"${index.toString(36)}":1`);
  return `{${fields.join(",")}}`;
};

test("a body of many unknown fields gets a thousand of them, and the number of the rest", async () => {
  const response = await put(unknownFields(15_000));
  expect(response.status).toBe(400);
  expect(response.body).toHaveLength(1_001);
  expect(response.body.at(-1)).toEqual(more("There are 14000 more problems"));
  expect(response.text.length).toBeLessThan(100_000);
  const { body } = await put(unknownFields(1_001));
  expect(body.at(-1)).toEqual(more("There is 1 more problem"));
});

test("a body of a hundred thousand fields is refused without reading more than the first ones", async () => {
  const response = await put(unknownFields(100_000));
  expect([response.status, response.body]).toEqual([
    400,
    [
      {
        type: "SYNTAX",
        field: "body",
        message: expect.stringMatching(/^The value has more than 15000 members and entries, at /),
      },
    ],
  ]);
});

test("a drawing of more than is read is refused by a code of its own", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(8_000)}</svg>`;
  const { status, body } = await service.call("adviser", "POST", `${account}/customeragreement`, {
    loginId: "ada.whitfield",
    signatureMethod: "SIGNATURE_IMAGE",
    signatureImageEncoding: "SVG",
    signatureData: Buffer.from(svg).toString("base64"),
  });
  expect([status, body]).toEqual([
    400,
    [
      {
        type: "VALIDATION_FIELD",
        field: "signatureData",
        errorCode: "invalid.signature.size",
      },
    ],
  ]);
});

test("exactly a thousand problems are all reported, without a remark that there are more", async () => {
  const { body } = await put(unknownFields(1_000));
  expect(body).toHaveLength(1_000);
  expect(JSON.stringify(body)).not.toContain("too.many.problems");
});

test("problems of syntax are reported first", async () => {
  const empty = Array(500).fill("{}").join(",");
  const { body } = await put(`{"primaryBeneficiaries":[${empty}],"last":1}`);
  expect(body[0]).toMatchObject({ type: "SYNTAX", field: "last" });
  expect(body.at(-1)).toMatchObject({ type: "REQUEST", errorCode: "too.many.problems" });
});

test("an unknown field's name is repeated up to 255 characters", async () => {
  const { body } = await put(`{"${"n".repeat(1_000_000)}":1}`);
  expect(body).toEqual([
    { type: "SYNTAX", field: `${"n".repeat(255)}…`, message: "The field is unrecognized." },
  ]);
});

test("a name is not cut into halves of a character", async () => {
  const { text } = await put(`{"${"n".repeat(254)}\u{1f600}x":1}`);
  expect(text).not.toContain("\\ud83d");
});
