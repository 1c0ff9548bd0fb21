// Corporate firms, and the accounts that they own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, send, type TestService } from "../../../../test/harness.ts";
import { untilWaiting } from "../../../../test/lock-waits.ts";
import { type CallerName, testContext, testVault } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";
import { createKey } from "../../service/api-users/create-key.ts";
import { visibleEvents } from "../../service/events/visibility.ts";
import { firmAsCaller } from "./reads.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = "/restapi/firms";
let count = 0;

/** A firm that the sample does not have, whose tax id is its own. */
function firm(fields: object = {}) {
  count += 1;
  return {
    firmType: "G",
    firmName: `Firm ${count}`,
    firmTaxId: `98-77${String(count).padStart(5, "0")}`,
    firmTaxIdType: "E",
    firmTelephone1: "518-555-0171",
    firmEmail1: "office@firm.example.com",
    primaryAddress: { line1: "3 Birch Street", city: "Troy", state: "NY", zipcode: "12180" },
    representativeLoginId: "carol.nguyen",
    ...fields,
  };
}

const add = (body: object, caller: CallerName = "adviser") =>
  service.call(caller, "POST", path, body);
const update = (firmOid: string, body: object, caller: CallerName = "adviser") =>
  service.call(caller, "PUT", `${path}/${firmOid}`, body);
const read = (address: string, caller: CallerName = "adviser") =>
  service.call(caller, "GET", `/restapi/${address}`);
const codes = (body: readonly { errorCode?: string }[]) => body.map(({ errorCode }) => errorCode);
const lastOf = (location: unknown) => String(location).split("/").at(-1) ?? "";

async function added(body: object, caller?: CallerName): Promise<string> {
  const response = await add(body, caller);
  expect([response.status, response.text]).toEqual([201, ""]);
  return lastOf(response.headers.location);
}

/** Opens an account of a firm and returns its number. */
async function opened(
  firmOid: string,
  fields: object = {},
  caller: CallerName = "adviser",
): Promise<string> {
  count += 1;
  const accountName = `Firm's ${count}`;
  const body = { accountName, accountType: "F", primaryAccountOwner: firmOid, ...fields };
  const response = await service.call(caller, "POST", "/restapi/accounts", body);
  expect(response.status, response.text).toBe(201);
  return lastOf(response.headers.location);
}

/** The response that the firm itself gets: an API user of it is loaded, and given a token. */
async function asFirm(firmOid: string) {
  count += 1;
  const apiUserId = String(5900 + count);
  await service.load({
    "api-users.csv": `apiUserId,firmOid,name,scopes\n${apiUserId},${firmOid},Desk,"[""read"",""write""]"`,
  });
  const request = {
    apiUserId,
    kind: "token",
    expiresAt: undefined,
    boundLoginId: undefined,
  } as const;
  const key = await createKey(testContext(service.db), request);
  const authorization = `Bearer ${"token" in key ? key.token : ""}`;
  return async (method: string, address: string, body?: unknown) =>
    send(service.app, method, `/restapi/${address}`, body, { authorization });
}

test("a firm is added, returned with every key and the last four of its tax id, and its event emitted", async () => {
  const body = firm({ firmTaxId: "98-7654455", taxClassification: "P", finraAffiliated: true });
  const response = await add(body);
  const firmOid = lastOf(response.headers.location);
  expect(response.headers.location).toBe(`http://bursar.test${path}/${firmOid}`);
  expect((await read(`firms/${firmOid}`)).body).toEqual({
    ...body,
    firmOid,
    firmTaxId: "4455",
    partnerCode: `F${firmOid}`,
    managingFirmOid: "1002",
    state: "NY",
    firmTelephone2: null,
    firmEmail2: null,
    finraCompany: null,
    directorOrTenPercentShareholder: false,
    underContract: false,
    primaryAddress: { ...body.primaryAddress, line2: null, line3: null, country: null },
  });
  const [entry, ...others] = await service.auditOf(`firm:${firmOid}`);
  expect([entry?.operation, others]).toEqual(["createFirm", []]);
  expect(JSON.stringify(entry)).not.toMatch(/7654455|"4455"/);
  expect(await service.eventsOf(`firm:${firmOid}`)).toEqual([
    { type: "firm.created", data: { firmOid, fields: Object.keys(body).toSorted() } },
  ]);
});

test("a firm is seen by the operator, itself and the one that manages it; updated by the latter and the operator", async () => {
  const firmOid = await added(firm());
  const itself = await asFirm(firmOid);
  const reads = async (caller: CallerName) => (await read(`firms/${firmOid}`, caller)).status;
  const updates = async (caller: CallerName) => (await update(firmOid, {}, caller)).status;
  for (const [caller, reading, updating] of [
    ["adviser", 200, 200],
    ["operator", 200, 200],
    ["readOnly", 200, 403],
    ["otherAdviser", 403, 403],
    ["issuer", 403, 403],
    ["client", 403, 403],
  ] as const) {
    expect([caller, await reads(caller), await updates(caller)]).toEqual([
      caller,
      reading,
      updating,
    ]);
  }
  expect((await itself("GET", `firms/${firmOid}`)).status).toBe(200);
  expect((await itself("GET", "firms/1006")).status).toBe(403);
  expect((await itself("PUT", `firms/${firmOid}`, {})).status).toBe(403);
  const unknown = await read("firms/999999");
  const foreign = await read(`firms/${firmOid}`, "otherAdviser");
  expect(unknown.text).toBe(foreign.text);
  expect((await service.call("readOnly", "POST", path, firm())).status).toBe(403);
  expect((await service.call("issuer", "POST", path, firm())).status).toBe(403);
  expect((await service.call("client", "POST", path, firm())).status).toBe(403);
  expect((await service.call("operator", "POST", path, firm())).status).toBe(403);
});

test.each([
  ["a tax id of eight digits", { firmTaxId: "98765432" }, "invalid.firm.tax.id"],
  [
    "a P.O. box",
    { primaryAddress: { line1: "P.O. Box 7", city: "Troy", state: "NY", zipcode: "12180" } },
    "group.firm.primary.address.cannot.be.po.box",
  ],
  ["a contract", { underContract: true }, "firm.operator.rule"],
  [
    "another firm's client",
    { representativeLoginId: "erin.cole" },
    "group.firm.invalid.representative",
  ],
  ["staff", { representativeLoginId: "harbor.lin" }, "group.firm.invalid.representative"],
  ["a trustee", { representativeLoginId: "rosa.kim" }, "group.firm.invalid.representative"],
  ["nobody", { representativeLoginId: "no.one" }, "group.firm.invalid.representative"],
  ["the operator's tax id", { firmTaxId: "001234567" }, "firm.tax.id.rule"],
])("a firm is refused with %s", async (_, fields, code) => {
  const response = await add(firm(fields));
  expect([response.status, codes(response.body)]).toEqual([400, [code]]);
});

test("an institutional type is not supported, nor an update of such a firm", async () => {
  for (const firmType of ["L", "S", "C", "P"]) {
    const message = `unsupported.action.on.${firmType.toLowerCase()}.type.of.firm`;
    const { status, body } = await add(firm({ firmType }));
    expect([status, body]).toEqual([400, [{ type: "UNSUPPORTED", field: "firmType", message }]]);
  }
  const message = "unsupported.action.on.l.type.of.firm";
  for (const caller of ["adviser", "operator"] as const) {
    const { status, body } = await update("1002", {}, caller);
    expect([status, body]).toEqual([400, [{ type: "UNSUPPORTED", field: "firmType", message }]]);
  }
});

test("of two at once with one tax id, one is added", async () => {
  const { firmTaxId } = firm();
  const responses = await Promise.all([add(firm({ firmTaxId })), add(firm({ firmTaxId }))]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400);
  expect(codes(refused?.body)).toEqual(["firm.tax.id.rule"]);
});

test("an update changes what it names, empties by null, and its event names the changed fields", async () => {
  const firmOid = await added(firm({ firmTelephone2: "518-555-0172", taxClassification: "P" }));
  const primaryAddress = { line1: "1 Oak Street", city: "Reno", state: "NV", zipcode: "89501" };
  const changes = { firmOid, primaryAddress, firmTelephone2: null, taxClassification: "P" };
  expect((await update(firmOid, changes)).status).toBe(200);
  expect((await update(firmOid, {})).status).toBe(200);
  const { body } = await read(`firms/${firmOid}`);
  expect(body).toMatchObject({ state: "NV", firmTelephone2: null, taxClassification: "P" });
  const [, entry, nothing] = await service.auditOf(`firm:${firmOid}`);
  expect(entry?.detail.before).toMatchObject({ firmTelephone2: "518-555-0172", state: "NY" });
  expect([nothing?.detail.before, nothing?.detail.after]).toEqual([{}, {}]);
  const [, ...events] = await service.eventsOf(`firm:${firmOid}`);
  const fields = ["firmTelephone2", "primaryAddress", "state"];
  expect(events).toEqual([{ type: "firm.updated", data: { firmOid, fields } }]);
});

test("two updates at once both succeed, field by field", async () => {
  const firmOid = await added(firm());
  const responses = await Promise.all([
    update(firmOid, { firmEmail2: "two@firm.example.com" }),
    update(firmOid, { underContract: true }, "operator"),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read(`firms/${firmOid}`)).body).toMatchObject({
    firmEmail2: "two@firm.example.com",
    underContract: true,
  });
});

test("type and tax id stay, the contract is the operator's, and an id is the path's", async () => {
  const firmOid = await added(firm());
  const fixed = { firmType: "G", firmTaxId: "987654321", firmTaxIdType: "S" };
  const refused = await update(firmOid, fixed);
  expect(codes(refused.body)).toEqual(Array(3).fill("firm.not.updateable"));
  expect(codes((await update(firmOid, { firmOid: "1006" })).body)).toEqual(["uri.matching.rule"]);
  expect(codes((await update(firmOid, { underContract: true })).body)).toEqual([
    "firm.operator.rule",
  ]);
  const primaryAddress = { line1: "PO Box 1", city: "Troy", state: "NY", zipcode: "12180" };
  expect(codes((await update(firmOid, { primaryAddress })).body)).toEqual([
    "group.firm.primary.address.cannot.be.po.box",
  ]);
  expect((await update(firmOid, { underContract: true }, "operator")).status).toBe(200);
  expect((await read(`firms/${firmOid}`)).body.underContract).toBe(true);
});

test("a representative is judged when it changes, and an issuer without a manager has none", async () => {
  const firmOid = await added(firm());
  const other = await update(firmOid, { representativeLoginId: "erin.cole" });
  expect(codes(other.body)).toEqual(["group.firm.invalid.representative"]);
  const unmanaged = await update("1005", { representativeLoginId: "carol.nguyen" }, "operator");
  expect(codes(unmanaged.body)).toEqual(["group.firm.invalid.representative"]);
  const same = { representativeLoginId: "carol.nguyen", firmEmail2: "two@firm.example.com" };
  expect((await update(firmOid, same)).status).toBe(200);
});

test("a changed name shows in the firm's offers", async () => {
  const { firmName } = (await read("firms/1004", "operator")).body;
  expect((await update("1004", { firmName: "Redwood Robots" }, "operator")).status).toBe(200);
  const { body } = await read("privateplacementoffers/801", "operator");
  expect(body.security.companyName).toBe("Redwood Robots");
  await update("1004", { firmName }, "operator");
});

test("its account has the representative as first owner, and the firm sees it as its own", async () => {
  const firmOid = await added(firm());
  const itself = await asFirm(firmOid);
  const first = await opened(firmOid);
  const second = await opened(firmOid, { accountType: "D", trustees: ["rosa.kim"] });
  expect((await read(`accounts/${first}`)).body).toMatchObject({
    firmId: firmOid,
    owners: ["carol.nguyen"],
    accountType: "F",
  });
  const listed = (await itself("GET", "accounts")).body;
  expect(listed.map((each: { accountNumber: string }) => each.accountNumber)).toEqual(
    [first, second].toSorted(),
  );
  expect((await itself("GET", `accounts/${second}`)).status).toBe(200);
  expect((await itself("GET", "accounts/RA00000001")).status).toBe(403);
  expect((await read(`accounts/${first}`, "issuer")).status).toBe(403);
  expect((await read(`accounts/${first}`, "otherAdviser")).status).toBe(403);

  const ofFirm = (await service.auditOf(`firm:${firmOid}`)).filter(
    ({ operation }) => operation === "createAccount",
  );
  expect(ofFirm.map(({ detail }) => detail.after)).toEqual([{ issuerAccountNumber: first }]);
  expect((await service.eventsOf(`firm:${firmOid}`)).slice(1)).toEqual([
    { type: "firm.updated", data: { firmOid, fields: ["issuerAccountNumber"] } },
  ]);
});

test.each([
  ["a firm that another manages", { primaryAccountOwner: "1006" }, "otherAdviser"],
  ["an issuer that nobody manages", { primaryAccountOwner: "1004" }, "adviser"],
  ["a client", { primaryAccountOwner: "carol.nguyen" }, "adviser"],
  ["a firm for persons", { accountType: "I", primaryAccountOwner: "1006" }, "adviser"],
] as const)("no account is opened for %s", async (_, fields, caller) => {
  const body = { accountName: "Mill", accountType: "A", ...fields };
  const response = await service.call(caller, "POST", "/restapi/accounts", body);
  expect([response.status, codes(response.body)]).toEqual([400, ["account.invalid.primary.owner"]]);
});

test("a corporate account has one owner", async () => {
  const body = { accountName: "Two", accountType: "E", primaryAccountOwner: "1006" };
  const jointAccountOwners = ["ada.whitfield"];
  const response = await service.call("adviser", "POST", "/restapi/accounts", {
    ...body,
    jointAccountOwners,
  });
  expect(codes(response.body)).toEqual(["account.owners.count.rule"]);
});

test("of two accounts opened at once, one becomes the issuer's", async () => {
  const firmOid = await added(firm());
  const numbers = await Promise.all([opened(firmOid), opened(firmOid)]);
  const entries = (await service.auditOf(`firm:${firmOid}`)).slice(1);
  expect(entries).toHaveLength(1);
  expect(numbers).toContain(entries[0]?.detail.after.issuerAccountNumber);
});

test("another representative becomes the first owner, and is asked to sign", async () => {
  const firmOid = await added(firm());
  const number = await opened(firmOid);
  expect((await update(firmOid, { representativeLoginId: "dmitri.ivanov" })).status).toBe(200);
  expect((await read(`accounts/${number}`)).body.owners).toEqual(["dmitri.ivanov"]);
  const items = (await read("members/dmitri.ivanov/ifas")).body;
  const own = items.filter((each: { accountNumber: string }) => each.accountNumber === number);
  expect(own).toMatchObject([{ ifaType: "SA", ifaStatus: "I" }]);
  const [, entry] = await service.auditOf(number);
  expect(entry).toMatchObject({
    operation: "updateFirm",
    detail: { before: { owners: ["carol.nguyen"] }, after: { owners: ["dmitri.ivanov"] } },
  });
  expect((await service.eventsOf(number)).slice(-2)).toMatchObject([
    { type: "account.updated", data: { accountNumber: number, fields: ["owners"] } },
    { type: "item.created", data: { loginId: "dmitri.ivanov", ifaType: "SA", ifaStatus: "I" } },
  ]);
});

test("a representative who was a later owner of the account becomes its first, and is named once", async () => {
  const own = await openTestService();
  const body = { accountName: "Co-owned", accountType: "F", primaryAccountOwner: "1006" };
  const response = await own.call("adviser", "POST", "/restapi/accounts", body);
  const number = lastOf(response.headers.location);
  await own.admin(
    `insert into account_owner (account_number, position, login_id)
     values ($1, 2, 'elena.rossi'), ($1, 3, 'dmitri.ivanov')`,
    [number],
  );
  const changed = { representativeLoginId: "elena.rossi" };
  const { status } = await own.call("adviser", "PUT", "/restapi/firms/1006", changed);
  expect(status).toBe(200);
  const owners = ["elena.rossi", "dmitri.ivanov"];
  const read = await own.call("adviser", "GET", `/restapi/accounts/${number}`);
  expect(read.body.owners).toEqual(owners);
  expect((await own.auditOf(number)).at(-1)?.detail).toMatchObject({
    before: { owners: ["carol.nguyen", ...owners] },
    after: { owners },
  });
  await own.close();
});

test("a representative who has an account of that name cannot take the firm's", async () => {
  const firmOid = await added(firm());
  const accountName = "Same Name";
  const number = await opened(firmOid, { accountName });
  const body = { accountName, accountType: "I", primaryAccountOwner: "elena.rossi" };
  expect((await service.call("adviser", "POST", "/restapi/accounts", body)).status).toBe(201);
  const refused = await update(firmOid, { representativeLoginId: "elena.rossi" });
  expect(codes(refused.body)).toEqual(["account.unique.rule"]);
  expect((await read(`accounts/${number}`)).body.owners).toEqual(["carol.nguyen"]);
});

test("an account opened while the representative changes has the new one", async () => {
  const firmOid = await added(firm());
  const [number, changed] = await Promise.all([
    opened(firmOid),
    update(firmOid, { representativeLoginId: "dmitri.ivanov" }),
  ]);
  expect(changed.status).toBe(200);
  expect((await read(`accounts/${number}`)).body.owners).toEqual(["dmitri.ivanov"]);
});

test("a plan given while the representative changes becomes that of the new one's accounts", async () => {
  const caller = "otherAdviser";
  const firmOid = await added(firm({ representativeLoginId: "erin.cole" }), caller);
  const number = await opened(firmOid, {}, caller);
  const [ofErin, ofFrank] = ["RB00000001", "RB00000004"] as const;
  const bill = (account: string, billingPlanOid: string) =>
    service.call(caller, "PUT", `/restapi/accounts/${account}`, { billingPlanOid });
  const planOf = async (account: string) =>
    (await read(`accounts/${account}`, caller)).body.billingPlanOid;
  expect((await bill(ofFrank, "3101")).status).toBe(200);
  expect(await planOf(ofErin)).toBe("3101");
  const changes: ReturnType<typeof bill>[] = [];
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      select from account where account_number = ${number} for no key update`);
    changes.push(update(firmOid, { representativeLoginId: "frank.cole" }, caller));
    await untilWaiting(service.db, 1);
    // Erin is the primary owner until the change of the firm, which has locked her, is done.
    changes.push(bill(number, "3102"));
    await untilWaiting(service.db, 2);
  });
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
  const plans = await Promise.all([number, ofFrank, ofErin].map(planOf));
  expect(plans).toEqual(["3102", "3102", "3101"]);
});

test("a firm's events reach the firm that manages it, and no other", async () => {
  const firmOid = await added(firm());
  const event = { subject: `firm:${firmOid}`, type: "firm.updated", data: { firmOid, fields: [] } };
  const sees = async (viewer: string) => {
    const caller = await firmAsCaller(service.db, testVault, viewer as never);
    const seen = caller && (await visibleEvents(service.db, caller)([event as never]));
    return seen?.map((each) => each !== undefined);
  };
  expect(await sees("1002")).toEqual([true]);
  expect(await sees(firmOid)).toEqual([true]);
  expect(await sees("1001")).toEqual([true]);
  expect(await sees("1003")).toEqual([false]);
  expect(await sees("1004")).toEqual([false]);
});

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("its account subscribes once its representative is verified, in the firm's name", async () => {
  const firmOid = await added(firm({ firmName: "Pier Holdings LLC" }));
  const number = await opened(firmOid);
  const signature = { signatureImageEncoding: "PNG", signatureData: png };
  const loginId = "carol.nguyen";
  await service.call("adviser", "POST", `/restapi/accounts/${number}/customeragreement`, {
    loginId,
    signatureMethod: "SIGNATURE_IMAGE",
    ...signature,
  });
  const body = { privatePlacementOfferOid: "808", requestedDollarAmount: "2500.00" };
  const headers = { "X-Associated-Member-Id": loginId };
  const orders = `/restapi/accounts/${number}/privateplacementorders`;
  const subscribe = () => service.call("adviser", "POST", orders, body, headers);
  expect(codes((await subscribe()).body)).toEqual(["order.corporate.accreditation.rule"]);
  const verified = await service.call(
    "adviser",
    "PUT",
    `/restapi/verifiedaccreditation/members/${loginId}`,
    {
      parentVerifyLevel: "A",
      parentVerifyLevelExpirationDate: "2027-03-01",
      verifyMethod: "N",
    },
  );
  expect(verified.status, verified.text).toBe(200);
  const subscribed = await subscribe();
  expect(subscribed.status, subscribed.text).toBe(201);
  const listed = await read("privateplacementoffers/808/privateplacementorders", "operator");
  const own = listed.body.find((each: { accountNumber: string }) => each.accountNumber === number);
  expect(own).toMatchObject({ investorName: "Pier Holdings LLC", investorState: "NY" });
});

test("its representative may stand for it in an offer, and no other client", async () => {
  const firmOid = await added(firm());
  await opened(firmOid);
  await update(firmOid, { underContract: true }, "operator");
  const member = (await read("members/carol.nguyen")).body.memberOid;
  const body = {
    issuingFirmOid: firmOid,
    creatingFirmRepresentativeOid: "2101",
    offerName: "Birch notes",
    blueSkyedStates: ["NY"],
    clientsHaveAccess: true,
    closingDate: "2031-06-30",
    corporateAccreditationSetting: "A",
    naturalPersonAccreditationSetting: "A",
    daysFromClosingCashIsRequired: "0",
    documentationExternal: false,
    published: false,
    executionType: "PART_OR_NONE",
    exemption: "RULE_506_B",
    industry: "OTC",
    issuerSize: "R2",
    maximumInvestmentAmount: "250000.00",
    offerMinimum: "500000.00",
    minimumAnnualIncomeRange: "4",
    minimumInvestmentAmount: "10000.00",
    minimumLiquidNetWorthRange: "5",
    minimumNetWorthRange: "5",
    offerSize: "2000000.00",
    physicalSignatureRequired: false,
    previousExperienceSetting: "N",
    security: { ticker: "PRIV.BIR", previousClosingPrice: "12.50" },
    securityType: "EQUITY",
  };
  const create = (issuingFirmRepresentativeOid: string) =>
    service.call("adviser", "POST", "/restapi/privateplacementoffers", {
      ...body,
      issuingFirmRepresentativeOid,
    });
  const another = (await read("members/elena.rossi")).body.memberOid;
  expect(codes((await create(another)).body)).toContain("offer.issuing.firm.representative.rule");
  const response = await create(member);
  expect(response.status, response.text).toBe(201);
});

/** The problems of a load of these files. */
async function faultsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    await service.load(files);
    return [];
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ file, line, column, reason }) =>
      [file, line, column, reason].join(" | "),
    );
  }
}

const firmColumns =
  "firmOid,partnerCode,name,kind,billingLevel,tid,managingFirmOid,representativeLoginId";

test.each([
  [
    "that manages itself as an institution",
    "2901,F2901,Mill,institutional,account,00-2900001,1002,carol.nguyen",
    ["managingFirmOid | Only a firm that issues is managed."],
  ],
  [
    "without a representative",
    "2901,F2901,Mill,issuing,account,00-2900001,1002,",
    [
      "representativeLoginId | A firm that is managed has a representative, and no other firm has one.",
    ],
  ],
  [
    "with a representative, and without a manager",
    "2901,F2901,Mill,issuing,account,00-2900001,,carol.nguyen",
    [
      "representativeLoginId | A firm that is managed has a representative, and no other firm has one.",
    ],
  ],
  [
    "without a tax id",
    "2901,F2901,Mill,issuing,account,,1002,carol.nguyen",
    ["tid | A firm that is managed has a tax id."],
  ],
  [
    "with the tax id of another",
    "2901,F2901,Mill,issuing,account,00-1234455,1002,carol.nguyen",
    ["tid | Another corporate firm has this tax id."],
  ],
])("a firm %s is not loaded", async (_, row, faults) => {
  const found = await faultsOf({ "firms.csv": `${firmColumns}\n${row}` });
  expect(found.map((each) => each.split(" | ").slice(2).join(" | "))).toEqual(faults);
});

test("an account is loaded for a corporate firm with its representative as first owner", async () => {
  const columns = "accountNumber,accountName,accountType,owners,openedOn,firmId";
  const load = (...rows: string[]) => faultsOf({ "accounts.csv": [columns, ...rows].join("\n") });
  expect(
    await load(
      'RA00290001,Mill one,I,"[""carol.nguyen""]",2025-01-02,1006',
      'RA00290002,Mill two,F,"[""carol.nguyen""]",2025-01-02,2999',
    ),
  ).toEqual([
    "accounts.csv | 2 | firmId | Only a corporate account is a firm's.",
    expect.stringMatching(/^accounts\.csv \| 3 \| firmId \| /),
  ]);
  const ofTwo = 'RA00290001,Mill one,F,"[""carol.nguyen"",""elena.rossi""]",2025-01-02,1006';
  expect(await load(ofTwo)).toEqual([
    "accounts.csv | 2 | owners | A corporate firm's account has one owner, its representative.",
  ]);
  expect(await load('RA00290001,Mill one,F,"[""elena.rossi""]",2025-01-02,1006')).toEqual([
    "accounts.csv | 2 | firmId | The primary owner does not represent this firm.",
  ]);
  expect(await load('RA00290001,Mill one,F,"[""carol.nguyen""]",2025-01-02,1006')).toEqual([]);
  expect((await read("accounts/RA00290001")).body).toMatchObject({
    firmId: "1006",
    owners: ["carol.nguyen"],
  });
});

test("a firm is loaded with a client of the firm that manages it as its representative", async () => {
  const load = (managing: string, representative: string) =>
    faultsOf({
      "firms.csv": `${firmColumns}\n2903,F2903,Glen,issuing,account,00-2900003,${managing},${representative}`,
    });
  const refusal = [
    "firms.csv | 2 | representativeLoginId | The representative is no client of the firm that manages this one.",
  ];
  expect(await load("1002", "erin.cole")).toEqual(refusal);
  expect(await load("1002", "harbor.lin")).toEqual(refusal);
  expect(await load("1002", "carol.nguyen")).toEqual([]);
  expect(await load("1003", "carol.nguyen")).toEqual(refusal);
});

test("another representative is loaded with the firm's accounts alone", async () => {
  const account = (number: string, owner: string) =>
    `${number},Dale ${number},F,"[""${owner}""]",2025-01-02,2902`;
  const load = (representative: string, ...accounts: string[]) =>
    faultsOf({
      "firms.csv": `${firmColumns}\n2902,F2902,Dale,issuing,account,00-2900002,1002,${representative}`,
      ...(accounts.length > 0 && {
        "accounts.csv": [
          "accountNumber,accountName,accountType,owners,openedOn,firmId",
          ...accounts,
        ].join("\n"),
      }),
    });
  const numbers = ["RA00290201", "RA00290202"];
  const [first = "", second = ""] = numbers;
  const ofCarol = numbers.map((number) => account(number, "carol.nguyen"));
  expect(await load("carol.nguyen", ...ofCarol)).toEqual([]);
  const refusal = (number: string) =>
    `firms.csv | 2 | representativeLoginId | Its account ${number} has another first owner, and is not in the load with this one.`;
  expect(await load("elena.rossi")).toEqual([refusal(first)]);
  expect(await load("elena.rossi", account(first, "elena.rossi"))).toEqual([refusal(second)]);
  const ofElena = numbers.map((number) => account(number, "elena.rossi"));
  expect(await load("elena.rossi", ...ofElena)).toEqual([]);
  expect((await read(`accounts/${second}`)).body.owners).toEqual(["elena.rossi"]);
});
