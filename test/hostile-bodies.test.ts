// What a hostile body may cost: how much is answered, and how long it takes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "./harness.ts";

const account = "/restapi/accounts/RA00000002";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const put = (body: string) => service.call("adviser", "PUT", account, body);

const last = {
  type: "REQUEST",
  errorCode: "too.many.problems",
  message: "There are more problems than an answer lists; correct these first.",
};

test("a body of a hundred thousand unknown fields is answered with a thousand of them", async () => {
  const fields = Array.from({ length: 100_000 }, (_, index) => `"${index.toString(36)}":1`);
  const answer = await put(`{${fields.join(",")}}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveLength(1_001);
  expect(answer.body.at(-1)).toEqual(last);
  expect(answer.text.length).toBeLessThan(100_000);
});

test("exactly a thousand problems are all reported, without a remark that there are more", async () => {
  const fields = Array.from({ length: 1_000 }, (_, index) => `"${index.toString(36)}":1`);
  const { body } = await put(`{${fields.join(",")}}`);
  expect(body).toHaveLength(1_000);
  expect(body).not.toContainEqual(last);
});

test("problems of syntax are reported first", async () => {
  const empty = Array(500).fill("{}").join(",");
  const { body } = await put(`{"primaryBeneficiaries":[${empty}],"last":1}`);
  expect(body[0]).toMatchObject({ type: "SYNTAX", field: "last" });
  expect(body.at(-1)).toEqual(last);
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
