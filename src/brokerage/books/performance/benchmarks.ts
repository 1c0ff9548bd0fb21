// What returns are compared with: the series of another account, of a model or of a security.
// (docs/performance.md, 5)
import { acrossSplits, modelChain, type Point, unitScale } from "@bursar/performance";
import { type Day, earliestDay } from "@bursar/values/dates";
import { type Id, isId } from "@bursar/values/ids";
import { unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import type { Close } from "../../../reference/prices/queries.ts";
import { selectKnownSecurities, selectSecurityOf } from "../../../reference/securities/queries.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import { accountsInView } from "../../clients-and-accounts/accounts/reads.ts";
import { modelsInView, selectNewestVersion } from "../../model-portfolios/models/reads.ts";
import { selectBenchmarkCloses } from "./benchmark-queries.ts";
import { selectValuedDays } from "./day-queries.ts";
import { performanceErrors } from "./errors.ts";
import { type Benchmark, pointsOf } from "./period-figures.ts";

const mostDaysOfCloses = 10;
const mostDaysOfAccount = 35;

/** The series of a benchmark until a day; refuses what is not there or not the caller's to see. */
export async function benchmarkOf(ctx: Context, named: string, lastOn: Day): Promise<Benchmark> {
  const [kind, id = ""] = named.split(":");
  if (kind === "account") return ofAccount(ctx, id, lastOn);
  if (!isId(id)) throw notFound();
  const points = kind === "model" ? await ofModel(ctx, id) : await ofSecurity(ctx, id);
  const until = points.filter(({ on }) => on <= lastOn);
  return { gross: until, net: until, mostDays: mostDaysOfCloses };
}

function notFound(): Refusal {
  return new Refusal(400, [ruleProblem(performanceErrors.benchmark)]);
}

async function ofAccount({ db, caller }: Context, number: string, lastOn: Day): Promise<Benchmark> {
  if (!(await accountsInView(db, caller, [number], "d")).has(number)) throw notFound();
  const key = { accountNumber: number, folioNumber: "" };
  const days = await selectValuedDays(db, key, { firstOn: earliestDay, lastOn });
  const gross = pointsOf(days, "gross");
  return { gross, net: pointsOf(days, "net"), mostDays: mostDaysOfAccount };
}

async function ofSecurity({ db }: Context, securityId: Id): Promise<readonly Point[]> {
  if ((await selectKnownSecurities(db, [securityId])).length === 0) throw notFound();
  const closes = await closesOf(db, securityId);
  return closes.map(({ on, close }) => ({ on, value: close }));
}

/** The closes of a security as its price return needs them: over its splits. */
async function closesOf(db: Reader, securityId: Id): Promise<readonly Close[]> {
  const { closes, splits } = await selectBenchmarkCloses(db, securityId);
  return acrossSplits(closes, splits);
}

/** A model at its newest target weights, of which cash earns nothing. */
async function ofModel({ db, caller }: Context, modelOid: Id): Promise<readonly Point[]> {
  if (!(await modelsInView(db, caller, [modelOid])).has(modelOid)) throw notFound();
  const version = await selectNewestVersion(db, modelOid);
  const parts: { weight: bigint; closes: readonly Close[] | undefined }[] = [];
  for (const { ticker, targetWeight } of version?.targets ?? []) {
    const weight = unitsOf(targetWeight, 2);
    const security = ticker === cashTicker ? undefined : await selectSecurityOf(db, ticker);
    const closes = security && (await closesOf(db, security));
    parts.push({ weight, closes });
  }
  return modelChain(parts, 100n * unitScale);
}

const cashTicker = "BCASH";
