// The wire shape of how a firm stands. (interface 6)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const count = (description: string) => Type.String({ description });
const money = (description: string) => Type.String({ description });
const day = (description: string) => Type.String({ format: "date-time", description });

const Flows = Type.Object(
  {
    firstDate: day("The first of these days."),
    in: money("Cash and securities received from outside, with 2 places."),
    out: money("Cash and securities withdrawn or transferred out, never negative."),
    net: money("In less out."),
  },
  { title: "FirmFlows", description: "Of the 30 days that end with `asOf`." },
);

const Waiting = Type.Object(
  {
    itemsForAttention: count("Items that wait for an owner today."),
    ordersUndecided: count("Subscriptions to offers that the issuer has not decided on."),
    transfersOpen: count("Transfers that have not come to an end."),
    ballotsOpen: count("Notices that ask something, without an answer, whose time has not passed."),
    modelsPending: count("Folios for which a new version of their model waits."),
    accountsRestricted: count("Accounts with a restriction in force."),
  },
  { title: "FirmWaiting", description: "Tasks that wait for somebody." },
);

/** The assets of a firm's clients, and the records that wait. */
export const FirmOverview = Type.Object(
  {
    firmOid: Type.String(),
    firmName: Type.String(),
    asOf: day("Today in New York."),
    accounts: count("The accounts of the firm; of the operator, those of all firms."),
    owners: count("The people who own them, each counted once."),
    value: money("The sum of their last values, accrued payouts included, with 2 places."),
    valueDate: nullable(day("The newest of the days of these values.")),
    accountsUnvalued: count("Accounts without a value, which the sum leaves out."),
    cash: money("The cash of their folios, with 2 places."),
    flows: Flows,
    waiting: Waiting,
  },
  { title: "FirmOverview" },
);
export type FirmOverview = Static<typeof FirmOverview>;
