// The category and sub category of a transaction: by its type, and by a field where several are of a type.
// (docs/activity.md, "Categories")
import { transactionCategories } from "../../../reference/codes.ts";

/** The facts that decide the category of a transaction. */
export interface Categorized {
  readonly transactionType: string;
  readonly folioNumber: string | null;
  readonly method: string | null;
  readonly reverses: string | null;
  readonly incomeKind: string | null;
  readonly feeKind: string | null;
  /** The kind of the corporate event from which it follows. */
  readonly eventKind: string | null;
}

type CategoryRow = (typeof transactionCategories.rows)[number];

const gains: ReadonlySet<string> = new Set(["longGain", "shortGain", "section1250"]);
const exempt: ReadonlySet<string> = new Set(["exempt", "privateActivity"]);

/** The codes of types that have several sub categories. */
const codesByField: Readonly<Record<string, (row: Categorized) => string>> = {
  DEP: (row) => `deposits-${wayOf(row)}`,
  WDL: (row) => `withdrawals-${wayOf(row)}`,
  BUY: ({ folioNumber }) =>
    // Private placements are held in this folio alone.
    folioNumber?.endsWith("02") ? "trades-private-placement" : "trades-buy",
  DIV: ({ incomeKind }) => {
    if (gains.has(incomeKind ?? "")) return "income-capital-gain";
    return exempt.has(incomeKind ?? "") ? "income-exempt" : "income-dividend";
  },
  INT: ({ incomeKind }) => (exempt.has(incomeKind ?? "") ? "income-exempt" : "income-interest"),
  ROC: ({ incomeKind }) =>
    incomeKind === "liquidation" ? "events-liquidation" : "events-return-of-capital",
  SLE: ({ eventKind }) => (eventKind === "TND" ? "events-tender" : "trades-sell"),
  SPL: ({ eventKind }) => (eventKind === "SDV" ? "events-stock-dividend" : "events-split"),
  SPO: ({ eventKind }) => (eventKind === "RTS" ? "events-rights" : "events-spin-off"),
  FEE: ({ feeKind }) => (feeKind === "refund" ? "fees-refund" : "fees-advisory"),
};

function wayOf({ method, reverses }: Categorized): string {
  return reverses !== null ? "returned" : (method?.toLowerCase() ?? "cash");
}

/** The only sub category of each other type. */
const codeOfType = new Map(
  transactionCategories.rows.flatMap(({ code, types }) => types.map((type) => [type, code])),
);

/** The sub category of a transaction; its row names the category too. */
export function categoryOf(row: Categorized): CategoryRow {
  const { transactionType: type } = row;
  const code = codesByField[type]?.(row) ?? codeOfType.get(type) ?? "";
  const found = transactionCategories.find(code);
  if (found === undefined) throw new TypeError(`no category has the type ${type}`);
  return found;
}

/** The sub categories in a query; undefined for all. Names are compared whatever their case. */
export function categoriesNamed(
  categories: readonly string[] | undefined,
  subCategories: readonly string[] | undefined,
): readonly CategoryRow[] | undefined {
  if (categories === undefined && subCategories === undefined) return undefined;
  const isIn = (names: readonly string[] | undefined, name: string) =>
    names === undefined || names.some((each) => each.toLowerCase() === name.toLowerCase());
  return transactionCategories.rows.filter(
    ({ category, name }) => isIn(categories, category) && isIn(subCategories, name),
  );
}

/** The names of categories, each once. */
export const categoryNames: readonly string[] = [
  ...new Set(transactionCategories.rows.map(({ category }) => category)),
];

/** The names of sub categories, each once. */
export const subCategoryNames: readonly string[] = [
  ...new Set(transactionCategories.rows.map(({ name }) => name)),
];
