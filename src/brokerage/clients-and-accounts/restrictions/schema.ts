// The wire shapes of restrictions. (interface 2.10)
import type { Static, TUnsafe } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { choice, id, instant, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullableText, object, optional, wired, wrongKind } from "../../../values/wire.ts";

/** A text next to a code, as in responses: its content is ignored. */
function ignoredText(): TUnsafe<string> {
  return wired<string>(
    { type: "string", description: "Ignored." },
    {
      kind: "scalar",
      decode: (raw, field, problems) =>
        typeof raw === "string" ? raw : wrongKind(problems, field, "a text"),
      codes: () => [],
    },
  );
}

/** A request to place a restriction; names and texts next to the codes are ignored. */
export const NewRestriction = object(
  {
    inceptionInfo: optional(
      text({ min: 0, max: 255, description: "Why it is placed, in free text." }),
    ),
    reason: object(
      {
        code: choice(codeList("restriction-reason")),
        name: optional(ignoredText()),
        comments: optional(ignoredText()),
      },
      { title: "NewRestrictionReason" },
    ),
    type: object(
      {
        code: choice(codeList("restriction-type")),
        title: optional(ignoredText()),
        description: optional(ignoredText()),
      },
      { title: "NewRestrictionType" },
    ),
  },
  {
    title: "NewRestriction",
    examples: [{ inceptionInfo: "Court order", reason: { code: "021" }, type: { code: "SO" } }],
  },
);
export type NewRestriction = Static<typeof NewRestriction>;

/** A restriction as it is loaded. */
export const RestrictionRecord = object({
  accountNumber: text({ description: "The account that is restricted." }),
  accountRestrictionId: id({ description: "Id of the restriction, unique within the account." }),
  "reason.code": choice(codeList("restriction-reason"), { description: "Why it is restricted." }),
  "type.code": choice(codeList("restriction-type"), { description: "The type of restriction." }),
  inceptionInfo: optional(
    text({ min: 0, max: 255, description: "Why it was placed, in free text." }),
  ),
  creationTs: instant({ description: "When it was placed." }),
});

const Reason = Type.Object(
  {
    code: codeFrom(codeList("restriction-reason")),
    name: Type.String(),
    comments: Type.String(),
  },
  { title: "RestrictionReason" },
);

const RestrictionType = Type.Object(
  {
    code: codeFrom(codeList("restriction-type")),
    title: Type.String(),
    description: Type.String(),
  },
  { title: "RestrictionType" },
);

/** A restriction in force, as it is returned. */
export const Restriction = Type.Object(
  {
    accountNumber: Type.String(),
    accountRestrictionId: Type.String(),
    creationTs: Type.String({ format: "date-time" }),
    inceptionInfo: nullableText(),
    reason: Reason,
    type: RestrictionType,
  },
  { title: "Restriction" },
);
export type Restriction = Static<typeof Restriction>;
