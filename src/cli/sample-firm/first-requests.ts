// The requests of people of the sample firm on its first day, so that the pages of fees, statements,
// imports and models have work in hand: a quarter that was billed, a fee run to approve, statements to
// release, new weights.
import { addDays, type Day, newYorkDay, quarterOf } from "@bursar/values/dates";
import { createFeeRun } from "../../brokerage/billing/fee-runs/create-fee-run.ts";
import { createStatementRun } from "../../brokerage/documents/statement-runs/create-statement-run.ts";
import { sendFiles } from "../../brokerage/service/loads/send-files.ts";
import { requestRules } from "../../loading/load-by-request.ts";
import { loadOrder } from "../../loading/load-order.ts";
import type { WriteContext } from "../../platform/change/context.ts";
import { billQuarter } from "./billed-quarter.ts";
import { asPerson, desk, harbor, park } from "./persons.ts";
import { lastBilledQuarter } from "./sample-files.ts";

/** Makes the requests, as of the day of the context; `models` are those of the firm's file. */
export async function makeFirstRequests(ctx: WriteContext, models: string): Promise<void> {
  const today = newYorkDay(ctx.now);
  const files = [{ name: "models.ndjson", text: withNewWeights(models) }];
  await sendFiles(asPerson(ctx, park), { files }, { kinds: loadOrder, rules: requestRules });
  await billQuarter(ctx, lastBilledQuarter(today));
  const quarterEnd = addDays(quarterOf(today), -1);
  await createFeeRun(asPerson(ctx, park), harbor.oid, { periodEnd: quarterEnd });
  const monthEnd = addDays(`${today.slice(0, 8)}01` as Day, -1);
  const accountNumbers = [...accountsOfStatements];
  const statements = { reportType: "M", periodEnd: monthEnd, accountNumbers } as const;
  await createStatementRun(asPerson(ctx, desk), harbor.oid, statements);
  const reports = { reportType: "R", periodEnd: quarterEnd, months: "3", accountNumbers } as const;
  await createStatementRun(asPerson(ctx, park), harbor.oid, reports);
}

/** The accounts whose statements are drawn at once: more would keep a small machine busy for long. */
const accountsOfStatements = [
  "RA00000001",
  "RA00000002",
  "RA00000003",
  "RA00000004",
  "RA00000029",
  "RA00000034",
  "RA00000038",
  "RA00000049",
] as const;

/** The weights that two models have from today on, by model and ticker: accounts that take them over after
 * a review have one to do. */
const newWeights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  705: { LDUS: "28.00", LDSC: "10.00" },
  708: { LDUS: "34.00", QLTR: "2.00" },
};

interface ModelLine {
  readonly modelOid: string;
  readonly targetWeights: readonly { readonly ticker: string; readonly targetWeight: string }[];
}

function withNewWeights(models: string): string {
  const lines = models.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as ModelLine)
    .filter(({ modelOid }) => modelOid in newWeights)
    .map((model) => {
      const targetWeights = model.targetWeights.map((entry) => {
        const targetWeight = newWeights[model.modelOid]?.[entry.ticker] ?? entry.targetWeight;
        return { ...entry, targetWeight };
      });
      return JSON.stringify({ ...model, targetWeights });
    })
    .join("\n");
}
