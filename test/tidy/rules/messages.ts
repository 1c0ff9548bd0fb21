// How messages for people are worded.
import { findingAt, inProduct, type Rule } from "../rule.ts";
import { nodesOf } from "../syntax.ts";

/** The nouns that messages count. Shares are amounts, which have decimals. */
const things =
  "accounts|chains|connections|days|entries|files|faults|folios|keys|lots|migrations|problems|" +
  "quarters|readings|rows|subjects|tables|values|versions|years";
const isPlural = (text: string) =>
  new RegExp(`^ (?:more |loaded |computed )?(?:${things})\\b(?!/)`).test(text);

const counts: Rule = {
  name: "no message says `1 accounts`",
  instead: "let `counted` of values/readable.ts choose between the singular and the plural",
  find: inProduct(
    () => true,
    (file) =>
      nodesOf(file, "TemplateLiteral").flatMap((node) =>
        node.quasis
          .slice(1)
          .filter(({ value }) => isPlural(value.raw))
          .map(({ value }) => findingAt(file, node, value.raw)),
      ),
  ),
  broken: [
    { "src/cli/a.ts": "const text = `${count} accounts would change`;" },
    { "src/brokerage/books/recompute/a.ts": "const text = `${lots} computed lots gave way`;" },
    { "src/brokerage/books/recompute/a.ts": "const text = `and ${unseen} more rows`;" },
    { "src/main.ts": "const text = `${file}: ${entries} entries`;" },
  ],
  kept: [
    { "src/cli/a.ts": "const text = `${counted(count, 'account')} would change`;" },
    { "src/cli/a.ts": "const text = `${name} has day ${day}`;" },
    { "src/cli/a.ts": "const text = `the year ${year} differs, account ${number} has it`;" },
  ],
};

/** Rules about messages. */
export const messageRules: readonly Rule[] = [counts];
