// The types of events that the service tells. (lifecycles: events)

const byFamily = {
  account: "opened updated",
  agreement: "signed",
  member: "created updated verified",
  trustee: "created updated",
  accreditation: "recorded",
  firm: "created updated",
  item: "created viewed resolved",
  restriction: "created lifted",
  offer: "created updated published unpublished closed cancelled executed approved disapproved",
  document: "added viewed signed",
  participation: "changed",
  order: "created amended accepted rejected cancelled placed processed completed",
  transfer: "created updated",
  notice: "created updated expired",
  vote: "replaced",
  model: "created updated",
  subscription: "adopted pended removed",
  folio: "created updated closed",
  permission: "granted modified revoked",
  transactions: "booked",
  price: "set",
  webhook: "pinged disabled",
} as const;

/** Every type, in the order of the families. */
export const eventTypes: readonly string[] = Object.entries(byFamily).flatMap(([family, steps]) =>
  steps.split(" ").map((step) => `${family}.${step}`),
);
