// Why a subscription does not take a step, said so that the caller knows which would. (interface 6.4)
import { type Mover, mayMove } from "../../../values/life-cycle.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { orderErrors } from "./errors.ts";
import { type OrderStatus, orderLifeCycle } from "./life-cycle.ts";

/** A step that an operation asks for. */
interface Step {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: Mover;
  readonly through: string;
}

/** The refusal of a step that the subscription's status does not have. */
export function noStep({ from, ...step }: Step): Problem {
  if (from === step.to) return stepProblem(`The subscription is ${from} and takes no such change.`);
  const earlier = orderLifeCycle.states.filter((state) =>
    mayMove(orderLifeCycle, { from: state, ...step }),
  );
  const follows = earlier.length > 0 ? `, and ${step.to} follows ${earlier.join(" or ")}` : "";
  return stepProblem(`The subscription is ${from}${follows}.`);
}

/** The refusal of a step with what its sentence says. */
export function stepProblem(sentence: string): Problem {
  return ruleProblem({ ...orderErrors.step, sentence });
}
