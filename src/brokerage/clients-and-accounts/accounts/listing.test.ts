// Finding accounts as one types, in each order, by what they have, and with their figures.
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { searchPattern } from "./search-text.ts";

const service = useTestService();

type Who = "adviser" | "otherAdviser" | "client" | "operator" | "issuer" | "readOnly";
const list = async (query: string, who: Who = "adviser") => {
  const { status, body, headers } = await service.call(who, "GET", `/restapi/accounts?${query}`);
  expect([status, body.length === undefined]).toEqual([200, false]);
  const numbers: string[] = body.map((each: { accountNumber: string }) => each.accountNumber);
  return { body, numbers, link: String(headers.link ?? "") };
};
const stored = async (where: string, order = "account_number"): Promise<string[]> => {
  const { rows } = await service.admin(
    `select account_number as number from account where ${where} order by ${order}`,
  );
  return rows.map(({ number }) => number);
};

describe("the search", () => {
  test.each([
    ["by part of a number", "a00000003", ["RA00000003"]],
    ["by part of a name, whatever the case", "AINY DAY", ["RA00000002"]],
    ["by nothing that is there", "no such account", []],
    ["taking signs of patterns as they are", "%", []],
    ["taking an underscore as it is", "_", []],
  ])("finds %s", async (_, search, expected) => {
    expect((await list(`search=${encodeURIComponent(search)}`)).numbers).toEqual(expected);
  });

  test("finds the accounts of an owner by part of the whole name", async () => {
    const ofBen = `firm_oid = 1002 and account_number in (
      select account_number from account_owner where login_id = 'ben.whitfield')`;
    expect((await list("search=en%20whitf")).numbers).toEqual(await stored(ofBen));
  });

  test("finds no account of another firm, nor one of another client", async () => {
    expect((await list("search=whitfield", "otherAdviser")).numbers).toEqual([]);
    expect((await list("search=RA00000005", "client")).numbers).toEqual([]);
    expect((await list("search=RA00000005", "operator")).numbers).toEqual(["RA00000005"]);
    const readOnly = (await list("search=whitfield", "readOnly")).numbers;
    expect(readOnly).toEqual((await list("search=whitfield")).numbers);
  });

  describe("shows no name that the list leaves out", () => {
    const both = `account_number in (
      select account_number from account_owner where login_id in ('ada.whitfield', 'ben.whitfield')
      group by account_number having count(*) = 2)`;
    const rename = async (lastName: string) => {
      const path = "/restapi/members/ben.whitfield";
      expect((await service.call("adviser", "PUT", path, { lastName })).status).toBe(200);
    };
    const found = async (search: string, who: Who) =>
      (await list(`search=${encodeURIComponent(search)}`, who)).numbers;

    test("to a client that of another owner", async () => {
      const shared = await stored(both);
      expect(shared.length).toBeGreaterThan(0);
      await rename("Ärlig");
      for (const search of ["ben ", "ärl"]) {
        expect(await found(search, "adviser")).toEqual(expect.arrayContaining(shared));
        expect(await found(search, "client")).toEqual([]);
      }
      await rename("Whitfield");
      expect(await found("ada whit", "client")).toEqual(expect.arrayContaining(shared));
      expect(await found(shared[0] ?? "", "client")).toEqual([shared[0]]);
    });

    test("and leaves an adviser all of them, whose client's accounts it asks for", async () => {
      const { numbers } = await list("search=ben%20whit&user=ada.whitfield");
      expect(numbers).toEqual(await stored(both));
    });

    test("to a client firm that of its representative", async () => {
      const number = "RA00000002";
      await service.admin(
        "update account set client_firm_oid = 1004 where account_number = $1 returning 1",
        [number],
      );
      const { body } = await list(`overview=true&search=${number}`, "issuer");
      expect(body[0].overview.ownerNames).toEqual([null, null].slice(0, body[0].owners.length));
      const { rows } = await service.admin(
        `select first_name || ' ' || last_name as name from member
         join account_owner using (login_id) where account_number = $1`,
        [number],
      );
      expect(await found(rows[0].name, "adviser")).toContain(number);
      expect(await found(rows[0].name, "issuer")).toEqual([]);
      await service.admin(
        "update account set client_firm_oid = null where account_number = $1 returning 1",
        [number],
      );
    });
  });

  test("knows the cases of letters beyond ASCII, and a new name at once", async () => {
    const put = await service.call("adviser", "PUT", "/restapi/accounts/RA00000001", {
      accountName: "Ärzte & Söhne",
    });
    expect(put.status).toBe(200);
    for (const search of ["ärzte", "ÄRZTE & SÖ", "söhne"]) {
      expect((await list(`search=${encodeURIComponent(search)}`)).numbers).toEqual(["RA00000001"]);
    }
    expect((await list("search=orzte")).numbers).toEqual([]);
    expect((await list("search=everyday")).numbers).not.toContain("RA00000001");
  });

  test("knows a member's new name at once", async () => {
    const put = await service.call("adviser", "PUT", "/restapi/members/ben.whitfield", {
      lastName: "Quillfeather",
    });
    expect(put.status).toBe(200);
    const ofBen = `firm_oid = 1002 and account_number in (
      select account_number from account_owner where login_id = 'ben.whitfield')`;
    expect((await list("search=quillfeather")).numbers).toEqual(await stored(ofBen));
    const member = "loginId,memberOid,firmOid,membershipType,firstName,lastName";
    const { rows } = await service.admin(
      "select member_oid from member where login_id = 'ben.whitfield'",
    );
    await service.load({
      "members.csv": `${member}\nben.whitfield,${rows[0].member_oid},1002,client,Ben,Larkspur\n`,
    });
    expect((await list("search=ben%20lark")).numbers).toEqual(await stored(ofBen));
  });

  test("is written as patterns of the store", () => {
    expect(searchPattern(" A_b% ")).toEqual({ like: "%a\\_b\\%%", exact: null });
    expect(searchPattern("É.(")).toEqual({ like: "%_.(%", exact: "(é|É)\\.\\(" });
  });
});

describe("the order", () => {
  const columns = {
    number: "account_number",
    name: "lower(account_name)",
    value: "coalesce(market_value, '-Infinity')",
    day: "coalesce(day_return, '-Infinity')",
    year: "coalesce(year_return, '-Infinity')",
    cash: `coalesce((select sum(amount) from folio_cash
      where folio_cash.account_number = account.account_number), '-Infinity')`,
  };
  test.each(Object.entries(columns))("by %s goes both ways, page by page", async (sort, column) => {
    for (const [sign, direction] of [
      ["", "asc"],
      ["-", "desc"],
    ]) {
      const order = `${column} ${direction}, account_number ${direction}`;
      const expected = await stored("firm_oid = 1002", order);
      const found: string[] = [];
      let query: string | undefined = `sort=${sign}${sort}&limit=4`;
      while (query !== undefined) {
        const page: Awaited<ReturnType<typeof list>> = await list(query);
        found.push(...page.numbers);
        query = /accounts\?([^>]+)>; rel="next"/.exec(page.link)?.[1];
      }
      expect(found, sign + sort).toEqual(expected);
    }
  });

  test("by cash shows a client nothing of an account whose cash is hidden", async () => {
    const last = "RA00000005";
    await service.admin(`insert into account_permitted_login (account_number, login_id, permission)
      values ('${last}', 'ada.whitfield', 'SV')`);
    await service.admin(`insert into folio_cash (account_number, folio_number, amount)
      select account_number, min(folio_number), 99999999 from folio where account_number = '${last}'
      group by 1 on conflict (account_number, folio_number) do update set amount = 99999999`);
    expect((await list("sort=-cash")).numbers[0]).toBe(last);
    const { numbers } = await list("sort=-cash", "client");
    expect([numbers.includes(last), numbers.indexOf(last) > 1]).toEqual([true, true]);
    // Nor does a page that goes on after it.
    const after = (await list(`sort=-cash&after=${last}`, "client")).numbers;
    expect(after).toEqual(numbers.slice(numbers.indexOf(last) + 1));
    await service.admin(`delete from folio_cash where amount = 99999999`);
    await service.admin(`delete from account_permitted_login where account_number = '${last}'`);
  });

  test("goes on after no account that the caller does not see", async () => {
    expect((await list("sort=value&after=RB00000001")).numbers).toEqual([]);
    expect((await list("sort=value&after=RZ99999999")).numbers).toEqual([]);
    expect((await list("sort=value&after=RA00000001", "otherAdviser")).numbers).toEqual([]);
  });
});

describe("the filters", () => {
  const restricted = `account_number in (
    select account_number from restriction where lifted_at is null)`;
  const waiting = (more: string) => `account_number in (select account_number
    from item_for_attention where (ifa_status = 'I' or ifa_status = 'V' and ifa_type <> 'NO')
      and start_on <= '2026-03-02' and coalesce(expires_on, '9999-01-01') >= '2026-03-02' ${more})`;
  test.each([
    ["restricted=true", restricted],
    ["restricted=false", `not ${restricted}`],
    ["openitems=true", waiting("")],
    ["openitems=false", `not ${waiting("")}`],
    ["accounttype=J", "account_type = 'J'"],
    ["accounttype=J&restricted=false", `account_type = 'J' and not ${restricted}`],
  ])("%s", async (query, where) => {
    expect((await list(query)).numbers).toEqual(await stored(`firm_oid = 1002 and ${where}`));
  });

  const cash = `coalesce((select sum(amount) from folio_cash
    where folio_cash.account_number = account.account_number), 0)`;
  test.each([
    ["cashto=0", `${cash} <= 0`],
    ["cashfrom=0.01", `${cash} > 0`],
    ["cashfrom=-1&cashto=500.00", `${cash} between -1 and 500`],
    ["cashfrom=100&cashto=1", "false"],
  ])("%s, of all folios", async (query, where) => {
    expect((await list(query)).numbers).toEqual(await stored(`firm_oid = 1002 and ${where}`));
  });

  const hasCash = (account: { overview: { cash: string | null } }) =>
    account.overview.cash !== null;
  test("cash at a bound is within it, to the cent", async () => {
    const { body } = await service.call("adviser", "GET", "/restapi/accounts?overview=true");
    const { accountNumber, overview } = body.find(hasCash);
    for (const bound of ["cashfrom", "cashto"]) {
      expect((await list(`${bound}=${overview.cash}`)).numbers).toContain(accountNumber);
    }
    const beyond = (Number(overview.cash.replace(".", "")) + 1).toString().padStart(3, "0");
    const cent = `${beyond.slice(0, -2)}.${beyond.slice(-2)}`;
    expect((await list(`cashfrom=${cent}`)).numbers).not.toContain(accountNumber);
  });

  test.each(["601", "607", "999"])("securityid=%s, what some folio holds", async (id) => {
    const holders = `(select account_number from folio_position where security_id = ${id})`;
    const expected = await stored(`firm_oid = 1002 and account_number in ${holders}`);
    expect((await list(`securityid=${id}`)).numbers).toEqual(expected);
    const others = (await list(`securityid=${id}`, "otherAdviser")).numbers;
    expect(others.filter((number) => expected.includes(number))).toEqual([]);
  });

  const found = (from: string) => `account_number in (select account_number from ${from})`;
  const questions = `exists (select from corporate_action_question as q
    where (q.account_number, q.notif_id) = (c.account_number, c.notif_id))`;
  test.each([
    ["orders", found("private_placement_order where order_status = 'INITIAL'")],
    [
      "transfers",
      found(`transfer where status not in ('Completed', 'Rejected', 'Cancelled', 'Failed',
        'Transfer Closed - No Action')`),
    ],
    [
      "ballots",
      found(`corporate_action as c where status = 'New' and ${questions}
        and coalesce(deadline_at, 'infinity') >= '2026-03-02T15:00:00Z'`),
    ],
    ["models", found("model_subscription where status = 'PENDING'")],
  ])("waiting=%s", async (kind, where) => {
    const numbers = await stored(`firm_oid = 1002 and ${where}`);
    expect((await list(`waiting=${kind}`)).numbers).toEqual(numbers);
    expect((await list(`waiting=${kind}`, "otherAdviser")).numbers).not.toContain(numbers[0]);
  });

  test("a client's items that wait are its own", async () => {
    const own = (await list("")).numbers && (await list("", "client")).numbers;
    const expected = await stored(waiting("and login_id = 'ada.whitfield'"));
    expect((await list("openitems=true", "client")).numbers).toEqual(
      expected.filter((number) => own.includes(number)),
    );
  });

  test.each([
    ["search=", "invalid.search"],
    [`search=${"x".repeat(65)}`, "invalid.search"],
    ["sort=size", "invalid.sort"],
    ["restricted=perhaps", "invalid.restricted"],
    ["openitems=1", "invalid.openitems"],
    ["overview=1", "invalid.overview"],
    ["waiting=items", "invalid.waiting"],
    ["cashfrom=1.001", "invalid.cashfrom"],
    ["cashto=much", "invalid.cashto"],
    ["securityid=ACME", "invalid.securityid"],
    ["accounttype=%3F", "invalid.choice"],
  ])("%s is refused", async (query, code) => {
    const { status, body } = await service.call("adviser", "GET", `/restapi/accounts?${query}`);
    expect([status, body[0].errorCode]).toEqual([400, code]);
  });
});

describe("the overview", () => {
  test("has the figures that the account's performance has", async () => {
    const { body } = await list("overview=true");
    expect(body.length).toBeGreaterThan(5);
    let known = 0;
    for (const { accountNumber, overview } of body) {
      const path = `/restapi/accounts/${accountNumber}/performance`;
      const { valueDate, value, dayReturn, yearToDateReturn, monthEndValues } = overview;
      if (valueDate === null) {
        expect([value, dayReturn, yearToDateReturn, monthEndValues]).toEqual([
          null,
          null,
          null,
          [],
        ]);
        continue;
      }
      known += 1;
      const to = valueDate.slice(0, 10);
      const year = Number(valueDate.slice(0, 4));
      const of = (range: string) =>
        service.call("adviser", "GET", `${path}/summary?daterange=${range}&returntype=netfee`);
      const { body: sinceYear } = await of(`${year - 1}-12-31,${to}`);
      expect([value, yearToDateReturn], accountNumber).toEqual([
        sinceYear.endMarketValue,
        sinceYear.timeWeightedReturn,
      ]);
      const raw = await service.call("adviser", "GET", `${path}/rawdata?daterange=${to},${to}`);
      expect(raw.body.values.at(-1).feeDailyReturn).toBe(dayReturn);
      for (const { date, value: atEnd } of monthEndValues) {
        if (known > 1) break;
        const { body: toDay } = await of(`2000-01-01,${date.slice(0, 10)}`);
        expect(toDay.endMarketValue).toBe(atEnd);
      }
      const months = monthEndValues.map((each: { date: string }) => each.date.slice(0, 7));
      expect(new Set(months).size).toBe(months.length);
      expect(months.length).toBeLessThanOrEqual(13);
      expect(monthEndValues.at(-1)).toEqual({ date: valueDate, value });
    }
    expect(known).toBeGreaterThan(1);
  });

  test("counts items and cash, and names owners in sight alone", async () => {
    const { body } = await list("overview=true&search=RA00000003");
    expect(body[0].owners).toEqual(["ada.whitfield", "ben.whitfield"]);
    expect(body[0].overview.ownerNames[0]).toBe("Ada Whitfield");
    expect(body[0].overview.ownerNames[1]).toMatch(/^Ben /);
    const client = await list("overview=true", "client");
    const joint = client.body.find(
      ({ accountNumber }: { accountNumber: string }) => accountNumber === "RA00000003",
    );
    expect(joint.overview.ownerNames).toEqual(["Ada Whitfield", null]);
    const { rows } = await service.admin(`
      select account_number as number, sum(amount)::numeric(20, 2)::text as cash
      from folio_cash group by 1`);
    const cash = new Map(rows.map(({ number, cash }) => [number, cash]));
    for (const { accountNumber, overview } of (await list("overview=true")).body) {
      expect(overview.cash).toBe(cash.get(accountNumber) ?? null);
      const waits = (await list(`openitems=true&search=${accountNumber}`)).numbers.length > 0;
      expect(overview.openItems !== "0").toBe(waits);
    }
  });

  test("comes page by page where no limit is given", async () => {
    expect((await list("overview=false")).body[0].overview).toBeUndefined();
    const { body, link } = await list("overview=true&limit=2&sort=-value");
    expect(body.length).toBe(2);
    expect(link).toContain("overview=true");
    expect(link).toContain("sort=-value");
  });

  test("follows a booking", async () => {
    const { rows } = await service.admin(`
      select account_number as number, folio_number as folio from folio join account using
        (account_number) where performance_source = 'computed' and valued_on is not null
        and firm_oid = 1002 order by 1 limit 1`);
    const [{ number, folio }] = rows;
    const overview = async () => (await list(`overview=true&search=${number}`)).body[0].overview;
    const before = await overview();
    const deposit = { transactionType: "DEP", folioNumber: folio, amount: "100.00" };
    const { status } = await service.call(
      "operator",
      "POST",
      `/restapi/accounts/${number}/transactions`,
      { transactions: [{ ...deposit, tradeDate: "2026-02-02" }] },
    );
    expect(status).toBe(201);
    const after = await overview();
    expect(after.valueDate).toBe(before.valueDate);
    const cents = (value: string) => BigInt(value.replace(".", ""));
    expect(cents(after.value) - cents(before.value)).toBe(10_000n);
    expect(after.monthEndValues.at(-1).value).toBe(after.value);
  });
});
