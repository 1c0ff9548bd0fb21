// The JSON schemas by which Fastify validates bodies and writes responses.
const text = { type: "string" } as const;
const textOrNull = { type: ["string", "null"] } as const;
const day = { type: "string", format: "date" } as const;

const exclusions = {
  type: "array",
  items: {
    type: "object",
    required: ["exclusionValue"],
    properties: {
      exclusionValue: { type: "string", minLength: 1, maxLength: 64 },
      exclusionStartDate: day,
      exclusionEndDate: day,
    },
  },
} as const;

export const update = {
  type: "object",
  properties: {
    trustedContacts: {
      type: "array",
      items: {
        type: "object",
        required: ["firstName", "lastName"],
        properties: {
          firstName: { type: "string", minLength: 1, maxLength: 20 },
          lastName: { type: "string", minLength: 1, maxLength: 35 },
          relationship: { type: "string", maxLength: 40 },
          email: { type: "string", format: "email" },
          telephone: { type: "string", pattern: "^[0-9-]{7,20}$" },
        },
      },
    },
    securityExclusions: exclusions,
    issueExclusions: exclusions,
    sectorExclusions: exclusions,
  },
} as const;

const code = { type: "object", required: ["code"], properties: { code: text } } as const;

export const restriction = {
  type: "object",
  required: ["reason", "type"],
  properties: { inceptionInfo: { type: "string", maxLength: 255 }, reason: code, type: code },
} as const;

export const range = {
  type: "object",
  required: ["daterange"],
  properties: {
    daterange: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d,\\d{4}-\\d\\d-\\d\\d$" },
  },
} as const;

export const taxYear = {
  type: "object",
  required: ["taxyear"],
  properties: { taxyear: { type: "string", pattern: "^\\d{4}$" } },
} as const;

export const series = {
  type: "object",
  properties: {
    identifierType: text,
    identifierValue: text,
    values: { type: "array", items: { type: "object", properties: { date: text, value: text } } },
  },
} as const;

const lotFields = [
  "accountNumber",
  "taxYear",
  "taxLotId",
  "transCode",
  "termOfSale",
  "covered",
  "costBasisIndicator",
  "lotReliefStrategyIndicator",
  "originatingTransactionId",
  "originatingTransactionSettlementDate",
  "origionalAcquisitionDate",
  "adjustedAcquisitionDate",
  "closingTransactionId",
  "closingTransactionDate",
  "closingTransactionSettlementDate",
  "costBasisEffectiveDate",
  "exDate",
  "shareQuantity",
  "salePrice",
  "netSaleAmount",
  "origionalCostBasis",
  "adjustedCostBasis",
  "disallowedLoss",
  "reportableGainLoss",
  "federalTaxWithholding",
  "stateTaxWithholding",
  "withholdingState",
  "foreignTaxWithholding",
  "withholdingCountry",
  "statementTrail",
];

export const lots = {
  type: "array",
  items: {
    type: "object",
    properties: {
      ...Object.fromEntries(lotFields.map((field) => [field, textOrNull])),
      security: {
        type: "object",
        properties: { ticker: textOrNull, cusip: textOrNull, id: textOrNull },
      },
    },
  },
} as const;
