// The wire shapes of verifications.
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { choice, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";

/** A firm's request to have a member verified again: nothing. */
export const NewVerification = object({}, { title: "NewVerification", examples: [{}] });

/** The operator's verdict, or the notice that one is still to come. */
export const VerificationUpdate = object(
  {
    status: choice(codeList("verification-status")),
    comment: optional(
      text({
        description:
          "Needed where a verdict is turned into its contrary, and to pass a client whose tax id a " +
          "member of another firm has.",
      }),
    ),
  },
  {
    title: "VerificationUpdate",
    examples: [{ status: "PASSED", comment: "The passport was seen in person." }],
  },
);
export type VerificationUpdate = Static<typeof VerificationUpdate>;
