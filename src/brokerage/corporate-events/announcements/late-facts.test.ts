// The facts that the sweep reads each minute: the ones accepted since it last found none, by an index.
import { expect, test } from "vitest";
import { account, dividend, useEventDesk } from "../../../../test/event-desk.ts";
import { testNow } from "../../../../test/sample-template.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { selectLinesWithLateFacts } from "./late-facts.ts";

const { service, posted } = useEventDesk();
const hourMs = 60 * 60 * 1_000;
const after = (hours: number) => new Date(testNow.getTime() + hours * hourMs);

/** Notes that a cancellation of the first purchase of the account was accepted at an instant. */
async function cancelPurchase(acceptedAt: Date): Promise<void> {
  await service.admin(
    `insert into account_transaction
       (account_number, transaction_id, transaction_type, cancels, takes_back, accepted_at, accepted_version)
     select account_number, 990001, 'CXL', transaction_id, transaction_id, $2, 1000
     from account_transaction
     where account_number = $1 and security_id = 601 and transaction_type = 'BUY' limit 1`,
    [account, acceptedAt],
  );
}

/** A store with no time remembered for it, and the statements that were sent to it. */
function noted() {
  const sent: Statement<unknown>[] = [];
  const rows = <Row>(statement: Statement<Row>) => {
    sent.push(statement);
    return service.db.rows(statement);
  };
  return { db: { ...service.db, rows }, sent };
}

test("facts are compared since nothing was last found, with a day in hand", async () => {
  const id = await posted(dividend);
  const { db } = noted();
  expect(await selectLinesWithLateFacts(db, after(48), 10)).toEqual([]);
  await cancelPurchase(after(23));
  const line = { accountNumber: account, eventId: id };
  // Of before the day in hand everything has been compared. Each sweep has a copy of the store.
  expect(await selectLinesWithLateFacts({ ...db }, after(48), 10)).toEqual([]);
  await service.admin(
    "update account_transaction set accepted_at = $1 where transaction_id = 990001",
    [after(25)],
  );
  expect(await selectLinesWithLateFacts(db, after(49), 10)).toContainEqual(line);
  // As long as something is found, the next look begins where this one has begun.
  expect(await selectLinesWithLateFacts(db, after(99), 10)).toContainEqual(line);
  // After a start, or when the clock has gone back, all is looked at.
  expect(await selectLinesWithLateFacts(noted().db, after(999), 10)).toContainEqual(line);
});

test("late facts are found by the indexes of when rows were accepted", async ({ skip }) => {
  skip(service.db.isDistributed, "a cluster explains no statement without the values");
  const { db, sent } = noted();
  await selectLinesWithLateFacts(db, after(48), 10);
  expect(sent).toHaveLength(2);
  for (const { text, values } of sent) {
    const nulls = values.map(() => "null").join(", ");
    const ways = ["seqscan", "bitmapscan", "hashjoin", "mergejoin"].map(
      (way) => `set local enable_${way} = off;`,
    );
    const results = await service.admin(`begin; set local plan_cache_mode = force_generic_plan;
      ${ways.join(" ")} prepare late as ${text};
      explain execute late (${nulls}); deallocate late; rollback`);
    const explained = [results].flat().find(({ command }) => command === "EXPLAIN");
    const plan: string = (explained?.rows ?? []).map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(
      /Index Scan using account_transaction_accepted_at on account_transaction t.*\n\s+Index Cond: .*accepted_at >=/,
    );
    expect(plan).toMatch(
      /Index Scan using account_transaction_taken_back_at on account_transaction .*\n\s+Index Cond: \(+accepted_at >=/,
    );
    expect(plan).not.toContain("Seq Scan on account_transaction");
  }
});
