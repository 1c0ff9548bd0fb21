// `bursar explain fee`: the working of an account's fee in a run, line by line.
import { isId } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import { type BillFacts, billFactsOf } from "../brokerage/billing/fee-runs/bill-facts.ts";
import { encodeItem } from "../brokerage/billing/fee-runs/encode-run.ts";
import { counted } from "../values/readable.ts";
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
  const bills = await withStore("explain", async ({ db }) => {
    await refuseUnknown(db, account);
    return isId(run) ? billFactsOf(db, run, [account]) : undefined;
  });
  if (bills === undefined) throw new CommandFault("There is no such fee run.");
  if (bills.length === 0) throw new CommandFault("The run has no item of this account.");
  if (json) printJson({ feeRunOid: run, items: bills.map(({ item }) => encodeItem(item)) });
  else printLines(...bills.flatMap(feeLines));
}

/** The working of an item in lines. */
export function feeLines({ item, takenOn, takenFrom, unitBasis }: BillFacts): string[] {
  const shown = encodeItem(item);
  const { unit, billingPlanOid, from, to, rate, computed, adjusted, reason } = shown;
  const days = counted(item.days, "day");
  const label = (name: string) => `  ${name.padEnd(8)}`;
  const taken = takenFrom === null ? "by invoice" : `from ${takenFrom} on ${takenOn ?? "its day"}`;
  return [
    `${shown.accountNumber} from ${from} to ${to}, ${days}, plan ${billingPlanOid}`,
    `${label("unit")} ${unit}, basis ${moneyText(unitBasis)}`,
    ...shown.steps.map(({ step, sum, amount }) => `${label(step)} ${sum} = ${amount}`),
    `${label("computed")} ${computed} at ${rate} percent a year`,
    ...(adjusted === null ? [] : [`${label("adjusted")} ${adjusted}: ${reason}`]),
    `${label("taken")} ${taken}`,
    `${label("state")} ${shown.state}, posted ${shown.posted}, due ${shown.due}`,
  ];
}
