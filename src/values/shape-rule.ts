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
  /** Whether it judges the entries of a list one by one, and so the sound ones beside bad ones. */
  readonly isPerEntry?: boolean;
  judge(body: unknown, asked: Asked): readonly Problem[];
}

/** Makes rules over a body of type `T`; a rule can read only the fields that it names. */
export function shapeRules<T>() {
  return <K extends keyof T & string>(
    over: readonly K[],
    judge: (body: Pick<T, K>, asked: Asked) => readonly Problem[],
  ): ShapeRule => ({ over, judge: judge as ShapeRule["judge"] });
}

/** A list of a body as far as it is sound: an entry that failed is undefined in its place. */
type SoundEntries<List> =
  NonNullable<List> extends readonly (infer Entry)[] ? readonly (Entry | undefined)[] : never;

/** Makes rules over the entries of one list of a body of type `T`. */
export function entryRules<T>() {
  return <K extends keyof T & string>(
    field: K,
    judge: (entries: SoundEntries<T[K]>, asked: Asked) => readonly Problem[],
  ): ShapeRule => ({
    over: [field],
    isPerEntry: true,
    judge: (body, asked) => judge(((body as T)[field] ?? []) as SoundEntries<T[K]>, asked),
  });
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
  const isSound = (rule: ShapeRule) =>
    rule.over.every((name) => !failed.has(name) || (rule.isPerEntry && isList(body, name)));
  return rules.filter(isSound).flatMap((rule) => rule.judge(body, asked));
}

function isList(body: unknown, name: string): boolean {
  return Array.isArray((body as Readonly<Record<string, unknown>>)[name]);
}

/** The field of the body that a problem lies in: `a` of `a[1].b`. */
function nameIn({ field }: { readonly field: string }): string {
  return field.slice(0, Math.max(0, field.search(/[.[]|$/)));
}
