// The wire shapes of simulation.
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { choice, day, decimal, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { object, optional } from "../../../values/wire.ts";
import { eventSteps } from "../../corporate-events/announcements/changes.ts";
import { NewNotice } from "../../corporate-events/corporate-actions/changes.ts";

/** The operator's request to move the clock of business dates ahead. */
export const ClockMove = object(
  { days: decimal({ places: 0, min: "1", max: "3660", description: "How many days ahead." }) },
  { title: "ClockMove", examples: [{ days: "1" }] },
);
export type ClockMove = Static<typeof ClockMove>;

/** The clock of business dates as it is returned. */
export const Clock = Type.Object(
  { now: Type.String({ format: "date-time", description: "The business time." }) },
  { title: "Clock" },
);
export type Clock = Static<typeof Clock>;

/** The operator's request to have a sandbox begin anew. */
export const Reset = object(
  {
    confirmation: text({
      pattern: /^reset$/,
      description: "The word `reset`: everything that is stored is removed.",
    }),
  },
  { title: "Reset", examples: [{ confirmation: "reset" }] },
);

/** The step of the other institution of a transfer. */
export const TransferOutcome = object(
  {
    outcome: optional(choice(codeList("simulated-outcome"), { description: "By default `next`." })),
  },
  { title: "TransferOutcome", examples: [{ outcome: "next" }] },
);
export type TransferOutcome = Static<typeof TransferOutcome>;

/** A step that is named by nothing: the next one. */
export const NextStep = object({}, { title: "NextStep", examples: [{}] });

/** The step of a corporate event. */
export const CorporateEventStep = object(
  {
    step: text({
      oneOf: Object.keys(eventSteps),
      description: "The step to take, whatever the day: another person than the caller decides it.",
    }),
  },
  { title: "CorporateEventStep", examples: [{ step: "entitle" }] },
);
export type CorporateEventStep = Static<typeof CorporateEventStep>;

const { accountNumber: _, ...notice } = NewNotice.properties;

/** A notice for every account that holds its security. */
export const NoticeToHolders = object(
  {
    ...notice,
    recordDate: optional(
      day({ description: "The day whose holders get the notice; by default today." }),
    ),
  },
  {
    title: "NoticeToHolders",
    examples: [
      {
        type: "P",
        ticker: "CRUX",
        issuer: "Crux Mining plc",
        activity: "Special meeting",
        deadline: "2031-06-30",
        questions: [
          {
            questionsId: "1",
            questionsType: "P",
            contested: false,
            question: "Rename the company.",
          },
        ],
      },
    ],
  },
);
export type NoticeToHolders = Static<typeof NoticeToHolders>;
