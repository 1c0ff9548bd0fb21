// Terms, gifts, inheritances, corporate events and cover. (docs/tax-lots.md, "Term, gifts and cover"
// and "Corporate events")
import { scenario } from "../../reference/scenario.ts";

for (const [acquired, last, long] of [
  ["2012-09-19", "2013-09-19", "2013-09-20"],
  ["2024-02-28", "2025-02-28", "2025-03-01"],
  ["2023-03-01", "2024-03-01", "2024-03-02"],
] as const) {
  scenario(
    `acquired ${acquired}, long-term from ${long} (26 USC 1222)`,
    `
    buy  A 2 @ 50.00 ${acquired}
    sell S 1 @ 60.00 ${last}
    sell T 1 @ 60.00 ${long}
    closed A 1 term ST
    closed A 1 term LT
  `,
  );
}

scenario(
  "inherited lots are long from the first day, at the market value at death",
  `
  inherit I 10 value 1000.00 died 2024-05-01 2024-06-01
  sell S 10 @ 110.00 2024-06-02
  closed I 10 term LT gain 100.00 acquired 2024-05-01 covered C
`,
);

scenario(
  "an inherited lot is long-term even if its date is not known",
  `
  transfer T 10 2024-05-01
    lot 10 basis 100.00 inherited
  sell S 10 @ 11.00 2024-05-02
  closed T 10 term LT acquired - covered N
`,
);

scenario(
  "a gift worth more than it cost keeps the donor's date and basis alone",
  `
  gift G 10 basis 100.00 value 900.00 donor 2012-03-01 2024-01-05
  sell S 4 @ 5.00 2024-06-01
  closed G 4 basis 40.00 gain -20.00 adjusted 2012-03-01 term LT covered C
  left G 6 basis 60.00 acquired 2012-03-01
`,
);

scenario(
  "the price decides where a gift stands in the order, the net amount its row",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-01-05
  buy  A 10 @ 95.00 2024-02-01
  sell S 10 @ 81.00 fees 20.00 2024-06-01 HGLL
  closed G 10 net 790.00 basis 800.00 gain -10.00 // 0 at 81.00 before fees; A loses 14 a share
  left A 10
`,
);

scenario(
  "a gift between its two values gains zero in the order",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-01-05
  buy  A 10 @ 89.00 2024-02-01 // gains 1
  buy  B 10 @ 91.00 2024-02-02 // loses 1
  sell S 30 @ 90.00 2024-06-01 HGLL
  closed A 10
  closed G 10 gain 0.00
  closed B 10
`,
);

scenario(
  "below its lower value a gift is of the term of the day it was given, in the order too",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-01-05
  buy  A 10 @ 90.00 2020-02-01
  sell S 5 @ 70.00 2024-06-01 LSTG // G loses 10 short, A loses 20 long
  sell T 5 @ 90.00 2024-06-02 HLTG // G is between its values and long, as old as A's gain of zero
  closed G 5 gain -50.00 term ST
  closed G 5 gain 0.00 term LT
`,
);

scenario(
  "open lots show the donor's basis and date, whatever the value at the gift",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2012-01-01 2024-01-05
  left G 10 basis 1000.00 original 1000.00 acquired 2012-01-01 adjusted 2012-01-01 covered C
`,
);

scenario(
  "a value of 0 at the gift counts as a value",
  `
  gift G 10 basis 1000.00 value 0.00 donor 2010-01-01 2024-01-05
  sell S 5 @ 1.00 2024-06-01
  sell T 5 net -2.00 2024-06-02
  closed G 5 basis 5.00 gain 0.00 adjusted 2010-01-01
  closed G 5 basis 0.00 gain -2.00 adjusted 2024-01-05
`,
);

scenario(
  "a spin-off splits both values of a gift",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2023-01-05
  spin-off O into Y ratio 1:1 child 10.00 parent 30.00 2024-01-05 // a quarter
  sell S 10 net 500.00 2024-06-01
  sell T 10 net 100.00 2024-06-01 of Y
  closed G 10 basis 600.00 gain -100.00 // 800.00 - 200.00
  closed G 10 basis 200.00 gain -100.00 of Y adjusted 2023-01-05
`,
);

scenario(
  "a split keeps both values of a gift",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2023-01-05
  split P ratio 2:1 2024-01-05
  sell S 10 net 300.00 2024-06-01
  closed G 10 basis 400.00 gain -100.00
`,
);

scenario(
  "a return of capital lowers both values of a gift, and neither below 0",
  `
  gift G 10 basis 1000.00 value 100.00 donor 2010-01-01 2023-01-05
  gift H 10 basis 1000.00 value 800.00 donor 2010-01-01 2023-01-05 of Y
  return R amount 300.00 2024-01-05
  return Q amount 300.00 2024-01-05 of Y
  sell S 10 net -20.00 2024-06-01
  sell T 10 net 400.00 2024-06-01 of Y
  closed G 10 basis 0.00 gain -20.00
  closed H 10 basis 500.00 gain -100.00
`,
);

scenario(
  "a split keeps basis and dates, and its shares are shared by largest remainder",
  `
  buy  A 1 @ 50.00 2023-01-05
  buy  B 1 @ 60.00 2023-02-05
  buy  C 1 @ 70.00 2023-03-05
  split P ratio 4:3 2024-01-05 // 3 × 4 / 3 = 4
  left A 1.33334 basis 50.00 acquired 2023-01-05 original 50.00
  left B 1.33333 basis 60.00
  left C 1.33333 basis 70.00
`,
);

scenario(
  "a reverse split rounds the position down",
  `
  buy  A 1 @ 50.00 2023-01-05
  split P ratio 1:3 2024-01-05
  left A 0.33333 basis 50.00
`,
);

scenario(
  "what a split leaves beyond five places is dropped",
  `
  buy  A 1 @ 50.00 2023-01-05
  split P ratio 2:3 2024-01-05 // 0.666666…
  left A 0.66666 basis 50.00
`,
);

scenario(
  "cash in lieu sells the fraction out of the new position",
  `
  buy  A 15 @ 10.00 2023-01-05
  split P ratio 1:2 2024-01-05
  cash-in-lieu L 0.5 net 9.00 2024-01-06 // 150.00 × 0.5 / 7.5 = 10.00
  closed A 0.5 net 9.00 basis 10.00 gain -1.00 code CIL
  left A 7 basis 140.00
`,
);

scenario(
  "events of a day go before its trades, whenever they were entered",
  `
  buy  A 10 @ 50.00 2023-01-05
  sell S 20 @ 30.00 2024-01-05
  split P ratio 2:1 2024-01-05
  closed A 20 gain 100.00
`,
);

scenario(
  "a spin-off splits each basis by value; a half cent stays with the parent",
  `
  buy  A 10 net 100.01 2023-01-05
  spin-off O into Y ratio 1:2 child 10.00 parent 5.00 2024-01-05 // 1 × 10 / (1 × 10 + 2 × 5) = half
  left A 10 basis 50.01 original 50.01 of X acquired 2023-01-05
  left A  5 basis 50.00 original 50.00 of Y acquired 2023-01-05
`,
);

scenario(
  "a lot that gets no share of the child keeps its basis",
  `
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 100 net 100.00 2023-02-05
  spin-off O into Y ratio 1:10 child 10.00 parent 9.00 2024-01-05
  left A 0.00001 basis 1.00 of X
  left B 100 basis 90.00 of X
  left B 10 basis 10.00 of Y
`,
);

scenario(
  "both dates, the purchase and an inherited lot's long term go with the shares spun off",
  `
  transfer T 20 2024-01-05
    lot 10 acquired 2023-12-01 adjusted 2023-06-01 original 90.00 basis 100.00
    lot 10 acquired 2023-12-15 basis 100.00 inherited
  spin-off O into Y ratio 1:1 child 1.00 parent 1.00 2024-02-05
  sell S 20 @ 20.00 2024-03-05 of Y
  closed T 10 acquired 2023-12-01 adjusted 2023-06-01 term ST original 45.00
  closed T 10 acquired 2023-12-15 term LT
`,
);

scenario(
  "a spin-off rounds the new shares down",
  `
  buy  A 1 net 100.00 2023-01-05
  spin-off O into Y ratio 2:3 child 3.00 parent 4.00 2024-01-05 // 0.666666…; 6 / (6 + 12)
  left A 1 basis 66.67 of X
  left A 0.66666 basis 33.33 of Y
`,
);

scenario(
  "a merger for shares carries basis and dates over",
  `
  buy  A 10 @ 50.00 2023-01-05
  merger M into Y ratio 3:2 2024-01-05
  left A 15 basis 500.00 acquired 2023-01-05 of Y
`,
);

scenario(
  "a merger for cash is a sale of the whole",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 70.00 2024-01-03
  merger M cash 60.00 2024-01-06 federal 10.01
  closed A 10 net 600.00 gain 100.00 code MRG term LT federal 5.01 strategy - price 60.000000
  closed B 10 net 600.00 gain -100.00 term ST federal 5.00
`,
);

scenario(
  "a merger for both recognises the gain up to the cash (26 USC 356)",
  `
  buy  A 10 net 100.00 2023-01-05 // value 80.00 + cash 50.00: gain 30.00, all of it below the cash
  buy  B 10 net  20.00 2023-01-06 // gain 110.00, recognised 50.00
  buy  C 10 net 200.00 2023-01-07 // loss, nothing recognised
  merger M into Y ratio 1:1 cash 5.00 new-value 8.00 2024-06-05
  closed A 0 net 50.00 basis 20.00 gain 30.00 original 0.00 code MRG
  closed B 0 net 50.00 basis 0.00 gain 50.00
  closed C 0 net 50.00 basis 50.00 gain 0.00
  left A 10 basis 80.00 original 100.00
  left B 10 basis 20.00
  left C 10 basis 150.00
`,
);

scenario(
  "the cash of a merger and the value of its shares are rounded half up",
  `
  buy  A 0.5 net 1.00 2023-01-05
  buy  B 0.5 net 1.00 2023-01-05 of Y
  buy  C 1 net 1.00 2023-01-05 of Z
  merger M cash 0.01 2024-01-05 // 0.005 → 0.01
  merger N into W ratio 1:1 cash 0.01 new-value 1.00 2024-01-05 of Y // 0.005 → 0.01
  merger O into W ratio 1:2 cash 1.00 new-value 0.01 2024-01-05 of Z // 0.5 × 0.01 = 0.005 → 0.01
  closed A 0.5 net 0.01
  closed B 0 net 0.01 basis 0.01 gain 0.00
  closed C 0 net 1.00 basis 0.99 gain 0.01 // 0.01 + 1.00 - 1.00
  left B 0.5 basis 0.99 of W
  left C 0.5 basis 0.01 of W
`,
);

scenario(
  "an unknown basis shows the cash of a merger alone",
  `
  transfer T 10 2023-01-05
    lot 10 acquired 2020-01-01
  merger M into Y ratio 1:1 cash 5.00 new-value 8.00 2024-06-05
  closed T 0 net 50.00 basis - gain - known U
  left T 10 basis -
`,
);

scenario(
  "a gift's lower value falls in a merger as its basis does",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2023-01-05
  merger M into Y ratio 1:1 cash 5.00 new-value 60.00 2024-06-05
  sell S 10 net 700.00 2024-07-05 of Y
  closed G 0 net 50.00 basis 50.00 gain 0.00
  closed G 10 basis 750.00 gain -50.00 // 800.00 - 50.00
`,
);

scenario(
  "a gift's lower value does not fall below 0 in a merger",
  `
  gift G 10 basis 1000.00 value 30.00 donor 2010-01-01 2023-01-05
  merger M into Y ratio 1:1 cash 5.00 new-value 60.00 2024-06-05
  sell S 10 net -20.00 2024-07-05 of Y
  closed G 0 net 50.00 basis 50.00 gain 0.00
  closed G 10 basis 0.00 gain -20.00
`,
);

for (const [kind, before, from] of [
  ["stock", "2010-12-31", "2011-01-01"],
  ["fund", "2011-12-31", "2012-01-01"],
  ["debt", "2013-12-31", "2014-01-01"],
  ["option", "2013-12-31", "2014-01-01"],
] as const) {
  scenario(
    `${kind} is covered from ${from} (26 CFR 1.6045-1(a)(15))`,
    `
    kind X ${kind}
    buy A 1 @ 50.00 ${before}
    buy B 1 @ 50.00 ${from}
    left A 1 covered N
    left B 1 covered C
  `,
  );
}

for (const kind of ["stock", "fund"] as const) {
  scenario(
    `shares of a reinvestment in ${kind} are covered from 2012-01-01`,
    `
    kind X ${kind}
    reinvest A 1 @ 50.00 2011-12-31
    reinvest B 1 @ 50.00 2012-01-01
    left A 1 covered N
    left B 1 covered C
  `,
  );
}

scenario(
  "shares of a reinvestment in debt are covered when debt is",
  `
  kind X debt
  reinvest A 1 @ 50.00 2013-12-31
  reinvest B 1 @ 50.00 2014-01-01
  sell S 1 @ 60.00 2024-01-05
  closed A 1 covered N
  left B 1 covered C
`,
);

scenario(
  "shares of a reinvestment keep their day of cover in a row and through a merger",
  `
  reinvest A 2 @ 50.00 2011-06-01
  sell S 1 @ 60.00 2012-01-05
  merger M into Y ratio 1:1 2012-02-05
  closed A 1 covered N
  left A 1 covered N of Y
`,
);

scenario(
  "a transfer may state cover for a known basis",
  `
  transfer T 30 2024-01-05
    lot 10 acquired 2005-01-01 basis 1.00 covered
    lot 10 acquired 2020-01-01 basis 1.00 uncovered
    lot 10 acquired 2021-01-01 covered
  left T 10 covered C
  left T 10 covered N
  left T 10 covered N known U
`,
);

scenario(
  "an expiry is a sale at 0, a redemption one at its price",
  `
  buy  A 10 @ 5.00 2023-01-05
  buy  B 10 @ 5.00 2023-01-05 of Y
  expire E 10 2024-06-05
  redeem R 10 @ 6.00 2024-06-05 of Y
  closed A 10 net 0.00 gain -50.00 code EXP price 0.000000
  closed B 10 net 60.00 gain 10.00 code RDM
`,
);

scenario(
  "an expiry may cost a fee",
  `
  buy  A 10 @ 5.00 2023-01-05
  expire E 5 @ 0.00 fees 1.00 2024-06-05
  expire F 5 net -1.00 2024-06-06
  closed A 5 net -1.00 gain -26.00
  closed A 5 net -1.00 gain -26.00
`,
);

scenario(
  "a transfer out is relieved like a sale, has no proceeds or gain, and is not reported",
  `
  buy  A 10 @ 5.00 2023-01-05
  transfer-out O 4 2024-06-05
  closed A 4 net - basis 20.00 gain - disallowed - reported false strategy F
  left A 6 basis 30.00
`,
);

scenario(
  "a gift with two bases is transferred out at the donor's",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-01-05
  transfer-out O 5 close 70.00 2024-06-05 HGLL
  closed G 5 net - basis 500.00 gain - adjusted 2010-01-01
`,
);

scenario(
  "the tax year is that of the closing trade date",
  `
  buy  A 10 @ 5.00 2023-01-05
  sell S 10 @ 6.00 2024-12-31 settles 2025-01-02
  closed A 10 year 2024
`,
);

scenario(
  "the day from which a basis holds is that of the last event that set it, not of a relief",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  R 10 net 100.00 2023-01-05 of R
  buy  O 10 net 100.00 2023-01-05 of O
  buy  M 10 net 100.00 2023-01-05 of M
  buy  N 10 net 100.00 2023-01-05 of N
  return E amount 10.00 2024-01-05 of R
  spin-off F into C ratio 1:1 child 1.00 parent 1.00 2024-01-06 of O
  merger G into MM ratio 1:1 cash 1.00 new-value 9.00 2024-01-07 of M
  merger H into NN ratio 1:1 2024-01-08 of N
  sell S 4 @ 12.00 2024-01-09
  left A 6 effective 2023-01-05
  left R 10 effective 2024-01-05
  left O 10 effective 2024-01-06 of O
  left O 10 effective 2024-01-06 of C
  left M 10 effective 2024-01-07
  left N 10 effective 2023-01-05
`,
);

scenario(
  "cover goes by the original date and by the kind of security, in rows as in lots",
  `
  kind X debt
  transfer T 10 2024-01-05
    lot 5 acquired 2014-01-01 adjusted 2013-06-01 basis 50.00
    lot 5 acquired 2013-12-31 adjusted 2015-01-01 basis 50.00
  sell S 7 @ 12.00 2024-02-05 LIFO
  closed T 5 covered C acquired 2014-01-01
  closed T 2 covered N acquired 2013-12-31
  left T 3 covered N
`,
);

scenario(
  "an open lot of an earlier adjusted date is covered by its original one",
  `
  transfer T 10 2024-01-05
    lot 10 acquired 2011-01-01 adjusted 2010-06-01 basis 50.00
  left T 10 covered C
`,
);

scenario(
  "a change of symbol is accepted with nothing held",
  `
  symbol Q into Y 2024-01-05
  buy A 1 @ 50.00 2024-01-06 of Y
  left A 1 of Y
`,
);

scenario(
  "a change of symbol joins lots that are held under the new id already",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 200.00 2022-01-05 of Y
  symbol Q into Y 2024-01-05
  sell S 15 @ 20.00 2024-02-05 of Y FIFO
  closed B 10
  closed A 5 basis 50.00 acquired 2023-01-05 effective 2023-01-05
`,
);

for (const [account, sum] of [
  ["taxable FIFO", "408.00"], // 8 × 46.00 + 4 × 10.00
  ["retirement AVGC", "368.00"],
] as const) {
  scenario(
    `a split of nothing held scales the losses that wait, if there are any (${account})`,
    `
    account ${account}
    buy  A 10 @ 100.00 2024-01-05
    sell S 10 @ 90.00 2024-02-05
    split P ratio 2:1 2024-02-06
    buy  B 8 @ 46.00 2024-02-10 // 8 shares for 4 that were sold
    left B 8 basis ${sum}
  `,
  );
}

scenario(
  "a loss that waited across a split with nothing held matches shares after the split",
  `
  buy  A 10 @ 100.00 2024-01-05
  sell S 10 @ 90.00 2024-02-05
  split P ratio 2:1 2024-02-06
  buy  B 8 @ 46.00 2024-02-10
  closed A 4 gain 0.00 disallowed 40.00
  closed A 6 gain -60.00
`,
);

for (const [what, line] of [
  ["for shares", "merger M into Y ratio 1:1"],
  ["for cash", "merger M cash 95.00"],
  ["for both", "merger M into Y ratio 1:1 cash 1.00 new-value 8.00"],
] as const) {
  scenario(
    `a merger ${what} of nothing held ends the losses that wait`,
    `
    buy  A 10 @ 100.00 2024-01-05
    sell S 10 @ 90.00 2024-02-05
    ${line} 2024-02-06
    buy  B 10 @ 92.00 2024-02-10
    closed A 10 gain -100.00 disallowed -
    left B 10 basis 920.00 of X
  `,
  );
}

scenario(
  "a spin-off with nothing held does nothing: losses of the parent keep waiting",
  `
  buy  A 10 @ 100.00 2024-01-05
  sell S 10 @ 90.00 2024-02-05
  spin-off O into Y ratio 1:1 child 1.00 parent 1.00 2024-02-06
  buy  B 10 @ 92.00 2024-02-10
  buy  C 10 @ 92.00 2024-02-11 of Y
  closed A 10 gain 0.00 disallowed 100.00
  left B 10 basis 1020.00
  left C 10 basis 920.00 of Y
`,
);

scenario(
  "a change of symbol with nothing held carries waiting losses along",
  `
  buy  A 10 @ 100.00 2024-01-05
  sell S 10 @ 90.00 2024-02-05
  symbol Q into Y 2024-02-06
  buy  B 10 @ 92.00 2024-02-10 of Y
  closed A 10 gain 0.00 disallowed 100.00
  left B 10 basis 1020.00 of Y
`,
);

const given = `
  transfer T 10 2024-01-05
    lot 10 acquired 2010-01-01 basis 1000.00 given 2023-06-05 worth 800.00`;

scenario(
  "a gift that is transferred in keeps both of its values and the day it was given",
  `${given}
  sell S 4 @ 120.00 2024-02-05
  sell U 4 @ 70.00 2024-02-06
  sell V 1 @ 90.00 2024-02-07
  closed T 4 basis 400.00 gain 80.00 adjusted 2010-01-01 term LT
  closed T 4 basis 320.00 gain -40.00 adjusted 2023-06-05 term ST
  closed T 1 basis 90.00 gain 0.00 adjusted 2010-01-01 lower -
  left T 1 basis 100.00 lower 80.00 given 2023-06-05 transferred 2024-01-05
`,
);

scenario(
  "a gift that is transferred out takes its part of both values along",
  `${given}
  gift G 10 basis 100.00 value 900.00 donor 2012-03-01 2024-01-06
  transfer-out O 14 2024-02-05
  closed T 10 net - basis 1000.00 lower 800.00 given 2023-06-05
  closed G 4 net - basis 40.00 lower - given 2024-01-06
`,
);

scenario(
  "both values of a transferred gift follow events on their way out",
  `${given}
  return R amount 100.00 2024-02-05
  split P ratio 2:1 2024-02-06
  spin-off Q into Y ratio 1:1 child 1.00 parent 3.00 2024-02-07
  transfer-out O 10 2024-03-05
  transfer-out U 5 2024-03-05 of Y
  closed T 10 basis 337.50 lower 262.50 // three quarters of 900.00 and 700.00, and half of it
  closed T 5 basis 56.25 lower 43.75
`,
);

scenario(
  "a gift worth no less than its basis, or of unknown basis, has no second value",
  `
  transfer T 20 2024-01-05
    lot 10 acquired 2010-01-01 basis 1000.00 given 2023-06-05 worth 1000.00
    lot 10 acquired 2011-01-01 given 2023-06-05 worth 1000.00
  left T 10 basis 1000.00 lower - given 2023-06-05
  left T 10 basis - lower - given 2023-06-05
`,
);
