// Quotation factors, and sales without a price. (docs/tax-lots.md, "Quotations")
import { expect, test } from "vitest";
import type { Decimal } from "../../../values/src/decimal.ts";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import { previewSale, proceedsOf } from "../results/sale-preview.ts";

scenario(
  "what is quoted in percent of par is bought and sold at shares × price × factor",
  `
  factor X 0.01
  buy  A 10000 @ 98.50 2024-01-05 // 10000 × 98.50 × 0.01 = 9850.00
  buy  B 10000 @ 98.50 fees 5.00 2024-01-06
  sell S 10000 @ 99.00 fees 5.00 2024-06-03
  closed A 10000 net 9895.00 basis 9850.00 gain 45.00 price 99.000000
  left B 10000 basis 9855.00
`,
);

scenario(
  "the product of a quotation is rounded half up, and a net amount alone decides the amount",
  `
  factor X 0.01
  buy  A 1 @ 0.50 2024-01-05 // 0.005 → 0.01
  buy  B 1 @ 0.499999 2024-01-06
  buy  C 1 @ 98.50 net 985.00 2024-01-07
  left A 1 basis 0.01
  left B 1 basis 0.00
  left C 1 basis 985.00
`,
);

scenario(
  "a contract of 100 shares is worth 100 times its quotation",
  `
  factor X 100
  buy  A 2 @ 1.25 fees 1.30 2024-01-05
  left A 2 basis 251.30 // 2 × 1.25 × 100 + 1.30
`,
);

const bonds = `
  factor X 0.01
  buy  A 10000 net 10200.00 2020-01-05
  buy  B 10000 net 9000.00 2020-01-06
  buy  C 10000 net 10000.00 2024-01-05`;

scenario(
  "lots of bonds are ordered at the price times the factor",
  `${bonds}
  sell S 10000 @ 98.50 2024-06-03 LSTG // 9850.00: C loses 150.00, short; A loses 350.00, long
  closed C 10000 net 9850.00 basis 10000.00 gain -150.00 term ST
  left A 10000
  left B 10000
`,
);

scenario(
  "lots are ordered at the last close times the factor",
  `${bonds}
  transfer-out S 10000 close 98.50 2024-06-03 LSTG
  closed C 10000 price -
`,
);

scenario(
  "without a price lots are ordered by the amount before fees, which gives the sale price",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 70.00 2023-01-06
  buy  C 10 @ 61.00 2023-01-07
  sell S 10 net 595.00 fees 10.00 close 90.00 2023-06-01 HGLL // 605.00 / 10 = 60.50: A gains 10.50
  sell T 10 net 605.00 fees 5.00 2023-06-02 HSTG // 61.00: C gains 0, B loses 9
  closed A 10 price 60.500000 gain 95.00
  closed C 10 price 61.000000 gain -5.00
  left B 10
`,
);

scenario(
  "fees that were taken off an amount do not count in the order",
  `
  buy  A 10 net 605.00 2020-01-05 // long: gains 0 at 60.50, loses 1.00 a share at 59.50
  buy  B 10 net 500.00 2024-01-06 // short: gains
  sell S 10 net 595.00 fees 10.00 2024-06-01 HLTG
  closed A 10 price 60.500000 gain -10.00
  left B 10
`,
);

scenario(
  "the sale price of an amount is its quotation, and the order takes the exact amount",
  `
  factor X 0.01
  buy  A 3 net 1.00 2020-01-05 // long: gains 0, and loses at the rounded price
  buy  B 3 net 0.50 2024-01-06 // short: gains
  sell S 3 net 1.00 2024-06-01 HLTG // 1.00 / (3 × 0.01) = 33.333333…
  closed A 3 price 33.333333 gain 0.00
  left B 3
`,
);

scenario(
  "what is paid to be rid of shares has no price",
  `
  buy  A 10 @ 50.00 2023-01-05
  sell S 10 net -2.00 2024-06-01 LGHL
  closed A 10 price - gain -502.00
`,
);

scenario(
  "a spin-off weighs parent and child by their quotations times their factors",
  `
  factor Y 0.01
  buy  A 10 net 100.00 2023-01-05
  spin-off O into Y ratio 100:1 child 50.00 parent 50.00 2024-01-05 // 100 × 0.50 and 50.00
  left A 10 basis 50.00 of X
  left A 1000 basis 50.00 of Y
`,
);

scenario(
  "the new shares of a merger are worth their quotation times the factor",
  `
  factor Y 0.01
  buy  A 10 net 100.00 2023-01-05
  merger M into Y ratio 1:1 cash 5.00 new-value 800.00 2024-06-05 // 10 × 800.00 × 0.01 = 80.00
  closed A 0 net 50.00 basis 20.00 gain 30.00 price 5.000000
  left A 10 basis 80.00 of Y
`,
);

test("a sale that is tried brings shares × price × factor", () => {
  const { account, facts } = parseScenario(`
    factor X 0.01
    buy A 10000 @ 98.50 2024-01-05`);
  const [bought] = facts;
  if (bought === undefined) throw new Error("a purchase");
  const sale = {
    tradeOn: bought.tradeOn,
    security: bought.security,
    shares: "4000" as Decimal,
    price: "100" as Decimal,
  };
  expect(proceedsOf(account, sale)).toBe(400_000); // 4000 × 100 × 0.01 = 4000.00
  const tried = previewSale(account, facts, sale);
  if (tried.refusal !== undefined) throw new Error(tried.refusal.message);
  expect(tried.closed).toMatchObject([{ netSaleAmount: "4000.00", adjustedCostBasis: "3940.00" }]);
  // 6000 × 100 × 0.01 - 5910.00
  expect(tried.remaining).toMatchObject({ unrealizedGainLoss: "90.00" });
});
