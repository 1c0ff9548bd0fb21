// The fields of a person, wherever one is sent, and the age at which one is legally of age.

import { type Day, yearsBetween } from "@bursar/values/dates";
import { codeList, states } from "../../../reference/codes.ts";
import { anySpelling } from "../../../values/choices.ts";
import { loginIdForm, personName } from "../../../values/names.ts";
import { choice, text } from "../../../values/scalars.ts";

const inAnyCase = "In any case.";

/** Names, titles and email addresses of a person. */
export const personFields = {
  title: choice(anySpelling(codeList("title")), { description: inAnyCase }),
  firstName: text({ max: 20, pattern: personName }),
  middleName: text({ max: 20, pattern: personName }),
  lastName: text({ max: 35, pattern: personName }),
  suffix: choice(anySpelling(codeList("suffix")), { description: inAnyCase }),
  email: text({ max: 254, pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/ }),
  loginId: text({
    max: 64,
    pattern: loginIdForm,
    description:
      "Without blanks and invisible characters, not . or .., and not ending in a colon and two " +
      "capital letters, as a level of permission does; no two members share one, ignoring case.",
  }),
} as const;

/** Whether somebody may not yet hold an account: under the age of its state, or under 18 where the
 * state is not known. */
export function isUnderAge(born: Day, state: string | undefined, today: Day): boolean {
  const age = state === undefined ? undefined : states.find(state, today)?.legalAge;
  return yearsBetween(born, today) < (age ?? 18);
}
