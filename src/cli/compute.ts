// `bursar compute`: work lots and series out once more from what they follow from, and say what
// changed.
import {
  accountsToCompute,
  type ChangedLots,
  type ComputedAccount,
  computeAccount,
  computeAccounts,
  isUnchanged,
} from "../resources/books/compute-account.ts";
import { openSources } from "../resources/books/sources.ts";
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
    for await (const computed of account ? only(ctx, account) : each(ctx, after)) {
      accounts += 1;
      if (isUnchanged(computed)) continue;
      if (json) changed.push(computed);
      else printLines(...linesOf(computed));
    }
  });
  if (json) printJson({ accounts, changed });
  else printLines(`${accounts} accounts computed`);
}

type Ctx = Parameters<typeof computeAccount>[0];

async function* each(ctx: Ctx, after: string): AsyncGenerator<ComputedAccount> {
  const sources = openSources(ctx.db);
  for await (const numbers of accountsToCompute(ctx, after)) {
    yield* computeAccounts(ctx, sources, numbers);
  }
}

async function* only(ctx: Ctx, account: string): AsyncGenerator<ComputedAccount> {
  const computed = await computeAccount(ctx, account);
  if (computed === undefined) throw new CommandFault("There is no such account.");
  yield computed;
}

function linesOf(computed: ComputedAccount): string[] {
  const { accountNumber, lots, positions, reportedYears, series, problems } = computed;
  const counts = ({ added, changed, removed }: ChangedLots) =>
    `${added} new, ${changed} changed, ${removed} removed`;
  return [
    ...problems.map((problem) => `${accountNumber}: ${problem}`),
    ...(lots
      ? [`${accountNumber}: open lots ${counts(lots.open)}; closed lots ${counts(lots.closed)}`]
      : []),
    ...(positions ? [`${accountNumber}: positions changed`] : []),
    ...reportedYears.map((year) => `${accountNumber}: reported year ${year} differs now`),
    ...series.map(
      ({ folioNumber, from, days }) =>
        `${folioNumber || accountNumber}: changed from ${from} on, ${days} days from there`,
    ),
  ];
}
