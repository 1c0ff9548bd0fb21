// The wire shapes of folios. (interface 2.14)
import type { Static } from "typebox";
import { anyName } from "../../../values/names.ts";
import { bool, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, nullable, nullableText, object, optional } from "../../../values/wire.ts";

const name = text({ max: 16, pattern: anyName, description: "Name of the folio." });
const benchmark = text({
  max: 40,
  description:
    "The benchmark of its returns: a ticker, `account:` and a number, `model:` and a `modelOid`, " +
    "or `security:` and its id.",
});
const dividends = {
  dividendReinvest: optional(
    bool({ description: "Whether dividends buy shares; of a new folio false if left out." }),
  ),
  dividendPayToAccount: optional(
    bool({ description: "Whether dividends go to the account; of a new folio true if left out." }),
  ),
};
const accountNumber = optional(text({ description: "The account of the path." }));

/** A request to make a folio. */
export const NewFolio = object(
  { accountNumber, folioName: name, benchmark: optional(benchmark), ...dividends },
  {
    title: "NewFolio",
    examples: [{ folioName: "Clean energy", benchmark: "EVER", dividendReinvest: true }],
  },
);
export type NewFolio = Static<typeof NewFolio>;

/** A request to change a folio, or to close it; what is absent stays. */
export const FolioUpdate = object(
  {
    accountNumber,
    folioNumber: optional(text({ description: "The folio of the path." })),
    folioName: optional(name),
    benchmark: optional(emptiable(benchmark)),
    ...dividends,
    folioStatus: optional(text<"C">({ oneOf: ["C"], description: "`C` closes it." })),
  },
  {
    title: "FolioUpdate",
    examples: [{ folioName: "Core", benchmark: null, dividendPayToAccount: false }],
  },
);
export type FolioUpdate = Static<typeof FolioUpdate>;

const part = {
  accountNumber: Type.String(),
  folioNumber: Type.String(),
  folioName: Type.String(),
  folioType: Type.String({ enum: ["cash", "holdings", "folio"] }),
};

/** A part of an account. */
export const Folio = Type.Object(part, { title: "Folio" });
export type Folio = Static<typeof Folio>;

/** The folios of an account. */
export const Folios = Type.Array(Folio);

/** A folio with its settings. */
export const FolioDetail = Type.Object(
  {
    ...part,
    benchmark: nullableText(),
    dividendReinvest: Type.Boolean(),
    dividendPayToAccount: Type.Boolean(),
    folioStatus: Type.String({ enum: ["O", "C"], description: "Open or closed." }),
    modelOid: nullableText("The model to which it is subscribed."),
    subscriptionType: nullable(Type.String({ enum: ["A", "R", "F", "D"] })),
    subscriptionStatus: nullable(Type.String({ enum: ["CURRENT", "PENDING"] })),
    performanceSource: nullable(
      Type.String({
        enum: ["loaded", "computed"],
        description:
          "Whether its daily values are loaded or computed from its transactions; null before the first.",
      }),
    ),
  },
  { title: "FolioDetail" },
);
export type FolioDetail = Static<typeof FolioDetail>;
