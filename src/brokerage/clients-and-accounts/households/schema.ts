// The wire shapes of households.
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { anyName } from "../../../values/names.ts";
import { bool, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { ListedFigures } from "../accounts/reads.ts";

const accountNumber = text({ description: "An account of the firm." });
const to = optional(day({ description: "The last day in the household; open if left out." }));
const name = text({ max: 40, pattern: anyName, description: "Once in the firm." });

const NewHouseholdAccount = object(
  {
    accountNumber,
    from: optional(day({ description: "The first day in the household; today if left out." })),
    to,
  },
  { title: "NewHouseholdAccount" },
);

const accounts = optional(
  list(NewHouseholdAccount, {
    description:
      "The accounts that are in it from now on; one that is left out was in it until yesterday.",
  }),
);

/** A request to form a household. */
export const NewHousehold = object(
  { name, accounts },
  {
    title: "NewHousehold",
    examples: [{ name: "Carol Nguyen", accounts: [{ accountNumber: "RA00000005" }] }],
  },
);
export type NewHousehold = Static<typeof NewHousehold>;

/** A request to change a household; what is left out stays. */
export const HouseholdUpdate = object(
  { name: optional(name), accounts },
  { title: "HouseholdUpdate", examples: [{ name: "Whitfield family" }] },
);
export type HouseholdUpdate = Static<typeof HouseholdUpdate>;

/** A household as it is loaded. */
export const HouseholdRecord = object({
  householdOid: id({ description: "Id of the household." }),
  firmOid: id({ description: "The firm whose accounts it groups." }),
  name,
  accounts: optional(
    list(object({ accountNumber, from: day({ description: "The first day in it." }), to }), {
      description:
        "A list of {accountNumber, from, to}, both days included; left out, the stored list stays.",
    }),
  ),
});
export type HouseholdRecord = Static<typeof HouseholdRecord>;

/** The filters of the list of households, and the size of a page. */
export const HouseholdsQuery = object({
  search: optional(text({ max: 40, description: "Part of the name, whatever the case." })),
  limit: optional(
    decimal({
      places: 0,
      min: "1",
      max: "1000",
      description: "All if left out; with `overview` 25, and no more.",
    }),
  ),
  after: optional(id({ description: "The last household before the list." })),
  overview: optional(bool({ description: "Whether each household has its `overview`." })),
});
export type HouseholdsQuery = Static<typeof HouseholdsQuery>;

/** Whether the figures of a household are wanted. */
export const HouseholdQuery = object({
  overview: optional(
    bool({ description: "Whether the household and its accounts of today have their `overview`." }),
  ),
});
export type HouseholdQuery = Static<typeof HouseholdQuery>;

const plainDay = Type.String({ format: "date" });
const { valueDate, value, dayReturn, yearToDateReturn, monthEndValues } = ListedFigures;

/** The figures of a household that are shown to staff who look after many. */
const HouseholdOverview = Type.Object(
  { valueDate, value, dayReturn, yearToDateReturn, monthEndValues },
  { title: "HouseholdOverview" },
);
export type HouseholdOverview = Static<typeof HouseholdOverview>;

const HouseholdAccountOverview = Type.Object(
  {
    accountName: Type.String(),
    accountType: codeFrom(codeList("account-type")),
    valueDate,
    value,
    weight: nullableText("Percent of the values of these accounts; together 100.00."),
    dayReturn,
    yearToDateReturn,
  },
  { title: "HouseholdAccountOverview" },
);
export type HouseholdAccountOverview = Static<typeof HouseholdAccountOverview>;

const HouseholdAccount = Type.Object(
  {
    accountNumber: Type.String(),
    from: plainDay,
    to: nullable(plainDay),
    overview: Type.Optional(HouseholdAccountOverview),
  },
  { title: "HouseholdAccount", description: "An account on the days from `from` to `to`." },
);
export type HouseholdAccount = Static<typeof HouseholdAccount>;

/** A household, as it is returned. */
export const Household = Type.Object(
  {
    householdOid: Type.String(),
    firmOid: Type.String(),
    name: Type.String(),
    members: Type.Array(Type.String(), {
      maxItems: 10_000,
      description: "The login ids of the owners of its accounts of today.",
    }),
    accounts: Type.Array(HouseholdAccount, {
      maxItems: 10_000,
      description: "By number and first day; a client sees those of today.",
    }),
    overview: Type.Optional(HouseholdOverview),
  },
  { title: "Household" },
);
export type Household = Static<typeof Household>;
