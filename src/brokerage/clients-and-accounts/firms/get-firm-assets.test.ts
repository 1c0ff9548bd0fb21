// A firm's assets by quarter and the day's movers: they agree with the raw data of its accounts.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

type Who = "adviser" | "readOnly" | "operator" | "otherAdviser" | "client" | "issuer";
const get = (path: string, who: Who = "adviser") => service.call(who, "GET", `/restapi/${path}`);
const cents = (amount: string | null) => BigInt((amount ?? "0.00").replace(".", ""));

interface RawDay {
  readonly date: string;
  readonly marketValue: string | null;
  readonly accrued: string | null;
  readonly cashFlows: string | null;
  readonly securityFlows: string | null;
}

/** The valued days of each account of the firm. */
async function daysOfAccounts(): Promise<ReadonlyMap<string, readonly RawDay[]>> {
  const { body } = await get("accounts");
  const days = new Map<string, readonly RawDay[]>();
  for (const { accountNumber } of body) {
    const path = `accounts/${accountNumber}/performance/rawdata?daterange=1900-01-01,2026-12-31`;
    const { values } = (await get(path)).body;
    // A loaded series of unit values has none in dollars.
    const valued = values.filter(({ marketValue }: RawDay) => marketValue !== null);
    if (valued.length > 0) days.set(accountNumber, valued);
  }
  return days;
}

const worth = ({ marketValue, accrued }: RawDay) => cents(marketValue) + cents(accrued);
const flow = ({ cashFlows, securityFlows }: RawDay) => cents(cashFlows) + cents(securityFlows);
const sum = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n);
const quarterOf = ({ date }: RawDay) =>
  `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

test("a quarter has each account's last value in it, and its flows", async () => {
  const days = [...(await daysOfAccounts()).values()];
  const { status, body } = await get("firms/1002/assets");
  expect(status).toBe(200);
  expect(body.quarters.length).toBeGreaterThan(4);
  for (const { quarter, accounts, value, netFlows } of body.quarters) {
    const own = days.map((each) => each.filter((day) => quarterOf(day) === quarter));
    const valued = own.filter((each) => each.length > 0);
    const expected = {
      accounts: String(valued.length),
      value: sum(valued.map((each) => worth(each.at(-1) as RawDay))),
      netFlows: sum(valued.flat().map(flow)),
    };
    const found = { accounts, value: cents(value), netFlows: cents(netFlows) };
    expect(found, quarter).toEqual(expected);
  }
});

test("movers are valued on the newest day, with what each gained, the largest first", async () => {
  const days = await daysOfAccounts();
  const { moversDate, movers } = (await get("firms/1002/assets")).body;
  expect(movers.length).toBeGreaterThan(0);
  for (const { accountNumber, value, gain } of movers) {
    const [before, last] = (days.get(accountNumber) ?? []).slice(-2) as [RawDay, RawDay];
    expect(last.date.slice(0, 10)).toBe(moversDate.slice(0, 10));
    expect(cents(value)).toBe(worth(last));
    expect(cents(gain)).toBe(worth(last) - worth(before) - flow(last));
  }
  const sizes = movers.map(({ gain }: { gain: string }) => cents(gain.replace("-", "")));
  expect(sizes).toEqual(sizes.toSorted((one: bigint, other: bigint) => Number(other - one)));
});

test("a firm reads itself and the firms that it manages, and the operator all", async () => {
  const { body } = await get("firms/1002/assets");
  expect((await get("firms/1002/assets", "readOnly")).body).toEqual(body);
  expect((await get("firms/1001/assets", "operator")).body.quarters.length).toBeGreaterThan(0);
  for (const who of ["otherAdviser", "issuer", "client"] as const)
    expect((await get("firms/1002/assets", who)).status).toBe(403);
  expect((await get("firms/999999/assets")).status).toBe(403);
});
