// Adding, reading and updating trustees.
import { expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

const path = "/restapi/trustees";
let count = 0;

/** A trustee that the sample does not have. */
function trustee(fields: { loginId?: string; [field: string]: unknown } = {}) {
  count += 1;
  const loginId = `trustee.${count}`;
  const email1 = "otto@example.com";
  return { loginId, firstName: "Otto", lastName: "Lang", email1, ...fields };
}

const add = (body: object) => service.call("adviser", "POST", path, body);
const read = (loginId: string) => service.call("adviser", "GET", `${path}/${loginId}`);
const update = (loginId: string, body: object) =>
  service.call("adviser", "PUT", `${path}/${loginId}`, body);

test("a trustee is added, returned with every key, and its event emitted", async () => {
  const body = trustee({ title: "mr.", suffix: "jr.", dateOfBirth: "1958-01-30" });
  const response = await add(body);
  expect([response.status, response.text]).toEqual([201, ""]);
  expect(response.headers.location).toBe(`http://bursar.test${path}/${body.loginId}`);
  const { memberOid, ...returned } = (await read(body.loginId)).body;
  expect(memberOid).toMatch(/^[1-9]\d+$/);
  expect(returned).toEqual({
    ...body,
    title: "Mr.",
    middleName: null,
    suffix: "Jr.",
    dateOfBirth: "1958-01-30T00:00:00.000-05:00",
  });
  const subject = `member:${body.loginId}`;
  expect(await service.auditOf(subject)).toMatchObject([{ operation: "createTrustee" }]);
  expect(await service.eventsOf(subject)).toEqual([
    { type: "trustee.created", data: { loginId: body.loginId, fields: Object.keys(body).sort() } },
  ]);
});

test("a firm lists its own trustees by login id, the operator those of all", async () => {
  const other = trustee({ loginId: "zoe.trustee" });
  const added = await service.call("otherAdviser", "POST", path, other);
  expect(added.status).toBe(201);
  const listed = async (caller: "adviser" | "otherAdviser" | "operator") =>
    (await service.call(caller, "GET", path)).body.map((each: typeof other) => each.loginId);
  const own = await listed("adviser");
  expect(own).toContain("rosa.kim");
  expect(own).toEqual(own.toSorted());
  expect(await listed("otherAdviser")).toEqual(["zoe.trustee"]);
  expect(await listed("operator")).toEqual([...own, "zoe.trustee"]);
});

test("only the email address changes, and only where it is another", async () => {
  const { loginId } = trustee();
  await add(trustee({ loginId }));
  expect((await update(loginId, { loginId, email1: "new@example.com" })).status).toBe(200);
  expect((await update(loginId, { email1: "new@example.com" })).status).toBe(200);
  expect((await update(loginId, {})).status).toBe(200);
  expect((await read(loginId)).body.email1).toBe("new@example.com");
  const [, ...entries] = await service.auditOf(`member:${loginId}`);
  expect(entries.map(({ detail }) => [detail.before, detail.after])).toEqual([
    [{ email1: "otto@example.com" }, { email1: "new@example.com" }],
    [{}, {}],
    [{}, {}],
  ]);
  const [, ...events] = await service.eventsOf(`member:${loginId}`);
  expect(events).toEqual([{ type: "trustee.updated", data: { loginId, fields: ["email1"] } }]);

  const fixed = { firstName: "A", lastName: "B", dateOfBirth: "1950-01-01" };
  const refused = await update(loginId, { ...fixed, title: "Dr.", suffix: "II", middleName: "C" });
  expect(new Set(errorCodesOf(refused))).toEqual(new Set(["member.not.updateable"]));
  expect(refused.body).toHaveLength(6);
  const another = await update(loginId, { loginId: "rosa.kim" });
  expect(errorCodesOf(another)).toEqual(["uri.matching.rule"]);
});

test("a login id is no other member's, ignoring case, and a trustee is 18", async () => {
  expect(errorCodesOf(await add(trustee({ loginId: "ADA.Whitfield" })))).toEqual([
    "member.unique.login.id",
  ]);
  expect(errorCodesOf(await add(trustee({ dateOfBirth: "2008-03-03" })))).toEqual([
    "member.legal.age.state.rule",
  ]);
  expect((await add(trustee({ dateOfBirth: "2008-03-02" }))).status).toBe(201);
});

test("of two at once with one login id, one is added", async () => {
  const { loginId } = trustee();
  const responses = await Promise.all([add(trustee({ loginId })), add(trustee({ loginId }))]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400);
  expect(errorCodesOf(refused)).toEqual(["member.unique.login.id"]);
});

test("a trustee is no member that can be reached, named or permitted, and no member is a trustee", async () => {
  for (const [caller, target] of [
    ["adviser", "/restapi/members/rosa.kim"],
    ["operator", "/restapi/members/rosa.kim"],
    ["adviser", "/restapi/accounts?user=rosa.kim"],
    ["adviser", `${path}/ada.whitfield`],
    ["operator", `${path}/harbor.lin`],
    ["otherAdviser", `${path}/rosa.kim`],
    ["issuer", `${path}/rosa.kim`],
    ["client", `${path}/rosa.kim`],
    ["client", path],
  ] as const) {
    const response = await service.call(caller, "GET", target);
    expect([caller, target, response.status]).toEqual([caller, target, 403]);
  }
  const named = await service.call("adviser", "GET", "/restapi/accounts", undefined, {
    "X-Associated-Member-Id": "rosa.kim",
  });
  expect(named.status).toBe(403);
  const permitted = await service.call(
    "adviser",
    "POST",
    "/restapi/accounts/RA00000001/permissions",
    { loginId: "rosa.kim", permission: "DV", alertLevel: "none", listOnReport: false },
  );
  expect(errorCodesOf(permitted)).toEqual(["account.permission.member.rule"]);
  const foreign = await service.call("otherAdviser", "PUT", `${path}/rosa.kim`, {});
  const byReader = await service.call("readOnly", "POST", path, trustee());
  expect([foreign.status, byReader.status]).toEqual([403, 403]);
});
