// Capital paid back: what it lowers, when, and the gain beyond. (docs/tax-lots.md, "Return of capital")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "a return of capital lowers the basis, and what exceeds it is a gain",
  `
  buy  A 10 @ 1.00 2023-01-05
  buy  B 10 @ 9.00 2023-06-05
  return R amount 40.01 ex 2024-01-04 2024-01-05
  closed A 0 net 10.01 basis 0.00 gain 10.01 code ROC term ST ex 2024-01-04 original 0.00 price -
  left A 10 basis 0.00 original 10.00
  left B 10 basis 70.00 original 90.00
`,
);

scenario(
  "a lot of unknown basis takes its part of a return of capital and shows nothing",
  `
  buy  A 10 @ 5.00 2023-01-05
  transfer T 10 2023-02-05
    lot 10 acquired 2022-01-01
  return R amount 120.00 2024-01-05 // 60.00 each
  closed A 0 net 10.00
  left T 10 basis -
  left A 10 basis 0.00
`,
);

scenario(
  "the basis falls on the ex-date, also for shares sold before it is paid",
  `
  buy  A 10 net 100.00 2023-01-05
  return R amount 50.00 ex 2024-01-10 2024-02-10
  sell S 4 @ 12.00 2024-01-20
  closed A 4 basis 20.00 gain 28.00
  left A 6 basis 30.00 effective 2024-01-10
`,
);

scenario(
  "shares bought between ex-date and payment have no part in it",
  `
  buy  A 10 net 100.00 2023-01-05
  return R amount 50.00 ex 2024-01-10 2024-02-10
  buy  B 10 net 100.00 2024-01-20
  left A 10 basis 50.00
  left B 10 basis 100.00 effective 2024-01-20
`,
);

scenario(
  "it goes to who holds at the opening of its ex-date, before the trades of that day",
  `
  buy  A 10 net 100.00 2023-01-05
  sell S 4 @ 12.00 2024-01-10
  buy  B 10 net 100.00 2024-01-10
  return R amount 50.00 ex 2024-01-10 2024-02-10
  closed A 4 basis 20.00
  left A 6 basis 30.00
  left B 10 basis 100.00
`,
);

scenario(
  "on its ex-date it stands among the events of that day in the order of entry",
  `
  buy  A 10 net 100.00 2023-01-05
  return R amount 60.00 ex 2024-01-05 2024-03-05
  spin-off O into Y ratio 1:1 child 1 parent 1 2024-01-05
  left A 10 basis 20.00 of X // half of 100.00 - 60.00
  left A 10 basis 20.00 of Y
`,
);

scenario(
  "its gain closes with the payment: term, tax year and place are those of that day",
  `
  buy  A 10 net 10.00 2023-01-05
  return R amount 50.00 ex 2023-12-29 2024-01-10
  sell S 4 @ 12.00 2024-01-03
  closed A 4 basis 0.00 gain 48.00 term ST year 2024
  closed A 0 net 40.00 gain 40.00 term LT year 2024 ex 2023-12-29 effective 2023-12-29
`,
);

scenario(
  "on the day of payment its gain goes before the trades, as an event does",
  `
  buy  A 10 net 10.00 2023-01-05
  return R amount 50.00 ex 2024-01-04 2024-01-10
  buy  B 10 net 10.00 2024-01-08 of Y
  merger M cash 2.00 2024-01-10 of Y
  sell S 4 @ 12.00 2024-01-10
  closed A 0 net 40.00 by R
  closed B 10 net 20.00 by M
  closed A 4 basis 0.00 by S
`,
);

scenario(
  "its gain is among the closed lots and never reported",
  `
  buy  A 10 net 10.00 2023-01-05
  return R amount 50.00 2024-01-10
  sell S 10 @ 12.00 2024-02-10
  closed A 0 gain 40.00 reported false
  closed A 10 gain 120.00 reported true
`,
);

scenario(
  "it is refused where nothing was held on its ex-date, whatever is held when it is paid",
  `
  buy  A 10 net 100.00 2024-01-10
  return R amount 50.00 ex 2024-01-10 2024-02-10
  refused R fact.nothing.held
`,
);

scenario(
  "an ex-date after the payment is refused",
  `
  buy  A 10 net 100.00 2024-01-05
  return R amount 50.00 ex 2024-02-11 2024-02-10
  refused R fact.ex.date
`,
);

scenario(
  "under average cost the position's basis falls on the ex-date, too",
  `
  account retirement AVGC
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 300.00 2023-02-05
  return R amount 200.00 ex 2024-01-10 2024-02-10
  sell S 10 @ 30.00 2024-01-20
  closed A 10 basis 100.00
  left B 10 basis 100.00
`,
);
