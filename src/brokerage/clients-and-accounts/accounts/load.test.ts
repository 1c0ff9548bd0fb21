// Loading the beneficiaries and trusted contacts of accounts.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";

const service = useTestService();

const iris = { firstName: "Iris", lastName: "Whitfield", relationship: "CHILD" };
const theo = { ...iris, firstName: "Theo" };

/** An account of Dmitri's, an IRA if nothing else is said. */
const account = (accountNumber: string, fields: object = {}) => ({
  accountNumber,
  accountName: accountNumber,
  accountType: "R",
  openedOn: "2020-01-02",
  owners: ["dmitri.ivanov"],
  ...fields,
});

/** The problems of a load of some accounts; none if it is stored. */
async function problemsOf(...rows: readonly object[]): Promise<string[]> {
  const file = rows.map((row) => JSON.stringify(row)).join("\n");
  try {
    await service.load({ "accounts.ndjson": file });
    return [];
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ line, column, reason, cure }) =>
      [line, column, reason, ...(cure === undefined ? [] : [cure])].join(" | "),
    );
  }
}

const shares = "The shares must add up to 100 percent.";
const notIra = "Only a retirement account has beneficiaries.";
const alone = "Contingent beneficiaries need at least one primary beneficiary.";

test("every list of beneficiaries that its account cannot have is named at once", async () => {
  const half = { ...iris, sharePct: "50" };
  expect(
    await problemsOf(
      account("RA00300001", { accountType: "I", primaryBeneficiaries: [iris] }),
      account("RA00300002", { primaryBeneficiaries: [half, { ...theo, sharePct: "49.99" }] }),
      account("RA00300003", { primaryBeneficiaries: [half, theo] }),
      account("RA00300004", { primaryBeneficiaries: [half] }),
      account("RA00300005", {
        primaryBeneficiaries: [iris],
        contingentBeneficiaries: [half, { ...theo, sharePct: "60" }],
      }),
      account("RA00300006", { primaryBeneficiaries: [], contingentBeneficiaries: [theo] }),
      account("RA00300007", { primaryBeneficiaries: [half, { ...theo, sharePct: "50.00" }] }),
      account("RA00300008", {
        accountType: "I",
        primaryBeneficiaries: [],
        contingentBeneficiaries: [theo],
      }),
    ),
  ).toEqual([
    `1 | primaryBeneficiaries | ${notIra}`,
    `2 | primaryBeneficiaries | ${shares}`,
    "3 | primaryBeneficiaries[1].sharePct | Each of several beneficiaries needs a share.",
    `4 | primaryBeneficiaries | ${shares}`,
    `5 | contingentBeneficiaries | ${shares}`,
    `6 | contingentBeneficiaries | ${alone}`,
    `8 | contingentBeneficiaries | ${notIra}`,
    `8 | contingentBeneficiaries | ${alone}`,
  ]);
});

test("a beneficiary is not born after the day of the load, nor a contact less than 18 years before", async () => {
  // It is already July in UTC.
  const before = service.now();
  service.setNow("2026-07-01T03:00:00Z");
  const today = "2026-06-30";
  const tomorrow = "2026-07-01";
  const born = (dateOfBirth: string) => ({ ...theo, sharePct: "50", dateOfBirth });
  const contact = { firstName: "Eve", lastName: "Lang", email: "eve@example.com" };
  const old = (dateOfBirth: string) => ({ ...contact, dateOfBirth });
  const inFuture = "The date of birth is in the future.";
  const tooYoung = "A trusted contact must be at least 18 years old.";
  try {
    expect(
      await problemsOf(
        account("RA00300041", {
          primaryBeneficiaries: [born(today), born(tomorrow)],
          contingentBeneficiaries: [born(tomorrow), born("2026-06-31")],
          trustedContacts: [old("2008-06-30"), contact, old("2008-07-01"), old("2030-01-01")],
        }),
        account("RA00300042", {
          primaryBeneficiaries: [born(today), born(today)],
          trustedContacts: [old("2008-06-30")],
        }),
        account("RA00300043", { primaryBeneficiaries: [born(tomorrow), born(today)] }),
      ),
    ).toEqual([
      "1 | contingentBeneficiaries[1].dateOfBirth | The value is not a calendar date in ISO 8601. | " +
        "write a day that exists as YYYY-MM-DD",
      `1 | primaryBeneficiaries[1].dateOfBirth | ${inFuture}`,
      `1 | contingentBeneficiaries[0].dateOfBirth | ${inFuture}`,
      `1 | trustedContacts[2].dateOfBirth | ${tooYoung}`,
      `1 | trustedContacts[3].dateOfBirth | ${tooYoung}`,
      `3 | primaryBeneficiaries[0].dateOfBirth | ${inFuture}`,
    ]);
  } finally {
    service.setNow(before.toISOString());
  }
});

test("a list that is left out is judged as it is stored", async () => {
  const [first, second, third] = ["RA00300011", "RA00300012", "RA00300013"] as const;
  const both = { primaryBeneficiaries: [iris], contingentBeneficiaries: [theo] };
  expect(await problemsOf(account(first, both), account(second), account(third, both))).toEqual([]);
  expect(
    await problemsOf(
      account(first, { primaryBeneficiaries: [] }),
      account(second, { contingentBeneficiaries: [theo] }),
      account(third, { accountType: "I", contingentBeneficiaries: [] }),
    ),
  ).toEqual([
    `1 | primaryBeneficiaries | ${alone}`,
    `2 | contingentBeneficiaries | ${alone}`,
    `3 | primaryBeneficiaries | ${notIra} | an empty list removes those that are stored`,
  ]);
  const none = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
  expect(
    await problemsOf(
      account(first, { contingentBeneficiaries: [{ ...theo, firstName: "Max" }] }),
      account(second, { ...both, accountName: "Both" }),
      account(third, { ...none, accountType: "I" }),
    ),
  ).toEqual([]);
  const { body } = await service.call("adviser", "GET", `/restapi/accounts/${third}`);
  expect(body).toMatchObject({ ...none, accountType: "I" });
});

test("a list that is left out is judged as it is once the account is locked", async () => {
  const number = "RA00300021";
  expect(await problemsOf(account(number, { primaryBeneficiaries: [iris] }))).toEqual([]);
  let loading: Promise<string[]> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      select from account where account_number = ${number} for no key update`);
    await tx.execute(sql`delete from beneficiary where account_number = ${number}`);
    loading = problemsOf(account(number, { contingentBeneficiaries: [theo] }));
    await untilOneWaits(service.db);
  });
  expect(await loading).toEqual([`1 | contingentBeneficiaries | ${alone}`]);
});

test("what is stored already refuses no row that leaves it alone, and can be removed", async () => {
  const foreign = "RA00300031";
  const lone = "RA00300032";
  const both = { primaryBeneficiaries: [iris], contingentBeneficiaries: [theo] };
  const none = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
  expect(await problemsOf(account(foreign, both), account(lone, both))).toEqual([]);
  await service.admin(
    "update account set account_type = 'I', default_tax_lot_selection = 'LGHL' where account_number = $1",
    [foreign],
  );
  await service.admin("delete from beneficiary where account_number = $1 and kind = 'P'", [lone]);
  const rows = (fields: object) => [
    account(foreign, { accountType: "I", accountName: "Foreign", ...fields }),
    account(lone, { accountName: "Lone", ...fields }),
  ];
  expect(await problemsOf(...rows({}))).toEqual([]);
  expect(await problemsOf(...rows(none))).toEqual([]);
  for (const number of [foreign, lone]) {
    const { body } = await service.call("adviser", "GET", `/restapi/accounts/${number}`);
    expect(body).toMatchObject(none);
  }
});

test("a load leaves also the level that a load gives by itself, where a firm gave it by request", async () => {
  const load = (...permittedLoginIds: readonly string[]) =>
    problemsOf(account("RA00300097", { accountType: "I", permittedLoginIds }));
  const path = "/restapi/accounts/RA00300097/permissions";
  const usual = { permission: "DV", alertLevel: "none", listOnReport: false };
  expect(await load("ben.whitfield:SV")).toEqual([]);
  const sent = [
    await service.call("adviser", "POST", path, { loginId: "ada.whitfield", ...usual }),
    await service.call("adviser", "PUT", `${path}/ben.whitfield`, {
      loginId: "ben.whitfield",
      ...usual,
    }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 200]);
  expect(await load("ada.whitfield:SV", "ben.whitfield:AM")).toEqual([]);
  expect(await load()).toEqual([]);
  for (const loginId of ["ada.whitfield", "ben.whitfield"]) {
    const { body } = await service.call("adviser", "GET", `${path}/${loginId}`);
    expect(body).toMatchObject(usual);
  }
});

test("a load gives levels, and leaves what a firm gave by request", async () => {
  const rows = async () => {
    const permissions = await service.call(
      "adviser",
      "GET",
      "/restapi/accounts/RA00300099/permissions",
    );
    return permissions.body.map((each: Record<string, string>) => [
      each.loginId,
      each.permission,
      each.alertLevel,
    ]);
  };
  const load = (...permittedLoginIds: readonly string[]) =>
    problemsOf(account("RA00300099", { accountType: "I", permittedLoginIds }));
  const dmitri = ["dmitri.ivanov", "AC", "none"];
  const ofLoad = ["ada.whitfield:SV", "ben.whitfield", "carol.nguyen:AC"];
  expect(await load(...ofLoad)).toEqual([]);
  expect(await rows()).toEqual([
    ["ada.whitfield", "SV", "none"],
    ["ben.whitfield", "DV", "none"],
    ["carol.nguyen", "AM", "all"],
    dmitri,
  ]);

  const path = "/restapi/accounts/RA00300099/permissions";
  const given = (loginId: string, permission: string) => ({
    loginId,
    permission,
    alertLevel: "limited",
    listOnReport: true,
  });
  const changed = await service.call(
    ...(["adviser", "PUT", `${path}/ben.whitfield`, given("ben.whitfield", "TR")] as const),
  );
  const granted = await service.call("adviser", "POST", path, given("gina.moss", "MM"));
  expect([changed.status, granted.status]).toEqual([200, 201]);
  const entries = (await service.auditOf("RA00300099")).length;
  expect(await load(...ofLoad)).toEqual([]);
  expect((await service.auditOf("RA00300099")).length).toBe(entries);

  expect(await load("ada.whitfield:MM", "ben.whitfield:SV", "gina.moss:SV")).toEqual([]);
  const after = [
    ["ada.whitfield", "MM", "none"],
    ["ben.whitfield", "TR", "limited"],
    dmitri,
    ["gina.moss", "MM", "limited"],
  ];
  expect(await rows()).toEqual(after);
  expect(await load()).toEqual([]);
  expect(await rows()).toEqual(after.slice(1));
});

test("a permitted member is named once, at a level that exists", async () => {
  const load = (...permittedLoginIds: readonly string[]) =>
    problemsOf(account("RA00300098", { accountType: "I", permittedLoginIds }));
  expect(await load("ada.whitfield:SV", "ada.whitfield")).toEqual([
    "1 | permittedLoginIds | A login id appears twice.",
  ]);
  expect(await load("ada.whitfield:XX")).toEqual([
    "1 | permittedLoginIds | XX is no permission level; write one of SV, DV, MM, TR, TM and AM.",
    "1 | permittedLoginIds | Neither the store nor this load has this member.",
  ]);
});

test("an account goes to no other firm with a permission that its firm has given by request", async () => {
  const moved = account("RA00000014", { accountType: "I", owners: ["erin.cole"] });
  const permissions = "/restapi/accounts/RA00000014/permissions";
  const sent = { loginId: "ada.whitfield", permission: "AM", alertLevel: "all" };
  const given = await service.call("adviser", "POST", permissions, {
    ...sent,
    listOnReport: false,
  });
  expect(given.status, given.text).toBe(201);
  expect(await problemsOf(moved)).toEqual([
    "1 | owners | A login of the firm before has a permission that was given by request. | " +
      "revoke it, then load the account again",
  ]);
  const seen = async () =>
    (await service.call("adviser", "GET", "/restapi/accounts/RA00000014")).status;
  expect(await seen()).toBe(200);
  const taken = await service.call("adviser", "DELETE", `${permissions}/ada.whitfield`);
  expect(taken.status, taken.text).toBeLessThan(300);
  expect(await problemsOf(moved)).toEqual([]);
  expect(await seen()).toBe(403);
});
