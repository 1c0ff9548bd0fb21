// Permitted members as a load names them: a login id, or `login:LEVEL`. (interface 6.2)
import { permissionLevels } from "../../../reference/codes.ts";
import { text } from "../../../values/scalars.ts";
import { list } from "../../../values/wire.ts";

/** The column: a login id of at most 64 characters, and perhaps a level. */
export const permittedLogins = list(text({ max: 67 }), {
  description:
    "Members who see the account without owning it, each as `login:LEVEL` or, at the level `DV`, by " +
    "the login id alone. The levels are those of permission-level in codes.md; `AC` counts as `AM`. What requests have given stays; if left out, the stored " +
    "list stays.",
});

/** The login id and the level of a permitted member as it is loaded: details where none is given. Who
 * did not open the account manages it at most. */
export function permittedIn(given: string): { readonly loginId: string; readonly level: string } {
  const at = given.lastIndexOf(":");
  const level = given.slice(at + 1);
  if (at < 1 || !permissionLevels.has(level)) return { loginId: given, level: "DV" };
  return { loginId: given.slice(0, at), level: level === "AC" ? "AM" : level };
}

/** The ending of a login id that looks like a level and is none, such as `AS` of `login:AS`;
 * undefined without such. */
export function unknownLevelIn(given: string): string | undefined {
  const level = /:([A-Z]{2})$/.exec(given)?.[1];
  return level === undefined || permissionLevels.has(level) ? undefined : level;
}

/** A permitted member as it is stored: an account manager receives all alerts. */
export function columnsOfPermitted(given: string) {
  const { loginId, level } = permittedIn(given);
  return { login_id: loginId, permission: level, alert_level: level === "AM" ? "all" : "none" };
}
