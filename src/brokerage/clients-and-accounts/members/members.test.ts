// Adding, reading and updating members.
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = "/restapi/members";
let count = 0;

/** A client that the sample does not have; each has another login id and tax id. */
function client(fields: object = {}): { loginId: string } {
  count += 1;
  return {
    loginId: `client.${count}`,
    membershipType: "N",
    firstName: "Mia",
    lastName: "Torres",
    dateOfBirth: "1980-05-02",
    tid: `900-55-${String(count).padStart(4, "0")}`,
    email1: "mia@example.com",
    primaryAddress: { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" },
    mobileTelephone: "518-555-0190",
    citizenship: "C",
    employmentStatus: "self-employed",
    ...fields,
  } as { loginId: string };
}

const add = (body: object, caller: "adviser" | "operator" = "adviser", headers = {}) =>
  service.call(caller, "POST", path, body, headers);
const read = async (loginId: string) =>
  (await service.call("adviser", "GET", `${path}/${loginId}`)).body;
const update = (loginId: string, body: object) =>
  service.call("adviser", "PUT", `${path}/${loginId}`, body);

test("a client is added, is to be verified, and is returned with every key", async () => {
  const body = client({
    title: "ms.",
    annualIncome: 4,
    accreditedInvestorAnnualIncome: "TRUE",
    privatePlacementExperience: ["OTC"],
    directorOrTenPercentShareholderCompany: "acme, BOLT",
    taxBracket: 2,
    dependentCount: "0",
    memberAttributes: { anything: 1 },
  });
  const response = await add(body);
  expect([response.status, response.text]).toEqual([201, ""]);
  expect(response.headers.location).toBe(`http://bursar.test${path}/${body.loginId}`);
  const member = await read(body.loginId);
  expect(member.memberOid).toMatch(/^[1-9]\d+$/);
  expect({ ...member, memberOid: "…" }).toMatchInlineSnapshot(`
    {
      "accreditedInvestorAnnualIncome": true,
      "accreditedInvestorNetWorth": false,
      "annualIncome": "4",
      "cipStatus": "PENDING_NEW",
      "citizenship": "C",
      "creationDate": "2026-03-02T00:00:00.000-05:00",
      "dateOfBirth": "1980-05-02T00:00:00.000-04:00",
      "dayTelephone": null,
      "dependentCount": "0",
      "directorOrTenPercentShareholder": false,
      "directorOrTenPercentShareholderCompany": "ACME,BOLT",
      "email1": "mia@example.com",
      "email2": null,
      "employerName": null,
      "employmentStatus": "SELF_EMPLOYED",
      "eveningTelephone": null,
      "finraAffiliated": false,
      "finraCompany": null,
      "firmOid": "1002",
      "firstName": "Mia",
      "lastName": "Torres",
      "liquidNetWorth": null,
      "loginId": "client.1",
      "mailingAddress": null,
      "maritalStatus": null,
      "memberOid": "…",
      "membershipType": "N",
      "middleName": null,
      "mobileTelephone": "518-555-0190",
      "netWorth": null,
      "occupationType": null,
      "primaryAddress": {
        "city": "Troy",
        "country": null,
        "line1": "9 Pier Road",
        "line2": null,
        "line3": null,
        "state": "NY",
        "zipcode": "12180",
      },
      "privatePlacementExperience": [
        "OTC",
      ],
      "residenceCountry": "US",
      "suffix": null,
      "taxBracket": "2",
      "tid": "0001",
      "title": "Ms.",
    }
  `);
});

test.each(["a/b", "a%2Fb", "a?b#c", "...", "ü", "𝔸".repeat(64)])(
  "a login id %s is found at its Location",
  async (loginId) => {
    const { headers } = await add(client({ loginId }));
    const address = new URL(String(headers.location)).pathname;
    expect(await service.call("adviser", "GET", address)).toMatchObject({ status: 200 });
    expect((await service.call("adviser", "PUT", address, { loginId })).status).toBe(200);
  },
);

test("the entry and the event of a new member have no tax id", async () => {
  const body = client();
  await add(body);
  const subject = `member:${body.loginId}`;
  const [entry] = await service.auditOf(subject);
  expect(entry).toMatchObject({ operation: "createMember", sequence: "1" });
  expect(entry?.detail.after).toMatchObject({ loginId: body.loginId, cipStatus: "PENDING_NEW" });
  expect(JSON.stringify(entry)).not.toMatch(/900.?55|tid/);
  expect(await service.eventsOf(subject)).toEqual([
    {
      type: "member.created",
      data: { loginId: body.loginId, fields: Object.keys(body).toSorted() },
    },
  ]);
});

test("staff are added by the operator alone, with little said of them", async () => {
  const staff = {
    loginId: "harbor.reed",
    membershipType: "S",
    firstName: "Ada",
    lastName: "Reed",
    email1: "reed@harbor.example.com",
  };
  expect(errorCodesOf(await add(staff))).toEqual(["member.operator.rule"]);
  expect(errorCodesOf(await add(staff, "operator"))).toEqual(["null.firm.oid"]);
  const unknown = await add({ ...staff, firmOid: "9999" }, "operator");
  expect(errorCodesOf(unknown)).toEqual(["member.firm.rule"]);
  expect((await add({ ...staff, firmOid: "1002" }, "operator")).status).toBe(201);
  expect(await read("harbor.reed")).toMatchObject({ membershipType: "S", tid: null });
});

test("the operator adds clients of institutional firms, which other firms do not see", async () => {
  const body = client({ firmOid: "1003" });
  expect((await add(body, "operator")).status).toBe(201);
  const issuer = await add(client({ firmOid: "1004" }), "operator");
  expect(errorCodesOf(issuer)).toEqual(["member.firm.rule"]);
  const theirs = await service.call("adviser", "GET", `${path}/${body.loginId}`);
  const none = await service.call("adviser", "GET", `${path}/no.such.member`);
  expect([theirs.status, theirs.text]).toEqual([403, none.text]);
  expect((await service.call("otherAdviser", "GET", `${path}/${body.loginId}`)).status).toBe(200);
  expect((await service.call("client", "GET", `${path}/ben.whitfield`)).status).toBe(403);
});

test("each rule of what is stored refuses", async () => {
  const cases: [object, string[]][] = [
    [{ loginId: "ADA.Whitfield" }, ["member.unique.login.id"]],
    [{ tid: "987654320" }, ["member.unique.ssn.rule"]],
    [{ directorOrTenPercentShareholderCompany: ["NONE"] }, ["member.tenpct.security.rule"]],
    [{ directorOrTenPercentShareholderCompany: "PRIV.RWA" }, ["member.tenpct.security.rule"]],
    [
      { loginId: "ada.whitfield", tid: "98-7654320" },
      ["member.unique.login.id", "member.unique.ssn.rule"],
    ],
  ];
  for (const [fields, expected] of cases) {
    const response = await add(client(fields));
    expect([response.status, errorCodesOf(response)]).toEqual([400, expected]);
  }
});

test("each rule of the request refuses", async () => {
  const cases: [object, string[]][] = [
    [{ citizenship: "N" }, ["invalid.citizenship"]],
    [{ loginId: "bob:AM" }, ["invalid.login.id"]],
    [{ tid: "12345678" }, ["invalid.ssn"]],
    [{ dateOfBirth: undefined }, ["null.date.of.birth"]],
    [{ tid: undefined }, ["null.tid"]],
    [{ primaryAddress: undefined }, ["null.primary.address"]],
    [{ citizenship: undefined }, ["null.citizenship"]],
    [{ employmentStatus: undefined }, ["null.employment.status"]],
    [{ mobileTelephone: undefined }, ["member.telephone.rule"]],
    [{ dateOfBirth: "2008-03-03" }, ["member.legal.age.state.rule"]],
    [{ loginId: "two words" }, ["invalid.login.id"]],
    [{ loginId: "ada.\u200bwhitfield" }, ["invalid.login.id"]],
    [{ loginId: "ada.\u202ewhitfield" }, ["invalid.login.id"]],
    [{ loginId: "\u2800" }, ["invalid.login.id"]],
    [{ loginId: "." }, ["invalid.login.id"]],
    [{ loginId: ".." }, ["invalid.login.id"]],
    [{ privatePlacementExperience: ["TEC"] }, ["invalid.choice"]],
  ];
  for (const [fields, expected] of cases) {
    const response = await add(client(fields));
    expect([response.status, errorCodesOf(response)]).toEqual([400, expected]);
  }
  const address = { line1: "P.O. Box 7", city: "Troy", state: "NY", zipcode: "12180" };
  const boxed = await add(client({ primaryAddress: address }));
  expect(errorCodesOf(boxed)).toEqual(["member.primary.address.cannot.be.po.box"]);
});

test.each([
  ["login id", "loginId", "two.at.once", "member.unique.login.id"],
  ["tax id", "tid", "900559999", "member.unique.ssn.rule"],
])("of two new members with one %s at once, one is added", async (_, field, value, code) => {
  const responses = await Promise.all([
    add(client({ [field]: value })),
    add(client({ [field]: value.toUpperCase() })),
  ]);
  const [added, refused] = responses.toSorted((a, b) => a.status - b.status);
  expect([added?.status, refused?.status, errorCodesOf(refused)]).toEqual([201, 400, [code]]);
});

test("an update changes what it names, empties what is null, and its event names the fields", async () => {
  const body = client({ title: "Dr.", middleName: "Ann", employerName: "Pier Works" });
  await add(body);
  const subject = `member:${body.loginId}`;
  const response = await update(body.loginId, {
    loginId: body.loginId,
    lastName: "Moreno",
    title: null,
    netWorth: 5,
    dayTelephone: "518-555-0191",
    mobileTelephone: null,
    privatePlacementExperience: ["HFU"],
    employerName: "Pier Works",
  });
  expect([response.status, response.text]).toEqual([200, ""]);
  expect(await read(body.loginId)).toMatchObject({
    lastName: "Moreno",
    title: null,
    middleName: "Ann",
    netWorth: "5",
    dayTelephone: "518-555-0191",
    mobileTelephone: null,
    privatePlacementExperience: ["HFU"],
  });
  const entry = (await service.auditOf(subject)).at(-1);
  expect(entry?.detail.before).toMatchObject({ lastName: "Torres", title: "Dr." });
  expect(entry?.detail.after).toMatchObject({ lastName: "Moreno", title: null });
  expect(entry?.detail.after).not.toHaveProperty("employerName");
  expect((await service.eventsOf(subject)).at(-1)).toEqual({
    type: "member.updated",
    data: {
      loginId: body.loginId,
      fields: [
        "title",
        "lastName",
        "dayTelephone",
        "mobileTelephone",
        "netWorth",
        "privatePlacementExperience",
      ].toSorted(),
    },
  });
});

test("an update of nothing emits nothing", async () => {
  const { loginId } = client();
  await add(client({ loginId }));
  expect((await update(loginId, {})).status).toBe(200);
  expect((await service.eventsOf(`member:${loginId}`)).map(({ type }) => type)).toEqual([
    "member.created",
  ]);
});

test("an update refuses what is fixed, unknown or out of reach", async () => {
  const { loginId } = client();
  await add(client({ loginId }));
  const fixed = await update(loginId, {
    tid: "900551111",
    dateOfBirth: "1981-01-01",
    membershipType: "S",
    firmOid: "1003",
  });
  expect(errorCodesOf(fixed)).toEqual(Array(4).fill("member.not.updateable"));
  const cases: [object, string][] = [
    [{ loginId: "another" }, "uri.matching.rule"],
    [{ mobileTelephone: null }, "member.telephone.rule"],
    [{ directorOrTenPercentShareholderCompany: "NONE" }, "member.tenpct.security.rule"],
    // A private security is refused like none.
    [{ directorOrTenPercentShareholderCompany: "PRIV.RWA" }, "member.tenpct.security.rule"],
    [
      { primaryAddress: { line1: "PO Box 1", city: "Troy", state: "NY", zipcode: "12180" } },
      "member.primary.address.cannot.be.po.box",
    ],
  ];
  for (const [body, code] of cases)
    expect(errorCodesOf(await update(loginId, body))).toEqual([code]);
});

test("a private company that was loaded may be sent again", async () => {
  await service.load({
    "members.csv": [
      "loginId,memberOid,firmOid,membershipType,firstName,lastName,directorOrTenPercentShareholderCompany",
      `erin.moss,2970,1002,client,Erin,Moss,"[""PRIV.RWA""]"`,
    ].join("\n"),
  });
  const again = await update("erin.moss", { directorOrTenPercentShareholderCompany: "priv.rwa" });
  expect(again.status, again.text).toBe(200);
});

test("two updates at once both succeed, field by field", async () => {
  const { loginId } = client();
  await add(client({ loginId }));
  const responses = await Promise.all([
    update(loginId, { occupationType: "Pilot" }),
    update(loginId, { maritalStatus: "W" }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read(loginId)).toMatchObject({ occupationType: "Pilot", maritalStatus: "W" });
});

test("a changed address is to be confirmed in each account, and changed companies are excluded there", async () => {
  const own = await openTestService();
  const account = "RA00000003";
  const change = (body: object) => own.call("adviser", "PUT", `${path}/ben.whitfield`, body);
  const excluded = async () =>
    (await own.call("adviser", "GET", `/restapi/accounts/${account}`)).body.securityExclusions;
  const before = (await own.auditOf(account)).length;
  const eventCount = (await own.eventsOf(account)).length;
  const moved = { line1: "1 New Street", city: "Troy", state: "NY", zipcode: "12180" };
  expect((await change({ primaryAddress: moved })).status).toBe(200);
  const [entry] = (await own.auditOf(account)).slice(before);
  const { rows } = await own.admin(
    "select ifa_type, ifa_status, login_id from item_for_attention where account_number = $1 and ifa_id = $2",
    [account, entry?.detail.detail.itemCreated],
  );
  expect(rows).toEqual([{ ifa_type: "CA", ifa_status: "I", login_id: "ben.whitfield" }]);

  await change({ directorOrTenPercentShareholderCompany: ["acme"] });
  const acme = { exclusionValue: "ACME", exclusionStartDate: null, exclusionEndDate: null };
  expect(await excluded()).toEqual([acme]);
  // The account's own list is another one.
  await own.call("adviser", "PUT", `/restapi/accounts/${account}`, { securityExclusions: [] });
  expect(await excluded()).toEqual([acme]);
  await change({ directorOrTenPercentShareholderCompany: null });
  expect(await excluded()).toEqual([]);
  expect((await own.auditOf(account)).map(({ operation }) => operation).slice(before)).toEqual([
    "updateMember",
    "updateMember",
    "updateAccount",
    "updateMember",
  ]);
  const fields = ["securityExclusions"];
  const excludes = { type: "account.updated", data: { accountNumber: account, fields } };
  expect((await own.eventsOf(account)).slice(eventCount)).toEqual([
    {
      type: "item.created",
      data: {
        id: entry?.detail.detail.itemCreated,
        loginId: "ben.whitfield",
        ifaType: "CA",
        ifaStatus: "I",
      },
    },
    excludes,
    excludes,
  ]);
  await own.close();
});

test("a load keeps the verification of a member whose row does not say it, and refuses a login id in another case", async () => {
  const { loginId } = client();
  await add(client({ loginId }));
  const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName";
  const { memberOid } = await read(loginId);
  await service.load({
    "members.csv": `${header}\n${loginId},${memberOid},1002,client,Mia,Lopez\n`,
  });
  expect(await read(loginId)).toMatchObject({ lastName: "Lopez", cipStatus: "PENDING_NEW" });
  const twin = `${header}\n${loginId.toUpperCase()},77001,1002,client,Mia,Lopez\n`;
  await expect(service.load({ "members.csv": twin })).rejects.toThrow();
});
