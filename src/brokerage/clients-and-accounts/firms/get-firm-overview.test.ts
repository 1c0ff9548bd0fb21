// How a firm stands: the sums agree with the responses of its accounts one by one.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

type Who = "adviser" | "readOnly" | "operator" | "otherAdviser" | "client" | "issuer";
const harbor = "1002";
const overview = (firm = harbor, who: Who = "adviser") =>
  service.call(who, "GET", `/restapi/firms/${firm}/overview`);
const read = async (path: string, who: Who = "adviser") => {
  const { status, body, text } = await service.call(who, "GET", `/restapi/${path}`);
  expect(status, text).toBe(200);
  return body;
};
const cents = (amount: string) => BigInt(amount.replace(".", ""));
const sum = (amounts: readonly string[]) =>
  amounts.reduce((total, amount) => total + cents(amount), 0n);

interface Listed {
  readonly accountNumber: string;
  readonly owners: readonly string[];
  readonly restricted: boolean;
  readonly overview: Readonly<Record<"value" | "cash", string | null>> & { openItems: string };
}

test.each([
  ["of a firm", harbor, "adviser"],
  ["of the operator, which counts every firm's", "1001", "operator"],
] as const)("the sums %s are those of its accounts", async (_, firm, who) => {
  const { status, body } = await overview(firm, who);
  expect(status).toBe(200);
  const accounts: readonly Listed[] = await read("accounts?overview=true&limit=1000", who);
  const values = accounts.flatMap(({ overview: { value } }) => value ?? []);
  expect(body).toMatchObject({
    firmOid: firm,
    asOf: "2026-03-02T00:00:00.000-05:00",
    accounts: String(accounts.length),
    owners: String(new Set(accounts.flatMap(({ owners }) => owners)).size),
    accountsUnvalued: String(accounts.length - values.length),
  });
  expect(cents(body.value)).toBe(sum(values));
  expect(cents(body.cash)).toBe(sum(accounts.flatMap(({ overview: { cash } }) => cash ?? [])));
  const { itemsForAttention, accountsRestricted } = body.waiting;
  const items = accounts.map((each) => Number(each.overview.openItems));
  expect(itemsForAttention).toBe(String(items.reduce((one, other) => one + other, 0)));
  expect(accountsRestricted).toBe(String(accounts.filter(({ restricted }) => restricted).length));
});

test("flows of 30 days are those of each account's days, in and out", async () => {
  const { body } = await overview();
  expect(body.flows.firstDate).toBe("2026-02-01T00:00:00.000-05:00");
  const accounts: readonly Listed[] = await read("accounts");
  let came = 0n;
  let went = 0n;
  for (const { accountNumber } of accounts) {
    const path = `accounts/${accountNumber}/performance/rawdata?daterange=2026-02-01,2026-03-02`;
    for (const { cashFlows, securityFlows } of (await read(path)).values) {
      if (cashFlows === null) continue;
      const flow = cents(cashFlows) + cents(securityFlows);
      if (flow > 0n) came += flow;
      else went -= flow;
    }
  }
  expect(came).toBeGreaterThan(0n);
  const { in: inflow, out, net } = body.flows;
  expect([cents(inflow), cents(out), cents(net)]).toEqual([came, went, came - went]);
});

test("what waits is counted until it is done", async () => {
  const waits = async () => (await overview()).body.waiting;
  const before = await waits();
  const accounts: readonly Listed[] = await read("accounts");
  let transfers = 0;
  let ballots = 0;
  let orders = 0;
  const ended = ["Completed", "Rejected", "Cancelled", "Failed", "Transfer Closed - No Action"];
  for (const { accountNumber } of accounts) {
    const list = (kind: string) => read(`accounts/${accountNumber}/${kind}`);
    transfers += (await list("acatin")).filter(
      ({ status }: { status: string }) => !ended.includes(status),
    ).length;
    ballots += (await list("corporateactions")).filter(
      (each: { status: string; questions: readonly object[]; deadline: string | null }) =>
        each.status === "New" &&
        each.questions.length > 0 &&
        (each.deadline === null || Date.parse(each.deadline) >= +service.now()),
    ).length;
    orders += (await list("privateplacementorders?orderstatus=initial")).length;
  }
  expect(before).toMatchObject({
    transfersOpen: String(transfers),
    ballotsOpen: String(ballots),
    ordersUndecided: String(orders),
  });
  expect(transfers * ballots * orders).toBeGreaterThan(0);
  await service.admin("update model_subscription set status = 'PENDING'");
  const pending = await service.admin(`select count(*)::text as count from model_subscription
    join account using (account_number) where firm_oid = ${harbor} or client_firm_oid = ${harbor}`);
  expect((await waits()).modelsPending).toBe(pending.rows[0]?.count);
  expect(pending.rows[0]?.count).not.toBe(before.modelsPending);
});

test("a firm reads itself and the firms that it manages, and the operator all", async () => {
  const { body } = await overview();
  for (const who of ["readOnly", "operator"] as const)
    expect((await overview(harbor, who)).body).toEqual(body);
  expect((await overview("1006")).status).toBe(200);
  for (const [firm, who] of [
    ...([
      [harbor, "otherAdviser"],
      [harbor, "issuer"],
      [harbor, "client"],
    ] as const),
    ...([
      ["1001", "adviser"],
      ["999999", "adviser"],
    ] as const),
  ])
    expect((await overview(firm, who)).status).toBe(403);
});
