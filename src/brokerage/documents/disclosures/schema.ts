// The columns of the words on papers.
import { day, id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { wordedReports } from "./topics.ts";

/** Words as they are loaded. */
export const DisclosureRecord = object({
  firmOid: id({
    description: "The firm on whose papers they stand; the operator's stand on those of all firms.",
  }),
  reportType: text({
    oneOf: wordedReports,
    description: "`M` statements, `R` performance reports, `AD` bills.",
  }),
  topic: text({
    max: 40,
    pattern: /^[a-zA-Z][a-zA-Z0-9]*$/,
    description: "The topic of the words; the newest row of a topic that has begun counts.",
  }),
  from: day({ description: "The first last day of a period on whose papers they stand." }),
  to: optional(day({ description: "The last such day; open if left out." })),
  words: text({ max: 4000, description: "The printed text." }),
});
