// The model's knowledge of accounts that requests change and sign, as the sample has them.

/** An account whose details requests change. */
export interface DetailModel {
  readonly kind: "retirement" | "SIMPLE" | "taxable";
  accountName: string;
  method: string;
  rate: string | null;
  contributedOn: string | null;
  /** The first names of each list, in its order. */
  primaries: readonly string[];
  contingents: readonly string[];
  contacts: readonly string[];
  readonly exclusions: Record<"security" | "issue" | "sector", readonly string[]>;
}

const none = { security: [], issue: [], sector: [] };
const unnamed = { rate: null, contributedOn: null, primaries: [], contingents: [], contacts: [] };

/** The accounts that are changed, by number. */
export const firstDetails = (): Readonly<Record<string, DetailModel>> => ({
  RA00000002: {
    ...unnamed,
    kind: "retirement",
    accountName: "Rainy day IRA",
    method: "AVGC",
    primaries: ["Ben", "Iris"],
    contingents: ["Theo"],
    exclusions: { ...none },
  },
  RA00000003: {
    ...unnamed,
    kind: "taxable",
    accountName: "House fund",
    method: "FIFO",
    exclusions: { ...none },
  },
  RA00000005: {
    ...unnamed,
    kind: "SIMPLE",
    accountName: "SIMPLE",
    method: "AVGC",
    contributedOn: "2021-03-01",
    exclusions: { ...none },
  },
});

/** A joint account whose agreement waits for both owners, and the item of each. */
export interface AgreementModel {
  /** The id of restriction 020, while one is in force. */
  restriction: string | undefined;
  readonly signed: Set<string>;
  readonly items: Record<string, { status: string; views: number }>;
}

/** The agreement of RA00000008. */
export const firstAgreement = (): AgreementModel => ({
  restriction: "4003",
  signed: new Set(),
  items: {
    "dmitri.ivanov": { status: "V", views: 0 },
    "elena.rossi": { status: "I", views: 0 },
  },
});

/** An item that a sequence added for the client, its days counted from the first. */
export interface ItemModel {
  readonly id: string;
  readonly type: string;
  status: string;
  readonly from: number;
  readonly to: number | undefined;
  readonly forceView: boolean;
  left: number | undefined;
  views: number;
}
