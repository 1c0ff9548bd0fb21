// The audit entries alone show what an account, its restrictions or an offer was at any instant.
import { expect, test } from "vitest";
import { NewOffer } from "../src/brokerage/placements/offers/schema.ts";
import { hasState, stateAt } from "../src/brokerage/service/audit-entries/state-at.ts";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import { useTestService } from "./harness.ts";

const service = useTestService();

async function recorded(subject: string, instant: string) {
  return stateAt(subject, await selectAuditEntries(service.db, subject), new Date(instant));
}

async function read(path: string) {
  const response = await service.call("operator", "GET", path);
  expect(response.status, path).toBe(200);
  return response.body;
}

/** Makes one change a day and then compares every evening's response with what the chain says. */
async function checkEachDay(
  subject: string,
  responseNow: () => Promise<object>,
  changes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const responses: [instant: string, response: object][] = [];
  for (const [day, change] of changes.entries()) {
    const date = `2026-04-${String(day + 1).padStart(2, "0")}`;
    service.setNow(`${date}T15:00:00Z`);
    await change();
    responses.push([`${date}T21:00:00Z`, await responseNow()]);
  }
  for (const [instant, response] of responses) {
    expect((await recorded(subject, instant)).state, instant).toEqual(response);
  }
}

const put = (number: string, body: object) => async () => {
  const response = await service.call("adviser", "PUT", `/restapi/accounts/${number}`, body);
  expect(response.status, response.text).toBe(200);
};

const loadAccounts = (header: string, row: string) => () =>
  service.load({ "accounts.csv": `${header}\n${row}` });

const columns = "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn";
const json = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

test("an account changed by loads and requests is shown as it was returned each day", async () => {
  const number = "RA00000001";
  const response = async () => ({
    account: await read(`/restapi/accounts/${number}`),
    restrictions: [],
  });
  const contact = {
    firstName: "Grace",
    lastName: "Hopper",
    relationship: "FRIEND",
    email: "grace@example.org",
    mailingAddress: { line1: "1 Main St", city: "Albany", state: "NY", zipcode: "12207" },
    dateOfBirth: "1960-12-09",
  };
  await checkEachDay(number, response, [
    async () => {},
    put(number, {
      accountName: "Day to day",
      defaultTaxLotSelection: "HLTG",
      longTermTaxRate: "15.50",
      shortTermTaxRate: "37",
    }),
    loadAccounts(
      `${columns},longTermTaxRate,securityExclusions`,
      `${number},Loaded anew,I,${json(["ada.whitfield"])},3001,2018-05-14,20,${json([
        { exclusionValue: "601", exclusionStartDate: "2026-01-05" },
      ])}`,
    ),
    put(number, { trustedContacts: [contact], defaultTaxLotSelection: "FIFO" }),
    put(number, { securityExclusions: [], billingPlanOid: "3002" }),
    loadAccounts(columns, `${number},Loaded again,I,${json(["ada.whitfield"])},3001,2018-05-14`),
  ]);
});

test("an IRA's beneficiaries are shown with only the last digits of their numbers", async () => {
  const number = "RA00000002";
  const primaryBeneficiaries = [
    { SSN: "987-65-4329", firstName: "Iris", lastName: "Whitfield", relationship: "CHILD" },
    { firstName: "Ben", lastName: "Whitfield", relationship: "SPOUSE" },
  ].map((each) => ({ ...each, citizenship: "C", dateOfBirth: "2001-06-12", sharePct: "50" }));
  const response = async () => ({
    account: await read(`/restapi/accounts/${number}`),
    restrictions: [],
  });
  await checkEachDay(number, response, [async () => {}, put(number, { primaryBeneficiaries })]);
  const entries = JSON.stringify(await service.auditOf(number));
  expect(entries).not.toMatch(/987-?65-?4329/);
});

test("restrictions are shown while they are in force", async () => {
  const number = "RA00000007";
  const path = `/restapi/accounts/${number}`;
  const placed: string[] = ["4002"];
  const response = async () => {
    const responses = placed.map((id) => read(`${path}/restrictions/${id}`));
    return { account: await read(path), restrictions: await Promise.all(responses) };
  };
  await checkEachDay(number, response, [
    async () => {},
    async () => {
      const body = { reason: { code: "021" }, type: { code: "SO" }, inceptionInfo: "Court order" };
      const { headers } = await service.call("adviser", "POST", `${path}/restrictions`, body);
      placed.push(String(headers.location).split("/").at(-1) ?? "");
    },
    async () => {
      const signed = await service.call("adviser", "POST", `${path}/customeragreement`, {
        loginId: "dmitri.ivanov",
        signatureMethod: "SIGNED_PDF",
        signatureData: Buffer.from("%PDF-1.7").toString("base64"),
      });
      expect(signed.status, signed.text).toBe(200);
      placed.shift();
    },
  ]);
});

function withoutIssuer({ security, ...offer }: { security: Record<string, unknown> }) {
  const { companyName, ...rest } = security;
  return { offer: { ...offer, security: rest } };
}

test("an offer, loaded or created, is shown in full but for its issuer's name", async () => {
  const path = "/restapi/privateplacementoffers";
  const loaded = await read(`${path}/801`);
  expect((await recorded("offer:801", "2026-03-31T00:00:00Z")).state).toEqual(
    withoutIssuer(loaded),
  );
  const [example] = (NewOffer as { examples?: object[] }).examples ?? [];
  const made = await service.call("adviser", "POST", path, example);
  expect(made.status, made.text).toBe(201);
  const id = String(made.headers.location).split("/").at(-1);
  const created = await read(`${path}/${id}`);
  const { state } = await recorded(`offer:${id}`, service.now().toISOString());
  expect(state).toEqual(withoutIssuer(created));
});

test("before the first entry nothing is shown, and the entry that made a state is named", async () => {
  expect(await recorded("RA00000001", "2026-03-02T14:59:59.999Z")).toEqual({
    subject: "RA00000001",
    time: "2026-03-02T14:59:59.999Z",
    entry: null,
    state: null,
  });
  expect((await recorded("RA00000001", "2026-03-02T15:00:00Z")).entry).toEqual({
    sequence: "1",
    occurredAt: "2026-03-02T15:00:00.000Z",
    operation: "loadFolder",
  });
  const subjects = ["RA00000001", "offer:801", "firm:1002", "member:ada.whitfield", "store"];
  expect(subjects.filter(hasState)).toEqual(["RA00000001", "offer:801"]);
});
