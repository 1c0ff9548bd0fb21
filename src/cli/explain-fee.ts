// `bursar explain fee`: the working of an account's fee in a run, line by line.
import { isId } from "@bursar/values/ids";
import { encodeItem } from "../brokerage/billing/fee-runs/encode-run.ts";
import { selectItemsOfAccount } from "../brokerage/billing/fee-runs/item-queries.ts";
import type { FeeItem } from "../brokerage/billing/fee-runs/schema.ts";
import { withStore } from "./command-context.ts";
import { refuseUnknown } from "./explain.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface ExplainFeeOptions {
  readonly account: string;
  readonly run: string;
  readonly json?: boolean;
}

/** Explains what an account pays by a run. */
export async function explainFeeCommand(options: ExplainFeeOptions): Promise<void> {
  const { account, run, json = false } = options;
  const items = await withStore("explain", async ({ db }) => {
    await refuseUnknown(db, account);
    const found = isId(run) ? await selectItemsOfAccount(db, account, run) : [];
    return found.map(encodeItem);
  });
  if (items.length === 0) throw new CommandFault("The run has no item of this account.");
  if (json) printJson({ feeRunOid: run, items });
  else printLines(...items.flatMap(feeLines));
}

/** The working of an item in lines. */
export function feeLines(item: FeeItem): string[] {
  const { accountNumber, unit, billingPlanOid, from, to, days, rate, computed, adjusted } = item;
  return [
    `${accountNumber} from ${from} to ${to}, ${days} days, ${unit}, plan ${billingPlanOid}`,
    ...item.steps.map(({ step, sum, amount }) => `  ${step.padEnd(8)} ${sum} = ${amount}`),
    `  ${"computed".padEnd(8)} ${computed} at ${rate} percent a year`,
    ...(adjusted === null ? [] : [`  adjusted ${adjusted}: ${item.reason}`]),
    `  ${"state".padEnd(8)} ${item.state}, posted ${item.posted}, due ${item.due}`,
  ];
}
