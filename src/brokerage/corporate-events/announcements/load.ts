// How corporate events are loaded, as drafts or announced.
import { loadKind, tableColumns } from "../../../platform/bulk/load-kind.ts";
import { type RowRule, rowRules } from "../../../values/row-rule.ts";
import { id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import type { EventKind } from "../entitlements/reads.ts";
import { entitledOn } from "./announced.ts";
import {
  keepSteps,
  noteAuthor,
  selectLateLines,
  selectOtherEvents,
  selectSplitChanges,
  selectUndatedLines,
} from "./load-queries.ts";
import { problemsBeforeAnnouncing, problemsWithDays, problemsWithTerms } from "./rules.ts";
import { NewCorporateEvent, type TermName, termFields } from "./schema.ts";
import { daysOf, sentTerms } from "./sent-event.ts";
import { followSplits } from "./splits.ts";

const { another: _, ...fields } = NewCorporateEvent.properties;

const columns = object({
  eventId: id({ description: "No two events share one." }),
  status: optional(text({ oneOf: ["DRAFT", "ANNOUNCED"], description: "`DRAFT` if left out." })),
  ...fields,
});

const rule = rowRules<NewCorporateEvent>();
const inTerms = Object.fromEntries(Object.keys(termFields).map((name) => [name, null])) as Record<
  TermName,
  null
>;

/** The terms as a whole, where all of them could be read. */
const rulesOfLoadedTerms: RowRule = {
  check(row, _about, failed) {
    const names = ["kind", "securityId", ...Object.keys(termFields)];
    if (names.some((name) => failed.hasWithin(name))) return [];
    const sent = row as NewCorporateEvent;
    const event = { ...sent, kind: sent.kind as EventKind, terms: sentTerms({}, sent) };
    return problemsWithTerms(event).map((problem) => ({
      column: "kind",
      reason: "message" in problem ? (problem.message ?? "") : "",
    }));
  },
};

/** The days of one that comes in announced; whether a payout needs an ex-date depends on its security. */
const rulesOfAnnounced: RowRule = {
  check(row, _about, failed) {
    const names = ["kind", "status", ...Object.keys(fields)];
    if (names.some((name) => failed.hasWithin(name))) return [];
    const sent = row as NewCorporateEvent & { readonly status?: string };
    if (sent.status !== "ANNOUNCED") return [];
    const days = daysOf(sent);
    const event = { ...days, kind: sent.kind as EventKind, terms: sentTerms({}, sent) };
    return problemsBeforeAnnouncing(event, days.exOn === null).map((problem) => ({
      column: "status",
      reason: "message" in problem ? (problem.message ?? "") : "",
    }));
  },
};

/** The file `corporate-events`. */
export const corporateEventKind = loadKind({
  name: "corporate-events",
  about:
    "Corporate events of securities, as drafts or announced. Once it is worked out who gets what, an event " +
    "is changed by requests alone, and its status always. Whoever sends the load counts as having requested, changed " +
    "or announced it; automatic posting is consented to by a request alone.",
  columns,
  table: "corporate_event",
  key: ["eventId"],
  fields: {
    ...inTerms,
    status: null,
    autoPost: null,
    declarationDate: "declared_on",
    exDate: "ex_on",
    recordDate: "record_on",
    effectiveDate: "effective_on",
    payDate: "pay_on",
    deadline: "deadline_at",
  },
  derived: {
    columns: [
      "status",
      "version",
      "terms",
      "auto_post",
      "auto_post_by",
      "created_by",
      "announced_by",
      "persons",
      "entitled_on",
      "was_announced",
      "created_at",
    ],
    of: ({ status = "DRAFT", autoPost = false, ...sent }, { now }) => {
      const terms = sentTerms({}, sent);
      return {
        status,
        version: 1,
        terms,
        auto_post: autoPost,
        // Before a row is applied, its author is noted.
        auto_post_by: null,
        created_by: null,
        announced_by: null,
        persons: [],
        entitled_on: entitledOn({ kind: sent.kind as EventKind, terms, ...daysOf(sent) }),
        was_announced: status === "ANNOUNCED",
        created_at: now,
      };
    },
  },
  references: [{ fields: ["securityId"], table: "security", columns: ["security_id"] }],
  uniques: [
    {
      field: "externalId",
      columns: ["source", "external_id"],
      reason: "Another event has this id of the source.",
    },
  ],
  rules: [
    rule(["declarationDate", "recordDate", "payDate"], (sent) =>
      problemsWithDays(daysOf(sent)).map(({ message = "" }) => ({
        column: "payDate",
        reason: message,
      })),
    ),
    rulesOfLoadedTerms,
    rulesOfAnnounced,
  ],
  beforeApply: async (tx, stage, author) => {
    await keepSteps(tx, stage);
    const others = await selectOtherEvents(tx, stage);
    const fixed = "The kind and the security of an event are not changed; announce another event.";
    const late = await selectLateLines(tx, stage, tableColumns(corporateEventKind));
    const reason = "It is worked out who gets what; change it by a request.";
    const undated = await selectUndatedLines(tx, stage);
    await noteAuthor(tx, { stage, columns: tableColumns(corporateEventKind) }, author);
    const missing = "A payout that is announced needs it, but that of a private security.";
    const problems = [
      ...others.map((line) => ({ line, column: "eventId", reason: fixed })),
      ...late.map((line) => ({ line, column: "eventId", reason })),
      ...undated.map((line) => ({ line, column: "exDate", reason: missing })),
    ];
    if (problems.length === 0) followSplits(tx, await selectSplitChanges(tx, stage));
    return problems;
  },
  subject: ({ securityId }) => `security:${securityId}`,
  example: [
    "eventId,status,kind,securityId,exDate,recordDate,payDate,components",
    '4301,ANNOUNCED,DIV,6001,2026-06-15,2026-06-15,2026-06-30,"[{""rate"":""0.35"",""incomeKind"":""qualified""}]"',
  ].join("\n"),
});
