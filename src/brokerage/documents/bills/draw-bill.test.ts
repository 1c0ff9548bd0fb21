// A bill in words and on paper: the worked example of a household of three accounts. (docs/statements.md, "Bills")
import { expect, test } from "vitest";
import { billedFee as fee } from "../../../../test/statements/billed-fee.ts";
import { readPdf, rolesIn } from "../../../../test/statements/read-pdf.ts";
import { billOf } from "./bill.ts";
import { drawBill } from "./draw-bill.ts";

const at = new Date("2026-04-02T12:00:00Z");

test("the working is given in words, with the account's part of the basis and its share", () => {
  expect(billOf(fee)).toEqual({
    title: "Advisory fee",
    basis: [
      { text: "Basis, values of March 31, 2026", amount: "695500.25" },
      { text: "Of it RA7Q20MX4K", amount: "420000.00" },
    ],
    calculation: [
      { text: "Tier: First 250,000.00 at 1.20 percent", amount: "3000.00" },
      { text: "Tier: Next 445,500.25 at 0.90 percent", amount: "4009.50225" },
      {
        text: "Annual rate, in percent: 7,009.50225 ÷ 695,500.25, percent a year",
        amount: "1.007836",
      },
      { text: "Rounded to the cent", amount: "1752.38" },
    ],
    shares: fee.shares,
    result: [
      { text: "Fee of all accounts", amount: "1752.38" },
      { text: "This account's share", amount: "1058.23" },
      { text: "Due", amount: "1058.23" },
    ],
    payment: "$1,058.23 is taken from RA7Q20MX4K on April 10, 2026.",
  });
});

test.each([
  ["in advance", { isInAdvance: true }, "Basis, values of the day before January 1, 2026"],
  [
    "by the mean",
    { basisKind: "AVG" as const },
    "mean of the values from January 1, 2026 to March 31, 2026",
  ],
  ["adjusted", { amount: "1000.00", reason: "Courtesy" }, "Adjusted: Courtesy"],
  ["a notice", { isNotice: true }, "Advance notice of the advisory fee"],
  [
    "for days of one who came within",
    { lineKind: "inception" as const },
    "values of January 1, 2026",
  ],
  ["for flows", { lineKind: "flow" as const }, "flows from January 1, 2026 to March 31, 2026"],
  ["of a broker", { feeName: "brokerage fee" as const }, "Brokerage fee"],
  ["a refund", { isRefund: true, amount: "-250.00" }, "$250.00 is returned to RA7Q20MX4K."],
  [
    "a refund of a fee that is still due",
    { isRefund: true, isFeeDue: true, amount: "-250.00" },
    "The refund of $250.00 first lowers what is still due of the fee. The rest is returned to RA7Q20MX4K.",
  ],
  [
    "an invoice",
    { takenOn: null, takenFrom: null },
    "Please pay $1,058.23 to Harbor Point Advisors.",
  ],
])("it says what is different: %s", (_, change, words) => {
  expect(JSON.stringify(billOf({ ...fee, ...change }))).toContain(words);
});

test("what comes back of a fee that was taken has no basis, and says why", () => {
  const back = { unitBasis: null, steps: [], shares: [], takenFee: "1058.23", isRefund: true };
  const { title, basis, result } = billOf({
    ...fee,
    ...back,
    amount: "-250.00",
    reason: "Courtesy",
  });
  expect([title, basis]).toEqual(["Refund of the advisory fee", []]);
  expect(result).toEqual([
    { text: "Fee taken", amount: "1058.23" },
    { text: "Refund: Courtesy", amount: "-250.00" },
  ]);
});

test("a bill that is withdrawn has nothing due", () => {
  const { title, result, payment } = billOf({ ...fee, withdrawn: "1058.23", amount: "0.00" });
  expect(title).toBe("Withdrawn bill of the advisory fee");
  expect(result).toEqual([
    { text: "Billed before", amount: "1058.23" },
    { text: "Due", amount: "0.00" },
  ]);
  expect(payment).toBe("The bill is withdrawn. Nothing is booked by it.");
});

test("one account alone has no shares", () => {
  const alone = { ...fee, shares: fee.shares.slice(1, 2) };
  const { shares, basis, result } = billOf(alone);
  expect([shares, basis.length, result[0]?.text]).toEqual([[], 1, "Calculated fee"]);
});

test("every figure is found by reading the paper back, which always has the same bytes", async () => {
  const bytes = await drawBill(fee, at);
  expect(bytes.equals(await drawBill(fee, at))).toBe(true);
  const { pages, fonts } = await readPdf(bytes);
  expect([pages.length, fonts]).toEqual([1, 1]);
  const texts = pages.flatMap((page) => page.texts);
  for (const figure of ["695,500.25", "4,009.50225", "1.007836", "453.53", "240.62", "$1,058.23"]) {
    expect(texts).toContain(figure);
  }
  expect(texts).toContain("Ask Grace Lin about this bill before its fee is taken.");
  expect([...rolesIn(pages[0]?.tree ?? {})]).toEqual(expect.arrayContaining(["H1", "H2", "Table"]));
});

test("an address of any length of the firm ends above the client's", async () => {
  const address = ["12 Quay Street", "Floor 3", "Buffalo, NY 14202", "USA"];
  const { pages } = await readPdf(await drawBill({ ...fee, firm: { ...fee.firm, address } }, at));
  const heightOf = (wanted: string) => pages[0]?.placed.find(({ text }) => text === wanted)?.y ?? 0;
  expect(heightOf("USA") - heightOf("Rafael Torres")).toBeGreaterThan(20);
});

test("a sum that begins with the name of its step does not repeat it", () => {
  const steps = [{ step: "value", sum: "Value of 2026-06-30", amount: "1.00" }];
  expect(billOf({ ...fee, steps }).calculation[0]?.text).toBe("Value of June 30, 2026");
});

test("days in a sum are in words and long numbers have commas, but account numbers stay", () => {
  const sum = "RA00000001: 1234567.89 × the rate × 3/12 × 91/91 from 2026-01-05";
  const [line] = billOf({ ...fee, steps: [{ step: "fee", sum, amount: "1.00" }] }).calculation;
  expect(line?.text).toBe(
    "Fee for the period: RA00000001: 1,234,567.89 × the rate × 3/12 × 91/91 from January 5, 2026",
  );
});
