// The wire shapes of corporate events: what is announced, and how it is returned.
import type { Static } from "typebox";
import { corporateEventKinds, incomeKinds } from "../../../reference/codes.ts";
import { cusip, ticker } from "../../../reference/securities/load.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { pageLimit } from "../../../values/page.ts";
import { bool, choice, day, decimal, id, instantOrDay, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { eventLifeCycle } from "./life-cycle.ts";
import { CorporateEventLine } from "./line-schema.ts";

const rate = (description: string) => decimal({ places: 9, above: "0", max: "10000", description });
const ratio = (description: string) =>
  decimal({ places: 9, above: "0", max: "1000000", description });
const price = (description: string) =>
  decimal({ places: 6, above: "0", max: "999999999", description });
const percent = (places: number, description: string) =>
  decimal({ places, min: "0", max: "100", description });

const kindsOfIncome = incomeKinds.rows
  .map(({ code }) => code)
  .filter((code) => code !== "liquidation");

const EventComponent = object(
  {
    rate: rate("Dollars a share."),
    incomeKind: optional(
      text({
        oneOf: [...kindsOfIncome, "return"],
        description: "The kind of income for tax papers; `return` is capital that is paid back.",
      }),
    ),
  },
  { title: "CorporateEventComponent" },
);

const EventOption = object(
  {
    optionId: text({ max: 10 }),
    name: text({ max: 100 }),
    type: text({ oneOf: ["CASH", "STOCK", "ACCEPT", "NONE"] }),
    default: optional(bool({ description: "True of the one that holders get who elect none." })),
    rate: optional(price("Of `CASH` in a merger: dollars a share.")),
    ratioNew: optional(ratio("Of `STOCK` in a merger: new shares for `ratioOld`.")),
    ratioOld: optional(ratio("Above 0.")),
    price: optional(
      price("Of `STOCK` in a dividend what a share costs, of `ACCEPT` what it brings."),
    ),
    prorationPct: optional(percent(5, "The percentage of elected shares that is accepted.")),
  },
  { title: "CorporateEventOption" },
);

const Link = object(
  { name: text({ max: 100 }), url: text({ max: 2000, pattern: /^https?:\/\/\S+$/ }) },
  { title: "CorporateEventDocument" },
);

/** The terms other than days and receipts; stored by these names. */
export const termFields = {
  components: list(EventComponent, { max: 8, description: "Payments in dollars a share." }),
  ratioNew: ratio("New shares for `ratioOld` shares."),
  ratioOld: ratio("Above 0."),
  intoSecurityId: id({ description: "The other security: of a spin-off the child." }),
  cashPerShare: price("Cash a share of a merger or a redemption."),
  interestPerShare: rate("Interest that is paid with a redemption, in dollars a share."),
  newShareValue: price("Market value of one new share of a merger."),
  childValue: price("Market value of one share of the child."),
  parentValue: price("Market value of one share of the parent afterwards."),
  childPart: decimal({
    places: 6,
    above: "0",
    max: "99.999999",
    description: "Percent of the basis that goes to the child, in place of the values.",
  }),
  fractions: text({
    oneOf: ["KEEP", "CASH", "UP", "NEAREST", "DOWN"],
    description: "The treatment of fractions of a share; by default they stay.",
  }),
  cashInLieuPrice: price("The price per share at which fractions are paid."),
  reinvestPrice: price("The price per share at which payouts are reinvested."),
  options: list(EventOption, { max: 10, description: "Of a choice." }),
  foreignTaxRate: percent(5, "Tax of another country, in percent of the amount."),
  withholdingCountry: text({ pattern: /^[A-Z]{2}$/, description: "ISO 3166-1 alpha-2." }),
  newTicker: ticker("The new ticker of the security."),
  newCusip: cusip(),
  newName: text({ max: 100 }),
  taxable: bool({ description: "A merger that is taxed as a sale and a purchase." }),
  final: bool({ description: "The last payment of a liquidation." }),
  text: text({ max: 4000 }),
  docs: list(Link, { max: 20 }),
};
export type TermName = keyof typeof termFields;

/** Days of an event, and the last instant at which holders choose. */
const dayFields = {
  declarationDate: day(),
  exDate: day({ description: "The first day on which it trades without the entitlement." }),
  recordDate: day(),
  effectiveDate: day({ description: "When it takes effect, of what has no ex-date." }),
  payDate: day(),
  deadline: instantOrDay({ description: "Until when holders choose; a day counts to its end." }),
};

const received = decimal({
  places: 2,
  min: "0",
  description: "The amount that the custodian received for all holders.",
});
const autoPost = bool({ description: "Whether it is posted by itself on the booking day." });

function eachOptional<P extends Readonly<Record<string, Parameters<typeof optional>[0]>>>(
  fields: P,
) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, optional(field)]),
  ) as { [K in keyof P]: ReturnType<typeof optional<P[K]>> };
}

function eachEmptiable<P extends Readonly<Record<string, Parameters<typeof emptiable>[0]>>>(
  fields: P,
) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, optional(emptiable(field))]),
  ) as { [K in keyof P]: ReturnType<typeof optional<ReturnType<typeof emptiable<P[K]>>>> };
}

const kind = choice(corporateEventKinds, { description: "The kind of event; not changed later." });

/** A request to announce an event. Of two with one external id at once `corporate_event_external`
 * refuses one. */
export const NewCorporateEvent = object(
  {
    kind,
    securityId: id({ description: "The security whose holders it is for; not changed later." }),
    source: optional(text({ max: 20, description: "The source of the announcement." })),
    externalId: optional(text({ max: 40, description: "Its id there; unique with `source`." })),
    another: optional(
      bool({ description: "True where the security has another of this kind on the ex-date." }),
    ),
    ...eachOptional(dayFields),
    ...eachOptional(termFields),
    received: optional(received),
    autoPost: optional(autoPost),
  },
  {
    title: "NewCorporateEvent",
    examples: [
      {
        kind: "DIV",
        securityId: "601",
        declarationDate: "2026-03-03",
        exDate: "2026-03-20",
        recordDate: "2026-03-20",
        payDate: "2026-04-02",
        components: [{ rate: "0.35", incomeKind: "qualified" }],
      },
    ],
  },
);
export type NewCorporateEvent = Static<typeof NewCorporateEvent>;

/** A request to change an event or to move it on; what is left out stays as it is. */
export const CorporateEventUpdate = object(
  {
    kind: optional(kind),
    securityId: optional(id()),
    source: optional(text({ max: 20 })),
    externalId: optional(text({ max: 40 })),
    ...eachEmptiable(dayFields),
    ...eachEmptiable(termFields),
    received: optional(emptiable(received)),
    autoPost: optional(autoPost),
    status: optional(
      text({ oneOf: eventLifeCycle.states, description: "Sent alone: the status to move to." }),
    ),
    comment: optional(text({ max: 255, description: "Required to cancel or reverse." })),
    leaveHeld: optional(
      bool({ description: "Whether lines may stay held while others are booked." }),
    ),
    recomputeDiffering: optional(
      bool({ description: "Whether lines that differ by later facts are booked anew." }),
    ),
  },
  { title: "CorporateEventUpdate", examples: [{ payDate: "2026-11-02", received: "66.61" }] },
);
export type CorporateEventUpdate = Static<typeof CorporateEventUpdate>;

const Text = nullableText();
const Instant = nullable(Type.String({ format: "date-time" }));
function each<Name extends string>(names: readonly Name[], schema: typeof Text) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, typeof Text>;
}

const TotalOfComponent = Type.Object(
  {
    component: Type.String({
      description: "A place from 1, an option's id, `cash` or `interest`.",
    }),
    shares: Type.String(),
    gross: Type.String(),
    withheld: Type.String(),
    foreign: Type.String(),
    net: Type.String(),
    exact: Type.String({ description: "Rate × shares, with 9 places." }),
    rounding: Type.String({ description: "`exact` to the cent, less `gross`." }),
  },
  { title: "CorporateEventComponentTotal" },
);

const Totals = Type.Object(
  {
    accounts: Type.String(),
    shares: Type.String(),
    components: Type.Array(TotalOfComponent, { maxItems: 20 }),
    newShares: Type.String(),
    fractions: Type.String(),
    cashInLieu: Type.String(),
    reinvestedAmount: Type.String(),
    reinvestedShares: Type.String(),
    difference: nullableText("`received` less Σ `gross`."),
  },
  {
    title: "CorporateEventTotals",
    description:
      "The sums of the lines, for operator and issuer, once there are lines; recomputed, in a dry run " +
      "of the operator that corrects, as they will be.",
  },
);

const Progress = Type.Object(
  {
    lines: Type.String(),
    due: Type.String(),
    posted: Type.String(),
    refused: Type.String(),
    held: Type.String(),
    found: Type.String(),
  },
  {
    title: "CorporateEventProgress",
    description: "How many lines are in which status, for operator and issuer.",
  },
);

const dayNames = ["declarationDate", "exDate", "recordDate", "effectiveDate", "payDate"] as const;

const simpleTerms = [
  "ratioNew",
  "ratioOld",
  "intoSecurityId",
  "cashPerShare",
  "interestPerShare",
  "newShareValue",
  "childValue",
  "parentValue",
  "childPart",
  "cashInLieuPrice",
  "reinvestPrice",
  "foreignTaxRate",
  "withholdingCountry",
  "newTicker",
  "newCusip",
  "newName",
  "text",
] as const;

const AnsweredComponent = Type.Object(
  { rate: Type.String(), incomeKind: Text },
  { title: "AnsweredCorporateEventComponent" },
);

const AnsweredOption = Type.Object(
  {
    optionId: Type.String(),
    name: Type.String(),
    type: Type.String(),
    default: Type.Boolean(),
    rate: Text,
    ratioNew: Text,
    ratioOld: Text,
    price: Text,
    prorationPct: Text,
  },
  { title: "AnsweredCorporateEventOption" },
);

/** Why an event waits for a decision. */
export const attentions = ["LATE", "DIFFERS", "REFUSED", "HELD", "FOUND"] as const;
export type Attention = (typeof attentions)[number];

/** A corporate event as it is returned. */
export const CorporateEvent = Type.Object(
  {
    eventId: Type.String(),
    kind: codeFrom(corporateEventKinds),
    securityId: Type.String(),
    ticker: Type.String({ description: "The present ticker of the security." }),
    companyName: Type.String(),
    status: Type.String({ enum: [...eventLifeCycle.states] }),
    version: Type.String({ description: "Moves with every change of the announced terms." }),
    source: Text,
    externalId: Text,
    ...each(dayNames, Instant),
    deadline: Instant,
    entitlementDate: nullable(
      Type.String({
        format: "date-time",
        description: "Holders at its opening are entitled; null while the days are missing.",
      }),
    ),
    bookingDate: Instant,
    ...each(simpleTerms, Text),
    fractions: Type.String(),
    taxable: Type.Boolean(),
    final: Type.Boolean(),
    autoPost: Type.Boolean(),
    components: Type.Array(AnsweredComponent, { maxItems: 8 }),
    options: Type.Array(AnsweredOption, { maxItems: 10 }),
    docs: Type.Array(
      Type.Object(
        { name: Type.String(), url: Type.String() },
        { title: "AnsweredCorporateEventDocument" },
      ),
    ),
    received: nullableText(
      "The amount that the custodian received for all holders, for operator and issuer.",
    ),
    comment: nullableText("Of its last decision, for operator and issuer."),
    createdBy: nullableText(
      "The login id, where a person asked; like those of the other persons for operator and issuer.",
    ),
    announcedBy: Text,
    postedBy: Text,
    correctedBy: nullableText(
      "The login id that last changed the terms after the event was posted.",
    ),
    reversedBy: nullableText("The login id that had it taken back."),
    expectedExDate: nullable(
      Type.String({
        format: "date-time",
        description: "The ex-date by the custom of the market, for operator and issuer.",
      }),
    ),
    warnings: Type.Array(Type.String(), {
      maxItems: 5,
      description: "Unusual terms of the event, for operator and issuer.",
    }),
    attention: Type.Array(Type.String({ enum: [...attentions] }), {
      maxItems: attentions.length,
      description:
        "Why it waits for a decision, for operator and issuer: its day has passed, or lines differ, " +
        "are refused, held, or found in the books.",
    }),
    progress: nullable(Progress),
    totals: nullable(Totals),
    recomputedTotals: nullable(Totals),
    lines: nullable(
      Type.Array(CorporateEventLine, {
        maxItems: 100,
        description:
          "In a dry run of the operator the first lines, of a correction those that differ; else null.",
      }),
    ),
  },
  { title: "CorporateEvent" },
);
export type CorporateEvent = Static<typeof CorporateEvent>;

/** The filters of the list of events. */
export const CorporateEventsQuery = object({
  status: optional(text({ oneOf: eventLifeCycle.states })),
  kind: optional(choice(corporateEventKinds)),
  securityid: optional(id()),
  exfrom: optional(day({ description: "Only those with an ex-date from this day on." })),
  exto: optional(day({ description: "Only those with an ex-date up to this day." })),
  attention: optional(
    text({
      oneOf: attentions,
      description: "Only those that wait for this reason; none for callers who do not see it.",
    }),
  ),
  limit: pageLimit("50"),
  after: optional(id({ description: "The event after which the list goes on." })),
});
export type CorporateEventsQuery = Static<typeof CorporateEventsQuery>;
