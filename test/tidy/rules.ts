// Every tidy rule, one file per theme.
import type { Rule } from "./rule.ts";
import { amountRules } from "./rules/amounts.ts";
import { browserTestRules } from "./rules/browser-tests.ts";
import { fileRules } from "./rules/files.ts";
import { importRules } from "./rules/imports.ts";
import { literalRules } from "./rules/literals.ts";
import { messageRules } from "./rules/messages.ts";
import { resourceRules } from "./rules/resources.ts";
import { sqlRules } from "./rules/sql.ts";
import { storyRules } from "./rules/stories.ts";
import { timeAndChanceRules } from "./rules/time-and-chance.ts";

/** All rules. */
export const rules: readonly Rule[] = [
  ...importRules,
  ...resourceRules,
  ...fileRules,
  ...literalRules,
  ...messageRules,
  ...amountRules,
  ...timeAndChanceRules,
  ...storyRules,
  ...sqlRules,
  ...browserTestRules,
];
