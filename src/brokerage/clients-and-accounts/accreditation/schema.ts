// The wire shapes of verified accreditation.
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { choice, day, instant, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";

/** A request to record what was verified. */
export const NewAccreditation = object(
  {
    loginId: optional(text({ max: 64, description: "If sent, the login id in the path." })),
    parentVerifyLevel: choice(codeList("verify-level")),
    parentVerifyLevelExpirationDate: optional(
      day({ description: "Required with `A`, from today to five years ahead; with it alone." }),
    ),
    subVerifyLevel: optional(
      choice(codeList("sub-verify-level"), { description: "`O` if left out, and with `N`." }),
    ),
    subVerifyLevelExpirationDate: optional(
      day({ description: "Not after the other; the same if left out." }),
    ),
    verifyMethod: choice(codeList("verify-method")),
    verifyNote: optional(text({ description: "Required with `T`." })),
    verifyTimestamp: optional(
      instant({ description: "When it was verified, not in the future; now if left out." }),
    ),
  },
  {
    title: "NewAccreditation",
    examples: [
      {
        loginId: "ada.whitfield",
        parentVerifyLevel: "A",
        parentVerifyLevelExpirationDate: "2027-03-01",
        subVerifyLevel: "O",
        verifyMethod: "T",
        verifyNote: "Letter of counsel",
      },
    ],
  },
);
export type NewAccreditation = Static<typeof NewAccreditation>;

const Day = nullable(Type.String({ format: "date-time" }));

/** The level that was verified last, as it is returned; also once it has expired. */
export const Accreditation = Type.Object(
  {
    loginId: Type.String(),
    memberOid: Type.String(),
    parentVerifyLevel: codeFrom(codeList("verify-level")),
    parentVerifyLevelExpirationDate: Day,
    subVerifyLevel: codeFrom(codeList("sub-verify-level")),
    subVerifyLevelExpirationDate: Day,
    verifyMethod: codeFrom(codeList("verify-method")),
    verifyNote: nullableText(),
    verifyTimestamp: Type.String({ format: "date-time" }),
  },
  { title: "Accreditation" },
);
export type Accreditation = Static<typeof Accreditation>;
