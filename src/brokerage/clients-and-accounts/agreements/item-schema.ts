// The shapes of items for attention. (interface 3, 6.3)
import type { Static } from "typebox";
import { codeList, ifaTypes } from "../../../reference/codes.ts";
import { type Choices, codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { itemErrors } from "./errors.ts";
import { itemActions } from "./life-cycle.ts";
import { exampleSignature, imageEncoding, signatureData, signatureMethods } from "./signature.ts";

const contents = {
  targetOid: optional(text({ max: 40, description: "Id of the thing it is about, in free text." })),
  viewsRemaining: optional(
    decimal({ places: 0, min: "0", max: "1000", description: "How often it may still be viewed." }),
  ),
  text: optional(text({ max: 4000, description: "The text that the member reads." })),
  forceView: optional(bool({ description: "Whether it must be viewed before it is answered." })),
  forceResponse: optional(
    bool({ description: "Whether it needs an answer; if left out, its type says so." }),
  ),
};

/** An item as it is loaded. */
export const ItemForAttentionRecord = object({
  accountNumber: text({ description: "The account that the item is about." }),
  id: id({ description: "Id of the item; no two items of a member share one." }),
  loginId: text({ description: "The member whose attention it needs." }),
  ifaType: choice(ifaTypes, { description: "The kind of request." }),
  ifaStatus: choice(codeList("ifa-status"), { description: "The outcome." }),
  title: optional(text({ max: 100, description: "Its title; if left out, that of its type." })),
  ...contents,
  startDate: day({ description: "The first day on which it is shown." }),
  expirationDate: optional(day({ description: "The last day on which it is shown." })),
});

/** A request to ask for a member's attention. */
export const NewItemForAttention = object(
  {
    accountNumber: text({ description: "An account that the member owns." }),
    ifaType: choice(ifaTypes),
    title: text({ max: 100 }),
    ...contents,
    startDate: optional(
      day({ description: "The first day on which it is shown; today if left out." }),
    ),
    expirationDate: optional(day({ description: "The last day on which it is shown." })),
  },
  {
    title: "NewItemForAttention",
    examples: [
      {
        accountNumber: "RA00000001",
        ifaType: "DU",
        title: "Passport",
        text: "Please send a copy of your passport.",
        forceView: true,
      },
    ],
  },
);
export type NewItemForAttention = Static<typeof NewItemForAttention>;

const actions: Choices = {
  name: "item-action",
  rows: itemActions,
  takesNames: false,
  codeOf: (value) => itemActions.find(({ code }) => code === value)?.code,
};

const ItemSignature = object(
  {
    signatureMethod: choice(signatureMethods, { whenMissing: itemErrors.signatureMethod }),
    signatureData: signatureData({ whenMissing: itemErrors.signatureData }),
    signatureImageEncoding: optional(
      imageEncoding({ whenMissing: itemErrors.signatureImageEncoding }),
    ),
    backupWithholdingType: optional(
      text({
        oneOf: ["Yes", "No"],
        description: "Whether the account is under back-up withholding.",
      }),
    ),
  },
  { title: "ItemSignature" },
);

/** A request to act on an item. */
export const ItemAction = object(
  {
    id: optional(id({ description: "The item of the path." })),
    action: choice(actions),
    parameterMap: optional(ItemSignature),
  },
  {
    title: "ItemAction",
    examples: [
      {
        action: "A",
        parameterMap: {
          signatureMethod: "SIGNATURE_IMAGE",
          signatureImageEncoding: "SVG",
          signatureData: exampleSignature,
          backupWithholdingType: "No",
        },
      },
    ],
  },
);
export type ItemAction = Static<typeof ItemAction>;

const statusWords = [
  { code: "all", name: "All items" },
  { code: "open", name: "Items in force today that wait for something" },
] as const;

/** The query of the list: which items; all if left out. */
export const ItemsQuery = Type.Object({
  ifastatus: optional(
    choice(
      {
        name: "item-status-word",
        rows: statusWords,
        takesNames: false,
        codeOf: (word) => statusWords.find(({ code }) => code === word)?.code,
      },
      { error: itemErrors.statusWord, examples: ["open"] },
    ),
  ),
});

/** An item as it is answered. */
export const ItemForAttention = Type.Object(
  {
    id: Type.String(),
    accountNumber: Type.String(),
    ifaType: codeFrom(ifaTypes),
    ifaStatus: codeFrom(codeList("ifa-status")),
    title: Type.String(),
    text: nullableText(),
    targetOid: nullableText(),
    targetOidType: Type.String({
      enum: ["A", "B", "D"],
      description: "`A` for an account, `B` for a bank link, `D` for a document that was sent.",
    }),
    forceView: Type.Boolean(),
    forceResponse: Type.Boolean(),
    viewsRemaining: Type.String({ description: "`-100` without a limit." }),
    numberOfViews: Type.String(),
    startDate: Type.String({ format: "date-time" }),
    expirationDate: nullable(Type.String({ format: "date-time" })),
    viewDateTime: nullable(Type.String({ format: "date-time" })),
    actionDateTime: nullable(Type.String({ format: "date-time" })),
    actorOid: nullableText(),
  },
  { title: "ItemForAttention" },
);
export type ItemForAttention = Static<typeof ItemForAttention>;
