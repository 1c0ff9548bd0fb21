// A return is shown after fees or before them.
/** Whether a return is after fees or before them. */
export type Fees = "net" | "gross";

/** What it is called. */
export const feeTitles: Readonly<Record<Fees, string>> = {
  net: "Net of fees",
  gross: "Gross of fees",
};
