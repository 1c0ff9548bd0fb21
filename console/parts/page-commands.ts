// The commands of the open record: the tabs and the actions that its page shows, to be found by
// typing.
import type { Match } from "./matches.ts";

const offered = ".main nav.tabs a, .main .head .actions :is(a, button)";

/** The tabs and actions of the page, as its user may use them; taking one clicks it. */
export function commandsOfPage(): readonly Match[] {
  const record = document.querySelector("h1")?.textContent ?? "";
  return [...document.querySelectorAll<HTMLElement>(offered)]
    .filter((each) => !each.matches(":disabled, [aria-current]"))
    .map((each, index) => ({
      key: `here ${index}`,
      kind: "This page",
      title: each.textContent,
      note: record,
      icon: "right",
      act: () => each.click(),
    }));
}
