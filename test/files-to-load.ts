// Files that tests load by request.
import type { TestResponse } from "./harness.ts";

/** Files by their names. */
export type Files = Readonly<Record<string, string>>;

/** The body of a request that loads them. */
export const bodyOf = (files: Files) => ({
  files: Object.entries(files).map(([name, text]) => ({ name, text })),
});

/** A problem by which a load is refused: code, place and reason. */
export const problemsOf = ({ body }: TestResponse) =>
  body.map(({ errorCode, field, message }: Record<string, string>) =>
    [errorCode, field, message].join(" | "),
  );

/** A model of the sample as it is, but for its weights. */
export const model = {
  modelOid: "701",
  folioOid: "711",
  firmOid: "1002",
  folioNumber: "HARBOR-M1",
  folioName: "Harbor Balanced",
  longName: "Harbor Balanced Growth and Income",
  cashSecurity: "BCASH",
  iaMemberOid: "2101",
  iaFirstName: "Grace",
  iaLastName: "Lin",
  programOid: ["501"],
  style: "X",
  targetWeights: [
    { ticker: "ACME", targetWeight: "60.00" },
    { ticker: "BOLT", targetWeight: "40.00" },
  ],
};

/** A file of that model, once for each row, with other fields. */
export const models = (...rows: object[]): Files => ({
  "models.ndjson": rows.map((row) => `${JSON.stringify({ ...model, ...row })}\n`).join(""),
});

/** A file of transactions. */
export const transactions = (...rows: string[]): Files => ({
  "transactions.csv": [
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount",
    ...rows,
    "",
  ].join("\n"),
});

/** A transaction that changes the series of an account. */
export const deposit = "RA00000003,990001,DEP,90,RA0000000303,2026-02-27,250.00";

/** A file of members. */
export const members = (...rows: string[]): Files => ({
  "members.csv": [
    "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole",
    ...rows,
    "",
  ].join("\n"),
});
