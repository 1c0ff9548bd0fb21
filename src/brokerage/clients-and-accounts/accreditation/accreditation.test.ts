// Recording and reading verified accreditation.
import { expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { sql } from "../../../platform/store/db.ts";

const service = useTestService();

const of = (loginId: string) => `/restapi/verifiedaccreditation/members/${loginId}`;
const read = (loginId: string) => service.call("adviser", "GET", of(loginId));
const put = (loginId: string, body: object) => service.call("adviser", "PUT", of(loginId), body);
const good = {
  parentVerifyLevel: "ACCREDITED",
  parentVerifyLevelExpirationDate: "2027-03-01",
  subVerifyLevel: "I",
  verifyMethod: "NET_WORTH",
};

test("before the first record there is none; the last one is returned, and earlier ones stay", async () => {
  const none = await read("ben.whitfield");
  expect([none.status, errorCodesOf(none)]).toEqual([
    404,
    ["accreditation.verification.not.found"],
  ]);
  const response = await put("ben.whitfield", good);
  expect([response.status, response.text]).toEqual([200, ""]);
  expect(response.headers.location).toBe(`http://bursar.test${of("ben.whitfield")}`);
  expect((await read("ben.whitfield")).body).toMatchInlineSnapshot(`
    {
      "loginId": "ben.whitfield",
      "memberOid": "2112",
      "parentVerifyLevel": "A",
      "parentVerifyLevelExpirationDate": "2027-03-01T00:00:00.000-05:00",
      "subVerifyLevel": "I",
      "subVerifyLevelExpirationDate": "2027-03-01T00:00:00.000-05:00",
      "verifyMethod": "N",
      "verifyNote": null,
      "verifyTimestamp": "2026-03-02T10:00:00.000-05:00",
    }
  `);
  await put("ben.whitfield", { parentVerifyLevel: "N", verifyMethod: "I" });
  expect((await read("ben.whitfield")).body).toMatchObject({
    parentVerifyLevel: "N",
    parentVerifyLevelExpirationDate: null,
    subVerifyLevel: "O",
    subVerifyLevelExpirationDate: null,
  });
  await put("ben.whitfield", { ...good, subVerifyLevel: null });
  expect((await read("ben.whitfield")).body).toMatchObject({
    subVerifyLevel: "O",
    subVerifyLevelExpirationDate: "2027-03-01T00:00:00.000-05:00",
  });
  const stored = await service.db.rows(sql<{ level: string }>`
    select level from accreditation where login_id = 'ben.whitfield' order by position`);
  expect(stored.map(({ level }) => level)).toEqual(["A", "N", "A"]);
});

test("an entry has the state before, and an event the level", async () => {
  await put("carol.nguyen", { ...good, parentVerifyLevelExpirationDate: "2026-03-02" });
  service.setNow("2026-03-03T15:00:00Z");
  await put("carol.nguyen", good);
  service.setNow("2026-03-02T15:00:00Z");
  const entries = (await service.auditOf("member:carol.nguyen")).slice(-2);
  expect(entries.map(({ detail }) => detail.before.state)).toEqual(["none", "LAPSED"]);
  expect((await service.eventsOf("member:carol.nguyen")).at(-1)).toEqual({
    type: "accreditation.recorded",
    data: { loginId: "carol.nguyen", parentVerifyLevel: "A" },
  });
});

test("each rule refuses", async () => {
  const cases: [string, object, string][] = [
    ["ben.whitfield", { loginId: "ada.whitfield" }, "uri.matching.rule"],
    [
      "ben.whitfield",
      { parentVerifyLevelExpirationDate: null },
      "null.parent.verify.level.expiration.date",
    ],
    [
      "ben.whitfield",
      { parentVerifyLevelExpirationDate: "2026-03-01" },
      "invalid.parent.verify.level.expiration.date",
    ],
    [
      "ben.whitfield",
      { subVerifyLevelExpirationDate: "2027-03-02" },
      "invalid.sub.verify.level.expiration.date",
    ],
    ["ben.whitfield", { verifyMethod: "T" }, "null.verify.note"],
    ["ben.whitfield", { verifyTimestamp: "2026-03-02T15:00:01Z" }, "invalid.verify.timestamp"],
    ["ben.whitfield", { verifyMethod: "I" }, "invalid.accreditation.verification.method"],
    ["harbor.lin", {}, "accreditation.member.rule"],
  ];
  for (const [loginId, fields, code] of cases) {
    const response = await put(loginId, { ...good, ...fields });
    expect([response.status, errorCodesOf(response)]).toEqual([400, [code]]);
  }
  const level = { parentVerifyLevel: "N", parentVerifyLevelExpirationDate: null };
  expect(errorCodesOf(await put("ben.whitfield", { ...good, ...level }))).toEqual([
    "invalid.accreditation.verification.sublevel",
  ]);
});

test("two records at once are both kept", async () => {
  const responses = await Promise.all([
    put("elena.rossi", good),
    put("elena.rossi", { ...good, subVerifyLevel: "P" }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const stored = await service.db.rows(sql<{ level: string; position: number }>`
    select sub_level as level, position from accreditation where login_id = 'elena.rossi'
    order by position`);
  expect(stored.map(({ level }) => level).toSorted()).toEqual(["I", "P"]);
  // Counted for each member.
  expect(stored.map(({ position }) => Number(position))).toEqual([1, 2]);
});

test("another firm neither reads nor records", async () => {
  expect((await service.call("otherAdviser", "GET", of("ada.whitfield"))).status).toBe(403);
  expect((await service.call("otherAdviser", "PUT", of("ada.whitfield"), good)).status).toBe(403);
});
