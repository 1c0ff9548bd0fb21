// However a run is computed and posted, and by however many at once, the books are the same: no day is billed twice.
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { beginFeePosting } from "./begin-fee-posting.ts";
import { selectItemsToBill } from "./bill-queries.ts";
import { computeFeeRun } from "./compute-fee-run.ts";
import { drawFeeBill } from "./draw-fee-bill.ts";
import { selectItemsToPost, selectItemsToReverse } from "./due-queries.ts";
import { endFeePosting } from "./end-fee-posting.ts";
import { endFeePostingEntry } from "./entries.ts";
import { selectBillingFirm } from "./planning-queries.ts";
import { postFeeItem, postFeeItems } from "./post-fee-item.ts";
import { reverseFeeItems } from "./reverse-fee-item.ts";

const accounts = ["RA00000012", "RA00000014", "RA00000016", "RA00000018"];
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const desk = useFeeDesk(async (service) => {
  const rows = accounts.map(
    (account, at) => `${account},9610${at},DEP,1,${account}01,2025-09-02,${at + 1}0000`,
  );
  await service.load({
    "transactions.csv": [columns, ...rows, ""].join("\n"),
    "billing-terms.csv": `accountNumber,from,billingPlanOid,payerAccountNumber\n${accounts[1]},2025-01-01,3001,${accounts[2]}\n`,
  });
});
const { service, created, moved, swept, runOf } = desk;
const quarter = { periodEnd: "2025-12-31", accountNumbers: accounts };
const context = () => testContext(service.db);
const dying = () => ({
  ...context(),
  noteChange: () => {
    throw new Error("killed");
  },
});

async function state() {
  const of = async (text: string) => (await service.admin(text)).rows;
  return {
    runs: await of("select run_status, period_end::text from fee_run order by 2"),
    items: await of(
      `select account_number, computed::text, posted::text, state, cardinality(transaction_ids) as rows
       from fee_item where state <> 'EXCLUDED' order by 1, 2`,
    ),
    // A payer's own fee and what it pays for another have no order when several post at once.
    fees: await of(
      `select account_number, transaction_type, amount::text from account_transaction
       where trade_on = '2026-03-02' order by 1, 2, 3`,
    ),
    cash: await of(
      "select account_number, folio_number, amount::text from folio_cash order by 1, 2",
    ),
    billed: await of(
      "select account_number, kind, month::text, days::text from fee_billed order by 1, 3",
    ),
    bills: await of(
      `select d.subject, d.name, d.sha256, d.run_oid = i.fee_run_oid as is_of_run
       from document as d join fee_item as i
         on i.account_number = d.subject and i.bill_oid = d.document_oid
       where report_type = 'AD' order by 1, 2`,
    ),
    paid: await of("select account_number, amount::text from fee_payment order by 1, 2"),
  };
}

async function approvedRun(): Promise<string> {
  const id = await created(quarter);
  while (await computeFeeRun(context(), id as never));
  expect((await moved(id, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
  return id;
}

test("computed and posted by one sweep, by four at once and after kills: the same books", async () => {
  await approvedRun();
  await swept();
  const once = await state();
  expect(once.runs.at(-1)).toMatchObject({ run_status: "POSTED" });
  expect(once.bills).toHaveLength(4);
  expect(once.fees.filter(({ transaction_type: type }) => type === "FEE")).toHaveLength(4);

  await service.restore();
  await created(quarter);
  await Promise.all([1, 2, 3, 4].map(() => runScheduledJobs(context())));
  const [run] = (
    await service.admin(
      "select fee_run_oid::text as id from fee_run order by created_at desc, fee_run_oid desc limit 1",
      [],
    )
  ).rows;
  const id = run?.id;
  expect((await moved(id, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
  await Promise.all([1, 2, 3, 4].map(() => runScheduledJobs(context())));
  expect(await state()).toEqual(once);

  await service.restore();
  const killed = await created(quarter);
  await expect(computeFeeRun(dying(), killed as never)).rejects.toThrow("killed");
  await expect(computeFeeRun(dying(), killed as never)).rejects.toThrow("killed");
  while (await computeFeeRun(context(), killed as never));
  await moved(killed, "harbor.park", { runStatus: "APPROVED" });
  for (const due of await selectItemsToBill(service.db, 100)) {
    await expect(drawFeeBill(dying(), due)).rejects.toThrow("killed");
    expect(await beginFeePosting(context(), killed as never)).toBe(false);
    expect(await drawFeeBill(context(), due)).toBe(true);
    expect(await drawFeeBill(context(), due)).toBe(false);
  }
  await expect(beginFeePosting(dying(), killed as never)).rejects.toThrow("killed");
  expect(await beginFeePosting(context(), killed as never)).toBe(true);
  const toPost = await selectItemsToPost(service.db, 100);
  const [first] = toPost as [(typeof toPost)[number]];
  await expect(postFeeItem(dying(), first)).rejects.toThrow("killed");
  expect(await postFeeItem(context(), first)).toBe(true);
  expect(await postFeeItem(context(), first)).toBe(false);
  await expect(postFeeItems(dying(), toPost)).rejects.toThrow("killed");
  // The third account pays for the second, whose fee is posted first.
  expect(await postFeeItems(context(), toPost)).toEqual([false, true, false, true]);
  expect(await postFeeItems(context(), toPost.slice(2))).toEqual([true, false]);
  expect(await postFeeItems(context(), toPost)).toEqual(toPost.map(() => false));
  await swept();
  expect(await state()).toEqual(once);
});

/** A run that is posting, with its items. */
async function postingRun() {
  const id = await approvedRun();
  for (const due of await selectItemsToBill(service.db, 100)) await drawFeeBill(context(), due);
  expect(await beginFeePosting(context(), id as never)).toBe(true);
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTING" });
  return { id, due: await selectItemsToPost(service.db, 100) };
}
const itemsOf = async (id: string) =>
  (
    await service.admin(
      `select i.state, i.refusal as reason, t.trade_on::text from fee_item as i left join account_transaction as t
         on t.account_number = i.account_number and t.transaction_id = any(i.transaction_ids)
       where i.fee_run_oid = $1 order by i.account_number`,
      [id],
    )
  ).rows;

test("of two runs of a firm that end at once, one waits: it carries on what payees owe since the other", async () => {
  const id = await approvedRun();
  await swept();
  await service.admin("update fee_run set run_status = 'POSTING' where fee_run_oid = $1", [id]);
  let isOver = false;
  let ending: Promise<boolean> | undefined;
  await write(context(), endFeePostingEntry, async (tx) => {
    lockFirm(tx, "1002" as Id);
    await selectBillingFirm(tx, "1002");
    ending = endFeePosting(context(), id as Id).finally(() => {
      isOver = true;
    });
    while (!isOver && !(await isLockAwaited()));
    expect(isOver).toBe(false);
    return { value: null, audit: [] };
  });
  expect(await ending).toBe(true);
});

async function isLockAwaited(): Promise<boolean> {
  const { rowCount } = await service.admin(
    `select from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}

test("items posted together are posted by their run as it is then", async () => {
  const { id, due } = await postingRun();
  const postAfter = (change: string) =>
    postFeeItems(
      {
        ...context(),
        enterQueue: async () => {
          await service.admin(change, [id]);
          return () => {};
        },
      },
      due,
    );
  const early = "update fee_run set post_on = '2026-02-27' where fee_run_oid = $1";
  expect(await postAfter(early)).toEqual([true, true, false, true]);
  const reversing = "update fee_run set run_status = 'REVERSING' where fee_run_oid = $1";
  expect(await postAfter(reversing)).toEqual(due.map(() => false));
  const posted = { state: "POSTED", reason: null, trade_on: "2026-02-27" };
  const open = { state: "OPEN", reason: null, trade_on: null };
  expect(await itemsOf(id)).toEqual([posted, posted, open, posted]);
});

/** Has the last account sell shares that it does not have, which no load accepts. */
async function sellTooMany(): Promise<void> {
  const sale = { account_number: accounts[3], folio_number: `${accounts[3]}01`, transaction_id: 9 };
  await service.admin(
    `insert into account_transaction
     select (jsonb_populate_record(t, $1::jsonb)).* from account_transaction as t
     where transaction_type = 'SLE' order by transaction_id limit 1`,
    [JSON.stringify(sale)],
  );
}

/** Takes that sale back. */
async function unsell(): Promise<void> {
  await service.admin(
    "delete from account_transaction where account_number = $1 and transaction_id = 9",
    [accounts[3]],
  );
}

test("one that the books refuse keeps none from being posted that are posted with it", async () => {
  const { id } = await postingRun();
  await sellTooMany();
  await swept();
  const posted = { state: "POSTED", reason: null, trade_on: "2026-03-02" };
  expect(await itemsOf(id)).toEqual([
    posted,
    posted,
    posted,
    {
      state: "DUE",
      reason: expect.stringMatching(/could not be applied any more/),
      trade_on: null,
    },
  ]);
  await unsell();
  service.setNow("2026-03-03T15:00:00Z");
  await swept();
  // Once it is taken nothing says any more why it could not be.
  expect((await itemsOf(id)).at(-1)).toEqual({ ...posted, trade_on: "2026-03-03" });
});

test("a fee that the books do not give back keeps its run from being reversed, and staff are notified once", async () => {
  const id = await approvedRun();
  await swept();
  await sellTooMany();
  const reverse = { runStatus: "REVERSING", comment: "By mistake" };
  expect((await moved(id, "harbor.lin", reverse)).status).toBe(200);
  await swept();
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSING" });
  const states = async () =>
    (
      await service.admin(
        "select account_number, state, refusal as reason from fee_item where fee_run_oid = $1 order by 1",
        [id],
      )
    ).rows;
  const refunded = accounts.map((account_number) => {
    return { account_number, state: "REFUNDED", reason: null };
  });
  const reason = expect.stringMatching(/could not be applied any more/);
  const refused = { ...refunded[3], state: "POSTED", reason };
  expect(await states()).toEqual([...refunded.slice(0, 3), refused]);
  const notices = await service.admin(
    "select account_number, login_id, text from item_for_attention where title = 'A fee could not be refunded'",
    [],
  );
  const text = expect.stringContaining(`The fee of ${accounts[3]} from 2025-10-01 to 2025-12-31`);
  expect(notices.rows).toEqual([{ account_number: accounts[3], login_id: "harbor.lin", text }]);
  await unsell();
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSED", posted: "0.00" });
  expect(await states()).toEqual(refunded);
});

test("a reversal that is killed gives each fee back once", async () => {
  const id = await approvedRun();
  await swept();
  const reverse = { runStatus: "REVERSING", comment: "By mistake" };
  expect((await moved(id, "harbor.lin", reverse)).status).toBe(200);
  const due = await selectItemsToReverse(service.db, 100);
  await expect(reverseFeeItems(dying(), due)).rejects.toThrow("killed");
  expect(await reverseFeeItems(context(), due)).toEqual([true, true, false, true]);
  expect(await reverseFeeItems(context(), due.slice(2))).toEqual([true, false]);
  expect(await reverseFeeItems(context(), due)).toEqual(due.map(() => false));
  const { rows } = await service.admin(
    "select sum(amount)::text as left, count(*)::integer as rows from fee_payment where fee_run_oid = $1",
    [id],
  );
  expect(rows).toEqual([{ left: "0.00", rows: 8 }]);
});

test("what is posted is what is computed, and what payees are due", async () => {
  await service.load({
    "billing-plans.csv":
      "billingPlanOid,firmOid,kind,name,assetFees,splits\n" +
      '3096,1002,advisory,Shared,"[{""fromAmount"":0,""annualRate"":""1.0123""}]",' +
      '"[{""payee"":""Firm"",""percent"":""80.00""},{""payee"":""Solicitor"",""percent"":""12.50""},{""payee"":""Platform"",""percent"":""7.50""}]"\n',
    "billing-terms.csv": `accountNumber,from,billingPlanOid\n${accounts.map((account) => `${account},2025-01-01,3096`).join("\n")}\n`,
  });
  const id = await approvedRun();
  await swept();
  const run = (await service.call("adviser", "GET", `${runs}/${id}`)).body;
  const cents = (amounts: string[]) =>
    amounts.map((amount) => BigInt(amount.replace(".", ""))).reduce((sum, each) => sum + each, 0n);
  const items = (await service.call("adviser", "GET", `${runs}/${id}/items`)).body;
  expect(run.computed).toBe("253.08"); // 25.31 + 50.62 (50.615) + 75.92 (75.9225) + 101.23
  expect(cents(items.map(({ posted }: { posted: string }) => posted))).toBe(cents([run.posted]));
  expect(cents(run.payouts.map(({ amount }: { amount: string }) => amount))).toBe(
    cents([run.posted]),
  );
  expect(
    run.payouts.map(({ payee, amount }: { payee: string; amount: string }) => [payee, amount]),
  ).toEqual([
    ["Firm", "202.46"], // 202.464
    ["Platform", "18.98"], // 18.981
    ["Solicitor", "31.64"], // 31.635, the largest remainder
  ]);
});
