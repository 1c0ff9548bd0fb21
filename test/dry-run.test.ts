// A dry run: what a change would do, without doing it. (interface 1)
import { expect, test } from "vitest";
import { send, testBase, useTestService } from "./harness.ts";
import { tokenWith } from "./scoped-token.ts";

const service = useTestService();

const account = "/restapi/accounts/RA00000006";
const dry = { "X-Dry-Run": "true" };
const restriction = { reason: { code: "021" }, type: { code: "CR" } };

test("returns the record as it would stand, and leaves it as it is", async () => {
  const before = await service.call("adviser", "GET", account);
  const response = await service.call("adviser", "PUT", account, { accountName: "Tried" }, dry);
  expect(response).toMatchObject({ status: 200, headers: { location: testBase + account } });
  expect(response.body.record).toEqual({ ...before.body, accountName: "Tried" });
  expect((await service.call("adviser", "GET", account)).text).toBe(before.text);
});

test("returns what would be created, and its events", async () => {
  const path = `${account}/restrictions`;
  const { body } = await service.call("adviser", "POST", path, restriction, dry);
  const { accountRestrictionId } = body.record;
  expect(body).toMatchObject({
    location: `${testBase}${path}/${accountRestrictionId}`,
    record: { reason: { code: "021" }, accountNumber: "RA00000006" },
    events: [
      { subject: "RA00000006", type: "restriction.created", data: { accountRestrictionId } },
    ],
  });
  const found = await service.call("adviser", "GET", `${path}/${accountRestrictionId}`);
  expect(found.status).toBe(404);
});

test("returns no record of what would be removed", async () => {
  const path = `${account}/restrictions/4001`;
  const { body } = await service.call("adviser", "DELETE", path, undefined, dry);
  expect(body).toMatchObject({ record: null, events: [{ type: "restriction.lifted" }] });
  expect((await service.call("adviser", "GET", path)).status).toBe(200);
});

test.each([
  ["a firm", "write", "1002"],
  ["the operator", "operate", "1001"],
])("returns no record to %s without the scope to read", async (_, scope, firmOid) => {
  const reason = { code: scope === "operate" ? "022" : "021" };
  const responseTo = async (...scopes: readonly string[]) => {
    const headers = { ...(await tokenWith(service, scopes, firmOid)), ...dry };
    const body = { ...restriction, reason };
    return send(service.app, "POST", `${account}/restrictions`, body, headers);
  };
  const unseen = await responseTo(scope);
  expect([unseen.status, unseen.body.record]).toEqual([200, null]);
  expect((await responseTo("read", scope)).body.record).toMatchObject({ reason });
});

test("is refused as the change would be, by shape, by stored facts and by right", async () => {
  const path = `${account}/restrictions`;
  const send = (caller: "adviser" | "otherAdviser", body: object) =>
    service.call(caller, "POST", path, body, dry);
  const inForce = { reason: { code: "021" }, type: { code: "SO" } };
  expect((await send("adviser", {})).body).toHaveLength(2);
  expect((await send("adviser", inForce)).body[0].errorCode).toBe("restriction.unique.rule");
  expect((await send("otherAdviser", restriction)).status).toBe(403);
});

test("uses up neither its key nor its signature", async () => {
  const headers = { "Idempotency-Key": "rehearsed" };
  const change = { body: { accountName: "Signed" }, headers };
  const rehearsal = { ...change, headers: { ...headers, ...dry } };
  for (const each of [rehearsal, rehearsal, change]) {
    const response = await service.signed("adviser", "PUT", account, each);
    expect([response.status, response.headers["idempotency-replayed"]]).toEqual([200, undefined]);
  }
  // The change itself has used both.
  const again = await service.signed("adviser", "PUT", account, rehearsal);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.body).toMatchObject({ record: { accountName: "Signed" }, events: [] });
  const used = await service.signed("adviser", "PUT", account, { ...rehearsal, headers: dry });
  expect(used.status).toBe(401);
});

test("holds no lock once it is answered", async () => {
  const names = Array.from({ length: 20 }, (_, index) => ({ accountName: `Tried ${index}` }));
  const responses = await Promise.all(
    names.map((body, index) =>
      service.call("adviser", "PUT", account, body, index % 2 === 0 ? dry : {}),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect((await service.call("adviser", "GET", account)).body.accountName).toMatch(/^Tried \d+$/);
  expect(service.db.usage().writes.waiting).toBe(0);
});

test.each([
  ["PUT", "TRUE"],
  ["PUT", "1"],
  ["PUT", ""],
  ["GET", "true"],
  ["GET", "false"],
])("is asked for by true or false, on changes alone: %s %o", async (method, value) => {
  const body = method === "PUT" ? { accountName: "Never" } : undefined;
  const response = await service.call("adviser", method, account, body, { "X-Dry-Run": value });
  expect(response.status).toBe(400);
  expect(response.body[0]).toMatchObject({ field: "X-Dry-Run", errorCode: "invalid.dry.run" });
});
