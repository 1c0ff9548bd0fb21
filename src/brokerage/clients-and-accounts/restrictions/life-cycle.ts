// The life of a restriction, by its reason; who may set and lift which is in the list of reasons.
// (interface 2.10, 4.11)
import {
  pendingReasons,
  restrictionReasonCode,
  restrictionReasons,
} from "../../../reference/codes.ts";
import { lifeCycle, type Mover, mayMove, none } from "../../../values/life-cycle.ts";

const operatorAlone: readonly Mover[] = ["operator"];
const firmsToo: readonly Mover[] = ["institutional", "operator"];

/** The life cycle of the restrictions of each reason, in the order of the list. */
export const restrictionLifeCycles = restrictionReasons.rows.map(
  ({ code, firmsMaySet, firmsMayLift }) =>
    lifeCycle({
      name: `restriction ${code}`,
      states: ["in force"],
      transitions: [
        {
          from: [none],
          to: ["in force"],
          by: firmsMaySet ? firmsToo : operatorAlone,
          through: ["createRestriction"],
        },
        {
          from: ["in force"],
          to: [none],
          by: firmsMayLift ? firmsToo : operatorAlone,
          through: ["liftRestriction"],
        },
        ...(pendingReasons.includes(code)
          ? ([
              {
                from: [none],
                to: ["in force"],
                by: ["institutional"],
                through: ["createAccount"],
                needs:
                  code === restrictionReasonCode.notSigned
                    ? "its owners sign here"
                    : "its owners approve it on the firm's own pages",
              },
            ] as const)
          : []),
        ...(code === restrictionReasonCode.notSigned
          ? ([
              {
                from: ["in force"],
                to: [none],
                by: ["institutional", "client"],
                through: ["signCustomerAgreement"],
                needs: "the last owner signs",
              },
              {
                from: ["in force"],
                to: [none],
                by: ["operator"],
                through: ["updateItemForAttention"],
                needs: "the last owner agrees on paper",
              },
            ] as const)
          : []),
      ],
    }),
);

/** Whether a caller of this kind may place, or lift, restrictions for a reason. */
export function mayMoveRestriction(
  reasonCode: string,
  operation: "createRestriction" | "liftRestriction",
  by: Mover,
): boolean {
  const place = restrictionReasons.rows.findIndex(({ code }) => code === reasonCode);
  const cycle = restrictionLifeCycles[place];
  const [from, to] =
    operation === "createRestriction"
      ? ([none, "in force"] as const)
      : (["in force", none] as const);
  return cycle !== undefined && mayMove(cycle, { from, to, by, through: operation });
}
