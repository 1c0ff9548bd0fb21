// Listing accounts: who sees which, narrowed to a member, and page by page.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

const list = (caller: "adviser" | "client" | "operator" | "issuer", query = "") =>
  service.call(caller, "GET", `/restapi/accounts${query}`);
const numbers = (body: readonly { accountNumber: string }[]) =>
  body.map(({ accountNumber }) => accountNumber);

async function stored(where: string): Promise<string[]> {
  const { rows } = await service.admin(
    `select account_number as number from account where ${where} order by account_number`,
  );
  return rows.map(({ number }) => number);
}

test("each caller sees its own accounts, by number", async () => {
  const sees = async (caller: Parameters<typeof list>[0]) => numbers((await list(caller)).body);
  expect(await sees("adviser")).toEqual(await stored("firm_oid = 1002"));
  expect(await sees("issuer")).toEqual(await stored("firm_oid = 1004"));
  expect(await sees("operator")).toEqual(await stored("true"));
  const ofAda = `account_number in (
    select account_number from account_owner where login_id = 'ada.whitfield'
    union select account_number from account_permitted_login where login_id = 'ada.whitfield')`;
  expect(await sees("client")).toEqual(await stored(ofAda));
});

test("an account is listed with its owners, and whether it is restricted", async () => {
  const { body } = await list("adviser");
  const of = (number: string) =>
    body.find(({ accountNumber }: { accountNumber: string }) => accountNumber === number);
  expect(of("RA00000003")).toEqual({
    accountNumber: "RA00000003",
    accountName: "House fund",
    accountType: "J",
    billingPlanOid: "3001",
    owners: ["ada.whitfield", "ben.whitfield"],
    restricted: false,
  });
  const { rows } = await service.admin(
    "select distinct account_number as number from restriction where lifted_at is null",
  );
  for (const { accountNumber, restricted } of body) {
    expect(restricted, accountNumber).toBe(rows.some(({ number }) => number === accountNumber));
  }
});

test("a member narrows the list to what it owns or is permitted on; one out of sight is 403", async () => {
  const ofBen = `account_number in (
    select account_number from account_owner where login_id = 'ben.whitfield'
    union select account_number from account_permitted_login where login_id = 'ben.whitfield')`;
  const { body } = await list("adviser", "?user=ben.whitfield");
  expect(numbers(body)).toEqual(await stored(ofBen));
  expect(numbers(body)).toContain("RA00000006");
  for (const query of ["?user=erin.cole", "?user=no.such.member"]) {
    expect((await list("adviser", query)).status).toBe(403);
  }
  expect((await list("client", "?user=ben.whitfield")).status).toBe(403);
  const own = await list("client", "?user=ada.whitfield");
  expect(numbers(own.body)).toEqual(numbers((await list("client")).body));
});

test("the accounts that a member has opened are those on which it is permitted, too", async () => {
  const response = await service.signed("adviser", "POST", "/restapi/accounts", {
    body: { accountName: "Opened", accountType: "I", primaryAccountOwner: "carol.nguyen" },
    members: { FOLIOWS_MEMBER_ID: "harbor.lin" },
  });
  const number = String(response.headers.location).split("/").at(-1);
  for (const query of ["", "&accounttype=I", "&limit=5"]) {
    const { body } = await list("adviser", `?user=harbor.lin${query}`);
    expect(numbers(body), query).toEqual([number]);
  }
  expect(numbers((await list("adviser", "?user=harbor.park")).body)).toEqual([]);
});

test("pages follow each other by their links to the whole list", async () => {
  const all = numbers((await list("adviser")).body);
  const found: string[] = [];
  let path: string | undefined = "?limit=4";
  while (path !== undefined) {
    const response: Awaited<ReturnType<typeof list>> = await list("adviser", path);
    expect(response.body.length).toBeLessThanOrEqual(4);
    found.push(...numbers(response.body));
    path = /^<http:\/\/bursar\.test\/restapi\/accounts(\?[^>]+)>; rel="next"$/.exec(
      String(response.headers.link ?? ""),
    )?.[1];
  }
  expect(found).toEqual(all);
  const whole = await list("adviser", `?limit=${all.length}`);
  expect([whole.body.length, whole.headers.link]).toEqual([all.length, undefined]);
});

test("a link to the next page keeps the whole query, with each question mark in it", async () => {
  const { body, headers } = await list("adviser", "?note=a?b&limit=1&mark=?");
  const after = body[0].accountNumber;
  expect(headers.link).toBe(
    `<http://bursar.test/restapi/accounts?note=a%3Fb&limit=1&mark=%3F&after=${after}>; rel="next"`,
  );
});

test.each([
  ["?limit=0", "invalid.limit"],
  ["?limit=1001", "invalid.limit"],
  ["?after=x", "invalid.after"],
])("%s is refused", async (query, code) => {
  const { status, body } = await list("adviser", query);
  expect([status, body[0].errorCode]).toEqual([400, code]);
});
