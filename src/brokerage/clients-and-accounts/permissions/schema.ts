// The wire shapes of permissions. (interface 2.16)
import type { Static } from "typebox";
import { codeList, permissionLevels } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { object, optional } from "../../../values/wire.ts";

/** A request to permit a member, or to change what one is permitted: always the whole. */
export const NewPermission = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    loginId: text({ max: 64, description: "The member who is permitted." }),
    permission: choice(permissionLevels, { description: "`AC` is given to nobody." }),
    alertLevel: choice(codeList("alert-level"), { description: "`AM` needs `all`." }),
    listOnReport: bool({ description: "Whether reports list the account for the member." }),
  },
  {
    title: "NewPermission",
    examples: [
      { loginId: "ben.whitfield", permission: "TR", alertLevel: "limited", listOnReport: false },
    ],
  },
);
export type NewPermission = Static<typeof NewPermission>;

/** The permission of a member on an account, as it is returned. */
export const Permission = Type.Object(
  {
    accountNumber: Type.String(),
    alertLevel: codeFrom(codeList("alert-level")),
    listOnReport: Type.Boolean(),
    loginId: Type.String(),
    permission: codeFrom(permissionLevels),
  },
  { title: "Permission" },
);
export type Permission = Static<typeof Permission>;
