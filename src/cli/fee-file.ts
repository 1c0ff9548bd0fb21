// `bursar fee-file`: what an outside custodian takes from which account by an approved run, as CSV.
import type { Decimal } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import { encodeItem } from "../brokerage/billing/fee-runs/encode-run.ts";
import { selectItems } from "../brokerage/billing/fee-runs/item-queries.ts";
import { isForCustodian, itemsForCustodian } from "../brokerage/billing/fee-runs/items-as-csv.ts";
import { selectRunById } from "../brokerage/billing/fee-runs/run-queries.ts";
import { withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printLines } from "./output.ts";

const atOnce = "999" as Decimal;

/** Prints the fee file of a run: account, amount and days; the first line has the names. */
export async function feeFileCommand({ run }: { readonly run: string }): Promise<void> {
  const text = await withStore("explain", async ({ db }) => {
    const found = isId(run) ? await selectRunById(db, run) : undefined;
    if (found === undefined) throw new CommandFault("There is no such fee run.");
    if (!isForCustodian(found)) {
      throw new CommandFault("A custodian's file is made of an approved run whose fees are taken.");
    }
    const items = [];
    let after = { accountNumber: "", line: "0" };
    for (;;) {
      const next = await selectItems(db, found.feeRunOid, {
        state: null,
        warning: null,
        sort: "account",
        after,
        limit: atOnce,
      });
      const last = next.at(-1);
      if (last === undefined) break;
      items.push(...next.map(encodeItem));
      after = { accountNumber: last.accountNumber, line: String(last.line) };
    }
    return itemsForCustodian(items);
  });
  printLines(...text.trimEnd().split("\r\n"));
}
