// Lots that move between accounts of the firm, in the service: what the other account has of them, what
// late facts change there, what is refused, and the events of both accounts. (docs/tax-lots.md, "Lots moved
// inside the firm")
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import { root } from "../../../../test/source-files.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import type { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { write } from "../../../platform/change/write.ts";
import { sql } from "../../../platform/store/db.ts";
import { ruleProblem } from "../../../values/problem.ts";
import { updateAccountEntry } from "../../clients-and-accounts/accounts/entries.ts";
import { accountUpdated } from "../../clients-and-accounts/accounts/events.ts";
import { computeAccount, isUnchanged } from "../recompute/compute-account.ts";
import { explainLot } from "../tax-lots/booking/explain-lot.ts";
import { reportTaxYear } from "../tax-lots/booking/report-tax-year.ts";
import type { NewTransactions } from "../transactions/schema.ts";
import { type BookingProblem, bookTransactionsInto, notesOfBooking } from "./changes.ts";
import { bookTransactionsEntry } from "./entries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

type Row = Readonly<Record<string, string | readonly string[]>>;

// The giving account has the highest number, so that locks are not taken in the order of the rows.
const [giver, wife, son] = ["RA00000011", "RA00000009", "RA00000010"] as const;
// Two without any tie to these or to each other.
const [donor, donee] = ["RA00000012", "RA00000006"] as const;

/** A row of an account, its place of the day by its id. */
function row(accountNumber: string, transactionId: string, more: Row): Row {
  const folioNumber = `${accountNumber}03`;
  const entryOrder = String(Number(transactionId) - 97_000);
  if (more.transactionType === "CXL") return { accountNumber, transactionId, ...more };
  return { accountNumber, transactionId, entryOrder, folioNumber, securityId: "605", ...more };
}

const trade = (account: string, id: string, text: string): Row => {
  const [transactionType = "", shares = "", netAmount = "", tradeDate = ""] = text.split(" ");
  return row(account, id, { transactionType, shares, netAmount, tradeDate });
};
const move = (account: string, id: string, more: Row): Row => {
  const { toAccountNumber = wife } = more;
  const to = { toAccountNumber, toFolioNumber: `${toAccountNumber}03` };
  return row(account, id, { transactionType: "LMV", reason: "JNL", ...to, ...more });
};
const cancel = (account: string, id: string, cancels: string): Row =>
  row(account, id, { transactionType: "CXL", cancels });

const load = (...rows: readonly Row[]) =>
  service.load({ "transactions.ndjson": rows.map((each) => `${JSON.stringify(each)}\n`).join("") });
const problemsOf = async (...rows: readonly Row[]) => {
  const fault = await load(...rows).then(
    () => undefined,
    (error: unknown) => error as LoadFault,
  );
  return (fault?.problems ?? []).map(({ line, column, reason, value, cure }) =>
    [line ?? "-", column ?? "-", reason, value, cure]
      .filter((part) => part !== undefined)
      .join(" | "),
  );
};
const book = (account: string, ...transactions: readonly Row[]) =>
  service.call("operator", "POST", `/restapi/accounts/${account}/transactions`, { transactions });

async function lotsOf(account: string, security = "605"): Promise<string[]> {
  const { rows } = await service.admin(
    `select originating_transaction_id || ' ' || trim_scale(share_quantity) || ' for ' ||
       coalesce(adjusted_cost_basis::text, 'unknown') || ', ' || original_acquisition_on ||
       ', adjusted ' || adjusted_acquisition_on as lot
     from open_lot where account_number = $1 and security_id = $2
     order by original_acquisition_on, originating_transaction_id, share_quantity`,
    [account, security],
  );
  return rows.map(({ lot }) => lot);
}

/** Fails unless computing again changes nothing in any of the accounts. */
async function expectSettled(...accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const again = await computeAccount(testContext(service.db), account);
    expect(again && isUnchanged(again), account).toBe(true);
  }
}

const page = readFileSync(join(root, "docs/tax-lots.md"), "utf8");
const [, example = ""] = /```csv\n(accountNumber,[^`]*,LMV,[^`]*)```/.exec(page) ?? [];
const received = [
  "97004 30 for 300.00, 2019-01-02, adjusted 2019-01-02", // 1000.00 × 30 / 100
  "97004 50 for 550.00, 2019-02-10, adjusted 2019-01-11", // 450.00 + the 100.00 that the sale loses
];

interface Position {
  readonly security?: { readonly id: string };
  readonly shareQuantity: string;
}

test("the example of the page gives both accounts the lots that it says, over HTTP too", async () => {
  await service.load({ "transactions.csv": example });
  expect(await lotsOf(wife)).toEqual(received);
  expect(await lotsOf(giver)).toEqual(["97001 20 for 200.00, 2019-01-02, adjusted 2019-01-02"]);
  const held = async (account: string) => {
    const path = `/restapi/accounts/${account}/folios/${account}03/positions`;
    const { body } = await service.call("adviser", "GET", path);
    return body
      .filter((each: Position) => each.security?.id === "605")
      .map((each: Position) => each.shareQuantity);
  };
  expect([await held(giver), await held(wife)]).toEqual([["20.00000"], ["80.00000"]]);
  await expectSettled(giver, wife);
});

test("who sees the receiving account alone learns nothing of the giving one but dates and bases", async () => {
  const read = (caller: CallerName, account: string, what: string) =>
    service.call(caller, "GET", `/restapi/accounts/${account}/${what}`);
  for (const what of ["opentaxlots", "closedtaxlots", "positions"]) {
    expect((await read("otherAdviser", wife, what)).status, what).toBe(403);
    expect((await read("otherAdviser", giver, what)).status, what).toBe(403);
    const { text } = await read("adviser", wife, what);
    expect(text, what).not.toContain(giver);
    expect(text, what).not.toContain("97001");
  }
});

test("the giving account's steps go before those of the other account", async () => {
  const { rows } = await service.admin(
    `select tax_lot_id::text as id from open_lot
     where account_number = $1 and security_id = 605 and share_quantity = 50`,
    [wife],
  );
  const explained = await explainLot(testContext(service.db), wife, rows[0].id);
  expect(
    explained?.steps.map(({ accountNumber, step, on, transactionId, sum }) =>
      [accountNumber ?? "-", step, on, transactionId, sum].join(" | "),
    ),
  ).toMatchInlineSnapshot(`
    [
      "RA00000011 | acquired | 2019-01-02 | 97001 | basis 1000.00",
      "RA00000011 | taken before | 2019-02-01 | 97002 | 400.00 - 500.00 = -100.00",
      "RA00000011 | closed | 2019-03-01 | 97004 | moved inside the firm (JNL): 30.00000 shares with a basis of 300.00; no proceeds, no gain",
      "RA00000011 | acquired | 2019-02-10 | 97003 | basis 450.00",
      "RA00000011 | wash sale | 2019-02-01 | 97002 | loss of 50.00000 shares 100.00 goes to 50.00000 shares bought 2019-02-10: basis 450.00 + 100.00 = 550.00, held from 2019-01-11",
      "RA00000011 | closed | 2019-03-01 | 97004 | moved inside the firm (JNL): 50.00000 shares with a basis of 550.00; no proceeds, no gain",
      "- | acquired | 2019-03-01 | 97004 | moved in (JNL): basis 550.00, acquired 2019-02-10, held from 2019-01-11",
      "- | figures |  |  | 50.00000 shares, adjusted basis 550.00",
    ]
  `);
});

test("who sees only the receiving account reads none of the giving account's steps", async () => {
  const { rows } = await service.admin(
    `select tax_lot_id::text as id from open_lot
     where account_number = $1 and security_id = 605 and share_quantity = 50`,
    [wife],
  );
  const [header, ...accounts] = (
    await readFile("test/fixtures/sample-firm/accounts.csv", "utf8")
  ).split("\n");
  const own = accounts.find((line) => line.startsWith(wife))?.replace("frank.cole", "carol.nguyen");
  await service.load({ "accounts.csv": `${header}\n${own}\n` });
  const path = `/restapi/accounts/${wife}/taxlots/${rows[0].id}/steps`;
  const stepsFor = async (login: string) => {
    const headers = { "X-Associated-Member-Id": login };
    const { body } = await service.call("adviser", "GET", path, undefined, headers);
    return body.steps.map(
      ({ accountNumber, step }: Record<string, string | null>) => `${accountNumber} ${step}`,
    );
  };
  const received = ["null ACQUIRED", "null FIGURES"];
  expect(await stepsFor("carol.nguyen")).toEqual(received);
  const both = await stepsFor("ada.whitfield");
  expect(both.slice(-2)).toEqual(received);
  expect(new Set(both.slice(0, -2).map((step: string) => step.split(" ")[0]))).toEqual(
    new Set([giver]),
  );
});

test("a late fact of the giver changes what the other account has, and says so of a frozen year", async () => {
  await load(trade(wife, "97011", "SLE 30 330.00 2019-06-03"));
  const year = { accountNumber: wife, taxYear: "2019" };
  expect((await reportTaxYear(testContext(service.db), year)).lots).toBe("1");
  // The purchase cost more than was said: 450.00 + 750.00 − 400.00 of 50 shares, of which 30 are sold.
  const report = await load(
    row(giver, "97005", {
      ...trade(giver, "97001", "BUY 100 1500.00 2019-01-02"),
      transactionId: "97005",
      replaces: "97001",
    }),
  );
  expect(report[0]?.notices).toContainEqual(
    expect.stringMatching(`^${wife}: the transactions now give other rows than were reported`),
  );
  const { rows } = await service.admin(
    "select adjusted_cost_basis::text as basis from closed_lot where account_number = $1",
    [wife],
  );
  expect(rows).toEqual([{ basis: "480.00" }]);
  await expectSettled(giver, wife);
});

test("what has happened to moved lots since keeps the move from being cancelled", async () => {
  const before = [await lotsOf(giver), await lotsOf(wife)];
  expect(await problemsOf(cancel(giver, "97012", "97004"))).toEqual([
    `1 | - | Transaction 97011 of ${wife}, accepted before, could not be applied any more: 30 of EVER are sold, 0 are held on 2019-06-03; short positions are not kept.`,
  ]);
  const response = await book(giver, { transactionType: "CXL", cancels: "97004" });
  expect(response.body).toMatchObject([
    {
      message: expect.stringContaining(`Transaction 97011 of ${wife}, accepted before, could not`),
    },
  ]);
  expect([await lotsOf(giver), await lotsOf(wife)]).toEqual(before);
  // With the sale it can be.
  await load(cancel(giver, "97012", "97004"), cancel(wife, "97013", "97011"));
  expect(await lotsOf(wife)).toEqual([]);
  await expectSettled(giver, wife);
});

test("a booking moves lots on through accounts, and each account that lists a row gets its event", async () => {
  const given = { tradeDate: "2026-02-02", shares: "40" };
  const first = await book(giver, move(giver, "97020", { ...given, reason: "SPS" }));
  expect(first.status, first.text).toBe(201);
  const second = await book(wife, move(wife, "97021", { ...given, toAccountNumber: son }));
  expect(second.status, second.text).toBe(201);
  // Of 50 for 800.00, which lose more than the 50 for 750.00.
  expect(await lotsOf(son)).toEqual(["97021 40 for 640.00, 2019-02-10, adjusted 2019-01-11"]);
  const entries = (await service.auditOf(wife)).filter(
    (each) => each.operation === "bookTransactions",
  );
  expect(entries.map(({ detail }) => detail.detail.transactionIds)).toEqual([["97020"], ["97021"]]);
  for (const [account, id] of [
    [giver, "97020"],
    [wife, "97021"],
    [son, "97021"],
  ] as const) {
    const last = (await service.eventsOf(account)).at(-1);
    expect(last, account).toMatchObject({
      type: "transactions.booked",
      data: { transactionIds: [id], count: "1" },
    });
  }
  // A late fact goes through to the last account, whose lots no booking has touched: 800.00 − 20.00.
  const adjusted = await book(giver, {
    transactionType: "BAS",
    transactionId: "97022",
    entryOrder: "22",
    securityId: "605",
    reason: "COR",
    amount: "-20.00",
    tradeDate: "2026-02-01",
    namedLots: ["97003"],
  });
  expect(adjusted.status, adjusted.text).toBe(201);
  expect(await lotsOf(son)).toEqual(["97021 40 for 624.00, 2019-02-10, adjusted 2019-01-11"]);
  await expectSettled(giver, wife, son);
});

test("a gift has its market value for a loss, and both accounts the flow of the day at its close", async () => {
  await load(
    trade(donor, "97031", "BUY 10 100.00 2026-02-03"),
    move(donor, "97032", {
      tradeDate: "2026-02-27",
      shares: "10",
      reason: "GFT",
      marketValue: "80.00",
      toAccountNumber: donee,
    }),
    trade(donee, "97033", "SLE 10 70.00 2026-03-02"),
  );
  const { rows } = await service.admin(
    `select adjusted_cost_basis::text as basis from closed_lot
     where account_number = $1 and closing_transaction_id = 97033`,
    [donee],
  );
  expect(rows).toEqual([{ basis: "80.00" }]);
  const flowsOf = async (account: string) => {
    const path = `/restapi/accounts/${account}/performance/rawdata?daterange=2026-02-27,2026-02-27`;
    const { body } = await service.call("adviser", "GET", path);
    return body.values.map((each: { readonly securityFlows: string }) => each.securityFlows);
  };
  // 10 × 23.62, the close of the day
  expect([await flowsOf(donor), await flowsOf(donee)]).toEqual([["-236.20"], ["236.20"]]);
  await expectSettled(donor, donee);
});

test("a place, an id and a day that the other account has are refused, on whichever side they come late", async () => {
  const day = { tradeDate: "2025-02-03", shares: "1" };
  await load(
    trade(giver, "97040", "BUY 10 100.00 2025-02-02"),
    move(giver, "97041", day),
    trade(wife, "97042", "BUY 1 10.00 2025-02-03"),
  );
  const place = "give one of them another place of the day";
  const id = "give one of them another id";
  const moves = (more: Row) => move(giver, "97043", { ...day, ...more });
  expect(await problemsOf(moves({ entryOrder: "42" }))).toEqual([
    `1 | entryOrder | In the receiving account, transaction 97042 has this place of the day. | ${place}`,
  ]);
  expect(await problemsOf(moves({ transactionId: "97042", entryOrder: "43" }))).toEqual([
    `1 | transactionId | In the receiving account, transaction 97042 has this id. | ${id}`,
  ]);
  expect(
    await problemsOf({ ...trade(wife, "97044", "BUY 1 10.00 2025-02-03"), entryOrder: "41" }),
  ).toEqual([
    `1 | entryOrder | Lots that are moved here, by transaction 97041, have this place of the day. | ${place}`,
  ]);
  expect(
    await problemsOf({ ...trade(wife, "97041", "BUY 1 10.00 2025-02-03"), entryOrder: "44" }),
  ).toEqual([
    `1 | transactionId | Lots that are moved here, by transaction 97041, have this id. | ${id}`,
  ]);
  const back = move(wife, "97045", { ...day, toAccountNumber: son });
  const further = move(son, "97046", { ...day, toAccountNumber: giver });
  expect(await problemsOf(back, further)).toEqual([
    "2 | toAccountNumber | Lots would come back on the same day to an account that gives some. | let them come back on another day",
  ]);
  const { entryOrder: _, ...unplaced } = moves({ tradeDate: "2025-02-03" });
  expect((await book(giver, unplaced)).status).toBe(201);
  const { rows } = await service.admin(
    "select entry_order from account_transaction where account_number = $1 and transaction_id = 97043",
    [giver],
  );
  // The next place that is free in both accounts.
  expect(rows).toEqual([{ entry_order: 43 }]);
});

test("a booking refuses lots for an unknown account, one of another firm, and taken places, by its row", async () => {
  const day = { tradeDate: "2025-02-03", shares: "1" };
  const to = (toAccountNumber: string) => ({
    toAccountNumber,
    toFolioNumber: `${toAccountNumber}03`,
  });
  const { body } = await book(
    giver,
    move(giver, "97050", { ...day, ...to("RA99999999") }),
    move(giver, "97051", { ...day, ...to("RB00000001") }),
  );
  expect(body.map(({ message }: { readonly message: string }) => message)).toEqual([
    "transactions[0], toAccountNumber: The store has no such account.",
    "transactions[0], toFolioNumber: The store has no such folio.",
    "transactions[1], toAccountNumber: The account is one of another firm; lots move inside a firm.",
  ]);
  const taken = await book(giver, move(giver, "97052", { ...day, entryOrder: "42" }));
  expect(taken.body).toMatchObject([
    {
      message:
        "transactions[0], entryOrder: In the receiving account, transaction 97042 has this place of the day: give one of them another place of the day.",
    },
  ]);
});

test("a check reports how the books of all accounts would differ, and changes none", async () => {
  const before = [await lotsOf(giver), await lotsOf(son)];
  const folder = await mkdtemp(join(tmpdir(), "bursar-moved-"));
  const given = move(giver, "97060", {
    tradeDate: "2025-03-03",
    shares: "2",
    toAccountNumber: son,
  });
  await writeFile(join(folder, "transactions.ndjson"), JSON.stringify(given));
  const differing: string[] = [];
  await loadFolder(testContext(service.db), loadOrder, folder, {
    check: true,
    onDifferences: ({ accounts }) =>
      differing.push(...accounts.map(({ accountNumber }) => accountNumber)),
  });
  await rm(folder, { recursive: true });
  // The lots moved in 2026 are others now.
  expect(differing).toEqual([wife, son, giver]);
  expect([await lotsOf(giver), await lotsOf(son)]).toEqual(before);
});

test("bookings in two accounts that give to each other wait for each other in no circle", async () => {
  await load(
    trade(giver, "97070", "BUY 100 1000.00 2024-03-04"),
    trade(son, "97071", "BUY 100 1000.00 2024-03-04"),
  );
  const pairs = Array.from({ length: 3 }, (_, at) => [
    book(
      giver,
      move(giver, `${97_080 + at}`, { shares: "1", tradeDate: "2024-03-05", toAccountNumber: son }),
    ),
    book(
      son,
      move(son, `${97_090 + at}`, { shares: "1", tradeDate: "2024-03-06", toAccountNumber: giver }),
    ),
  ]);
  const loading = load(
    trade(wife, "97099", "BUY 1 10.00 2024-03-07"),
    move(son, "97098", { shares: "1", tradeDate: "2024-03-08" }),
  );
  const responses = await Promise.all(pairs.flat());
  await loading;
  expect(service.db.usage().failures.get("40P01")).toBeUndefined();
  expect(responses.map(({ status, text }) => `${status} ${text}`)).toEqual(
    responses.map(() => "201 "),
  );
  await expectSettled(giver, wife, son);
});

test("a close, set or loaded, is followed by an account that has a security by a move alone", async () => {
  const receiver = "RA00000016";
  await load(
    { ...trade(donee, "97120", "BUY 5 80.00 2026-02-09"), securityId: "603" },
    {
      ...move(donee, "97121", { shares: "5", tradeDate: "2026-02-10", toAccountNumber: receiver }),
      securityId: "603",
    },
  );
  const valueOn = async (day: string) => {
    const path = `/restapi/accounts/${receiver}/performance/rawdata?daterange=${day},${day}`;
    return (await service.call("adviser", "GET", path)).body.values[0].marketValue;
  };
  expect(await valueOn("2026-02-27")).toBe("89.75"); // 5 × 17.95
  const set = await service.call("operator", "PUT", "/restapi/securities/603/prices/2026-02-27", {
    close: "20",
  });
  expect(set.status, set.text).toBe(200);
  expect(await valueOn("2026-02-27")).toBe("100.00");
  await service.load({ "prices.csv": "securityId,date,close\n603,2026-02-27,21\n" });
  expect(await valueOn("2026-02-27")).toBe("105.00");
  await expectSettled(donee, receiver);
});

test("lots that a load moves go by the method that the account has got meanwhile", async () => {
  const [from, to] = ["RA00000017", "RA00000018"] as const;
  await load(
    trade(from, "97131", "BUY 10 500.00 2024-02-01"),
    trade(from, "97132", "BUY 10 600.00 2024-03-01"),
  );
  let loaded: Promise<unknown> | undefined;
  await write(testContext(service.db), updateAccountEntry, async (tx) => {
    await tx.execute(sql`
      update account set default_tax_lot_selection = 'FIFO' where account_number = ${from}`);
    const moves = { shares: "10", tradeDate: "2024-04-01", toAccountNumber: to };
    loaded = load(move(from, "97133", moves));
    await untilOneWaits(service.db);
    const before = { defaultTaxLotSelection: "LGHL" };
    const after = { defaultTaxLotSelection: "FIFO" };
    const events = [accountUpdated({ accountNumber: from, fields: Object.keys(after) })];
    return { value: null, audit: [{ subject: from, before, after, events }] };
  });
  await loaded;
  expect(await lotsOf(to)).toEqual(["97133 10 for 500.00, 2024-02-01, adjusted 2024-02-01"]);
  await expectSettled(from, to);
});

test("an election that what happened to moved lots excludes is refused without naming where they went", async () => {
  const fund = { securityId: "604" };
  const today = "2026-03-02";
  await load(
    { ...trade(donee, "97141", "BUY 10 200.00 2026-02-03"), ...fund },
    { ...trade(donee, "97142", "BUY 10 300.00 2026-02-04"), ...fund },
    // By the account's method 5 of the older lot and all of the younger go.
    { ...move(donee, "97143", { shares: "15", tradeDate: today, toAccountNumber: son }), ...fund },
    { ...trade(son, "97144", `SLE 10 310.00 ${today}`), ...fund, namedLots: ["97143/2:10"] },
  );
  const path = `/restapi/accounts/${donee}/averagebasis/604`;
  const { status, body } = await service.call("adviser", "PUT", path, { election: "AVE" });
  expect(status).toBe(400);
  expect(body).toEqual([
    {
      type: "VALIDATION_RULE",
      errorCode: "averagebasis.election.rule",
      message:
        "Lots of it were moved on, and what happened to them there could not be applied any more.",
    },
  ]);
  await expectSettled(donee, son);
});

test.for([
  ["load", 97_200, "604"],
  ["request", 97_300, "603"],
] as const)(
  "names follow a move that was replaced, by %s, and not one only cancelled",
  async ([by, base, securityId]) => {
    const [from, to] = ["RA00000017", "RA00000018"] as const;
    const id = (place: number) => String(base + place);
    const put = async (given: Row): Promise<string> => {
      const each = given.transactionType === "CXL" ? given : { ...given, securityId };
      if (by === "load") return (await problemsOf(each)).join();
      const { status, body } = await book(String(given.accountNumber), each);
      return status === 201 ? "" : body.map(({ message }: { message: string }) => message).join();
    };
    const moved = (place: number, shares: string, more: Row = {}) =>
      put(move(from, id(place), { tradeDate: "2025-05-02", shares, toAccountNumber: to, ...more }));
    const sale = (place: number) => {
      const sold = trade(to, id(place), "SLE 10 110.00 2025-05-06");
      return put({ ...sold, namedLots: [`${id(2)}:10`] });
    };
    const adjust = (place: number) => {
      const { folioNumber: _, ...adjusts } = row(to, id(place), {
        transactionType: "BAS",
        reason: "COR",
        amount: "-5.00",
        tradeDate: "2025-05-05",
        namedLots: [id(2)],
      });
      return put(adjusts);
    };
    const lots = () => lotsOf(to, securityId);
    const bought = ", 2025-05-01, adjusted 2025-05-01";
    const accepted = [
      await put(trade(from, id(1), "BUY 100 1000.00 2025-05-01")),
      await moved(2, "50"),
      await sale(3),
      await moved(4, "60", { replaces: id(2) }),
      await adjust(5),
    ];
    expect(accepted.join("")).toBe("");
    // 600.00 − 5.00, of which the sale takes 10 / 60, 99.17.
    expect(await lots()).toEqual([`${id(4)} 50 for 495.83${bought}`]);
    accepted.push(await moved(6, "70", { replaces: id(4) }), await sale(7));
    // 700.00 − 5.00, less 10 / 70 and 10 / 60 of what is left, 99.29 and 99.29.
    expect(await lots()).toEqual([`${id(6)} 50 for 496.42${bought}`]);
    await expectSettled(from, to);

    for (const place of [3, 5, 7]) accepted.push(await put(cancel(to, id(10 + place), id(place))));
    accepted.push(await put(cancel(from, id(8), id(6))));
    accepted.push(await put(trade(to, id(9), "BUY 10 100.00 2025-05-01")));
    expect(accepted.join("")).toBe("");
    const expected = `10 of ${id(2)} are named, 0 are open. Transaction ${id(2)} was cancelled by ${id(8)}.`;
    expect(await sale(21)).toContain(expected);
    expect(await adjust(22)).toContain(`Nothing of a named lot is open: ${id(2)} on 2025-05-05`);
  },
);

test("a name follows no move that goes elsewhere now, nor a circle of moves", async () => {
  const [from, to] = ["RA00000017", "RA00000018"] as const;
  const given = { tradeDate: "2025-06-03", shares: "10", toAccountNumber: to };
  const named = {
    ...trade(to, "97403", "SLE 10 110.00 2025-06-04"),
    namedLots: ["97402:10"],
  };
  await load(
    trade(from, "97401", "BUY 30 300.00 2025-06-02"),
    move(from, "97402", given),
    // Its id is that of a move to another account, of which this one knows nothing.
    trade(to, "97404", "BUY 10 100.00 2025-06-03"),
    named,
  );
  expect(
    await problemsOf(
      move(from, "97404", { ...given, toAccountNumber: "RA00000003", replaces: "97402" }),
    ),
  ).toEqual([
    `1 | - | Transaction 97403 of ${to}, accepted before, could not be applied any more: Fewer shares are held of a named lot: 10 of 97402 are named, 0 are open. Transaction 97402 was replaced by 97404.`,
  ]);
  const circle = "It takes back what takes it back.";
  expect(
    await problemsOf(
      move(from, "97406", { ...given, replaces: "97407" }),
      move(from, "97407", { ...given, replaces: "97406" }),
      { ...named, transactionId: "97408", entryOrder: "408", namedLots: ["97406:10"] },
    ),
  ).toEqual([`1 | replaces | ${circle}`, `2 | replaces | ${circle}`]);
});

/** Books rows as the request does, but takes its locks only when it books, and then waits at a gate. */
function bookAt(gate: Promise<void>, account: string, given: Row, onBooked: () => void) {
  const ctx = testContext(service.db);
  return write(ctx, bookTransactionsEntry, async (tx) => {
    const booking = await bookTransactionsInto(tx, ctx, {
      accountNumber: account,
      rows: [given] as unknown as NewTransactions["transactions"],
      problemOf: ({ reason }: BookingProblem) =>
        ruleProblem({ code: "transaction.rule", sentence: reason }),
    });
    onBooked();
    await gate;
    return { value: null, audit: notesOfBooking(account, booking) };
  });
}

test.for([
  ["booking", "97101", "RA00000003"],
  ["load", "97111", "RA00000015"],
] as const)(
  "a %s that waited for a booking by which lots move on computes where they go",
  async ([what, id, receiver]) => {
    await load(trade(donee, id, "BUY 10 100.00 2024-04-01"));
    const before = await versionOf(receiver);
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const given = { tradeDate: "2024-04-03", shares: "10", namedLots: [`${id}:10`] };
    const moves = move(donee, `${Number(id) + 1}`, { ...given, toAccountNumber: receiver });
    const first = bookAt(gate.promise, donee, moves, reached.resolve);
    await reached.promise;
    const { folioNumber: _, ...adjusts } = row(donee, `${Number(id) + 2}`, {
      transactionType: "BAS",
      reason: "COR",
      amount: "-7.00",
      tradeDate: "2024-04-02",
      namedLots: [id],
    });
    const second =
      what === "load" ? load(adjusts) : bookAt(Promise.resolve(), donee, adjusts, () => {});
    await untilOneWaits(service.db);
    gate.resolve();
    await Promise.all([first, second]);
    expect(await lotsOf(receiver)).toEqual([
      `${Number(id) + 1} 10 for 93.00, 2024-04-01, adjusted 2024-04-01`, // 100.00 − 7.00
    ]);
    // Each of the two has changed it, with its lock held.
    expect(await versionOf(receiver)).toBe(before + 2);
    await expectSettled(donee, receiver);
  },
);

async function versionOf(account: string): Promise<number> {
  const { rows } = await service.admin(
    "select version::int from account_facts where account_number = $1",
    [account],
  );
  return rows[0]?.version ?? 0;
}
