// A household of which an account has gone to another firm, and lists of more households than are shown at once.
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
  const other = { accountNumber: "RA00000012", fromOn: "2020-01-02", toOn: null };
  const changed = (toOn: string | null) => {
    const accounts = [other, { accountNumber: account, fromOn: "2020-01-02", toOn }];
    return { households: [{ householdOid: "62", accounts }] };
  };
  const entry = (await service.auditOf("firm:1002")).at(-1);
  expect(entry).toMatchObject({
    operation: "loadFolder",
    detail: { before: changed(null), after: changed("2026-03-01") },
  });
  expect((await service.eventsOf("firm:1002")).at(-1)).toMatchObject({
    type: "household.updated",
    data: { householdOid: "62", fields: ["accounts"] },
  });
  const accounts = [{ accountNumber: "RA00000012" }];
  const without = await service.call("adviser", "PUT", "/restapi/households/62", { accounts });
  expect(without.status, without.text).toBe(200);
  const body = { name: "Cole family", accounts: [{ accountNumber: account }] };
  const ofOther = await service.call("otherAdviser", "POST", "/restapi/households", body);
  expect(ofOther.status, ofOther.text).toBe(201);
});

test("a list with figures has 25 at most, and says where it goes on", async () => {
  const rows = Array.from({ length: 26 }, (_, at) => `${9_001 + at},1002,Many ${at},"[]"`);
  const header = "householdOid,firmOid,name,accounts";
  await service.load({ "households.csv": [header, ...rows].join("\n") });
  const path = "/restapi/households?search=Many&overview=true&limit=1000";
  const { body, headers } = await service.call("adviser", "GET", path);
  expect(body).toHaveLength(25);
  expect(headers.link).toContain('rel="next"');
  const whole = await service.call("adviser", "GET", "/restapi/households?search=Many&limit=1000");
  expect(whole.body).toHaveLength(26);
});
