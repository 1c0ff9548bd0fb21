// Sentences for the operator next to the counts of a load: the first hundred, and their number.

import { maxShown } from "../kinds/load-problem.ts";
import type { Notify } from "../load-kind.ts";

/** Sentences as they are found; those that are not shown are only counted. */
interface Notices {
  readonly notify: Notify;
  /** The notices that are shown, and one that counts the others. */
  shown(): readonly string[];
}

/** An empty list of sentences. */
export function openNotices(): Notices {
  const listed: string[] = [];
  let count = 0;
  return {
    notify(notice) {
      count += 1;
      if (count <= maxShown) listed.push(notice);
    },
    shown() {
      const unseen = count - listed.length;
      return unseen > 0 ? [...listed, `And ${unseen} more notices.`] : listed;
    },
  };
}
