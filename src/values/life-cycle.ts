// A life cycle as data: the states of a record, and who may move it from one to another. Each
// resource with states declares its own in `life-cycle.ts`; its rules read it, and so do
// docs/life-cycles.md and the tests that walk it.

/** The mover of a record: a kind of caller, the sweep, which makes the changes that time brings, or
 * the deliverer, which sends events to webhooks. */
export type Mover = "operator" | "institutional" | "issuing" | "client" | "sweep" | "deliverer";

/** No record yet, or no longer. */
export const none = "none";

/** Steps from each of some states to each of others. */
export interface Transition<State extends string = string> {
  readonly from: readonly (State | typeof none)[];
  readonly to: readonly (State | typeof none)[];
  readonly by: readonly Mover[];
  /** The operations that make the step. */
  readonly through: readonly string[];
  /** The further condition, in words. */
  readonly needs?: string;
}

/** The states of a kind of record, and its steps. */
export interface LifeCycle<State extends string = string> {
  /** The thing in these states, as the field says: `transfer`. */
  readonly name: string;
  readonly states: readonly State[];
  readonly transitions: readonly Transition<State>[];
}

/** Declares a life cycle; its states are those that it lists. */
export function lifeCycle<const State extends string>(cycle: LifeCycle<State>): LifeCycle<State> {
  return cycle;
}

/** Whether somebody may make a step; with an operation, whether by it. */
export function mayMove<State extends string>(
  cycle: LifeCycle<State>,
  step: {
    readonly from: State | typeof none;
    readonly to: State | typeof none;
    readonly by: Mover;
    readonly through?: string;
  },
): boolean {
  return cycle.transitions.some(
    ({ from, to, by, through }) =>
      from.includes(step.from) &&
      to.includes(step.to) &&
      by.includes(step.by) &&
      (step.through === undefined || through.includes(step.through)),
  );
}

/** Whether nothing follows a state. */
export function isFinal<State extends string>(cycle: LifeCycle<State>, state: State): boolean {
  return !cycle.transitions.some(
    ({ from, to }) => from.includes(state) && to.some((s) => s !== state),
  );
}
