// `bursar compute`: compute series once more from what they follow from, and say what changed.
import {
  type ComputedAccount,
  computeAccount,
  computeAll,
} from "../resources/performance/compute-account.ts";
import { commandContext, printJson, printLines, withStore } from "./command-context.ts";
import { CommandFault } from "./failure.ts";

interface ComputeOptions {
  readonly account?: string;
  readonly all?: boolean;
  readonly after?: string;
  readonly json?: boolean;
}

/** Computes one account or all, each in a transaction of its own; what is done stays done. */
export async function computeCommand(options: ComputeOptions): Promise<void> {
  const { account, all = false, after = "", json = false } = options;
  if ((account === undefined) !== all) throw new CommandFault("Give either --account or --all.");
  const changed: ComputedAccount[] = [];
  let accounts = 0;
  await withStore("compute", async (opened) => {
    const ctx = commandContext(opened);
    for await (const computed of account ? only(ctx, account) : computeAll(ctx, after)) {
      accounts += 1;
      if (computed.series.length === 0) continue;
      if (json) changed.push(computed);
      else printLines(...linesOf(computed));
    }
  });
  if (json) printJson({ accounts, changed });
  else printLines(`${accounts} accounts computed`);
}

async function* only(
  ctx: Parameters<typeof computeAccount>[0],
  account: string,
): AsyncGenerator<ComputedAccount> {
  const computed = await computeAccount(ctx, account);
  if (computed === undefined) throw new CommandFault("There is no such account.");
  yield computed;
}

function linesOf({ accountNumber, series }: ComputedAccount): string[] {
  return series.map(
    ({ folioNumber, from, days }) =>
      `${folioNumber || accountNumber}: changed from ${from} on, ${days} days from there`,
  );
}
