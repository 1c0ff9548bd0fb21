// How terms and exclusions are loaded, and how a change of plan begins a term. (docs/billing.md)
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

const head = "accountNumber,from,to,billingPlanOid,discount,payerAccountNumber,collect";
const loadTerms = (...rows: string[]) =>
  service.load({ "billing-terms.csv": [head, ...rows, ""].join("\n") });
const loadExclusions = (...rows: string[]) =>
  service.load({
    "billing-exclusions.csv": ["accountNumber,securityId,from,to", ...rows, ""].join("\n"),
  });

async function faultsOf(load: Promise<unknown>): Promise<string[]> {
  const fault = await load.catch((error) => error);
  expect(fault).toBeInstanceOf(LoadFault);
  return (fault as LoadFault).problems.map(({ line, column }) => `${line} ${column}`);
}

async function termsOf(account: string): Promise<string[]> {
  const { rows } = await service.admin(
    `select concat_ws(' ', from_on, coalesce(to_on::text, '-'), billing_plan_oid, discount, collect) as term
     from billing_term where account_number = $1 order by from_on`,
    [account],
  );
  return rows.map(({ term }) => term);
}

test("a term is loaded once, and the next one begins when it has ended", async () => {
  await loadTerms("RA00000006,2025-01-01,2025-06-30,3001,10,,", "RA00000006,2025-07-01,,3002,,,");
  const stored = await termsOf("RA00000006");
  expect(stored).toEqual(["2025-01-01 2025-06-30 3001 10 debit", "2025-07-01 - 3002 0 debit"]);
  await loadTerms("RA00000006,2025-07-01,,3002,,,");
  expect(await termsOf("RA00000006")).toEqual(stored);
});

test("terms that overlap, of another firm's plan or with a wrong payer are refused", async () => {
  expect(
    await faultsOf(
      loadTerms("RA00000005,2025-01-01,2025-06-30,3001,,,", "RA00000005,2025-06-30,,3001,,,"),
    ),
  ).toEqual(["2 from"]);
  expect(await faultsOf(loadTerms("RA00000005,2025-01-01,,3101,,,"))).toEqual(["2 billingPlanOid"]);
  expect(await faultsOf(loadTerms("RA00000005,2025-01-01,,3003,,,"))).toEqual(["2 billingPlanOid"]);
  expect(await faultsOf(loadTerms("RA00000005,2025-02-01,2025-01-30,3001,,,"))).toEqual(["2 to"]);
  expect(await faultsOf(loadTerms("RA00000005,2025-01-01,,3001,,RA00000005,"))).toEqual([
    "2 payerAccountNumber",
  ]);
  expect(await faultsOf(loadTerms("RA00000001,2025-01-01,,3001,,RA00000006,"))).toEqual([
    "2 payerAccountNumber",
  ]);
  expect(await faultsOf(loadTerms("RA00000001,2025-01-01,,3001,,RA00000003,invoice"))).toEqual([
    "2 payerAccountNumber",
  ]);
  expect(await termsOf("RA00000005")).toEqual([]);
});

test("an account with an owner in common pays, but no retirement account does", async () => {
  const { rows } = await service.admin(
    `select account_number as number, account_type as type, login_id as owner
     from account join account_owner using (account_number) where firm_oid = 1002 order by 1`,
  );
  const retirement = rows.find(({ type }) => type === "R" || type === "Q");
  const taxable = rows.find(
    ({ owner, type }) => owner === retirement?.owner && !["9", "P", "Q", "R", "S"].includes(type),
  );
  expect([retirement, taxable]).not.toContain(undefined);
  await loadTerms(`${retirement?.number},2025-01-01,,3001,,${taxable?.number},`);
  expect(await termsOf(retirement?.number)).toHaveLength(1);
  expect(
    await faultsOf(loadTerms(`${taxable?.number},2025-01-01,,3001,,${retirement?.number},`)),
  ).toEqual(["2 payerAccountNumber"]);
});

test("an exclusion names cash or a known security, once on a day", async () => {
  await loadExclusions("RA00000005,601,2025-01-01,", "RA00000005,cash,2025-01-01,2025-03-31");
  expect(await faultsOf(loadExclusions("RA00000005,699999,2025-01-01,"))).toEqual(["2 securityId"]);
  expect(await faultsOf(loadExclusions("RA00000005,shares,2025-01-01,"))).toEqual(["2 securityId"]);
  expect(await faultsOf(loadExclusions("RA00000005,601,2025-05-01,"))).toEqual(["2 from"]);
  expect(await faultsOf(loadExclusions("RA00000005,602,2025-05-01,2025-04-29"))).toEqual(["2 to"]);
});

test("a change of plan ends the term yesterday and begins one today", async () => {
  const account = "RA00000003";
  const put = (billingPlanOid: string) =>
    service.call("adviser", "PUT", `/restapi/accounts/${account}`, {
      accountNumber: account,
      billingPlanOid,
    });
  await loadTerms(`${account},2025-01-01,,3001,12.5,,invoice`);
  expect((await put("3002")).status).toBe(200);
  expect(await termsOf(account)).toEqual([
    "2025-01-01 2026-03-01 3001 12.5 invoice",
    "2026-03-02 - 3002 12.5 invoice",
  ]);
  // The same day once more: the row of today has the last plan.
  expect((await put("3001")).status).toBe(200);
  expect((await put("3001")).status).toBe(200);
  expect(await termsOf(account)).toEqual([
    "2025-01-01 2026-03-01 3001 12.5 invoice",
    "2026-03-02 - 3001 12.5 invoice",
  ]);
});

test("an account without a row keeps its plan until yesterday", async () => {
  const account = "RA00000001";
  const { rows } = await service.admin(
    `select billing_plan_oid::text as plan, (select min(trade_on)::text from account_transaction as t
       where t.account_number = account.account_number) as first
     from account where account_number = $1`,
    [account],
  );
  const [{ plan, first }] = rows as [{ plan: string; first: string }];
  const other = plan === "3001" ? "3002" : "3001";
  const response = await service.call("adviser", "PUT", `/restapi/accounts/${account}`, {
    accountNumber: account,
    billingPlanOid: other,
  });
  expect(response.status).toBe(200);
  expect(await termsOf(account)).toEqual([
    `${first} 2026-03-01 ${plan} 0 debit`,
    `2026-03-02 - ${other} 0 debit`,
  ]);
});

test("a plan by which fees were billed is not changed", async () => {
  await service.admin("update billing_plan set is_billed = true where billing_plan_oid = 3001", []);
  const load = (name: string, fees: string) =>
    service.load({
      "billing-plans.csv": `billingPlanOid,firmOid,kind,name,description,assetFees,commissionFees\n3001,1002,advisory,${name},One percent of assets a year,"${fees}",4.95\n`,
    });
  const fees = '[{""fromAmount"":""0.00"",""annualRate"":""1.00""}]';
  await load("Standard", fees);
  expect(await faultsOf(load("Other", fees))).toEqual(["2 name"]);
  expect(
    await faultsOf(load("Standard", '[{""fromAmount"":""0.00"",""annualRate"":""1.10""}]')),
  ).toEqual(["2 name"]);
});
