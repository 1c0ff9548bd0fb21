// Reads of the words on papers for other resources.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectTopics, selectWords } from "./queries.ts";
import { neededTopics, placeOfTopic, type WordedReport } from "./topics.ts";

/** The words of a firm's papers of a type on a day, in the order in which they are printed. */
export async function wordsOf(
  db: Reader,
  of: { readonly firmOid: Id; readonly reportType: WordedReport; readonly on: Day },
): Promise<{ readonly topic: string; readonly text: string }[]> {
  const rows = await selectWords(db, of);
  return rows
    .map(({ topic, words }) => ({ topic, text: words, place: placeOfTopic(of.reportType, topic) }))
    .toSorted((a, b) => a.place - b.place || (a.topic < b.topic ? -1 : 1))
    .map(({ topic, text }) => ({ topic, text }));
}

/** The statements that the law asks for and that the papers of firms do not make: a sentence for
 * each firm and topic. */
export async function missingWords(db: Reader, today: Day): Promise<string[]> {
  const reportType = "M";
  const firms = await selectTopics(db, reportType, today);
  return firms.flatMap(({ firmOid, name, topics }) =>
    neededTopics[reportType]
      .filter((topic) => !topics.includes(topic.name))
      .map(
        (topic) =>
          `Statements of firm ${firmOid}, ${name}, lack words on ${topic.name}: ${topic.about}; ` +
          "load a row of disclosures.",
      ),
  );
}
