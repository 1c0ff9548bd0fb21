// The life cycles of transfers: which status follows which, and who may say so. (interface 3)
import type { FirmKind } from "../../../platform/change/context.ts";
import { transferStatuses } from "../../../reference/codes.ts";
import { type LifeCycle, lifeCycle, mayMove, none } from "../../../values/life-cycle.ts";

/** The status of a transfer that was just entered. */
export const firstStatus = "Request Pending";

/** The statuses that no step leaves. */
export const finalStatuses = transferStatuses.rows
  .filter(({ final }) => final)
  .map(({ code }) => code);

const by = ["operator"] as const;
const through = ["updateTransfer"] as const;
const ended = ["Rejected", "Cancelled", "Failed"] as const;
const closed = "Transfer Closed - No Action";

const begun = [
  { from: [none], to: [firstStatus], by: ["institutional"], through: ["createTransfer"] },
  { from: [firstStatus], to: ["Submitted", "Rejected", closed], by, through },
  { from: [firstStatus], to: ["Cancelled"], by: ["institutional", "operator"], through },
  { from: ["Submitted"], to: [...ended, closed], by, through },
] as const;
const settling = { from: ["Settling"], to: ["Completed", "Failed"], by, through } as const;

/** Full and partial transfers, which the contra firm reviews. */
export const acatLifeCycle = lifeCycle({
  name: "transfer, full or partial",
  states: transferStatuses.rows.map(({ code }) => code),
  transitions: [
    ...begun,
    { from: ["Submitted"], to: ["In Review"], by, through },
    { from: ["In Review"], to: ["Adjusted", "Accelerated", "Settling", ...ended], by, through },
    { from: ["Adjusted"], to: ["In Review", "Accelerated", "Settling", ...ended], by, through },
    { from: ["Accelerated"], to: ["Settling", "Failed"], by, through },
    settling,
  ],
});

const reviewed: readonly string[] = ["In Review", "Adjusted", "Accelerated"];

/** Transfers by hand, which nobody reviews. */
export const nonAcatLifeCycle = lifeCycle({
  name: "transfer, non-ACAT",
  states: acatLifeCycle.states.filter((status) => !reviewed.includes(status)),
  transitions: [...begun, { from: ["Submitted"], to: ["Settling"], by, through }, settling],
});

/** The status that usually follows, where all goes well; the same where none does. */
export function nextStatus(transferType: string, status: string): string {
  const way = transferType === "non-ACAT" ? wayByHand : usualWay;
  if (reviewed.includes(status)) return "Settling";
  const at = way.indexOf(status);
  return at === -1 ? status : (way[at + 1] ?? status);
}

const usualWay = [firstStatus, "Submitted", "In Review", "Settling", "Completed"];
const wayByHand = usualWay.filter((status) => !reviewed.includes(status));

/** Whether a firm of this kind may move a transfer of a kind from one status to another. */
export function mayMoveTransfer(
  transferType: string,
  step: { readonly from: string; readonly to: string; readonly by: FirmKind },
): boolean {
  const cycle: LifeCycle = transferType === "non-ACAT" ? nonAcatLifeCycle : acatLifeCycle;
  return mayMove(cycle, { ...step, through: "updateTransfer" });
}
