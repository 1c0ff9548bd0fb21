// A household of which an account has gone to another firm.
import { expect, test } from "vitest";
import { useRestoredService } from "../../../../test/kept-service.ts";

const service = useRestoredService(async () => {});
const account = "RA00000014";
const moved =
  "accountNumber,accountName,accountType,owners,openedOn\n" +
  `${account},Moved,I,"[""erin.cole""]",2022-05-02\n`;

const textOf = async (path: string) => {
  const { status, text } = await service.call("adviser", "GET", path);
  return `${status} ${text}`;
};

test("shows nothing of it any more, and lets both firms go on", async () => {
  const paths = [
    "/restapi/households/62?overview=true",
    "/restapi/households/62/positions",
    "/restapi/balances?household=62",
    "/restapi/households?overview=true",
  ];
  expect(await textOf(paths[0] ?? "")).toContain(account);
  await service.load({ "accounts.csv": moved });
  for (const path of paths) {
    expect(await textOf(path)).not.toContain(account);
    expect(await textOf(path)).not.toContain("erin.cole");
  }
  const { rows } = await service.admin(
    `select to_on::text as "to" from household_account where account_number = '${account}'`,
  );
  expect(rows).toEqual([{ to: "2026-03-01" }]);
  const accounts = [{ accountNumber: "RA00000012" }];
  const without = await service.call("adviser", "PUT", "/restapi/households/62", { accounts });
  expect(without.status, without.text).toBe(200);
  const body = { name: "Cole family", accounts: [{ accountNumber: account }] };
  const ofOther = await service.call("otherAdviser", "POST", "/restapi/households", body);
  expect(ofOther.status, ofOther.text).toBe(201);
});
