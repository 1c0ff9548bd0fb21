// Lots that another account of the firm moved here, in the lists of the account that receives them: what it
// sees of them and what not, at which version of its books, and the cash that follows from them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const giver = "RA00000011";
const receiver = "RA00000009";
const everything = "daterange=2019-01-01,2026-12-31";
const pathOf = (account: string) => `/restapi/accounts/${account}/transactions`;
const read = (path: string) => service.call("adviser", "GET", path);
const list = (query = "", account = receiver) =>
  read(`${pathOf(account)}?${everything}${query && `&${query}`}`);

const trade = { tradeDate: "2026-02-02", securityId: "605" };
const move = {
  ...trade,
  transactionType: "LMV",
  reason: "JNL",
  shares: "80",
  notes: `for ${receiver}`,
  toAccountNumber: receiver,
  toFolioNumber: `${receiver}03`,
};

async function book(account: string, ...rows: readonly Readonly<Record<string, unknown>>[]) {
  const transactions = rows.map((row) => {
    if (row.transactionType === "CXL") return row;
    const folioNumber = row.transactionType === "ROC" ? undefined : `${account}03`;
    return { entryOrder: `${row.transactionId}`.slice(-2), folioNumber, ...row };
  });
  const response = await service.call("operator", "POST", pathOf(account), { transactions });
  expect(response.text).toBe("");
}

/** Entries as short lines: id, type, folio, shares, net, cash behind. */
type Entry = Readonly<Record<string, string | null>>;
const linesOf = ({ body }: { readonly body: readonly Entry[] }) =>
  body.map(({ transactionId, transactionCode: type, folioNumber, quantity, net, cashAfter }) =>
    [transactionId, type, folioNumber?.slice(-2), quantity ?? "-", net, cashAfter ?? "-"].join(" "),
  );
const versionOf = async (account = receiver) =>
  `${(await list("", account)).headers["x-as-of-version"]}`;

const paidIn = "96001 DEP 03 - 50.00 50.00";
const bought = "96009 BUY 01 20.00000 -20.00 -20.00";
/** 8.00 for 20 shares in one folio and 80 in the other. */
const after = ["96003 ROC 01 - 1.60 -18.40", "96003 ROC 03 - 6.40 56.40", bought];
let before = "";
let moved = "";

test("the receiving account lists what comes, and its events count it", async () => {
  await book(giver, {
    ...trade,
    transactionId: "97001",
    transactionType: "BUY",
    shares: "100",
    price: "10",
  });
  await book(
    receiver,
    {
      ...trade,
      transactionId: "96001",
      transactionType: "DEP",
      amount: "50",
      securityId: undefined,
    },
    {
      ...trade,
      transactionId: "96009",
      transactionType: "BUY",
      folioNumber: `${receiver}01`,
      shares: "20",
      price: "1",
    },
  );
  before = await versionOf();
  await book(giver, { ...move, transactionId: "97002" });
  await book(receiver, {
    ...trade,
    transactionId: "96003",
    transactionType: "ROC",
    amount: "8",
    tradeDate: "2026-02-03",
  });
  moved = await versionOf();
  const response = await list();
  expect(linesOf(response)).toEqual([...after, "97002 LMV 03 80.00000 0.00 50.00", paidIn]);
  expect(response.body[3]).toMatchObject({
    accountId: receiver,
    folioNumber: `${receiver}03`,
    categoryName: "Transfers",
    subCategoryName: "SECURITIES",
    notes: null,
    status: "IN_FORCE",
  });
  expect(linesOf(await list("category=transfers", giver))).toEqual([
    "97002 LMV 03 -80.00000 0.00 -1000.00",
  ]);
});

test("every list of the receiving account has it, and a filter or another folio leaves it out", async () => {
  const line = "97002 LMV 03 80.00000 0.00 50.00";
  const folio = (number: string) =>
    read(
      `/restapi/accounts/${receiver}/folios/${number}/transactions?${everything}&category=transfers`,
    );
  expect(linesOf(await folio(`${receiver}03`))).toEqual([line]);
  expect(linesOf(await folio(`${receiver}01`))).toEqual([]);
  const firm = (query: string) => read(`/restapi/transactions?${query}`);
  const ofDay = "daterange=2026-02-02,2026-02-02&category=transfers";
  expect(linesOf(await firm(ofDay))).toEqual([line, "97002 LMV 03 -80.00000 0.00 -1000.00"]);
  expect(linesOf(await firm(`${ofDay}&accountnumber=${receiver}`))).toEqual([line]);
  for (const query of ["category=fees", "ticker=ACME", "eventid=1", "status=replaced"]) {
    expect(linesOf(await list(query)), query).toEqual([]);
  }
  const whole = await list();
  const joined: unknown[] = [];
  for (let next: string | undefined = `${everything}&limit=1`; next !== undefined; ) {
    const page = await read(`${pathOf(receiver)}?${next}`);
    joined.push(...page.body);
    next = /<http:\/\/bursar\.test[^?]+\?([^>]+)>/.exec(`${page.headers.link}`)?.[1];
  }
  expect(joined).toEqual(whole.body);
});

test("nothing of the giving account is shown, and the files have it once", async () => {
  const one = await read(`${pathOf(receiver)}/97002`);
  expect(one.body).toMatchObject({
    folioNumber: `${receiver}03`,
    toFolioNumber: null,
    quantity: "80.00000",
    columns: { accountNumber: receiver, shares: "80", reason: "JNL", toAccountNumber: null },
    effects: [{ cash: "0.00", shares: [{ securityId: "605", quantity: "80.00000" }] }],
    lots: { opened: [expect.stringMatching(/^\d+$/)], closed: [] },
    sequence: expect.stringMatching(/^\d+$/),
  });
  for (const { text } of [one, await list("status=all")]) {
    expect(text).not.toContain(giver);
    expect(text).not.toContain("97001");
  }
  expect((await list("format=csv")).text).not.toContain("97002");
  expect((await list("format=csv", giver)).text.match(/97002/g)).toHaveLength(1);
});

test("each version of the receiving account has what it had then", async () => {
  const day = "2026-02-04";
  await book(receiver, {
    transactionId: "96011",
    transactionType: "WDL",
    amount: "1",
    tradeDate: day,
  });
  const held = await versionOf();
  await book(giver, { transactionId: "97003", transactionType: "CXL", cancels: "97002" });
  expect(linesOf(await list())).toEqual([
    "96011 WDL 03 - -1.00 49.00",
    "96003 ROC 01 - 8.00 -12.00",
    bought,
    paidIn,
  ]);
  // Of a day without any event, too, the cash is that of the version: 56.40 − 1.
  const then = await read(`${pathOf(receiver)}?daterange=${day},${day}&asofversion=${held}`);
  expect(linesOf(then)).toEqual(["96011 WDL 03 - -1.00 55.40"]);
  const gone = await list("status=cancelled");
  expect(linesOf(gone)).toEqual(["97003 CXL 03 - 0.00 -", "97002 LMV 03 80.00000 0.00 -"]);
  expect(gone.body).toMatchObject([{ cancels: "97002" }, { takenBackBy: "97003" }]);
  expect(gone.text).not.toContain(giver);
  expect((await read(`${pathOf(receiver)}/97003`)).body).toMatchObject({
    transactionCode: "CXL",
    columns: { accountNumber: receiver, transactionId: "97003", cancels: "97002" },
    effects: [],
  });
  expect(linesOf(await list(`asofversion=${moved}`))).toEqual([
    ...after,
    "97002 LMV 03 80.00000 0.00 50.00",
    paidIn,
  ]);
  expect(linesOf(await list(`asofversion=${before}`))).toEqual([bought, paidIn]);
  expect((await read(`${pathOf(receiver)}/97002?asofversion=${before}`)).status).toBe(404);
});

test("a load notes the same versions, and a move to elsewhere ends what was here", async () => {
  const son = "RA00000010";
  const loaded = { ...move, accountNumber: giver, folioNumber: `${giver}03` };
  const load = (row: object) => service.load({ "transactions.ndjson": `${JSON.stringify(row)}\n` });
  const start = await versionOf();
  await load({ ...loaded, transactionId: "97004", entryOrder: "4" });
  const came = await versionOf();
  const elsewhere = { toAccountNumber: son, toFolioNumber: `${son}03`, replaces: "97004" };
  await load({ ...loaded, ...elsewhere, transactionId: "97005", entryOrder: "5" });
  const transfers = async (query: string, account = receiver) =>
    linesOf(await list(`category=transfers&${query}`, account));
  expect(await transfers("")).toEqual([]);
  expect(await transfers("status=replaced")).toEqual(["97004 LMV 03 80.00000 0.00 -"]);
  expect(await transfers(`asofversion=${came}`)).toEqual(["97004 LMV 03 80.00000 0.00 50.00"]);
  expect(await transfers(`asofversion=${start}`)).toEqual([]);
  const atSon = await list("category=transfers", son);
  expect(linesOf(atSon)).toEqual(["97005 LMV 03 80.00000 0.00 0.00"]);
  expect(atSon.body).toMatchObject([{ replaces: null }]);
});

test("moves from accounts with one id and place are each shown once, whatever the page", async () => {
  const third = "RA00000006";
  const purchase = { transactionType: "BUY", shares: "7", price: "10" };
  await book(third, { ...trade, ...purchase, transactionId: "97019" });
  // More of them than are read at once for a page of one entry.
  for (const [account, shares] of [
    [giver, "5"],
    ["RA00000010", "6"],
    [third, "7"],
  ] as const) {
    await book(account, { ...move, shares, transactionId: "97020" });
    await book(account, { transactionId: "97021", transactionType: "CXL", cancels: "97020" });
  }
  const query = "status=cancelled&category=transfers,adjustments";
  const whole = await list(query);
  const moves = linesOf(whole).filter((line) => line.startsWith("97020"));
  expect(moves.toSorted()).toEqual(["5", "6", "7"].map((n) => `97020 LMV 03 ${n}.00000 0.00 -`));
  for (const limit of [1, 2, 3]) {
    const joined: Entry[] = [];
    let next: string | undefined = `${pathOf(receiver)}?${everything}&${query}&limit=${limit}`;
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof read>> = await read(next);
      joined.push(...page.body);
      const link = /<http:\/\/bursar\.test([^>]+)>; rel="next"/.exec(`${page.headers.link}`);
      next = link?.[1];
    }
    expect(linesOf({ body: joined })).toEqual(linesOf(whole));
  }
});
