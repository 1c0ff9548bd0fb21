// The state in which the model begins: the sample.
import { firstAgreement, firstDetails } from "./account-state.ts";
import { draftOf } from "./event-requests.ts";
import type { Model, OfferModel } from "./model.ts";

/** The preparation of a store: offers of these terms, credentials of persons, and the draft of an event. */
interface Prepared {
  readonly offers: readonly Omit<OfferModel, "status">[];
  readonly persons: Model["persons"];
  readonly event: string;
}

/** The model of a store that was so prepared. */
export const firstModel = ({ offers, persons, event }: Prepared): Model => ({
  restrictions: new Map(),
  transfers: new Map([
    ["ACAT-10010", { status: "In Review", type: "full", account: "RA00000006" }],
    ["ACAT-10011", { status: "Submitted", type: "full", account: "RA00000006" }],
    ["ACAT-10012", { status: "Request Pending", type: "non-ACAT", account: "RA00000006" }],
  ]),
  verification: "FAILED",
  participation: "P",
  item: { status: "V", viewed: true },
  webhooks: new Map(),
  made: ["999999"],
  notices: new Map([
    ["CA-2001", "New"],
    ["CA-2005", "Expired"],
  ]),
  folios: ["O"],
  models: [],
  followers: new Map(),
  excluded: [],
  permissions: new Map([["frank.cole", "DV"]]),
  offers: offers.map((offer) => ({ ...offer, status: "I" })),
  day: 0,
  ahead: 0,
  isSimulated: false,
  taxIds: new Set(),
  agreement: undefined,
  tickers: new Set(),
  opened: [],
  everyday: { accountName: "Everyday", billingPlanOid: "3001" },
  items: 0,
  details: firstDetails(),
  joint: firstAgreement(),
  asked: [],
  approved: false,
  version: 0,
  notes: { offerSize: "3000000.00" },
  meeting: "New",
  renamed: new Map(),
  forIras: new Set(),
  sent: [],
  members: new Map([
    [
      "rosa.kim",
      { loginId: "rosa.kim", kind: "trustee", firm: "1002", email1: "rosa.kim@example.com" },
    ],
  ]),
  accreditation: undefined,
  orders: [],
  cash: new Map(),
  events: [draftOf(event)],
  feeRuns: [],
  persons,
});
