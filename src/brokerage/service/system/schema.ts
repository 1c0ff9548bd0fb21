// The wire shapes of how the service stands. (docs/operations.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";

const count = (description?: string) => Type.String(description ? { description } : {});
const instant = (description: string) =>
  nullable(Type.String({ format: "date-time", description }));
const date = (description: string) => nullable(Type.String({ format: "date-time", description }));

const SweepState = Type.Object(
  {
    operation: Type.String({ description: "The scheduled job." }),
    due: count("Changes that are due, up to 1000."),
    late: count("Due changes that have been due for more than five minutes."),
  },
  { title: "SweepState" },
);

const WebhooksState = Type.Object(
  {
    disabled: count("Webhooks to which nothing is sent any more."),
    failing: count("Webhooks whose last attempt has failed."),
    waiting: count("Events that wait to be sent."),
    oldestTS: instant("Since when the oldest of them waits."),
  },
  { title: "WebhooksState", description: "The webhooks of all firms." },
);

const ComputingState = Type.Object(
  {
    accounts: count(),
    accountsValued: count("Accounts with a value."),
    newestDate: date("The day up to which the account that is furthest ahead is computed."),
    oldestDate: date("The day up to which the account that is furthest behind is computed."),
    accountsBehind: count("Accounts that are computed up to an earlier day than the newest."),
    closesUntil: date("The newest day with the close of a security."),
  },
  { title: "ComputingState" },
);

/** How the service stands. */
export const ServiceState = Type.Object(
  {
    status: Type.String({
      enum: ["ready", "reads only"],
      description: "`reads only` while the store takes no changes.",
    }),
    isSandbox: Type.Boolean(),
    now: Type.String({ format: "date-time", description: "The clock of business dates." }),
    lastBackupTS: instant("When the last back-up was complete."),
    lastCheckpointTS: instant("When the last checkpoint was taken on the machine that responds."),
    computing: ComputingState,
    sweep: Type.Array(SweepState),
    webhooks: WebhooksState,
  },
  { title: "ServiceState" },
);
export type ServiceState = Static<typeof ServiceState>;

/** The chains to verify. */
export const ChainsQuery = object({
  after: optional(
    text({ max: 100, description: "Chains after this subject; from the first if left out." }),
  ),
  limit: pageLimit("100", "500"),
});
export type ChainsQuery = Static<typeof ChainsQuery>;

/** The findings about a part of the chains. */
export const VerifiedChains = Type.Object(
  {
    subjects: count("The chains that were verified."),
    entries: count("Their entries."),
    faults: Type.Array(
      Type.Object(
        {
          subject: Type.String(),
          sequence: Type.String({ description: "The first entry that is not as it was written." }),
          reason: Type.String(),
        },
        { title: "ChainFault" },
      ),
    ),
    next: nullableText("Where to go on, as `after`; null at the end."),
  },
  { title: "VerifiedChains" },
);
export type VerifiedChains = Static<typeof VerifiedChains>;

/** Findings of one kind. */
export const Oddity = Type.Object(
  {
    kind: Type.String(),
    count: count(),
    first: Type.Array(Type.String(), { description: "The first of them, in sentences." }),
  },
  { title: "Oddity" },
);
export type Oddity = Static<typeof Oddity>;
