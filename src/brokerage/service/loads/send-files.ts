// Loading records that are sent by request: the same load as that of a folder. (docs/loading.md)

import { loadSent, type SentLoad } from "../../../platform/bulk/apply/load-sent.ts";
import type { LoadFault, LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { type Context, deciderOf, personOf } from "../../../platform/change/context.ts";
import { type Problem, problemsBeyond, Refusal, ruleProblem } from "../../../values/problem.ts";
import { firmOfLoads } from "./access.ts";
import { loadErrors } from "./errors.ts";
import type { NewLoad } from "./schema.ts";

/** How much is loaded by one request: a few seconds of work of the operator's, and of a firm's so
 * little that no firm keeps others from loading. */
const bounds = {
  operator: { rows: 20_000, accounts: 1_000 },
  firm: { rows: 1_000, accounts: 0 },
} as const;

/** Loads what was sent and returns the id of the load; refuses with every problem. */
export async function sendFiles(
  ctx: Context,
  { files }: NewLoad,
  kinds: Pick<SentLoad, "kinds" | "rules">,
): Promise<string> {
  const firm = firmOfLoads(ctx.caller) ?? undefined;
  const outcome = await loadSent(ctx, {
    ...kinds,
    files,
    firm,
    author: { named: personOf(ctx.caller), bound: deciderOf(ctx.caller) },
    bounds: firm === undefined ? bounds.operator : bounds.firm,
  });
  if ("id" in outcome) return outcome.id;
  if ("fault" in outcome) throw refusedLoad(outcome.fault);
  throw new Refusal(400, [ruleProblem(loadErrors.busy)]);
}

function refusedLoad({ problems, count }: LoadFault): Refusal {
  const listed = problems.map(problemOf);
  const alike = problems.reduce((sum, problem) => sum + (problem.alike ?? 0), 0);
  const unlisted = count - problems.length - alike;
  return new Refusal(400, unlisted > 0 ? [...listed, problemsBeyond(unlisted)] : listed);
}

/** A problem of a file as one of the field that it names; the value stays with whoever has the file. */
function problemOf({ file, line, column, reason, cure, alike }: LoadProblem): Problem {
  const field = [file, line, column].filter((each) => each !== undefined).join(":");
  const more = alike === undefined ? "" : ` And ${alike} more like it.`;
  const sentence = cure === undefined ? reason : `${reason} (${cure})`;
  return {
    type: "VALIDATION_FIELD",
    field,
    errorCode: loadErrors.row.code,
    message: `${sentence}${more}`,
  };
}
