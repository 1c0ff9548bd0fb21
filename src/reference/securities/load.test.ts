// How a security is quoted and settles, and what a load says whose factor it changes. (docs/loading.md)
import { expect, test } from "vitest";
import { useTestService } from "../../../test/harness.ts";
import type { LoadFault } from "../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

const bond = (factor: string, period = "") => ({
  "securities.csv":
    "securityId,ticker,name,instrumentType,quotationFactor,settlementPeriod\n" +
    `691,ACME29,Acme 2029,DB,${factor},${period}\n`,
});

const stored = async () =>
  (
    await service.admin(
      "select quotation_factor::text as factor, settlement_period as period from security where security_id = 691",
    )
  ).rows;

test("a security is quoted by 1 unless a factor is loaded, and settles as its group", async () => {
  expect(await service.load(bond(""))).toMatchObject([{ added: 1 }]);
  expect(await stored()).toEqual([{ factor: "1", period: null }]);
  expect(await service.load(bond("1.0"))).toEqual([
    { file: "securities.csv", rows: 1, added: 0, changed: 0 },
  ]);
  await service.load(bond("0.01", "0"));
  expect(await stored()).toEqual([{ factor: "0.01", period: 0 }]);
});

/** Why a factor is refused, by column. */
const reasonsOf = (factor: string) =>
  service.load(bond(factor)).then(
    () => [],
    (fault: LoadFault) => fault.problems.map(({ column, reason }) => `${column ?? "-"}: ${reason}`),
  );

test("a factor is above 0 and has 6 places at most", async () => {
  for (const factor of ["0", "-0.01"]) {
    expect(await reasonsOf(factor)).toEqual(["quotationFactor: It is not above 0."]);
  }
  expect(await reasonsOf("0.0000001")).toEqual([
    "quotationFactor: The column takes at most 6 places: 0.0000001.",
  ]);
  expect(await stored()).toEqual([{ factor: "0.01", period: 0 }]);
});

test.each([
  ["security-symbols", "securityId,to,ticker,name,from\n601,2020-01-02,OLD,Old,2020-01-02", "from"],
  ["security-symbols", "securityId,to,ticker,name,from\n601,2020-01-02,OLD,Old,1899-12-31", "from"],
  ["security-symbols", "securityId,to,ticker,name\n601,2026-03-03,OLD,Old", "to"],
  ["security-symbols", "securityId,to,ticker,name\n601,2020-01-02,O LD,Old", "ticker"],
  ["security-symbols", "securityId,to,ticker,name\n699,2020-01-02,OLD,Old", "securityId"],
  ["securities", "securityId,ticker,name,instrumentType,taxStatus\n692,N,N,MF,ETF", "taxStatus"],
  ["prices", `securityId,date,close,source\n601,2020-01-02,1,${"x".repeat(21)}`, "source"],
])("a load of %s is refused by its column: %s", async (kind, file, column) => {
  await expect(service.load({ [`${kind}.csv`]: `${file}\n` })).rejects.toMatchObject({
    problems: [{ line: 2, column }],
  });
});

test("a changed factor says whose books are worked out anew, and an unchanged one nothing", async () => {
  const [before] = await service.load(bond("0.01"));
  expect(before?.notices).toBeUndefined();
  const [unheld] = await service.load(bond("0.1"));
  expect(unheld?.notices).toEqual([
    "Security 691 (ACME29): its quotation factor was 0.01 and is 0.1; no account has had it.",
  ]);
  const account = "RA00000006";
  await service.load({
    "transactions.csv":
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price\n" +
      `${account},970001,BUY,1,${account}03,2025-03-03,691,10000,98.50\n`,
    "prices.csv": "securityId,date,close\n691,2025-03-03,98.50\n",
  });
  const value = async () => {
    const { body } = await service.call("adviser", "GET", `/restapi/accounts/${account}/positions`);
    const held = body.find(({ security }: { security: { id: string } }) => security.id === "691");
    return [held.price, held.security.quotationFactor, held.marketValue];
  };
  // 10,000 × 98.50 × 0.1
  expect(await value()).toEqual(["98.500000", "0.100000", "98500.00"]);
  const [held] = await service.load(bond("0.01"));
  expect(held?.notices).toEqual([
    "Security 691 (ACME29): its quotation factor was 0.1 and is 0.01; the books of 1 account that " +
      "has had it are worked out anew: RA00000006.",
  ]);
  // 10,000 × 98.50 × 0.01
  expect(await value()).toEqual(["98.500000", "0.010000", "9850.00"]);
  const { body } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/taxlots/unrealized`,
  );
  const [lot] = body.lots.filter(
    ({ security }: { security: { id: string } }) => security.id === "691",
  );
  const { price, marketValue, adjustedCostBasis } = lot;
  expect([price, lot.security.quotationFactor, marketValue, adjustedCostBasis]).toEqual([
    "98.500000",
    "0.010000",
    "9850.00",
    "9850.00",
  ]);
  // The amount that an old fact takes off a basis has to be there under the new factor too.
  await service.load({
    "transactions.csv":
      "accountNumber,transactionId,transactionType,entryOrder,tradeDate,securityId,amount,reason\n" +
      `${account},970002,BAS,1,2025-03-04,691,-1000.00,PRM\n`,
  });
  expect(await reasonsOf("0.001")).toEqual([
    "-: Transaction 970002 of RA00000006, accepted before, could not be applied any more: A basis would " +
      "fall below 0: 985.00 - 1000.00.",
  ]);
  expect(await stored()).toEqual([{ factor: "0.01", period: null }]);
});

test("funds are averaged from a day in a taxable account alone", async () => {
  const { rows } = await service.admin(
    "select account_number as number, account_type as type from account where account_type in ('I', 'R') order by 2, 1",
  );
  const set = (number: string) =>
    service.admin(
      "update account set funds_averaged_from = '2020-01-01' where account_number = $1",
      [number],
    );
  const [taxable] = rows.filter(({ type }) => type === "I");
  const [retirement] = rows.filter(({ type }) => type === "R");
  await set(taxable.number);
  await expect(set(retirement.number)).rejects.toThrow("account_funds_averaged");
  const row = (number: string, type: string) =>
    "accountNumber,accountName,accountType,owners,openedOn,fundsAveragedFrom\n" +
    `${number},New,${type},"[""nobody""]",2020-01-02,2020-01-02\n`;
  const faults = async (type: string) => {
    const files = { "accounts.csv": row("RA77777777", type) };
    const found = await service.load(files).then(
      () => [],
      (fault: { problems: readonly { column?: string; reason: string }[] }) => fault.problems,
    );
    return found.filter(({ column }) => column === "fundsAveragedFrom").map(({ reason }) => reason);
  };
  expect(await faults("I")).toEqual([]);
  expect(await faults("R")).toEqual([
    "A retirement account has the average cost of every position.",
  ]);
});
