// Activity of random histories: pages read meanwhile, joined, are the bytes of one page of their version, in the list
// of the account and in that of several; transactions in force add up to the cash of every folio; and the CSV of an
// account gives the same books, in its own store and in one that has none of it. `npm run proofs` runs 1,000
// histories, which takes ten minutes on a machine with nothing else to do, or ACTIVITY_HISTORIES.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../../test/harness.ts";
import { asItIs, type KeptService, openKeptService } from "../../../../test/kept-service.ts";

const { PROOFS, ACTIVITY_HISTORIES } = process.env;
const histories = Number(ACTIVITY_HISTORIES ?? (PROOFS === undefined ? 6 : 1_000));

let kept: KeptService;
beforeAll(async () => {
  kept = await openKeptService(asItIs);
});
afterAll(() => kept.close());

const account = "RA00000006";
const path = `/restapi/accounts/${account}/transactions`;
/** An account that nothing changes meanwhile, listed before the other. */
const otherAccount = "RA00000001";
const otherPath = `/restapi/accounts/${otherAccount}/transactions`;
const everything = "daterange=2025-12-01,2026-03-02";

const folio = fc.constantFrom(`${account}01`, `${account}03`);
const cents = fc.integer({ min: 1, max: 99_999 }).map((value) => (value / 100).toFixed(2));
const shares = fc.integer({ min: 1, max: 500_000 }).map((value) => (value / 1e5).toFixed(5));
const security = fc.constantFrom("601", "602");
const notes = fc.option(fc.stringMatching(/^[a-z",; =]{1,12}$/), { nil: undefined });
const common = { folioNumber: folio, notes };
const moves = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ transactionType: fc.constant(type), ...fields });
const ofEvent = { securityId: security };
const trade = { ...common, securityId: security, shares, price: cents, fees: cents };

const row = fc.oneof(
  moves("DEP", {
    ...common,
    amount: fc.constant("9000.00"),
    method: fc.constantFrom("ACH", "WIRE"),
  }),
  moves("DEP", { ...common, amount: cents }),
  moves("WDL", { ...common, amount: cents }),
  { arbitrary: moves("BUY", trade), weight: 5 },
  moves("SLE", { ...common, securityId: security, shares, price: fc.constant("99") }),
  moves("DIV", { ...common, amount: cents, incomeKind: fc.constantFrom("qualified", "longGain") }),
  moves("INT", { ...common, amount: cents.map((amount) => `-${amount}`) }),
  moves("FEE", { ...common, amount: cents, feePaidBy: fc.constantFrom(`${account}01`, "outside") }),
  moves("FEE", { ...common, amount: cents, feeKind: fc.constant("refund") }),
  moves("CJL", {
    folioNumber: fc.constant(`${account}03`),
    toFolioNumber: fc.constant(`${account}01`),
    amount: cents,
  }),
  moves("SJL", {
    folioNumber: fc.constant(`${account}03`),
    toFolioNumber: fc.constant(`${account}01`),
    securityId: security,
    shares,
  }),
  moves("SPL", { ...ofEvent, ratioNew: fc.constantFrom("3", "1"), ratioOld: fc.constant("2") }),
  moves("ROC", {
    ...ofEvent,
    amount: fc.constantFrom("0.01", "0.05"),
    exDate: fc.constant("2026-01-01"),
  }),
  moves("MRG", { ...ofEvent, cashPerShare: fc.constant("41.333333") }),
  moves("SPO", {
    securityId: fc.constant("601"),
    intoSecurityId: fc.constant("603"),
    ratioNew: fc.constant("1"),
    ratioOld: fc.constant("3"),
    childPart: fc.constant("20"),
  }),
);

const step = fc.record({
  row,
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.constantFrom("2026-01", "2026-02"),
  /** The earlier transaction that is cancelled or replaced, if any. */
  takes: fc.oneof(
    { arbitrary: fc.constant(null), weight: 3 },
    { arbitrary: fc.nat({ max: 30 }), weight: 1 },
  ),
  replaces: fc.boolean(),
  limit: fc.integer({ min: 1, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const get = async (service: TestService, query: string, under = path) => {
  const response = await service.call("adviser", "GET", `${under}?${query}`);
  expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return response;
};
const nextOf = (link: unknown) => /<http:\/\/bursar\.test[^?]+\?([^>]+)>/.exec(`${link}`)?.[1];

/** A list that is read page by page; its text is that of the pages, joined. */
function openList(service: TestService, query: string, under: string) {
  const texts: string[] = [];
  let next: string | undefined = `${query}&limit=1`;
  let version: unknown;
  return {
    get hasMore() {
      return next !== undefined;
    },
    /** The version of the account's books at the first page that shows it. */
    get version() {
      return version;
    },
    text: () => `[${texts.join(",")}]`,
    async read(limit: number) {
      if (next === undefined) return;
      const page = await get(service, next.replace(/limit=\d+/, `limit=${limit}`), under);
      next = nextOf(page.headers.link);
      if (page.text !== "[]") texts.push(page.text.slice(1, -1));
      if (page.text.includes(`"accountId":"${account}"`)) {
        version ??= (await get(service, "limit=1")).headers["x-as-of-version"];
      }
    },
  };
}

/** Books a step; what the books refuse changes nothing. */
async function book(service: TestService, each: Step, at: number): Promise<void> {
  const { row: columns, day, month, takes, replaces } = each;
  const transactionId = String(at + 1);
  const taken = takes === null ? undefined : String((takes % (at + 1)) + 1);
  const placed = {
    ...columns,
    transactionId,
    tradeDate: `${month}-${String(day).padStart(2, "0")}`,
    entryOrder: transactionId,
    ...(taken && { replaces: taken }),
  };
  const cancellation = { transactionId, transactionType: "CXL", cancels: taken };
  const booked = taken && !replaces ? cancellation : placed;
  await service.call("operator", "POST", path, { transactions: [booked] });
}

/** The first transactions of every history, so that there is something to sell, split and merge. */
const holdings = [
  { folioNumber: `${account}03`, securityId: "601", shares: "10" },
  { folioNumber: `${account}01`, securityId: "601", shares: "3.33333" },
  { folioNumber: `${account}01`, securityId: "602", shares: "7.5" },
].map((bought, at) => {
  const placed = {
    tradeDate: "2025-12-31",
    entryOrder: String(at + 1),
    transactionId: String(901 + at),
  };
  return { transactionType: "BUY", price: "50", ...placed, ...bought };
});

/** Everything that follows from the rows of the account. */
async function booksOf(service: TestService): Promise<unknown> {
  const found: unknown[] = [];
  for (const [table, order] of [
    ["open_lot", "tax_lot_id"],
    ["closed_lot", "tax_lot_id"],
    ["folio_position", "folio_number, security_id"],
    ["folio_cash", "folio_number"],
    ["folio_cash_day", "folio_number, changed_on"],
    ["performance_quarter", "1, 2, 3"],
  ]) {
    const text = `select * from ${table} where account_number = $1 order by ${order}`;
    found.push((await service.admin(text, [account])).rows);
  }
  return found;
}

async function cashIsTheSum(service: TestService): Promise<void> {
  const { body } = await get(service, `${everything}&limit=1000`);
  const { rows } = await service.admin(
    "select folio_number as folio, amount::text from folio_cash where account_number = $1",
    [account],
  );
  const cash = new Map<string, string>(rows.map((each) => [each.folio, each.amount]));
  const sums = new Map<string, bigint>();
  const behind = new Map<string, string>();
  for (const { folioNumber, net, cashAfter } of [...body].reverse()) {
    if (folioNumber === null) continue;
    const sum = (sums.get(folioNumber) ?? 0n) + BigInt(net.replace(".", ""));
    sums.set(folioNumber, sum);
    behind.set(folioNumber, cashAfter);
    expect(BigInt(cashAfter.replace(".", ""))).toBe(sum);
  }
  for (const [number, amount] of behind) expect(amount).toBe(cash.get(number) ?? "0.00");
}

/** A list that leaves rows out shows the others as the whole list does. */
async function partsAreOfTheWhole(service: TestService): Promise<void> {
  const { body: whole } = await get(service, `${everything}&limit=1000`);
  const [{ ticker, subCategoryName, folioNumber }] = whole;
  const parts = [
    { field: "ticker", value: ticker, query: `&ticker=${ticker}`, under: path },
    {
      field: "subCategoryName",
      value: subCategoryName,
      query: `&subcategory=${encodeURIComponent(subCategoryName)}`,
      under: path,
    },
    {
      field: "folioNumber",
      value: folioNumber,
      query: "",
      under: `/restapi/accounts/${account}/folios/${folioNumber}/transactions`,
    },
  ];
  for (const { field, value, query, under } of parts) {
    if (value === null) continue;
    const { body } = await get(service, `${everything}${query}&limit=1000`, under);
    expect(body).toEqual(whole.filter((entry: Record<string, unknown>) => entry[field] === value));
  }
}

test(`${histories} histories are read as they were booked, in pages and as CSV`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { csv, books } = await kept.over(async (service) => {
        const half = Math.ceil(steps.length / 2);
        await service.call("operator", "POST", path, { transactions: holdings });
        for (const [at, each] of steps.slice(0, half).entries()) await book(service, each, at);
        const ofAccount = openList(service, `${everything}&status=all`, path);
        const both = `${everything}&status=all&accountnumber=${otherAccount},${account}`;
        const ofBoth = openList(service, both, "/restapi/transactions");
        for (let at = half; at < steps.length || ofAccount.hasMore || ofBoth.hasMore; at += 1) {
          const each = steps[at];
          if (each) await book(service, each, at);
          await ofAccount.read(each?.limit ?? 5);
          await ofBoth.read(each?.limit ?? 5);
        }
        const { version } = ofAccount;
        const whole = `${everything}&status=all&limit=1000`;
        const at = (shown: unknown) => get(service, `${whole}&asofversion=${shown}`);
        expect(ofAccount.text()).toBe((await at(version)).text);
        const { text: unchanged } = await get(service, whole, otherPath);
        const { text: changed } = await at(ofBoth.version);
        const expected = [unchanged, changed].map((list) => list.slice(1, -1)).filter(Boolean);
        expect(ofBoth.text()).toBe(`[${expected.join(",")}]`);
        await cashIsTheSum(service);
        await partsAreOfTheWhole(service);
        const { text } = await get(service, `${everything}&format=csv`);
        const again = await service.load({ "transactions.csv": text });
        expect(again).toMatchObject([{ added: 0, changed: 0 }]);
        return { csv: text, books: await booksOf(service) };
      });
      await kept.over(async (service) => {
        await service.load({ "transactions.csv": csv });
        expect(await booksOf(service)).toEqual(books);
      });
    }),
    { numRuns: histories, endOnFailure: PROOFS === undefined, ...(PROOFS ? {} : { seed: 7 }) },
  );
}, 36_000_000);
