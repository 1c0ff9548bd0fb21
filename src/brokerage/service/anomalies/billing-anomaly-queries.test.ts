// The cost of finding odd bills: a firm must not be able to make the operator's check endless.

import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { Statement } from "../../../platform/store/db.ts";
import {
  type AccountOfAnotherFamily,
  selectAccountsOfOtherFamilies,
} from "./billing-anomaly-queries.ts";

const service = useTestService();
const on = "2026-01-14" as Day;

/** A node of a plan, with what it has come to. */
interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that a node of a plan has looked at. */
function mostRows(node: PlanNode): number {
  const { "Actual Rows": rows, "Actual Loops": loops, Plans: below = [] } = node;
  const own = (rows + (node["Rows Removed by Join Filter"] ?? 0)) * loops;
  return Math.max(own, ...below.map(mostRows));
}

test("an owner of very many accounts costs no more than they are", async () => {
  let sent: Statement<AccountOfAnotherFamily> | undefined;
  const rows = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    sent = statement as unknown as Statement<AccountOfAnotherFamily>;
    return [];
  };
  await selectAccountsOfOtherFamilies({ rows, first: async () => undefined }, on);
  const values = sent?.values.map((value) => `'${value}'`).join(", ");
  const accounts = 300;
  const results = await service.admin(`begin;
    alter table household_account drop constraint household_account_account_number_fkey;
    alter table account_owner drop constraint account_owner_account_number_fkey;
    insert into account_owner
      select 'RX' || place, 1, 'erin.cole' from generate_series(1, ${accounts}) as place;
    insert into household_account
      select 'RX' || place, 61 + place % 2, '2020-01-01' from generate_series(1, ${accounts}) as place;
    analyze account_owner, household_account;
    prepare read as ${sent?.text}; explain (analyze, format json) execute read (${values});
    deallocate read; rollback`);
  const explained = [results].flat().find(({ command }) => command === "EXPLAIN");
  const [plan] = (explained?.rows ?? []).map((row): PlanNode => row["QUERY PLAN"][0].Plan);
  const looked = plan === undefined ? 0 : mostRows(plan);
  expect(looked).toBeGreaterThanOrEqual(accounts);
  expect(looked).toBeLessThan(10 * accounts);
});
