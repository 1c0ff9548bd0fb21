// The life of a permission: its states are its levels. (interface 3)
import { permissionLevels } from "../../../reference/codes.ts";
import { lifeCycle, none } from "../../../values/life-cycle.ts";

const by = ["institutional"] as const;
const levels = permissionLevels.rows.filter(({ granted }) => granted).map(({ code }) => code);

/** The level that who opened an account has, and nobody else. */
export const creator = "AC";

/** Levels that a firm gives, changes and takes. */
export const permissionLifeCycle = lifeCycle({
  name: "permission",
  states: [...levels, creator],
  transitions: [
    {
      from: [none],
      to: [creator],
      by,
      through: ["createAccount"],
      needs: "who opened the account",
    },
    { from: [none], to: levels, by, through: ["grantPermission"] },
    { from: levels, to: levels, by, through: ["modifyPermission"] },
    { from: levels, to: [none], by, through: ["revokePermission"] },
  ],
});
