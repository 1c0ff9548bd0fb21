// Permissions of members who do not own an account: given, changed, taken, and what they let see.
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";

const service = useTestService();

const path = (account: string, login = "") =>
  `/restapi/accounts/${account}/permissions${login && `/${login}`}`;
const elena = {
  loginId: "elena.rossi",
  permission: "TR",
  alertLevel: "limited",
  listOnReport: true,
};
const post = (account: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "POST", path(account), body);
const put = (account: string, body: { loginId: string }, caller: CallerName | null = "adviser") =>
  service.call(caller, "PUT", path(account, body.loginId), body);
const remove = (account: string, login: string, caller: CallerName | null = "adviser") =>
  service.call(caller, "DELETE", path(account, login));

/** Whether a client sees an account. */
const sees = async (loginId: string, account: string) => {
  const headers = { "X-Associated-Member-Id": loginId };
  const response = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}`,
    undefined,
    headers,
  );
  return response.status === 200;
};

describe("a permission", () => {
  test("is given, changed and taken; while it stands the member sees the account", async () => {
    expect(await sees("elena.rossi", "RA00000002")).toBe(false);
    const given = await post("RA00000002", elena);
    expect([given.status, given.text, given.headers.location]).toEqual([
      201,
      "",
      `http://bursar.test${path("RA00000002", "elena.rossi")}`,
    ]);
    expect(await sees("elena.rossi", "RA00000002")).toBe(true);
    const one = await service.call("adviser", "GET", path("RA00000002", "elena.rossi"));
    expect(one.text).toBe(
      '{"accountNumber":"RA00000002","alertLevel":"limited","listOnReport":true,' +
        '"loginId":"elena.rossi","permission":"TR"}',
    );
    expect(one.headers.link).toBe(
      `<http://bursar.test${path("RA00000002", "elena.rossi")}>; rel="PUT"; ` +
        'type="application/json"; title="modifyPermission"',
    );

    const changed = { ...elena, permission: "AM", alertLevel: "all", listOnReport: "false" };
    expect((await put("RA00000002", changed)).status).toBe(200);
    const list = await service.call("adviser", "GET", path("RA00000002"));
    expect(list.headers.link).toBe(
      `<http://bursar.test${path("RA00000002")}>; rel="POST"; ` +
        'type="application/json"; title="grantPermission"',
    );
    const ada = { loginId: "ada.whitfield", permission: "AC", alertLevel: "none" };
    expect(list.body).toEqual([
      { accountNumber: "RA00000002", ...ada, listOnReport: false },
      { accountNumber: "RA00000002", ...changed, listOnReport: false },
    ]);

    expect((await remove("RA00000002", "elena.rossi")).status).toBe(200);
    expect(await sees("elena.rossi", "RA00000002")).toBe(false);
    const before = { loginId: "elena.rossi", permission: "TR" };
    const after = { loginId: "elena.rossi", permission: "AM" };
    const entries = await service.auditOf("RA00000002");
    expect(entries.slice(-3)).toMatchObject([
      { operation: "grantPermission", detail: { after: { permission: before } } },
      {
        operation: "modifyPermission",
        detail: { before: { permission: before }, after: { permission: after } },
      },
      { operation: "revokePermission", detail: { before: { permission: after } } },
    ]);
    expect((await service.eventsOf("RA00000002")).slice(-3)).toEqual([
      { type: "permission.granted", data: before },
      { type: "permission.modified", data: after },
      { type: "permission.revoked", data: after },
    ]);
  });

  test("that is granted again unchanged emits nothing", async () => {
    await post("RA00000004", elena);
    const before = await service.eventsOf("RA00000004");
    expect((await put("RA00000004", elena)).status).toBe(200);
    expect(await service.eventsOf("RA00000004")).toEqual(before);
    expect((await remove("RA00000004", "elena.rossi")).status).toBe(200);
  });

  test("is given once, also by two at the same time, and can be taken once", async () => {
    const [one, other] = await Promise.all([post("RA00000003", elena), post("RA00000003", elena)]);
    expect([one.status, other.status].toSorted()).toEqual([201, 400]);
    expect(errorCodesOf(one.status === 400 ? one : other)).toEqual([
      "account.permission.unique.rule",
    ]);
    const responses = await Promise.all([
      remove("RA00000003", "elena.rossi"),
      remove("RA00000003", "elena.rossi"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("that nobody has is not found", async () => {
    for (const login of ["elena.rossi", "nobody", "%00"]) {
      const responses = [
        await service.call("adviser", "GET", path("RA00000001", login)),
        await service.call("adviser", "PUT", path("RA00000001", login), {
          ...elena,
          loginId: decodeURIComponent(login),
        }),
        await remove("RA00000001", login),
      ];
      const found = responses.map(({ status, body }) => [status, body[0].errorCode]);
      const missing = [404, "account.permission.existence.rule"];
      // A login id in a body has no control characters.
      const ofPut = login === "%00" ? [400, "invalid.value"] : missing;
      expect(found).toEqual([missing, ofPut, missing]);
    }
  });

  test("that a load gave is to see the details", async () => {
    const { body } = await service.call("client", "GET", path("RA00000009"));
    expect(body.map(({ loginId, permission }: typeof elena) => [loginId, permission])).toEqual([
      ["ada.whitfield", "AC"],
      ["frank.cole", "DV"],
    ]);
    expect(body[1]).toMatchObject({ alertLevel: "none", listOnReport: false });
  });

  test.each<[object, string[]]>([
    [{ loginId: "ada.whitfield" }, ["for.account.creator", "member"]],
    [{ permission: "AC" }, ["for.account.creator"]],
    [{ loginId: "erin.cole" }, ["member"]],
    [{ loginId: "nobody" }, ["member"]],
    [{ loginId: "ben.whitfield" }, ["member"]],
    [{ permission: "AM" }, ["alert.level"]],
  ])("with %j is refused", async (change, expected) => {
    const response = await post("RA00000003", { ...elena, ...change });
    expect([response.status, errorCodesOf(response)]).toEqual([
      400,
      expected.map((each) => `account.permission.${each}.rule`),
    ]);
  });

  test("of the creator stays with whoever opened the account", async () => {
    await service.admin(
      "update account set opened_by_login_id = 'harbor.lin' where account_number = 'RA00000005'",
    );
    const creatorOf = async (account: string) =>
      (await service.call("adviser", "GET", path(account))).body[0];
    expect(await creatorOf("RA00000005")).toMatchObject({
      loginId: "harbor.lin",
      permission: "AC",
    });
    expect(await creatorOf("RA00000004")).toMatchObject({ loginId: "ben.whitfield" });
    const rule = ["account.permission.for.account.creator.rule"];
    const lin = { ...elena, loginId: "harbor.lin" };
    expect(errorCodesOf(await post("RA00000005", lin))).toEqual(rule);
    expect(errorCodesOf(await put("RA00000005", lin))).toEqual(rule);
    expect(errorCodesOf(await remove("RA00000005", "harbor.lin"))).toEqual(rule);
  });
});

test.each<[CallerName | null, number]>([
  ["otherAdviser", 403],
  ["operator", 403],
  ["client", 403],
  ["issuer", 403],
  ["readOnly", 403],
  [null, 401],
])("%s changes no permission (%i)", async (caller, status) => {
  const ben = { ...elena, loginId: "ben.whitfield" };
  const responses = [
    await post("RA00000006", elena, caller),
    await put("RA00000006", ben, caller),
    await remove("RA00000006", "ben.whitfield", caller),
  ];
  expect(responses.map((response) => response.status)).toEqual([status, status, status]);
});

test("a manager gets every event, also when a permission is changed", async () => {
  const manager = { ...elena, permission: "AM" };
  for (const response of [await post("RA00000001", manager), await put("RA00000001", manager)]) {
    expect(response.status).toBe(400);
    expect(errorCodesOf(response)).toEqual(["account.permission.alert.level.rule"]);
  }
});
