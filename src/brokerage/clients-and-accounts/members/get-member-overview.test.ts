// The overview of a person: the sums are those of the accounts that the caller sees.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

type Who = "adviser" | "otherAdviser" | "client" | "operator" | "issuer" | "readOnly";
const get = (path: string, who: Who) => service.call(who, "GET", `/restapi/${path}`);
const overview = (who: Who, loginId = "ada.whitfield") => get(`members/${loginId}/overview`, who);
const cents = (amount: string) => BigInt(amount.replace(".", ""));

interface Listed {
  readonly overview: Readonly<Record<"value" | "cash" | "valueDate", string | null>> & {
    readonly openItems: string | null;
  };
}

test.each(["adviser", "client", "operator"] as const)(
  "the sums as the %s sees them are those of the member's accounts",
  async (who) => {
    const { status, body } = await overview(who);
    expect(status).toBe(200);
    const path = "accounts?overview=true&limit=1000&user=ada.whitfield";
    const accounts: readonly Listed[] = (await get(path, who)).body;
    const known = (figure: "value" | "cash" | "openItems" | "valueDate") =>
      accounts.flatMap((account) => account.overview[figure] ?? []);
    const sum = (amounts: readonly string[]) =>
      amounts.reduce((total, amount) => total + cents(amount), 0n);
    expect(body).toMatchObject({
      loginId: "ada.whitfield",
      accounts: String(accounts.length),
      accountsUnvalued: String(accounts.length - known("value").length),
      valueDate: known("valueDate").toSorted().at(-1),
      openItems: String(sum(known("openItems"))),
    });
    expect([cents(body.value), cents(body.cash)]).toEqual([
      sum(known("value")),
      sum(known("cash")),
    ]);
    expect(sum(known("value"))).toBeGreaterThan(0n);
  },
);

test("who sees the account's value alone sees no cash", async () => {
  await service.admin(`delete from account_owner where login_id = 'ada.whitfield'
    and account_number <> 'RA00000001'`);
  await service.admin(`update account_owner set login_id = 'ben.whitfield'
    where login_id = 'ada.whitfield' and account_number = 'RA00000001'`);
  await service.admin(`delete from account_permitted_login where login_id = 'ada.whitfield'`);
  await service.admin(`update account set opened_by_login_id = null
    where opened_by_login_id = 'ada.whitfield'`);
  await service.admin(`insert into account_permitted_login (account_number, login_id, permission)
    values ('RA00000001', 'ada.whitfield', 'SV')`);
  const { body } = await overview("client");
  expect(body).toMatchObject({ accounts: "1", accountsUnvalued: "0", cash: null, openItems: "0" });
});

test("anonymous callers, other firms and other clients are refused alike", async () => {
  for (const who of ["otherAdviser", "issuer"] as const)
    expect((await overview(who)).status).toBe(403);
  expect((await overview("client", "carol.nguyen")).status).toBe(403);
  expect((await overview("adviser", "no.such.member")).status).toBe(403);
});
