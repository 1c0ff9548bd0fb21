// The content of the audit entries of permissions.

import { entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

const held = Type.Object({
  permission: Type.Object({
    loginId: Type.String(),
    permission: Type.String(),
    alertLevel: Type.String(),
    listOnReport: Type.Boolean(),
  }),
});

/** A member was permitted on the account. */
export const grantPermissionEntry = entryShape("grantPermission", {
  subject: ofAccount,
  after: held,
});

/** The permission of a member has changed. */
export const modifyPermissionEntry = entryShape("modifyPermission", {
  subject: ofAccount,
  before: held,
  after: held,
});

/** A member's permission was taken. */
export const revokePermissionEntry = entryShape("revokePermission", {
  subject: ofAccount,
  before: held,
});
