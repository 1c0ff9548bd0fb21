// The wire shapes of securities and their closes. (interface 4.27)
import type { Static } from "typebox";
import { corporateEventKinds } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { dateRange } from "../../../values/date-range.ts";
import { pageLimit } from "../../../values/page.ts";
import { bool, decimal, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { matches } from "./search-terms.ts";

/** The filters of the list of securities. */
export const SecuritiesQuery = object({
  search: optional(
    text({
      max: 40,
      description:
        "A ticker or its beginning, a CUSIP, words with which words of the name begin, or a former " +
        "symbol; found in this order.",
    }),
  ),
  cusip: optional(text({ max: 9, description: "This CUSIP alone." })),
  ticker: optional(text({ max: 20, description: "The security that has, or had, this ticker." })),
  instrumenttype: optional(text({ max: 20 })),
  held: optional(bool({ description: "`true`: what accounts in sight hold." })),
  stale: optional(
    decimal({
      places: 0,
      min: "0",
      max: "1000",
      description:
        "Held securities whose last close is older than so many trading days, or that have none; for the " +
        "operator and advisory firms.",
    }),
  ),
  limit: pageLimit("20", "100"),
  after: optional(
    text({ max: 1000, description: "Where the page begins, as the one before it says." }),
  ),
});
export type SecuritiesQuery = Static<typeof SecuritiesQuery>;

const known = {
  id: Type.String(),
  ticker: Type.String(),
  cusip: nullableText(),
  companyName: Type.String(),
  instrumentType: Type.String(),
  issuingFirmOid: nullableText("The issuer, where it is a firm here."),
};

const priced = {
  close: nullableText("The last close, as quoted, with 6 places."),
  priceDate: nullable(Type.String({ format: "date-time", description: "Its day." })),
  priceAge: nullableText("The trading days since; 0 for a close of today."),
};

/** A security in a list. */
export const ListedSecurity = Type.Object(
  {
    ...known,
    ...priced,
    matchedBy: nullable(
      Type.String({ enum: [...matches], description: "How a search found it; null without one." }),
    ),
  },
  { title: "ListedSecurity" },
);
export type ListedSecurity = Static<typeof ListedSecurity>;

const FormerSymbol = Type.Object(
  {
    ticker: Type.String(),
    cusip: nullableText(),
    companyName: Type.String(),
    from: nullable(Type.String({ format: "date-time", description: "Null where not known." })),
    to: Type.String({ format: "date-time", description: "The first day of another name." }),
  },
  { title: "FormerSymbol" },
);

const OtherSecurity = Type.Object(
  { id: Type.String(), date: Type.String({ format: "date-time" }) },
  { title: "OtherSecurity", description: "The same security under another id, and since when." },
);

const EventDay = nullable(Type.String({ format: "date-time" }));

const NextEvent = Type.Object(
  {
    eventId: Type.String(),
    kind: codeFrom(corporateEventKinds),
    status: Type.String({ enum: ["ANNOUNCED", "ENTITLED", "POSTING"] }),
    exDate: EventDay,
    effectiveDate: EventDay,
    payDate: EventDay,
  },
  { title: "NextEvent" },
);

/** A security. */
export const Security = Type.Object(
  {
    ...known,
    quotationFactor: Type.String({ description: "As positions have it, with 6 places." }),
    settlementPeriod: Type.String({
      description: "The settlement days after its trade date on which a trade of today settles.",
    }),
    windowBuyable: Type.Boolean({ description: "Whether it is bought in trading windows." }),
    directBuyable: Type.Boolean({ description: "Whether it is bought at once." }),
    formerSymbols: Type.Array(FormerSymbol, { description: "The oldest first." }),
    successor: nullable(OtherSecurity),
    predecessors: Type.Array(OtherSecurity),
    ...priced,
    priceSource: nullableText("The source of the last close."),
    taxStatus: nullable(Type.String({ enum: ["RIC", "REIT"] })),
    nextEvents: Type.Array(NextEvent, {
      maxItems: 100,
      description:
        "The corporate events that are announced of it and not posted yet, by their day.",
    }),
  },
  { title: "Security" },
);
export type Security = Static<typeof Security>;

/** The filters and the form of the list of closes. */
export const PricesQuery = object({
  daterange: optional(dateRange()),
  dateRange: optional(dateRange({ description: "The same as `daterange`." })),
  format: optional(text({ oneOf: ["json", "csv"], description: "`json` or `csv`." })),
});
export type PricesQuery = Static<typeof PricesQuery>;

/** The close of a day. */
export const SecurityClose = Type.Object(
  {
    date: Type.String({ format: "date-time" }),
    close: Type.String({ description: "As it was quoted, with 6 places." }),
    adjustedClose: Type.String({
      description: "The close over the splits that came later, with 6 places.",
    }),
    source: Type.String({ description: "The source of the close." }),
  },
  { title: "SecurityClose" },
);
export type SecurityClose = Static<typeof SecurityClose>;

const SecuritySplit = Type.Object(
  {
    exDate: Type.String({ format: "date-time" }),
    ratioNew: Type.String(),
    ratioOld: Type.String(),
    eventId: nullableText(),
  },
  { title: "SecuritySplit" },
);

/** The closes of a range, and the splits of it and after it. */
export const SecurityPrices = Type.Object(
  { prices: Type.Array(SecurityClose), splits: Type.Array(SecuritySplit) },
  { title: "SecurityPrices" },
);
export type SecurityPrices = Static<typeof SecurityPrices>;
