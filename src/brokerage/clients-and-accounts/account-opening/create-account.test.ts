// Opening accounts over HTTP.
import { expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";

const service = useTestService();

const path = "/restapi/accounts";
let count = 0;

/** An account of Carol's; each has another name. */
function account(fields: object = {}) {
  count += 1;
  return {
    accountName: `Opened ${count}`,
    accountType: "I",
    primaryAccountOwner: "carol.nguyen",
    ...fields,
  };
}

const open = (body: object, caller: CallerName = "adviser", headers = {}) =>
  service.call(caller, "POST", path, body, headers);
const refusal = async (body: object, caller: CallerName = "adviser") => {
  const response = await open(body, caller);
  return response.status === 400 ? errorCodesOf(response) : response.status;
};

async function opened(body: object, caller: CallerName = "adviser"): Promise<string> {
  const response = await open(body, caller);
  expect([response.status, response.text]).toEqual([201, ""]);
  const number = response.headers.location?.toString().split("/").at(-1) ?? "";
  expect(response.headers.location).toBe(`http://bursar.test${path}/${number}`);
  return number;
}

const read = async (address: string, caller: CallerName = "adviser") =>
  (await service.call(caller, "GET", `${path}/${address}`)).body;

test("a joint account is opened, and waits for the signatures of its owners", async () => {
  const number = await opened({
    ...account({ accountType: "J", jointAccountOwners: ["ada.whitfield"] }),
    billingPlanOid: "3001",
    trustedContacts: [{ firstName: "Ida", lastName: "Berg", email: "ida@example.com" }],
    issueExclusions: [{ exclusionValue: "ACME" }],
  });
  expect(number).toMatch(/^R[A-Z][A-Z0-9]{8}$/);
  expect(await read(number)).toMatchObject({
    accountNumber: number,
    accountType: "J",
    owners: ["carol.nguyen", "ada.whitfield"],
    billingPlanOid: "3001",
    defaultTaxLotSelection: "LGHL",
    minor: null,
    firmId: null,
    trustees: [],
    w9BackupWithholding: false,
    trustedContacts: [{ lastName: "Berg" }],
    issueExclusions: [{ exclusionValue: "ACME" }],
  });
  expect(await read(`${number}/restrictions`)).toMatchObject([
    { reason: { code: "020" }, type: { code: "CR" } },
  ]);
  expect(await read(`${number}/permissions`)).toMatchObject([
    { loginId: "carol.nguyen", permission: "AC" },
  ]);
  const cash = await read(`${number}/folios`);
  expect(cash.map((each: { folioNumber: string }) => each.folioNumber)).toEqual([
    `${number}01`,
    `${number}02`,
  ]);
  const items = await service.call("adviser", "GET", "/restapi/members/ada.whitfield/ifas");
  expect(
    items.body.filter((each: { accountNumber: string }) => each.accountNumber === number),
  ).toMatchObject([{ ifaType: "SA", ifaStatus: "I", startDate: "2026-03-02T00:00:00.000-05:00" }]);
});

test("its entry and its events name what was opened, once", async () => {
  const body = account({ w9BackupWithholding: "Y" });
  const number = await opened(body);
  const [entry, ...others] = await service.auditOf(number);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ operation: "createAccount", sequence: "1" });
  expect(entry?.detail.after).toMatchObject({
    account: { accountNumber: number, w9BackupWithholding: true },
    restriction: { reasonCode: "020", typeCode: "CR" },
  });
  const events = await service.eventsOf(number);
  expect(events.map(({ type }) => type)).toEqual([
    "account.opened",
    "folio.created",
    "folio.created",
    "permission.granted",
    "restriction.created",
    "item.created",
  ]);
  expect(events[0]?.data).toEqual({ accountNumber: number, fields: Object.keys(body).toSorted() });
});

test("the last owner's signature opens the account to business", async () => {
  const number = await opened(account());
  const signed = await service.call("adviser", "POST", `${path}/${number}/customeragreement`, {
    loginId: "carol.nguyen",
    signatureMethod: "SIGNATURE_IMAGE",
    signatureImageEncoding: "PNG",
    signatureData:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  });
  expect(signed.status, signed.text).toBe(200);
  expect(await read(`${number}/restrictions`)).toEqual([]);
});

test("where the firm signs on its own pages, the account waits for its approval alone", async () => {
  const number = await opened(
    account({ primaryAccountOwner: "erin.cole", billingPlanOid: undefined }),
    "otherAdviser",
  );
  expect(await read(`${number}/restrictions`, "otherAdviser")).toMatchObject([
    { reason: { code: "022" }, type: { code: "CR" } },
  ]);
  const types = (await service.eventsOf(number)).map(({ type }) => type);
  expect(types).not.toContain("item.created");
});

test("a plan becomes that of all accounts where the firm bills by member, and one left out is theirs", async () => {
  const kept = await opened(account({ primaryAccountOwner: "frank.cole" }), "otherAdviser");
  expect(await read(kept, "otherAdviser")).toMatchObject({ billingPlanOid: "3102" });
  const body = account({ primaryAccountOwner: "frank.cole", billingPlanOid: "3101" });
  const number = await opened(body, "otherAdviser");
  for (const each of [number, kept, "RB00000004"]) {
    expect(await read(each, "otherAdviser"), each).toMatchObject({ billingPlanOid: "3101" });
  }
  const last = (await service.eventsOf("RB00000004")).at(-1);
  expect(last).toEqual({
    type: "account.updated",
    data: { accountNumber: "RB00000004", fields: ["billingPlanOid"] },
  });
  // A plan that the accounts have already emits no event for them.
  await opened(
    account({ primaryAccountOwner: "frank.cole", billingPlanOid: "3101" }),
    "otherAdviser",
  );
  const again = (await service.eventsOf("RB00000004")).filter(
    ({ type }) => type === "account.updated",
  );
  expect(again).toHaveLength(1);
});

test("an account without a plan does not keep the owner's plan from a new one", async () => {
  await service.load({
    "accounts.csv": [
      "accountNumber,accountName,accountType,owners,openedOn",
      'RA00770001,Without plan,I,"[""frank.cole""]",2025-01-02',
    ].join("\n"),
  });
  const { billingPlanOid } = await read("RB00000004", "otherAdviser");
  const number = await opened(account({ primaryAccountOwner: "frank.cole" }), "otherAdviser");
  expect(billingPlanOid).not.toBeNull();
  expect(await read(number, "otherAdviser")).toMatchObject({ billingPlanOid });
});

test("a custodial account keeps its minor's number sealed and shows the last four digits", async () => {
  const minor = { firstName: "Leo", lastName: "Nguyen", dateOfBirth: "2016-10-05" };
  const number = await opened(
    account({ accountType: "U", minor: { ...minor, SSN: "987-65-0123" } }),
  );
  expect((await read(number)).minor).toEqual({
    ...minor,
    dateOfBirth: "2016-10-05T00:00:00.000-04:00",
    SSN: "0123",
  });
  expect(JSON.stringify(await service.auditOf(number))).not.toMatch(/98765|987-65/);
  const body = (of: object) => account({ accountType: "U", ...of });
  expect(await refusal(body({}))).toEqual(["null.minor"]);
  expect(await refusal(account({ minor: { ...minor, SSN: "987650123" } }))).toEqual([
    "account.not.applicable.minor",
  ]);
  for (const [dateOfBirth, isMinor] of [
    ["2005-03-02", false],
    ["2005-03-03", true],
    ["2026-03-03", false],
  ] as const) {
    const response = await refusal(body({ minor: { ...minor, dateOfBirth, SSN: "987650123" } }));
    expect(response, dateOfBirth).toEqual(isMinor ? 201 : ["invalid.minor.date.of.birth"]);
  }
  expect(await refusal(body({ minor: { ...minor, SSN: "0123" } }))).toEqual(["invalid.ssn"]);
});

test.each([
  ["J", ["ada.whitfield", "ben.whitfield", "elena.rossi"]],
  ["K", ["ada.whitfield"]],
  ["L", ["ada.whitfield"]],
  ["M", ["ada.whitfield"]],
])("one of type %s has as many owners as its type allows", async (accountType, joint) => {
  const number = await opened(account({ accountType, jointAccountOwners: joint }));
  expect((await read(number)).owners).toEqual(["carol.nguyen", ...joint]);
});

test("the account of a trust names its trustees, who are of the firm", async () => {
  const trust = (trustees: string[]) => account({ accountType: "X", trustees });
  expect((await read(await opened(trust(["rosa.kim"])))).trustees).toEqual(["rosa.kim"]);
  expect(await refusal(trust(["carol.nguyen"]))).toEqual(["account.trustee.rule"]);
  expect(await refusal(trust(["rosa.kim", "rosa.kim"]))).toEqual(["account.trustee.rule"]);
  expect(await refusal(account({ trustees: ["rosa.kim"] }))).toEqual([
    "account.not.applicable.trustees",
  ]);
  const foreign = { ...trust(["rosa.kim"]), primaryAccountOwner: "erin.cole" };
  expect(await refusal(foreign, "otherAdviser")).toEqual(["account.trustee.rule"]);
});

test("the companies of its owners are excluded from the beginning", async () => {
  const updated = await service.call("adviser", "PUT", "/restapi/members/elena.rossi", {
    directorOrTenPercentShareholderCompany: "ACME",
  });
  expect(updated.status).toBe(200);
  const number = await opened(account({ primaryAccountOwner: "elena.rossi" }));
  expect((await read(number)).securityExclusions).toMatchObject([{ exclusionValue: "ACME" }]);
  const joint = account({ accountType: "J", jointAccountOwners: ["elena.rossi"] });
  const shared = await read(await opened(joint));
  expect(shared.securityExclusions).toMatchObject([{ exclusionValue: "ACME" }]);
});

test.each([
  ["no owner of the firm", { primaryAccountOwner: "erin.cole" }, "account.invalid.primary.owner"],
  ["staff", { primaryAccountOwner: "harbor.lin" }, "account.invalid.primary.owner"],
  ["a trustee", { primaryAccountOwner: "rosa.kim" }, "account.invalid.primary.owner"],
  ["nobody", { primaryAccountOwner: "no.body" }, "account.invalid.primary.owner"],
  ["a firm that is none", { accountType: "A" }, "account.invalid.primary.owner"],
  [
    "a foreign joint owner",
    { accountType: "J", jointAccountOwners: ["erin.cole"] },
    "account.invalid.joint.owner",
  ],
  [
    "the primary owner twice",
    { accountType: "J", jointAccountOwners: ["carol.nguyen"] },
    "account.invalid.joint.owner",
  ],
  [
    "a joint owner twice",
    { accountType: "J", jointAccountOwners: ["ben.whitfield", "ben.whitfield"] },
    "account.invalid.joint.owner",
  ],
  ["one who failed", { primaryAccountOwner: "gina.moss" }, "member.verification.rule"],
  [
    "a joint owner who failed",
    { accountType: "J", jointAccountOwners: ["gina.moss"] },
    "member.verification.rule",
  ],
  ["a name that is taken", { accountName: " BROKERAGE " }, "account.unique.rule"],
  [
    "a name that a joint owner's account has",
    {
      accountType: "J",
      accountName: "Brokerage",
      primaryAccountOwner: "elena.rossi",
      jointAccountOwners: ["carol.nguyen"],
    },
    "account.unique.rule",
  ],
  ["another firm's plan", { billingPlanOid: "3101" }, "account.billing.plan.rule"],
  ["none to share with", { accountType: "J" }, "account.owners.count.rule"],
  [
    "five owners",
    {
      accountType: "J",
      jointAccountOwners: ["ada.whitfield", "ben.whitfield", "elena.rossi", "dmitri.ivanov"],
    },
    "account.owners.count.rule",
  ],
  [
    "more than two of a couple",
    { accountType: "L", jointAccountOwners: ["ada.whitfield", "ben.whitfield"] },
    "account.owners.count.rule",
  ],
  [
    "joint owners of one's own account",
    { jointAccountOwners: ["ada.whitfield"] },
    "account.owners.count.rule",
  ],
  ["a method of others", { defaultTaxLotSelection: "AVGC" }, "account.tax.lot.selection.rule"],
  ["rates alone", { longTermTaxRate: "10" }, "account.tax.rate.rule"],
  ["beneficiaries", { primaryBeneficiaries: [] }, "account.not.applicable.primary.beneficiaries"],
  [
    "contingent beneficiaries alone",
    {
      accountType: "R",
      contingentBeneficiaries: [{ firstName: "A", lastName: "B", relationship: "SPOUSE" }],
    },
    "account.contingent.beneficiaries.rule",
  ],
  [
    "four digits of a number",
    {
      accountType: "R",
      primaryBeneficiaries: [
        { firstName: "A", lastName: "B", relationship: "SPOUSE", SSN: "4321" },
      ],
    },
    "invalid.ssn",
  ],
  ["a doubtful answer", { w9BackupWithholding: "maybe" }, "invalid.w9.backup.withholding"],
])("is refused for %s", async (_, fields, code) => {
  expect(await refusal(account(fields))).toEqual([code]);
});

test("no firm learns whether another's client has an account of a name", async () => {
  const brokerage = account({ accountName: "Brokerage", billingPlanOid: "3101" });
  expect(await refusal(brokerage, "otherAdviser")).toEqual(["account.invalid.primary.owner"]);
});

test("of two of one name at once, one is opened", async () => {
  const body = account();
  const responses = await Promise.all([open(body), open({ ...body, accountType: "R" })]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400);
  expect(errorCodesOf(refused)).toEqual(["account.unique.rule"]);
});

test("one whose owner fails verification at that moment is refused", async () => {
  let opening: ReturnType<typeof open> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      update member set cip_status = 'FAILED' where login_id = 'dmitri.ivanov'`);
    opening = open(account({ primaryAccountOwner: "dmitri.ivanov" }));
    await untilOneWaits(service.db);
  });
  expect(errorCodesOf(await opening)).toEqual(["member.verification.rule"]);
});

test("a repeat with its key returns the same account, and only firms open accounts", async () => {
  const body = account();
  const key = { "Idempotency-Key": "open-once" };
  const first = await open(body, "adviser", key);
  const second = await open(body, "adviser", key);
  expect(second.headers.location).toBe(first.headers.location);
  for (const caller of ["operator", "issuer", "client", "readOnly"] as const) {
    expect([caller, await refusal(account(), caller)]).toEqual([caller, 403]);
  }
});
