// The benchmark of returns: the series of another account, of a model or of a security.
// (docs/performance.md, 5)
import { setImmediate as nextTurn } from "node:timers/promises";
import { acrossSplits, modelChainInSteps, type Point, unitScale } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { type Id, isFolioNumber } from "@bursar/values/ids";
import { unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import type { Close } from "../../../reference/prices/queries.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import { type SeriesKey, selectDaysUntil } from "../../books/performance/reads.ts";
import { folioNotFound } from "../../clients-and-accounts/accounts/reads.ts";
import { selectNewestVersion } from "../../model-portfolios/models/reads.ts";
import { findSecurity } from "../securities/reads.ts";
import { benchmarkErrors } from "./errors.ts";
import { type Benchmark, pointsOf } from "./period-figures.ts";
import { selectBenchmarkCloses, selectFolioBenchmark } from "./queries.ts";
import { type VisibleBenchmark, visibleBenchmark } from "./visible-benchmark.ts";

const mostDaysOfCloses = 10;
const mostDaysOfAccount = 35;

/** The series until a day of the benchmark that a request names; refuses what the caller does not see. */
export async function requestedBenchmark(
  ctx: Context,
  identifier: string,
  lastOn: Day,
): Promise<Benchmark> {
  const found = await readBenchmark(ctx, identifier, lastOn);
  if (found === undefined) throw new Refusal(400, [ruleProblem(benchmarkErrors.notFound)]);
  return found;
}

/** The series until a day of what a folio is compared with: what the request names, else the folio's own
 * benchmark, else that of its model. A stored one that the caller does not see is none. Refuses a folio
 * that the account does not have. */
export async function benchmarkOfFolio(
  ctx: Context,
  key: SeriesKey,
  { requested, lastOn }: { readonly requested: string | undefined; readonly lastOn: Day },
): Promise<Benchmark | undefined> {
  const folio = isFolioNumber(key.folioNumber)
    ? await selectFolioBenchmark(ctx.db, key)
    : undefined;
  if (folio === undefined) throw folioNotFound();
  if (requested !== undefined) return requestedBenchmark(ctx, requested, lastOn);
  return folio.benchmark === null ? undefined : readBenchmark(ctx, folio.benchmark, lastOn);
}

/** The series of a benchmark until a day; undefined where the caller sees none of that name. */
async function readBenchmark(
  ctx: Context,
  identifier: string,
  lastOn: Day,
): Promise<Benchmark | undefined> {
  const named = await visibleBenchmark(ctx.db, ctx.caller, identifier);
  if (named === undefined) return undefined;
  if (named.kind === "account") {
    const { accountNumber } = named;
    return { identifier, ...(await seriesOfAccount(ctx.db, accountNumber, lastOn)) };
  }
  const points = (await pointsOfModelOrSecurity(ctx, named)).filter(({ on }) => on <= lastOn);
  return { identifier, gross: points, net: points, mostDays: mostDaysOfCloses };
}

async function seriesOfAccount(db: Reader, accountNumber: string, lastOn: Day) {
  const key = { accountNumber, folioNumber: "" };
  const days = await selectDaysUntil(db, key, lastOn);
  const gross = pointsOf(days, "gross");
  return { gross, net: pointsOf(days, "net"), mostDays: mostDaysOfAccount };
}

async function pointsOfModelOrSecurity(
  ctx: Context,
  { kind, id }: Exclude<VisibleBenchmark, { kind: "account" }>,
): Promise<readonly Point[]> {
  if (kind === "model") return pointsOfModel(ctx, id);
  const closes = await closesOf(ctx.db, id);
  return closes.map(({ on, close }) => ({ on, value: close }));
}

/** The closes of a security as its price return needs them: over its splits. */
async function closesOf(db: Reader, securityId: Id): Promise<readonly Close[]> {
  const { closes, splits } = await selectBenchmarkCloses(db, securityId);
  return acrossSplits(closes, splits);
}

/** A model at its newest target weights, of which cash earns nothing. It has no value where one of its
 * securities is not the caller's to see: its closes would follow from those of the model. */
async function pointsOfModel(
  { db, caller, enterLargeRead }: Context,
  modelOid: Id,
): Promise<readonly Point[]> {
  // Only the folio's row shows that its own benchmark is a model.
  await enterLargeRead?.();
  const version = await selectNewestVersion(db, modelOid);
  const parts: { weight: bigint; closes: readonly Close[] | undefined }[] = [];
  for (const { ticker, targetWeight } of version?.targets ?? []) {
    const security = ticker === cashTicker ? undefined : await findSecurity(db, caller, { ticker });
    if (security === undefined && ticker !== cashTicker) return [];
    const closes = security && (await closesOf(db, security.id));
    parts.push({ weight: unitsOf(targetWeight, 2), closes });
  }
  // Other requests have their turn meanwhile.
  const steps = modelChainInSteps(parts, 100n * unitScale);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}

const cashTicker = "BCASH";
