// The wire shapes of subscriptions to models. (interface 2.17)
import type { Static } from "typebox";
import { anyName } from "../../../values/names.ts";
import { pageLimit } from "../../../values/page.ts";
import { id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullableText, object, optional } from "../../../values/wire.ts";
import { modelSubscriptionLifeCycle } from "./life-cycle.ts";

const subscriptionType = text<"A" | "R" | "F" | "D">({
  oneOf: ["A", "R", "F", "D"],
  description:
    "How it takes over newer target weights: `A` automatically, `R` after review and release, `F` " +
    "automatically if no security of them is excluded, else as `R`, `D` on demand.",
});
const exclusionRule = text<"A" | "N">({
  oneOf: ["A", "N"],
  description: "Whether the securities that the account excludes are left out: `A`, or not: `N`.",
});

/** A request to subscribe a folio to a model, to change that, or to release newer target weights. */
export const NewModelSubscription = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    folioNumber: optional(text({ description: "The folio of the path." })),
    modelFolioOid: id({ description: "The folioOid of the model." }),
    programOid: optional(id({ description: "One of the model's programs, if it has any." })),
    subscriptionType,
    exclusionRule,
    folioName: optional(text({ max: 16, pattern: anyName, description: "Renames the folio." })),
  },
  {
    title: "NewModelSubscription",
    examples: [
      { modelFolioOid: "713", programOid: "501", subscriptionType: "A", exclusionRule: "A" },
    ],
  },
);
export type NewModelSubscription = Static<typeof NewModelSubscription>;

/** A subscription as it is loaded. */
export const ModelSubscriptionRecord = object({
  accountNumber: text({ description: "The account." }),
  folioNumber: text({ description: "Its folio, from number 03 up." }),
  modelOid: id({ description: "The model." }),
  programOid: optional(id({ description: "One of the model's programs, if it has any." })),
  subscriptionType,
  exclusionRule,
});

const FolioTarget = Type.Object(
  { ticker: Type.String(), targetWeight: Type.String({ description: "Percent, with 2 places." }) },
  { title: "FolioTarget" },
);

/** The target weights of a folio, as they are returned. */
export const FolioTargets = Type.Array(FolioTarget);
export type FolioTargets = Static<typeof FolioTargets>;

const statuses = modelSubscriptionLifeCycle.states;

/** The filters of a model's subscriptions. */
export const FollowersQuery = object({
  subscriptionstatus: optional(
    text({ oneOf: statuses, description: "Only those in this status." }),
  ),
  limit: pageLimit("100"),
  after: optional(text({ max: 12, description: "The last folioNumber before the list." })),
});
export type FollowersQuery = Static<typeof FollowersQuery>;

/** A folio that follows a model, as it is returned. */
export const ModelSubscription = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    folioNumber: Type.String(),
    folioName: Type.String(),
    programOid: nullableText("The program under which it was chosen."),
    subscriptionType: Type.String({ enum: ["A", "R", "F", "D"] }),
    exclusionRule: Type.String({ enum: ["A", "N"] }),
    subscriptionStatus: Type.String({
      enum: [...statuses],
      description: "`PENDING` while newer target weights wait for their release.",
    }),
  },
  { title: "ModelSubscription" },
);
export type ModelSubscription = Static<typeof ModelSubscription>;
