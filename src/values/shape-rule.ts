// Rules that need only what was sent, the clock and the code lists: the first stage of refusal of a
// request, and what is wrong with a loaded record by itself.
import { valueErrors } from "./errors.ts";
import { maxListedProblems, type Problem, ruleProblem, unrecognized } from "./problem.ts";

/** The facts about a request besides its body that a rule may use. */
export interface RequestFacts {
  readonly now: Date;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly firmKind: "operator" | "institutional" | "issuing";
}

/** A rule that is skipped if a field that it reads has failed; it finds problems of a request, or
 * other findings. */
export interface ShapeRule<Found = Problem, About = RequestFacts> {
  check(body: unknown, about: About, failed: FailedFields): readonly Found[];
}

/** A field of a body, or a field of an object in it: `reason.code`. */
type PathOf<T> = {
  [K in keyof T & string]: K | `${K}.${FieldOf<NonNullable<T[K]>>}`;
}[keyof T & string];
type FieldOf<T> = T extends string | readonly unknown[] ? never : keyof T & string;
type HeadOf<Path> = Path extends `${infer Head}.${string}` ? Head : Path;

/** The fields that a rule over whole fields sees: of a list only that it was sent, and its
 * length. */
type Whole<T> = { readonly [K in keyof T]: T[K] extends Lists ? readonly unknown[] : T[K] };
type Lists = readonly unknown[] | undefined;

/** Makes rules over a body of type `T`; a rule can read only the fields that it names. */
export function shapeRules<T, Found = Problem, About = RequestFacts>() {
  return <Path extends PathOf<T>>(
    over: readonly Path[],
    check: (body: Whole<Pick<T, HeadOf<Path> & keyof T>>, about: About) => readonly Found[],
  ): ShapeRule<Found, About> => ({
    check: (body, about, failed) =>
      over.some((path) => failed.hasAt(path)) ? [] : check(body as never, about),
  });
}

type EntryOf<List> = NonNullable<List> extends readonly (infer Entry)[] ? Entry : never;

/** The entries of a list in order; undefined replaces one that a rule cannot check. */
export type Entries<Entry> = readonly (Entry | undefined)[];

/** Makes rules over one list of a body of type `T`. A rule can read only the fields of an entry
 * that it names (none: the entry itself, which is no object). If one of them has failed the entry
 * is undefined, so a fault of one entry does not suppress a rule over the others. It can also read
 * fields of the body `other` than the list, and is skipped if anything in one of them has failed. */
export function entryRules<T, Found = Problem, About = RequestFacts>() {
  return <
    K extends keyof T & string,
    F extends FieldOf<EntryOf<T[K]>> = never,
    B extends keyof T & string = never,
  >(
    list: K,
    reads: readonly F[],
    check: (
      entries: Entries<[F] extends [never] ? EntryOf<T[K]> : Pick<EntryOf<T[K]>, F>>,
      about: About,
      body: Pick<T, B>,
    ) => readonly Found[],
    other: readonly B[] = [],
  ): ShapeRule<Found, About> => ({
    check(body, about, failed) {
      const entries = (body as T)[list] as readonly unknown[] | undefined;
      if (entries === undefined || other.some((name) => failed.hasWithin(name))) return [];
      const isSound = (place: string) =>
        !failed.isAround(place) ||
        (!failed.isEntry(place) && !reads.some((name) => failed.hasAt(`${place}.${name}`)));
      const sound = entries.map((entry, at) => (isSound(`${list}[${at}]`) ? entry : undefined));
      return check(sound as never, about, body as T);
    },
  });
}

/** The rule that an id in the body, if it is sent, is that of a parameter of the path. */
export function matchesPath<T>(field: keyof T & string, parameter: string): ShapeRule {
  return {
    check(body, { params }, failed) {
      const sent = (body as Readonly<Record<string, unknown>>)[field];
      const isOther = sent !== undefined && sent !== params[parameter];
      return isOther && !failed.hasAt(field) ? [ruleProblem(valueErrors.uriMatching)] : [];
    },
  };
}

/** Every problem of the rules as far as sound fields show it, each once, in the order of the
 * rules; none if more has been found already than a response lists. */
export function checkShape<Found = Problem, About = RequestFacts>(
  rules: readonly ShapeRule<Found, About>[],
  body: unknown,
  about: About,
  found: readonly (object | { readonly field: string })[],
): readonly Found[] {
  if (found.length > maxListedProblems) return [];
  const failed = failedFields(found);
  const problems = rules.flatMap((rule) => rule.check(body, about, failed));
  if (problems.length === 0) return problems;
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The fields that have failed, by paths such as `a.b` or `a[1].b`. */
interface FailedFields {
  /** Whether a field, an object around it or anything in it has failed; a list fails as a whole. */
  hasAt(path: string): boolean;
  /** Whether a field of the body or anything in it has failed, an entry of a list too. */
  hasWithin(name: string): boolean;
  /** Whether an entry of a list, or anything in it, has failed. */
  isAround(place: string): boolean;
  /** Whether an entry of a list could not be read at all. */
  isEntry(place: string): boolean;
}

/** The failed fields, and some fields of the body in addition. */
export function withFailed(failed: FailedFields, names: readonly string[]): FailedFields {
  if (names.length === 0) return failed;
  return {
    ...failed,
    hasAt: (path) => names.includes(path) || failed.hasAt(path),
    hasWithin: (name) => names.includes(name) || failed.hasWithin(name),
  };
}

const nothingFailed: FailedFields = {
  hasAt: () => false,
  hasWithin: () => false,
  isAround: () => false,
  isEntry: () => false,
};

function failedFields(found: readonly (object | { readonly field: string })[]): FailedFields {
  // Almost every row of a load is sound.
  if (found.length === 0) return nothingFailed;
  const paths = new Set(found.flatMap((problem) => (isOfField(problem) ? [problem.field] : [])));
  const around = new Set([...paths].flatMap((path) => [path, ...holdersOf(path)]));
  return {
    hasAt: (path) => around.has(path) || holdersOf(path).some((holder) => paths.has(holder)),
    hasWithin: (name) => [...paths].some((path) => path.split(/[.[]/, 1)[0] === name),
    isAround: (place) => around.has(place),
    isEntry: (place) => paths.has(place),
  };
}

/** Whether a problem is one of a field: a name that no field has may look like the path of
 * another. */
function isOfField(problem: object): problem is { readonly field: string } {
  if ("message" in problem && problem.message === unrecognized) return false;
  return "field" in problem;
}

/** The objects and inner lists around a field: `a[1]` and `a[1].b` around `a[1].b[2]`. */
function holdersOf(path: string): string[] {
  const holders: string[] = [];
  // The first bracket ends a list of the body, which does not fail with its entries.
  const list = path.indexOf("[");
  for (let at = 0; at < path.length; at += 1) {
    const isEnd = path[at] === "." || path[at] === "[";
    if (isEnd && at !== list) holders.push(path.slice(0, at));
  }
  return holders;
}
