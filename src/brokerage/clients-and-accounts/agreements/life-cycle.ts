// The life of an item for attention, and who answers an item of which type. (interface 3)
import { lifeCycle, type Mover, none } from "../../../values/life-cycle.ts";

const through = ["updateItemForAttention"] as const;
const open = ["I", "V"] as const;
const needs = "the type allows it; viewed, where that is forced";

/** The steps of an item, by the codes of its statuses. */
export const itemLifeCycle = lifeCycle({
  name: "item for attention",
  states: ["I", "V", "A", "R", "Y", "N", "O", "X"],
  transitions: [
    {
      from: [none],
      to: ["I"],
      by: ["institutional", "operator"],
      through: ["createItemForAttention", "updateMember", "createAccount", "updateFirm"],
    },
    {
      from: [none],
      to: ["I"],
      by: ["client", "institutional", "operator"],
      through: ["uploadAccountDocument", "uploadMemberDocument"],
      needs: "a document was sent, on which the operator gives a verdict",
    },
    {
      from: [none],
      to: ["I"],
      by: ["issuing", "operator"],
      through: ["bookTransactions", "decideOrder", "updateOffer"],
      needs: "money was returned; a subscription was rejected",
    },
    {
      from: [none],
      to: ["I"],
      by: ["sweep"],
      through: ["placeDueOrder", "closeDueOffer", "followModel"],
      needs:
        "cash is missing for a subscription, or it was rejected; a newer version of a model waits",
    },
    {
      from: open,
      to: ["V"],
      by: ["client", "institutional", "operator"],
      through,
      needs: "a view is left",
    },
    { from: open, to: ["A", "R"], by: ["client"], through, needs },
    { from: open, to: ["Y", "N"], by: ["institutional"], through, needs },
    { from: open, to: ["O", "X"], by: ["operator"], through, needs },
    {
      from: open,
      to: ["A"],
      by: ["client", "institutional"],
      through: ["signCustomerAgreement"],
      needs: "type SA",
    },
  ],
});

/** The actions on an item: it is viewed, agreed to, or rejected. */
export const itemActions = [
  { code: "V", name: "Viewed" },
  { code: "A", name: "Agreed" },
  { code: "R", name: "Rejected" },
] as const;

const everyone: readonly Mover[] = ["client", "institutional", "operator"];
const nobody: readonly Mover[] = [];

/** The movers that agree to an item of each type, and those that reject it; everyone views it. */
const answering: Readonly<Record<string, { A: readonly Mover[]; R: readonly Mover[] }>> = {
  NO: { A: nobody, R: nobody },
  AN: { A: everyone, R: nobody },
  MD: { A: ["operator"], R: nobody },
  BV: { A: everyone, R: everyone },
  IA: { A: everyone, R: everyone },
  CA: { A: everyone, R: everyone },
  AA: { A: everyone, R: nobody },
  DU: { A: ["institutional", "operator"], R: ["institutional", "operator"] },
  // On paper; everybody else signs the agreement itself.
  SA: { A: ["operator"], R: ["operator"] },
};

/** Whether a caller of this kind may do this with an item of this type. */
export function mayAct(ifaType: string, action: string, by: Mover): boolean {
  if (action === "V") return true;
  return answering[ifaType]?.[action === "A" ? "A" : "R"].includes(by) === true;
}

const statuses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: { A: "A", R: "R" },
  institutional: { A: "Y", R: "N" },
  operator: { A: "O", R: "X" },
};

/** The status that an action of a caller of this kind gives. */
export function statusAfter(action: string, by: Mover): string {
  return statuses[by]?.[action] ?? "V";
}
