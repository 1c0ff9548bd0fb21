// Verifying members: what is read, asked again, and decided.
import { expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

const of = (loginId: string) => `/restapi/members/${loginId}/verifications`;
const read = (loginId: string) => service.call("adviser", "GET", of(loginId));
const ask = (loginId: string, headers = {}) =>
  service.call("adviser", "POST", of(loginId), {}, headers);
const decide = (loginId: string, body: object) =>
  service.call("operator", "PUT", of(loginId), body);

test("a status is a text, with a link to what follows", async () => {
  const link = (rel: string, title: string) =>
    `<http://bursar.test${of("gina.moss")}>; rel="${rel}"; type="application/json"; title="${title}"`;
  const passed = await read("ada.whitfield");
  expect([passed.text, passed.headers.link]).toEqual(["PASSED", undefined]);
  expect(passed.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const failed = await read("gina.moss");
  expect([failed.text, failed.headers.link]).toEqual(["FAILED", link("POST", "reverifyMember")]);
  await ask("gina.moss");
  const pending = await read("gina.moss");
  expect([pending.text, pending.headers.link]).toEqual([
    "PENDING_NEW",
    link("GET", "getVerificationStatus"),
  ]);
});

test("who has passed is not verified again, and nothing is stored of the request", async () => {
  const response = await ask("carol.nguyen", { "Idempotency-Key": "again" });
  expect([response.status, response.text]).toEqual([303, ""]);
  expect(response.headers.location).toBe(`http://bursar.test${of("carol.nguyen")}`);
  expect((await decide("carol.nguyen", { status: "FAILED", comment: "Forged" })).status).toBe(200);
  const repeated = await ask("carol.nguyen", { "Idempotency-Key": "again" });
  expect([repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([201, undefined]);
});

test("the operator decides, each step emitted once", async () => {
  const subject = "member:dmitri.ivanov";
  const before = (await service.eventsOf(subject)).length;
  expect(errorCodesOf(await decide("dmitri.ivanov", { status: "PENDING_NEW" }))).toEqual([
    "member.verification.status.rule",
  ]);
  expect((await decide("dmitri.ivanov", { status: "FAILED" })).body).toEqual([
    { type: "VALIDATION_FIELD", field: "comment", errorCode: "null.comment" },
  ]);
  await decide("dmitri.ivanov", { status: "FAILED", comment: "Forged" });
  await decide("dmitri.ivanov", { status: "FAILED" });
  await ask("dmitri.ivanov");
  await ask("dmitri.ivanov");
  await decide("dmitri.ivanov", { status: "PASSED" });
  const emitted = (await service.eventsOf(subject)).slice(before);
  expect(emitted.map(({ type, data }) => [type, data.status])).toEqual([
    ["member.verified", "FAILED"],
    ["member.verified", "PENDING_NEW"],
    ["member.verified", "PASSED"],
  ]);
  const entries = await service.auditOf(subject);
  expect(entries.find(({ operation }) => operation === "updateVerification")?.detail).toEqual({
    before: { cipStatus: "PASSED" },
    after: { cipStatus: "FAILED" },
    detail: { comment: "Forged" },
  });
});

test("a dry run returns the status to be, and changes nothing", async () => {
  const headers = { "X-Dry-Run": "true" };
  const body = { status: "FAILED", comment: "Forged" };
  const rehearsed = await service.call("operator", "PUT", of("ada.whitfield"), body, headers);
  const asked = await ask("ada.whitfield", headers);
  expect(rehearsed.body).toMatchObject({ record: "FAILED", events: [{ type: "member.verified" }] });
  expect(asked.body).toMatchObject({ record: "PASSED", events: [] });
  expect((await read("ada.whitfield")).text).toBe("PASSED");
});

test("of two contrary verdicts at once the second is judged from the first", async () => {
  await decide("elena.rossi", { status: "FAILED", comment: "Forged" });
  await ask("elena.rossi");
  const responses = await Promise.all([
    decide("elena.rossi", { status: "PASSED" }),
    decide("elena.rossi", { status: "FAILED" }),
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(errorCodesOf(responses.find(({ status }) => status === 400))).toEqual(["null.comment"]);
});

test("a firm does not decide, and another does not ask", async () => {
  const body = { status: "PASSED", comment: "Seen" };
  expect((await service.call("adviser", "PUT", of("gina.moss"), body)).status).toBe(403);
  expect((await service.call("otherAdviser", "POST", of("gina.moss"), {})).status).toBe(403);
  expect((await service.call("client", "GET", of("gina.moss"))).status).toBe(403);
});
