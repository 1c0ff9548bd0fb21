// The companies of owners are excluded whatever a load changes: the companies, the owners or the
// account's own list. That the entries agree with the responses is checked when the service closes.
import { beforeEach, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { holdLoad, loadFiles } from "../../../../test/held-load.ts";
import { untilWaiting } from "../../../../test/lock-waits.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { sql } from "../../../platform/store/db.ts";

const service = useTestService();

type Files = Readonly<Record<string, string>>;

/** A quoted cell of a list. */
const cell = (list: readonly unknown[]) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;

const members = (...companies: readonly (readonly [login: string, tickers?: string[]])[]) => ({
  "members.csv": [
    "loginId,memberOid,firmOid,membershipType,firstName,lastName,directorOrTenPercentShareholderCompany",
    ...companies.map(
      ([login, tickers], at) =>
        `${login},${77101 + at},1002,client,Ora,Dane,${tickers ? cell(tickers) : ""}`,
    ),
  ].join("\n"),
});

const account = (number: string, owners: string[], own?: string[]) => {
  const list = own?.map((exclusionValue) => ({ exclusionValue }));
  return `${number},Of ${number},${owners.length > 1 ? "J" : "I"},${cell(owners)},2025-01-02,${list ? cell(list) : ""}`;
};
const accounts = (...rows: readonly string[]) => ({
  "accounts.csv": [
    "accountNumber,accountName,accountType,owners,openedOn,securityExclusions",
    ...rows,
  ].join("\n"),
});

const excluded = async (number: string): Promise<string[]> => {
  const { body } = await service.call("adviser", "GET", `/restapi/accounts/${number}`);
  return body.securityExclusions.map((each: { exclusionValue: string }) => each.exclusionValue);
};

const checked = (files: Files) => loadFiles(service.db, files, loadOrder, { check: true });

const give = (login: string, companies: string[]) =>
  service.call("adviser", "PUT", `/restapi/members/${login}`, {
    directorOrTenPercentShareholderCompany: companies,
  });

const changesIn = (accounts: string) =>
  `Exclusions because of owners' companies change in ${accounts}.`;

const sole = "RA00770001";
const joint = "RA00770002";
const both = ["ora.dane", "per.dane"];
beforeEach(async () => {
  await service.load({
    ...members(["ora.dane"], ["per.dane"]),
    ...accounts(account(sole, ["ora.dane"], []), account(joint, both, [])),
  });
});

test("companies that a load gives a member, or takes from it, are excluded or not in its accounts", async () => {
  const before = (await service.auditOf(sole)).length;
  const eventCount = (await service.eventsOf(sole)).length;
  const given = members(["ora.dane", ["BOLT", "ACME"]], ["per.dane", ["CORE"]]);
  const said = await checked(given);
  expect(await excluded(sole)).toEqual([]);
  expect(await service.load(given)).toMatchObject([{ notices: [changesIn("2 accounts")] }]);
  expect(said).toMatchObject([{ notices: [changesIn("2 accounts")] }]);
  expect([await excluded(sole), await excluded(joint)]).toEqual([
    ["ACME", "BOLT"],
    ["ACME", "BOLT", "CORE"],
  ]);
  const entry = (position: string, value: string) => {
    return { position, value, startOn: null, endOn: null };
  };
  expect((await service.auditOf(sole)).slice(before)).toMatchObject([
    {
      operation: "loadFolder",
      detail: {
        before: { accounts: [{ accountNumber: sole, securityExclusions: [] }] },
        after: { accounts: [{ securityExclusions: [entry("1", "ACME"), entry("2", "BOLT")] }] },
      },
    },
  ]);
  expect((await service.eventsOf(sole)).slice(eventCount)).toEqual([
    { type: "account.updated", data: { accountNumber: sole, fields: ["securityExclusions"] } },
  ]);
  expect((await service.load(given))[0]).not.toHaveProperty("notices");
  expect(await service.auditOf(sole)).toHaveLength(before + 1);

  await service.load(members(["ora.dane"], ["per.dane", ["CORE"]]));
  expect([await excluded(sole), await excluded(joint)]).toEqual([[], ["CORE"]]);
});

test("a load takes back the companies that an update has set", async () => {
  await give("ora.dane", ["ACME"]);
  expect(await excluded(sole)).toEqual(["ACME"]);
  await service.load(members(["ora.dane"]));
  expect(await excluded(sole)).toEqual([]);
});

test.each([
  ["a load", (companies: string[] = []) => service.load(members(["ora.dane", companies]))],
  ["an update", (companies: string[] = []) => give("ora.dane", companies)],
])(
  "companies that were stored without being excluded are excluded once %s takes and gives them",
  async (_, set) => {
    await service.admin(
      "update member set own_company_tickers = '{ACME}' where login_id = 'ora.dane'",
    );
    await set();
    await set(["ACME"]);
    expect([await excluded(sole), await excluded(joint)]).toEqual([["ACME"], ["ACME"]]);
  },
);

test("an account excludes the companies of those who own it after a load", async () => {
  const companies = members(["ora.dane", ["ACME"]], ["per.dane", ["BOLT"]]);
  const opened = "RA00770003";
  const report = await service.load({ ...companies, ...accounts(account(opened, both, ["CORE"])) });
  expect(report.map(({ notices }) => notices)).toEqual([undefined, [changesIn("3 accounts")]]);
  expect(await excluded(opened)).toEqual(["CORE", "ACME", "BOLT"]);

  const before = (await service.auditOf(joint)).length;
  await service.load(accounts(account(joint, ["ora.dane"])));
  expect(await excluded(joint)).toEqual(["ACME"]);
  const [entry] = (await service.auditOf(joint)).slice(before);
  expect(entry?.detail.after.accounts).toMatchObject([
    { accountType: "I", securityExclusions: [{ value: "ACME" }] },
  ]);
  await service.load(accounts(account(joint, both)));
  expect(await excluded(joint)).toEqual(["ACME", "BOLT"]);
});

test("an own list that a load replaces leaves the companies, and its event names them too", async () => {
  await service.load(members(["ora.dane", ["ACME"]]));
  const before = (await service.auditOf(sole)).length;
  const report = await service.load(accounts(account(sole, ["ora.dane"], ["BOLT"])));
  expect(report[0]).not.toHaveProperty("notices");
  expect(await excluded(sole)).toEqual(["BOLT", "ACME"]);
  const [entry] = (await service.auditOf(sole)).slice(before);
  expect(entry?.detail).toMatchObject({
    before: { accounts: [{ securityExclusions: [{ value: "ACME" }] }] },
    after: { accounts: [{ securityExclusions: [{ value: "BOLT" }, { value: "ACME" }] }] },
  });
});

test("companies given while a load computes are excluded in the account that it adds", async () => {
  const opened = "RA00770004";
  const { loading, letGo } = await holdLoad(service.db, accounts(account(opened, ["ora.dane"])));
  const given = await give("ora.dane", ["ACME"]);
  letGo();
  await loading;
  expect(given.status).toBe(200);
  expect([await excluded(sole), await excluded(opened)]).toEqual([["ACME"], ["ACME"]]);
});

test.each([
  ["that it adds", "RA00770005", ["ora.dane"]],
  ["that gets another owner", "RA00770006", ["per.dane", "ora.dane"]],
])(
  "companies being given while a load ends are excluded in the account %s",
  async (_, number, owners) => {
    if (owners.length > 1) await service.load(accounts(account(number, ["per.dane"])));
    const { loading, letGo } = await holdLoad(service.db, accounts(account(number, owners)));
    const giving: ReturnType<typeof give>[] = [];
    await service.db.transaction(async (tx) => {
      await tx.execute(sql`
      select from account where account_number = ${sole} for no key update`);
      giving.push(give("ora.dane", ["ACME"]));
      await untilWaiting(service.db, 1);
      letGo();
      await Promise.race([untilWaiting(service.db, 2), loading]);
    });
    await loading;
    expect((await Promise.all(giving)).map(({ status }) => status)).toEqual([200]);
    expect([await excluded(sole), await excluded(number)]).toEqual([["ACME"], ["ACME"]]);
  },
);
