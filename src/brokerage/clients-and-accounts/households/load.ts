// How households are loaded.
import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { householdErrors } from "./errors.ts";
import { selectAccountsInTwo, selectLoadedHouseholds } from "./load-queries.ts";
import { rulesOfHouseholdRecord } from "./rules.ts";
import { HouseholdRecord } from "./schema.ts";

/** An account is in one household on a day, whichever of the two the load brings. */
async function refuseAccountsInTwo(tx: Tx): Promise<void> {
  const loaded = await selectLoadedHouseholds(tx);
  const found = await selectAccountsInTwo(
    tx,
    loaded.map(({ householdOid }) => householdOid),
  );
  const problems = found.map(({ householdOid, accountNumber }) => {
    const line = loaded.find((each) => each.householdOid === householdOid)?.line ?? 0;
    const reason = `The account ${accountNumber} is in another household on one of the days.`;
    return { kind: "households", line, column: "accounts", reason };
  });
  if (problems.length > 0) throw new RowsRefused(problems);
}

/** The file `households`. */
export const householdKind = loadKind({
  name: "households",
  about: "Groups of a firm's accounts that are seen, measured and billed together.",
  columns: HouseholdRecord,
  table: "household",
  key: ["householdOid"],
  ofFirm: { field: "firmOid" },
  references: [{ fields: ["firmOid"], table: "firm", columns: ["firm_oid"] }],
  uniques: [
    {
      field: "name",
      columns: ["firm_oid", "name"],
      reason: householdErrors.unique.sentence,
    },
  ],
  lists: [
    {
      field: "accounts",
      table: "household_account",
      parent: ["household_oid"],
      columns: ["account_number", "from_on", "to_on"],
      rows: ({ accounts = [] }) =>
        accounts.map(({ accountNumber, from, to }) => ({
          account_number: accountNumber,
          from_on: from,
          to_on: to ?? null,
        })),
      references: [
        {
          field: "accounts",
          columns: ["account_number"],
          table: "account",
          to: ["account_number"],
          ofFirm: "firm_oid",
        },
      ],
    },
  ],
  constraints: {
    household_account_open_key: { column: "accounts", reason: householdErrors.account.sentence },
  },
  rules: rulesOfHouseholdRecord,
  afterAll: refuseAccountsInTwo,
  subject: ({ firmOid }) => `firm:${firmOid}`,
  example: [
    "householdOid,firmOid,name,accounts",
    '61,1002,Whitfield,"[{""accountNumber"":""RA1234ABCD"",""from"":""2019-03-04""}]"',
  ].join("\n"),
});
