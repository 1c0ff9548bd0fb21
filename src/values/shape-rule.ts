// Rules that need only the request, the clock and the code lists: the first stage of refusal.
import type { Problem } from "./problem.ts";

/** What a rule may know of a request beside its body. */
export interface Asked {
  readonly now: Date;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly firmKind: "operator" | "institutional" | "issuing";
}

/** A rule and the body's fields it reads; it is not judged where one of them has failed. */
export interface ShapeRule {
  readonly over: readonly string[];
  judge(body: unknown, asked: Asked): readonly Problem[];
}

/** Makes rules over a body of type `T`; a rule can read only the fields that it names. */
export function shapeRules<T>() {
  return <K extends keyof T & string>(
    over: readonly K[],
    judge: (body: Pick<T, K>, asked: Asked) => readonly Problem[],
  ): ShapeRule => ({ over, judge: judge as ShapeRule["judge"] });
}

/** Every problem of the rules whose fields are sound, in the order of the rules. */
export function judgeShape(
  rules: readonly ShapeRule[],
  body: unknown,
  asked: Asked,
  found: readonly Problem[],
): readonly Problem[] {
  const failed = new Set(found.flatMap((problem) => ("field" in problem ? nameIn(problem) : [])));
  // Without a body that could be read at all there is nothing to judge.
  if (failed.has("body")) return [];
  return rules
    .filter((rule) => !rule.over.some((name) => failed.has(name)))
    .flatMap((rule) => rule.judge(body, asked));
}

/** The field of the body that a problem lies in: `a` of `a[1].b`. */
function nameIn({ field }: { readonly field: string }): string {
  return field.slice(0, Math.max(0, field.search(/[.[]|$/)));
}
