// Households over HTTP: who forms, changes and sees them, and what they add up to. (docs/households.md)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();
const path = "/restapi/households";
const today = "2026-03-02";

type Account = { accountNumber: string; from?: string; to?: string };
const form = (name: string, accounts: Account[], caller: CallerName = "adviser") =>
  service.call(caller, "POST", path, { name, accounts });
const change = (oid: string, body: object, caller: CallerName = "adviser") =>
  service.call(caller, "PUT", `${path}/${oid}`, body);
const read = (caller: CallerName | null, oid: string, more = "") =>
  service.call(caller, "GET", `${path}/${oid}${more}`);
const oidOf = (location: unknown) => String(location).split("/").at(-1) ?? "";
const named = (accountNumber: string, from: string | null = null, to: string | null = null) => ({
  accountNumber,
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
});

const accountRule = {
  type: "VALIDATION_RULE",
  errorCode: "household.account.rule",
  message: "An account is not the firm's, or is in a household already on one of the days.",
};
const codesOf = (body: { errorCode: string }[]) => body.map(({ errorCode }) => errorCode);

describe("who sees a household", () => {
  test.each<[string, CallerName | null, string, number]>([
    ["the firm", "adviser", "61", 200],
    ["its read-only key", "readOnly", "61", 200],
    ["the operator", "operator", "63", 200],
    ["who owns all of its accounts", "client", "61", 200],
    ["who owns none", "client", "62", 403],
    ["another firm", "otherAdviser", "61", 403],
    ["an issuer", "issuer", "61", 403],
    ["an anonymous caller", null, "61", 401],
    ["nobody, where there is none", "operator", "999999", 403],
    ["nobody by an impossible id", "operator", "%00", 403],
  ])("%s", async (_, caller, oid, status) => {
    const parts = ["", "/performance/summary", "/performance/periods", "/performance/unitvalues"];
    const found = [];
    for (const part of [...parts, "/positions"]) found.push((await read(caller, oid, part)).status);
    expect(found).toEqual(Array(5).fill(status));
  });

  test("lists are those of the firm, and of all for the operator", async () => {
    const names = async (caller: CallerName) => {
      const { body } = await service.call(caller, "GET", path);
      return body.map(({ name }: { name: string }) => name);
    };
    expect(await names("adviser")).toEqual(["Nguyen", "Whitfield"]);
    expect(await names("otherAdviser")).toEqual(["Cole"]);
    expect(await names("operator")).toEqual(["Nguyen", "Whitfield", "Cole"]);
  });
});

describe("the overview of households", () => {
  const overview = async (caller: CallerName, more: string) =>
    (await service.call(caller, "GET", `${path}${more}`)).body;

  test("has the value and returns that its periods end with, and each account's share", async () => {
    const household = await overview("adviser", "/61?overview=true");
    const { periods, days } = await overview("adviser", "/61/performance/periods?series=true");
    const { date, ...last } = days.at(-1);
    const year = periods.find(({ period }: { period: string }) => period === "YTD");
    expect(household.overview).toMatchObject({
      valueDate: expect.stringContaining(date.slice(0, 10)),
      value: last.marketValue,
      dayReturn: last.feeDailyReturn,
      yearToDateReturn: year.net.timeWeightedReturn,
    });
    expect(household.overview.monthEndValues.at(-1)).toEqual({
      date: household.overview.valueDate,
      value: last.marketValue,
    });
    const accounts = await overview("adviser", "/../accounts?overview=true");
    const shares: number[] = [];
    for (const account of household.accounts) {
      const { accountNumber } = account;
      const listed = accounts.find((each: Account) => each.accountNumber === accountNumber);
      const { ownerNames, cash, openItems, monthEndValues, ...figures } = listed.overview;
      expect(account.overview).toEqual({
        ...figures,
        accountName: listed.accountName,
        accountType: listed.accountType,
        weight: account.overview.weight,
      });
      shares.push(Math.round(Number(account.overview.weight) * 100));
    }
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(10_000);
  });

  test("is of the accounts of today alone, and left out where it is not asked for", async () => {
    const household = await overview("operator", "/63?overview=true");
    const has = household.accounts.map((account: object) => "overview" in account);
    expect(household.accounts.map(({ to }: Account) => to)).toEqual([null, "2025-12-31"]);
    expect(has).toEqual([true, false]);
    expect(await overview("operator", "/63")).not.toHaveProperty("overview");
    expect((await overview("client", "/61?overview=true")).overview.value).toMatch(/^\d/);
  });

  test("a list is searched by name, and goes on where the last page ended", async () => {
    const all = await overview("operator", "?overview=true");
    expect(all.map(({ name }: { name: string }) => name)).toEqual(["Nguyen", "Whitfield", "Cole"]);
    for (const { householdOid, overview: own } of all) {
      const alone = await overview("operator", `/${householdOid}?overview=true`);
      expect(own).toEqual(alone.overview);
    }
    const found: string[] = [];
    let page = "?limit=1";
    for (let at = 0; at < 3; at += 1) {
      const { body, headers } = await service.call("operator", "GET", `${path}${page}`);
      found.push(...body.map(({ name }: { name: string }) => name));
      page = /\?[^>]*/.exec(String(headers.link ?? ""))?.[0] ?? "";
    }
    expect([found, page]).toEqual([["Nguyen", "Whitfield", "Cole"], ""]);
    expect((await overview("adviser", "?search=WHIT"))[0].name).toBe("Whitfield");
    // That another firm's household has a name is not disclosed by the cursor of a list.
    expect(await overview("adviser", "?after=63")).toEqual([]);
  });
});

describe("what a household adds up to", () => {
  const one = "RA00000001";
  const other = "RA00000002";

  test("values, transactions, balances and positions are those of its accounts", async () => {
    const get = async (address: string) =>
      (await service.call("adviser", "GET", `/restapi/${address}`)).body;
    const range = "daterange=2025-01-02,2026-02-27";
    const valueAt = async (of: string) =>
      (await get(`${of}/performance/summary?${range}`)).endMarketValue;
    const cents = (text: string | null) => Math.round(Number(text ?? "0") * 100);
    expect(cents(await valueAt("households/61"))).toBe(
      cents(await valueAt(`accounts/${one}`)) + cents(await valueAt(`accounts/${other}`)),
    );

    const listed = await get("balances?household=61");
    expect(listed.map((own: Account) => own.accountNumber)).toEqual([null, one, other]);
    const [sums, first, second] = listed;
    for (const name of ["tradeDateBalance", "balanceAvailableForWithdrawal", "held"]) {
      expect(cents(sums[name])).toBe(cents(first[name]) + cents(second[name]));
    }

    const rows = await get(`transactions?household=61&${range}&limit=1000`);
    const numbers = new Set(rows.map(({ accountId }: { accountId: string }) => accountId));
    expect([...numbers].every((number) => [one, other].includes(String(number)))).toBe(true);

    const worth = (positions: { marketValue: string | null }[]) =>
      positions.reduce((sum, { marketValue }) => sum + cents(marketValue), 0);
    expect(worth(await get("households/61/positions"))).toBe(
      worth(await get(`accounts/${one}/positions`)) +
        worth(await get(`accounts/${other}/positions`)),
    );
  });

  test.each(["balances", "transactions"])("%s of a foreign one are refused", async (list) => {
    const { status, body } = await service.call("adviser", "GET", `/restapi/${list}?household=63`);
    expect([status, codesOf(body)]).toEqual([400, ["invalid.household"]]);
  });
});

describe("createHousehold", () => {
  test("groups accounts from today on, with an entry and an event of the firm", async () => {
    const { status, headers } = await form("Carol", [named("RA00000005"), named("RA00000006")]);
    expect(status).toBe(201);
    const householdOid = oidOf(headers.location);
    const accounts = [
      { accountNumber: "RA00000005", from: today, to: null },
      { accountNumber: "RA00000006", from: today, to: null },
    ];
    expect((await read("adviser", householdOid)).body).toEqual({
      householdOid,
      firmOid: "1002",
      name: "Carol",
      members: ["carol.nguyen"],
      accounts,
    });
    const entry = (await service.auditOf("firm:1002")).at(-1);
    expect(entry?.operation).toBe("createHousehold");
    expect(JSON.stringify(entry)).not.toContain("undefined");
    const event = (await service.eventsOf("firm:1002")).at(-1);
    expect(event).toMatchObject({
      type: "household.created",
      data: { householdOid, fields: ["accounts", "name"] },
    });
  });

  test.each<[string, string, Account[], string[]]>([
    ["a name that another has", "Whitfield", [], ["household.unique.rule"]],
    ["an account of another firm", "New", [named("RB00000001")], ["household.account.rule"]],
    ["an account that does not exist", "New", [named("RZ99999999")], ["household.account.rule"]],
    ["an account of another one", "New", [named("RA00000001")], ["household.account.rule"]],
    [
      "an account of another one on its past days",
      "New",
      [named("RA00000001", "2018-01-01", "2019-03-04")],
      ["household.account.rule"],
    ],
    [
      "an account twice",
      "New",
      [named("RA00000008"), named("RA00000008")],
      ["household.account.rule"],
    ],
    [
      "a last day before the first",
      "New",
      [named("RA00000008", "2026-01-02", "2026-01-01")],
      ["invalid.accounts.to"],
    ],
    [
      "several at once",
      "Whitfield",
      [named("RB00000001")],
      ["household.unique.rule", "household.account.rule"],
    ],
  ])("refuses %s", async (_, name, accounts, codes) => {
    const { status, body } = await form(name, accounts);
    expect([status, codesOf(body)]).toEqual([400, codes]);
  });

  test("of two at once one has the account", async () => {
    const both = await Promise.all([
      form("One", [named("RA00000008")]),
      form("Other", [named("RA00000008")]),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(both.find(({ status }) => status === 400)?.body).toEqual([accountRule]);
  });
});

describe("updateHousehold", () => {
  test("an account that was put in and taken out on one day was never in it", async () => {
    const first = [named("RA00000001"), named("RA00000002")];
    await change("61", { accounts: [...first, named("RA00000003")] });
    await change("61", { accounts: first });
    const { body } = await read("adviser", "61");
    expect(body.accounts.map((row: Account) => row.accountNumber)).toEqual([
      "RA00000001",
      "RA00000002",
    ]);
  });

  test("a client who lacks one account sees none of it", async () => {
    await change("61", {
      accounts: [named("RA00000001"), named("RA00000002"), named("RA00000022")],
    });
    expect((await read("client", "61")).status).toBe(403);
    expect((await read("client", "61", "/positions")).status).toBe(403);
  });

  test("takes out what is left out from yesterday on, and deletes nothing", async () => {
    const { status } = await change("61", {
      accounts: [named("RA00000002"), named("RA00000003", "2026-01-05")],
    });
    expect(status).toBe(200);
    expect((await read("operator", "61")).body.accounts).toEqual([
      { accountNumber: "RA00000001", from: "2019-03-04", to: "2026-03-01" },
      { accountNumber: "RA00000002", from: "2019-03-04", to: null },
      { accountNumber: "RA00000003", from: "2026-01-05", to: null },
    ]);
    expect((await form("Next", [named("RA00000001")])).status).toBe(201);
  });

  test("renames, and an end of all accounts ends the household", async () => {
    expect((await change("61", { name: "Whitfields", accounts: [] })).status).toBe(200);
    const { body } = await read("adviser", "61");
    expect([body.name, body.members]).toEqual(["Whitfields", []]);
    expect((await read("client", "61")).status).toBe(403);
    const event = (await service.eventsOf("firm:1002")).at(-1);
    expect(event).toMatchObject({
      type: "household.updated",
      data: { householdOid: "61", fields: ["name", "accounts"] },
    });
    expect((await change("61", { name: "Whitfields" })).status).toBe(200);
    expect((await service.eventsOf("firm:1002")).at(-1)?.data).toEqual(event?.data);
  });

  test.each<[CallerName, number]>([
    ["otherAdviser", 403],
    ["operator", 403],
    ["client", 403],
    ["readOnly", 403],
    ["issuer", 403],
  ])("%s changes none", async (caller, status) => {
    expect((await change("61", { name: "Mine" }, caller)).status).toBe(status);
    expect((await form("Mine", [], caller)).status).toBe(caller === "otherAdviser" ? 201 : 403);
  });
});

test("a client sees no day on which an account was in it that is hidden from the client", async () => {
  const hidden = named("RA00000004", "2026-01-05", "2026-02-10");
  expect((await change("61", { accounts: [named("RA00000003"), hidden] })).status).toBe(200);
  const series = "/performance/unitvalues?daterange=2026-01-02,2026-02-27";
  const firstOf = async (caller: CallerName) => (await read(caller, "61", series)).body.values[0];
  expect((await firstOf("adviser")).date).toMatch(/^2026-01-02/);
  const first = await firstOf("client");
  expect(first).toEqual({ date: expect.stringMatching(/^2026-02-11/), value: "100.00000" });
  const since = "/performance/summary?daterange=2026-02-11,2026-02-27";
  const { body } = await read("client", "61", since);
  const { endMarketValue } = (await read("adviser", "61", since)).body;
  expect(body.endMarketValue).toBe(endMarketValue);
});

test("loaded households keep their days in order, and an account in one of them", async () => {
  const load = (accounts: string) =>
    service.load({
      "households.csv": `householdOid,firmOid,name,accounts\n64,1002,Loaded,"${accounts.replaceAll('"', '""')}"\n`,
    });
  const fault = await load(
    '[{"accountNumber":"RA00000008","from":"2026-01-02","to":"2026-01-01"},' +
      '{"accountNumber":"RA00000009","from":"2026-01-02"},{"accountNumber":"RA00000009","from":"2026-02-02"}]',
  ).catch((error) => error);
  expect(fault).toBeInstanceOf(LoadFault);
  expect((fault as LoadFault).problems.map(({ reason }) => reason)).toEqual([
    "A last day is before its first.",
    "An account is in the household twice on one day.",
  ]);
  await load('[{"accountNumber":"RA00000009","from":"2026-01-02"}]');
  const reasonsOf = async (accounts: string) => {
    const taken = (await load(accounts).catch((error) => error)) as LoadFault;
    return taken.problems.map(({ column, reason }) => `${column}: ${reason}`);
  };
  // Until further notice, and on days that are over.
  expect(await reasonsOf('[{"accountNumber":"RA00000012","from":"2026-01-02"}]')).toEqual([
    "accounts: An account is not the firm's, or is in a household already on one of the days.",
  ]);
  const over = '[{"accountNumber":"RA00000014","from":"2021-01-02","to":"2021-02-01"}]';
  expect(await reasonsOf(over)).toEqual([
    "accounts: The account RA00000014 is in another household on one of the days.",
  ]);
});
