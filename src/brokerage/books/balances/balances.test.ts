// Balances over HTTP: the week of docs/balances.md line by line, past days, lists, and who sees them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
const account = "RA00000006";
const folioNumber = `${account}03`;
const row = (transactionType: string, tradeDate: string, more: object) => {
  return { transactionType, folioNumber, tradeDate, ...more };
};
const book = async (transactions: object[]) => {
  const path = `/restapi/accounts/${account}/transactions`;
  const response = await service.call("operator", "POST", path, { transactions });
  expect(response.status, response.text).toBe(201);
};
type Caller = Parameters<TestService["call"]>[0];
const read = (query = "", caller: Caller = "adviser") =>
  service.call(caller, "GET", `/restapi/accounts/${account}/balances${query}`);

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

/** TD, SD, in, out, held, res, pend, to trade, to withdraw at an hour of New York. */
async function figuresAt(instant: string): Promise<string[]> {
  service.setNow(instant);
  const { body } = await read();
  return [
    body.tradeDateBalance,
    body.settlementDateBalance,
    body.unsettledCredits,
    body.unsettledDebits,
    body.held,
    body.reserved,
    body.pendingWithdrawals,
    body.balanceAvailableForT1Trades,
    body.balanceAvailableForWithdrawal,
  ];
}

const idOf = async (type: string) => {
  const { rows } = await service.admin(
    `select transaction_id::text as id from account_transaction
     where account_number = $1 and transaction_type = $2 order by transaction_id desc limit 1`,
    [account, type],
  );
  return rows[0].id;
};

describe("a week with a holiday", () => {
  const figures = (text: string) => text.trim().split(/ +/);

  test("begins with settled cash and a sale that settles the next day", async () => {
    service.setNow("2026-11-23T22:00:00Z");
    await book([
      row("DEP", "2026-11-02", { amount: "9000" }),
      row("BUY", "2026-11-03", { securityId: "601", shares: "160", price: "50" }),
      row("SLE", "2026-11-23", { securityId: "601", shares: "100", price: "80", fees: "0.22" }),
    ]);
    expect(await figuresAt("2026-11-23T22:00:00Z")).toEqual(
      figures("8999.78 1000.00 7999.78 0.00 0.00 0.00 0.00 8999.78 1000.00"),
    );
    const { body } = await read();
    expect(body).toMatchObject({
      accountNumber: account,
      asOf: "2026-11-23T00:00:00.000-05:00",
      balanceAvailableForT2Trades: "8999.78",
      balanceWithheldFromT1Trades: "0.00",
      balanceWithheldFromT2Trades: "0.00",
      balanceWithheldFromWithdrawal: "7999.78",
      settlements: [
        {
          date: "2026-11-24T00:00:00.000-05:00",
          credits: "7999.78",
          debits: "0.00",
          balance: "8999.78",
        },
      ],
    });
    expect(body.folios).toContainEqual({
      folioNumber,
      tradeDateBalance: "8999.78",
      settlementDateBalance: "1000.00",
      reserved: "0.00",
    });
  });

  test("keeps a held deposit and an unsettled purchase back", async () => {
    service.setNow("2026-11-24T22:00:00Z");
    await book([
      row("BUY", "2026-11-24", { securityId: "602", shares: "50", price: "60" }),
      row("DEP", "2026-11-24", { amount: "2000", method: "ACH", availableOn: "2026-12-02" }),
    ]);
    expect(await figuresAt("2026-11-24T22:00:00Z")).toEqual(
      figures("7999.78 10999.78 0.00 3000.00 2000.00 0.00 0.00 7999.78 5999.78"),
    );
  });

  test("takes what settles on the Friday for a buy of the eve of the holiday, and of the day", async () => {
    service.setNow("2026-11-25T22:00:00Z");
    await book([
      row("SLE", "2026-11-25", { securityId: "602", shares: "10", price: "44.10", fees: "0.01" }),
      row("DIV", "2026-11-25", { amount: "14", securityId: "601" }),
    ]);
    // The reserve of 750.00 is that of a subscription, the order of a security that is not private being to come.
    await service.admin(
      `insert into private_placement_order (account_number, order_oid, offer_oid, login_id, order_status,
         requested_amount, fill_amount, folio_order_oid, accredited, created_at, modified_at)
       values ($1, 88990, 801, 'carol.nguyen', 'ORDER_CREATED', 750, 750, 1, true, now(), now())`,
      [account],
    );
    const wednesday = figures("8454.77 8013.78 440.99 0.00 2000.00 750.00 0.00 7704.77 5263.78");
    expect(await figuresAt("2026-11-25T22:00:00Z")).toEqual(wednesday);
    expect(await figuresAt("2026-11-26T17:00:00Z")).toEqual(wednesday);
    const { body } = await read();
    const reserved = body.folios.map((each: Record<string, string>) => each.reserved);
    expect(reserved.toSorted()).toEqual([...Array(reserved.length - 1).fill("0.00"), "750.00"]);
  });

  test("ends the reserve with the purchase", async () => {
    service.setNow("2026-11-27T22:00:00Z");
    await book([row("BUY", "2026-11-27", { securityId: "601", shares: "12.5", price: "59" })]);
    await service.admin("delete from private_placement_order where order_oid = 88990");
    expect(await figuresAt("2026-11-27T22:00:00Z")).toEqual(
      figures("7717.27 8454.77 0.00 737.50 2000.00 0.00 0.00 7717.27 5717.27"),
    );
  });

  test("has paid for everything when a withdrawal is booked", async () => {
    service.setNow("2026-11-30T17:01:00Z");
    expect(await figuresAt("2026-11-30T16:00:00Z")).toEqual(
      figures("7717.27 7717.27 0.00 0.00 2000.00 0.00 0.00 7717.27 5717.27"),
    );
    await book([row("WDL", "2026-11-30", { amount: "1500" })]);
    expect(await figuresAt("2026-11-30T17:01:00Z")).toEqual(
      figures("6217.27 6217.27 0.00 0.00 2000.00 0.00 0.00 6217.27 4217.27"),
    );
  });

  test("holds the deposit until its day, or until it comes back", async () => {
    expect(await figuresAt("2026-12-02T17:00:00Z")).toEqual(
      figures("6217.27 6217.27 0.00 0.00 0.00 0.00 0.00 6217.27 6217.27"),
    );
    service.setNow("2026-12-01T17:00:00Z");
    await book([
      row("WDL", "2026-12-01", { amount: "2000", reverses: await idOf("DEP") }),
      row("ADM", "2026-12-01", { amount: "10" }),
    ]);
    expect(await figuresAt("2026-12-01T17:00:00Z")).toEqual(
      figures("4207.27 4207.27 0.00 0.00 0.00 0.00 0.00 4207.27 4207.27"),
    );
    // A return that is taken back returns nothing, and one of a part leaves the rest held.
    const reverses = await idOf("DEP");
    const ofPart = { transactionId: "977001", amount: "750.25", reverses };
    await book([{ transactionType: "CXL", cancels: await idOf("WDL") }]);
    expect((await figuresAt("2026-12-01T17:00:00Z"))[4]).toBe("2000.00");
    await book([row("WDL", "2026-12-01", ofPart)]);
    expect((await figuresAt("2026-12-01T17:00:00Z"))[4]).toBe("1249.75");
    await book([{ transactionType: "CXL", cancels: ofPart.transactionId }]);
  });

  test("is read afterwards by trade date and settlement, and nothing else is", async () => {
    const past = async (asof: string) => (await read(`?asof=${asof}`)).body;
    expect(await past("2026-11-24")).toMatchObject({
      asOf: "2026-11-24T00:00:00.000-05:00",
      tradeDateBalance: "7999.78",
      settlementDateBalance: "10999.78",
      balanceAvailableForT1Trades: null,
      balanceWithheldFromWithdrawal: null,
      held: null,
      unsettledDebits: null,
      settlements: [
        { date: "2026-11-25T00:00:00.000-05:00", debits: "3000.00", balance: "7999.78" },
      ],
    });
    expect(await past("2026-11-01")).toMatchObject({ tradeDateBalance: "0.00", settlements: [] });
    for (const asof of ["2026-12-02", "2026-11-31", "x"]) {
      expect(errorCodesOf(await read(`?asof=${asof}`)), asof).toEqual(["invalid.asof"]);
    }
  });
});

test("a journal between folios is one of the folios alone", async () => {
  const before = (await read()).body;
  await book([
    row("CJL", "2026-12-01", {
      toFolioNumber: `${account}01`,
      amount: "5",
      settlementDate: "2026-12-04",
    }),
  ]);
  const { body } = await read();
  expect(body).toMatchObject({ settlements: [], tradeDateBalance: before.tradeDateBalance });
  const cash = body.folios.find((each: object) => Object.values(each).includes(`${account}01`));
  expect(cash).toMatchObject({ tradeDateBalance: "5.00", settlementDateBalance: "0.00" });
});

test("a payout without taxes that settles later is a credit of its day", async () => {
  await book([
    row("INT", "2026-12-01", { amount: "0.75", settlementDate: "2026-12-02" }),
    row("WDL", "2026-12-01", { amount: "0.75", settlementDate: "2026-12-02" }),
  ]);
  const { body } = await read();
  const date = "2026-12-02T00:00:00.000-05:00";
  const balance = body.tradeDateBalance;
  expect(body.settlements).toEqual([{ date, credits: "0.75", debits: "0.75", balance }]);
});

test("a return of capital that settles later is a credit of what its folios are paid", async () => {
  await book([
    row("ROC", "2026-12-01", {
      folioNumber: undefined,
      securityId: "601",
      amount: "7.25",
      settlementDate: "2026-12-03",
    }),
  ]);
  expect((await read()).body.settlements.slice(1)).toEqual([
    {
      date: "2026-12-03T00:00:00.000-05:00",
      credits: "7.25",
      debits: "0.00",
      balance: (await read()).body.tradeDateBalance,
    },
  ]);
});

test("a trade settles by the period of its security, or by the longest that its group had", async () => {
  service.setNow("2026-12-14T17:00:00Z");
  await service.load({
    "securities.csv":
      "securityId,ticker,name,instrumentType,settlementPeriod\n690,OWN,Own period,EQ,10\n" +
      "691,GRP,By its group,GV,\n",
    "settlement-periods.csv":
      "settlementGroup,from,settlementDays\nGV,2026-12-01,8\nGV,2026-12-09,1\n",
  });
  const bought = (tradeDate: string, securityId: string, price: string) =>
    row("BUY", tradeDate, { securityId, shares: "1", price });
  await book([
    bought("2026-12-01", "690", "0.11"),
    bought("2026-12-02", "691", "0.12"),
    bought("2026-12-08", "691", "0.13"),
    bought("2026-12-09", "691", "0.14"),
    bought("2026-12-11", "601", "0.15"),
  ]);
  const settlements = (await read()).body.settlements as { date: string; debits: string }[];
  expect(settlements.map(({ date, debits }) => `${date.slice(0, 10)} ${debits}`)).toEqual([
    "2026-12-15 0.11",
    "2026-12-18 0.13",
  ]);
});

describe("the list", () => {
  const list = async (query = "", caller: Caller = "operator") =>
    service.call(caller, "GET", `/restapi/balances${query}`);
  const numbersOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
    body.map((each: { accountNumber: string }) => each.accountNumber);

  test("has each account in sight by number, as it is read alone but for settlements", async () => {
    const all = await list("?limit=1000", "adviser");
    const { settlements, ...own } = (await read()).body;
    expect(settlements).toHaveLength(2);
    const { body } = await service.call("adviser", "GET", `/restapi/accounts/${account}`);
    expect(all.body).toContainEqual({ ...own, accountName: body.accountName });
    expect(numbersOf(all)).toEqual(numbersOf(all).toSorted());
    expect(numbersOf(all)).not.toContain("RB00000001");
    expect(numbersOf(await list("", "otherAdviser"))).not.toContain(account);
    // Ada sees those that she owns.
    expect(numbersOf(await list("", "client"))).toContain("RA00000001");
    expect(numbersOf(await list("", "client"))).not.toContain(account);
  });

  test("has those between two amounts, or overdrawn, page by page", async () => {
    const cash = (await read()).body.tradeDateBalance;
    expect(numbersOf(await list(`?cashfrom=${cash}&cashto=${cash}`))).toEqual([account]);
    expect(numbersOf(await list("?overdrawn=true"))).toEqual([]);
    await book([row("WDL", "2026-12-01", { amount: "9000" })]);
    const overdrawn = await list("?overdrawn=true");
    expect(overdrawn.body).toMatchObject([
      {
        accountNumber: account,
        balanceAvailableForT1Trades: "0.00",
        balanceAvailableForWithdrawal: "0.00",
      },
    ]);
    expect(numbersOf(await list("?overdrawn=false&limit=1000"))).not.toContain(account);
    const first = await list("?limit=2");
    const after = /after=([^>&]+)/.exec(String(first.headers.link))?.[1] ?? "";
    const rest = numbersOf(await list(`?limit=1000&after=${after}`));
    expect([...numbersOf(first), ...rest]).toEqual(numbersOf(await list("?limit=1000")));
    expect(errorCodesOf(await list(`?overdrawn=true&after=${after}`))).toEqual(["invalid.after"]);
  });

  test("names each field that it cannot take", async () => {
    const response = await list("?overdrawn=x&cashfrom=1.001&cashto=1e3&limit=0");
    expect(errorCodesOf(response).toSorted()).toEqual(
      ["cashfrom", "cashto", "limit", "overdrawn"].map((name) => `invalid.${name}`),
    );
  });
});
