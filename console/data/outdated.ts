// The cached reads that an event invalidates.

/** The part of an event that pages use. */
export interface ChangeEvent {
  readonly type: string;
  readonly subject: string;
}

/** The reads that an event invalidates, by the start of their keys. */
export function outdatedBy({ type, subject }: ChangeEvent): readonly (readonly string[])[] {
  const [family = ""] = type.split(".");
  const [kind, id = ""] = subject.split(":");
  const own = kind === "offer" ? [["offers"]] : kind === "member" ? [["member", id]] : [];
  const lists = [["accounts"], ["firms"], ["household"], ["households"]];
  const ofAccount = /^\w{10}$/.test(subject) ? [["account", subject], ...lists] : [];
  return [...own, ...ofAccount, ...(byFamily[family] ?? [])];
}

const byFamily: Readonly<Record<string, readonly (readonly string[])[]>> = {
  item: [["member"], ["accounts"], ["firms"]],
  agreement: [["member"]],
  offer: [["offers"]],
  document: [["offers"], ["documents"]],
  participation: [["offers"]],
  order: [["offers"]],
  model: [["models"]],
  subscription: [["models"]],
  webhook: [["webhooks"]],
  corporateevent: [["events"], ["securities"]],
  entitlement: [["events"]],
  security: [["securities"]],
  price: [["account"], ["accounts"], ["firms"], ["securities"]],
  firm: [["firms"]],
  feerun: [["fee runs"]],
  fee: [["fee runs"]],
  delivery: [["documents"]],
  statementrun: [["statement runs"], ["documents"]],
  household: [["household"], ["households"]],
};
