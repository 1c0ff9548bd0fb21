// The definition of raw data, unit values and returns, sentence by sentence, in text; each scenario
// names the section of docs/performance.md that it holds.
import { describe } from "vitest";
import { scenario } from "../reference/scenario.ts";

describe("raw data (docs/performance.md, 1)", () => {
  scenario(
    "a market value is the positions at the day's close plus the cash",
    `
    deposit 01-02 1000.00
    buy     01-02 10 @ 50
    close   01-02 X 51
    day     01-02 value 1010.00 cash 1000.00 shares 0.00 fees 0.00 // 10 × 51.00 + 500.00
    `,
  );
  scenario(
    "a payout is accrued from its ex-date until it is paid",
    `
    deposit  01-02 100.00
    dividend 01-06 7.50 ex 01-03
    close    01-02 Q
    close    01-03 Q
    close    01-06 Q
    day      01-02 value 100.00 accrued 0.00 gross 100.00000
    day      01-03 value 100.00 accrued 7.50 gross 107.50000
    day      01-06 value 107.50 accrued 0.00 gross 107.50000
    `,
  );
  scenario(
    "interest may be owed, and is accrued until it is paid",
    `
    deposit  01-02 100.00
    interest 01-06 -7.50 ex 01-03
    close    01-02 Q
    close    01-03 Q
    close    01-06 Q
    day      01-02 value 100.00 accrued 0.00
    day      01-03 value 100.00 accrued -7.50 cash 0.00 gross 92.50000
    day      01-06 value 92.50 accrued 0.00 cash 0.00 gross 92.50000
    `,
  );
  scenario(
    "a return of capital is accrued where its shares are on its ex-date, until it is paid",
    `
    transfer      01-02 6
    transfer      01-02 4 in 04
    share-journal 01-06 4 in 04 to 03
    capital       01-07 10.00 ex 01-03
    close         01-02 X 50
    close         01-03 X 49
    close         01-06 X 49
    close         01-07 X 49
    day           01-02 value 300.00 accrued 0.00
    day           01-03 value 294.00 accrued 6.00 gross 100.00000
    day           01-06 value 490.00 accrued 6.00 shares 196.00
    day           01-07 value 496.00 accrued 0.00 gross 100.00000
    day           01-02 in 04 value 200.00 accrued 0.00
    day           01-03 in 04 value 196.00 accrued 4.00 gross 100.00000
    day           01-06 in 04 value 0.00 accrued 4.00 shares -196.00
    day           01-07 in 04 value 4.00 accrued 0.00 gross 100.00000
    `,
  );
  scenario(
    "a custody or administrative expense is an outflow and affects neither return",
    `
    deposit 01-02 100.00
    expense 01-03 10.00
    close   01-02 Q
    close   01-03 Q
    day     01-02 value 100.00 cash 100.00
    day     01-03 value 90.00 cash -10.00 fees 0.00 gross 100.00000 net 100.00000
    `,
  );
  scenario(
    "shares from outside and to it are flows at the price of their day",
    `
    transfer     01-02 10
    transfer-out 01-03 4
    close        01-02 X 50
    close        01-03 X 60
    day          01-02 value 500.00 cash 0.00 shares 500.00 // 10 × 50.00
    day          01-03 value 360.00 cash 0.00 shares -240.00 gross 120.00000 // 4 × 60.00
    `,
  );
  scenario(
    "a fee from the account is not a flow",
    `
    deposit 01-02 100.00
    fee     01-02 10.00
    close   01-02 Q
    day     01-02 value 90.00 cash 100.00 fees 10.00 gross 100.00000 net 90.00000
    `,
  );
  scenario(
    "a fee paid from outside is an inflow and a fee of its day",
    `
    deposit 01-02 100.00
    fee     01-03 10.00 by outside
    close   01-02 Q
    close   01-03 Q
    day     01-02 value 100.00 cash 100.00 fees 0.00
    day     01-03 value 100.00 cash 10.00 fees 10.00 gross 100.00000 net 90.90909 // 100 / (100 + 10)
    `,
  );
  scenario(
    "a fee paid by another folio is an inflow and a fee here and an outflow there",
    `
    deposit 01-02 100.00
    deposit 01-02 100.00 in 04
    fee     01-03 10.00 by 04
    close   01-02 Q
    close   01-03 Q
    day     01-02 cash 100.00 fees 0.00
    day     01-03 cash 10.00 fees 10.00 value 100.00
    day     01-02 in 04 cash 100.00 fees 0.00
    day     01-03 in 04 cash -10.00 fees 0.00 value 90.00 net 100.00000
    day     01-02 in account cash 200.00 fees 0.00
    day     01-03 in account cash 0.00 fees 10.00 value 190.00 gross 100.00000 net 95.00000
    `,
  );
  scenario(
    "commissions and taxes are part of the return",
    `
    deposit 01-02 1000.00
    buy     01-03 10 @ 50 fees 5.00
    sell    01-06 10 @ 50 fees 5.00 tax 20.00
    close   01-02 X 50
    close   01-03 X 50
    close   01-06 X 50
    day     01-02 cash 1000.00 fees 0.00 gross 100.00000
    day     01-03 cash 0.00 fees 0.00 gross 99.50000 // 995.00 / 1,000.00
    day     01-06 cash 0.00 fees 0.00 gross 97.00000 // 970.00 / 995.00
    `,
  );
  scenario(
    "an account's raw data is the sum of its folios', in which moves between them cancel",
    `
    deposit       01-02 100.00
    transfer      01-02 2 in 04
    cash-journal  01-03 40.00 to 04
    share-journal 01-03 1 in 04 to 03
    close         01-02 X 50
    close         01-03 X 50
    day           01-02 value 100.00 cash 100.00 shares 0.00
    day           01-03 value 110.00 cash -40.00 shares 50.00
    day           01-02 in 04 value 100.00 cash 0.00 shares 100.00
    day           01-03 in 04 value 90.00 cash 40.00 shares -50.00
    day           01-02 in account value 200.00 cash 100.00 shares 100.00
    day           01-03 in account value 200.00 cash 0.00 shares 0.00
    `,
  );
  scenario(
    "an account has a day only when every folio that holds something has one",
    `
    given 01-02 value 100 cash 100
    given 01-03 value 110 cash 10
    given 01-06 value 120 fees 5
    given 01-02 value 50 cash 50 in 04
    given 01-06 value 60 in 04
    given 01-02 value 0 in 05
    day   01-02 in account value 150.00 cash 150.00 fees 0.00
    day   01-06 in account value 180.00 cash 10.00 fees 5.00
    `,
  );
  scenario(
    "a folio holds something again once it has a flow after a value of 0",
    `
    given 01-02 value 100 cash 100
    given 01-03 value 100
    given 01-06 value 100
    given 01-02 value 0 in 04
    given 01-03 cash 30 in 04
    given 01-06 value 30 in 04
    day   01-02 in account value 100.00 cash 100.00
    day   01-06 in account value 130.00 cash 30.00
    `,
  );
  scenario(
    "the base day of a folio that comes later enters the account as a security flow of its value",
    `
    given 01-02 value 100
    given 01-03 value 110
    given 01-03 value 38 accrued 2 in 04
    day   01-02 in account value 100.00 shares 0.00 gross 100.00000
    day   01-03 in account value 148.00 accrued 2.00 shares 40.00 gross 107.14286 // 150 / (100 + 40)
    `,
  );
  scenario(
    "flows and fees of a day without valuation count on the next day that has one",
    `
    given 01-02 value 100
    given 01-04 cash 20 shares 5 fees 3
    given 01-05 cash -1
    given 01-06 value 124 cash 1
    day   01-02 value 100.00 cash 0.00 shares 0.00 fees 0.00
    day   01-06 value 124.00 cash 20.00 shares 5.00 fees 3.00 gross 101.60000 net 99.20000
    `,
  );
  scenario(
    "raw data is computed from the folio's first transaction on",
    `
    close   01-02 Q
    deposit 01-03 100.00
    close   01-03 Q
    day     01-03 value 100.00 cash 100.00
    `,
  );
  scenario(
    "positions and cash are those of the trade date, not of the settlement",
    `
    deposit 01-02 100.00
    buy     01-02 1 @ 50 settles 01-06
    close   01-02 X 60
    day     01-02 value 110.00
    `,
  );
  scenario(
    "each position is rounded half up to the cent, then they are summed",
    `
    transfer 01-02 0.5
    transfer 01-02 0.5 of Y
    close    01-02 X 0.01
    close    01-02 Y 0.01
    day      01-02 value 0.02 shares 0.02 // 0.5 × 0.01 = 0.005 is 0.01, twice
    `,
  );
  scenario(
    "closes of days that are not business days are stored and make no valuation day",
    `
    transfer 01-03 10
    deposit  01-04 5.00
    close    01-03 X 50
    close    01-04 X 60 // a Saturday
    close    01-06 Q
    close    01-09 X 70 // a special closing
    close    01-10 Q
    close    01-20 X 80 // Martin Luther King's day
    day      01-03 value 500.00
    day      01-06 value 605.00 cash 5.00 stale X // 10 × 60.00
    day      01-10 value 705.00 stale X
    `,
  );
  scenario(
    "a business day with a close of any security is a valuation day, and marks prices that are older",
    `
    transfer 01-02 10
    close    01-02 X 50
    close    01-03 Q
    close    01-06 X 55
    day      01-02 value 500.00 stale none
    day      01-03 value 500.00 stale X
    day      01-06 value 550.00 stale none
    `,
  );
  scenario(
    "across a split the last price is multiplied by old / new, on the position's side of the split",
    `
    transfer 01-02 10
    split    01-03 ratio 2:1
    close    01-02 X 50
    close    01-03 Q
    close    01-06 X 25
    day      01-02 value 500.00 stale none
    day      01-03 value 500.00 stale X gross 100.00000 // 20 × 50.00 × 1 / 2
    day      01-06 value 500.00 stale none gross 100.00000
    `,
  );
  scenario(
    "without a close yet the account's latest trade gives the price, marked on its own day, too",
    `
    deposit 01-02 1000.00
    buy     01-02 10 @ 20
    buy     01-02 10 @ 30 in 04
    sell    01-03 1 net 15.01 fees 0.99
    close   01-02 Q
    close   01-03 Q
    close   01-06 X 40
    day     01-02 value 1100.00 estimated yes stale X // 800.00 + 10 × 30.00
    day     01-03 value 959.01 estimated yes // 815.01 + 9 × (15.01 + 0.99)
    day     01-06 value 1175.01 estimated no stale none // 815.01 + 9 × 40.00
    day     01-02 in 04 value 0.00 cash 0.00 estimated yes // 10 × 30.00 - 300.00
    day     01-03 in 04 value -140.00 estimated yes
    day     01-06 in 04 value 100.00 estimated no
    `,
  );
  scenario(
    "such a price stays exact",
    `
    deposit 01-02 100.00
    buy     01-02 3 net 10.00
    close   01-02 Q
    day     01-02 value 100.00 estimated yes // 90.00 + 3 × (10.00 / 3)
    `,
  );
  scenario(
    "without a trade either, the value of a share that a transfer or an event gives",
    `
    gift     01-02 4 worth 90.00
    spin-off 01-03 into Y ratio 1:2 child 7 parent 30
    merger   01-06 into Z ratio 1:1 cash 2 each 12
    close    01-02 Q
    close    01-03 Q
    close    01-06 Q
    day      01-02 value 90.00 shares 90.00 estimated yes
    day      01-03 value 134.00 estimated yes stale X,Y // 4 × 30.00 + 2 × 7.00
    day      01-06 value 70.00 estimated yes stale Y,Z // 4 × 2.00 + 2 × 7.00 + 4 × 12.00
    `,
  );
  scenario(
    "such a price is adjusted for later splits and changes of symbol like a close",
    `
    deposit 01-02 200.00
    buy     01-02 10 @ 20
    split   01-03 ratio 4:1
    symbol  01-06 into Y
    close   01-02 Q
    close   01-03 Q
    close   01-06 Q
    day     01-02 value 200.00
    day     01-03 value 200.00 stale X // 40 × 20.00 × 1 / 4
    day     01-06 value 200.00 stale Y
    `,
  );
  scenario(
    "a day is estimated if only a flow uses a marked price, and the account's if a folio's is",
    `
    transfer     01-02 10
    transfer     01-02 1 of Y in 04
    transfer-out 01-03 10
    close        01-02 X 50
    close        01-02 Y 5
    close        01-03 Y 6
    day          01-02 shares 500.00 estimated no
    day          01-03 value 0.00 shares -500.00 estimated yes stale X
    day          01-02 in 04 estimated no
    day          01-03 in 04 estimated no
    day          01-02 in account estimated no
    day          01-03 in account estimated yes
    `,
  );
  scenario(
    "without any price a day has no valuation, and its flows wait",
    `
    transfer 01-02 10
    deposit  01-02 5.00
    close    01-02 Q
    close    01-03 X 50
    day      01-03 value 505.00 cash 5.00 shares 500.00 gross 100.00000 estimated no
    `,
  );
  scenario(
    "the new position of a split is shared over the folios like over lots",
    `
    transfer 01-02 1
    transfer 01-02 1 in 04
    split    01-03 ratio 1.00001:2
    close    01-02 X 100000
    close    01-03 X 100000
    day      01-02 value 100000.00
    day      01-03 value 50001.00 // 2 × 1.00001 / 2 = 1.00001: 0.50001 and 0.50000
    day      01-02 in 04 value 100000.00
    day      01-03 in 04 value 50000.00
    `,
  );
  scenario(
    "a change of symbol takes the last price along",
    `
    transfer 01-02 10
    symbol   01-03 into Y
    close    01-02 X 50
    close    01-03 Q
    day      01-02 value 500.00 stale none
    day      01-03 value 500.00 stale Y gross 100.00000
    `,
  );
});

describe("the chain (docs/performance.md, 2)", () => {
  scenario(
    "an inflow counts from the start of the day, an outflow at its end",
    `
    given 01-02 value 1000 cash 1000
    given 01-03 value 1650 cash 500
    given 01-06 value 1000 cash -815
    day   01-02 gross 100.00000 return 0.00000
    day   01-03 gross 110.00000 return 10.00000 // 1,650 / (1,000 + 500)
    day   01-06 gross 121.00000 return 10.00000 // (1,000 + 815) / 1,650
    `,
  );
  scenario(
    "cash and shares that flow on one day are one flow",
    `
    given 01-02 value 1000 cash 1000
    given 01-03 value 1210 cash -100 shares 200
    day   01-02 gross 100.00000
    day   01-03 gross 110.00000 // 1,210 / (1,000 + 100)
    `,
  );
  scenario(
    "gross takes fees out of the return and net leaves them in",
    `
    given 01-02 value 1000 cash 1000
    given 01-03 value 990 fees 10
    day   01-02 gross 100.00000 net 100.00000
    day   01-03 gross 100.00000 net 99.00000 return 0.00000 net-return -1.00000
    `,
  );
  scenario(
    "before the first day there is nothing, so a first deposit counts from the start of its day",
    `
    given 01-02 value 1010 cash 1000
    day   01-02 gross 101.00000 return 1.00000 // 1,010 / (0 + 1,000)
    `,
  );
  scenario(
    "a first day without flow is a base, which earned nothing",
    `
    given 01-02 value 1010 fees 5
    day   01-02 gross 100.00000 net 100.00000 return 0.00000 net-return 0.00000
    `,
  );
  scenario(
    "with capital below 1.00 a day has no return, its unit is carried, and the next deposit buys at it",
    `
    given 01-02 value 1000 cash 1000
    given 01-03 value 0 cash -1100
    given 01-06 value 0.99
    given 01-07 value 0.99 fees 0.50
    given 01-08 value 525 cash 500
    day   01-02 gross 100.00000
    day   01-03 gross 110.00000 // (0 + 1,100) / 1,000
    day   01-06 gross 110.00000 net 110.00000 return - net-return -
    day   01-07 gross 110.00000 net 110.00000 return - net-return -
    day   01-08 gross 115.27176 return 4.79251 // 525 / (0.99 + 500)
    `,
  );
  scenario(
    "an outflow that overdraws an account does not end the series",
    `
    given 01-02 value 100 cash 100
    given 01-03 value -10 cash -200
    given 01-06 value 50
    given 01-07 value 60
    day   01-02 gross 100.00000
    day   01-03 gross 190.00000 net 190.00000 // (−10 + 200) / 100
    day   01-06 gross 190.00000 net 190.00000 return - // the capital is −10
    day   01-07 gross 228.00000 net 228.00000 // 60 / 50
    `,
  );
  scenario(
    "a first day whose inflow is below 1.00 carries the unit of 100",
    `
    given 01-02 value 0.30 cash 0.99
    given 01-03 value 1.00 cash 0.70
    day   01-02 gross 100.00000 return -
    day   01-03 gross 100.00000 return 0.00000 // 1.00 / (0.30 + 0.70)
    `,
  );
  scenario(
    "a numerator of 0 or less is a total loss, gross and net each by its own",
    `
    given 01-02 value 100 cash 100
    given 01-03 value -5 fees 10
    given 01-02 value 100 cash 100 in 04
    given 01-03 value -5 in 04
    day   01-02 gross 100.00000 net 100.00000
    day   01-03 gross 5.00000 net 0.00000 return -95.00000 net-return -100.00000
    day   01-02 in 04 gross 100.00000
    day   01-03 in 04 gross 0.00000 net 0.00000 return -100.00000
    `,
  );
  scenario(
    "after a unit of 0 neither has values until the first day with capital of 1.00, a new beginning of both",
    `
    given 01-02 value 100 cash 100
    given 01-03 value -5 fees 10
    given 01-06 value 0.40 cash 5.50
    given 01-07 value 100
    given 01-08 value 121 cash 10
    day   01-02 gross 100.00000 net 100.00000
    day   01-03 gross 5.00000 net 0.00000
    day   01-06 gross - net - return - net-return - // −5 + 5.50
    day   01-07 gross - net - return - net-return -
    day   01-08 gross 110.00000 net 110.00000 return 10.00000 // 100 × 121 / (100 + 10)
    `,
  );
  scenario(
    "a unit is rounded half even, to 18 places once a day and to 5 when it is published",
    `
    given 01-02 value 200000.00 cash 200000.00
    given 01-03 value 200000.01
    given 01-06 value 200000.03
    day   01-02 gross 100.00000
    day   01-03 gross 100.00000 return 0.00000 // 100.000005 goes to the even 100.00000
    day   01-06 gross 100.00002 return 0.00001 // 100.000015 goes to the even 100.00002
    `,
  );
});

describe("the summary (docs/performance.md, 3)", () => {
  const folio = `
    given 01-02 value 10000.00 cash 10000.00
    given 01-03 value 10100.00
    given 01-04 cash 200.00
    given 01-06 value 10403.00 fees 30.30
    given 01-07 value 9000.00 cash -1403.00
  `;
  scenario(
    "a range starts with the last valuation on or before its first day and ends with its last",
    `${folio}
    range 01-05,01-06 start 10100.00 end 10403.00 flows 200.00 twr 1.29418 // 102.30712 / 101 − 1
    range 01-03,01-31 start 10100.00 end 9000.00 flows -1203.00 twr 1.29418
    `,
  );
  scenario(
    "a range that starts before the first valuation starts at 100 with nothing, on the day before it",
    `${folio}
    range 01-01,01-03 start 0.00 end 10100.00 flows 10000.00 twr 1.00000 mwr 1.00000
    `,
  );
  scenario(
    "where the first valuation is a base, such a range starts with it",
    `
    given 01-02 value 1000
    given 01-03 value 1100
    range 01-01,01-03 start 1000.00 end 1100.00 flows 0.00 twr 10.00000 mwr 10.00000
    `,
  );
  scenario(
    "the time-weighted return is that of the published units",
    `
    given 01-02 value 300 cash 300
    given 01-03 value 100
    given 01-06 value 300
    range 01-03,01-06 twr 200.00003 // 100.00000 / 33.33333 − 1
    `,
  );
  const lost = `
    given 01-02 value 100 cash 100
    given 01-03 value 0
    given 01-06 value 0.50 cash 0.40
    given 01-07 value 201 cash 200
    given 01-08 value 301.5
    `;
  scenario(
    "a range that ends in a total loss, or after it before the new beginning, lost everything",
    `${lost}
    range 01-02,01-03 twr -100.00000 mwr -100.00000 start 100.00 end 0.00
    range 01-02,01-06 twr -100.00000 start 100.00 end 0.50
    `,
  );
  scenario(
    "there is no time-weighted return across a new beginning, but there are money-weighted figures",
    `${lost}
    range 01-02,01-07 twr the-range-contains-a-new-beginning flows 200.40 start 100.00 mwr -63.10753 // 100 g + 0.4 g^(2/5) + 200 g^(1/5) = 201
    range 01-06,01-07 twr the-range-contains-a-new-beginning flows 200.00 start 0.50
    `,
  );
  scenario(
    "there is no time-weighted return where the start has no unit, or one published as 0",
    `${lost}
    range 01-03,01-06 twr the-unit-value-at-the-start-is-0
    range 01-06,01-06 twr there-is-no-unit-value-at-the-start
    `,
  );
  scenario(
    "a range that starts on a new beginning starts the day before with nothing, what was left flowing in",
    `${lost}
    range 01-07,01-08 start 0.00 end 301.50 flows 200.50 twr 50.37406 // 301.50 / 200.50
    range 01-07,01-07 start 0.00 end 201.00 flows 200.50 twr 0.24938 mwr 0.24938
    range 01-08,01-08 start 301.50 flows 0.00 twr 0.00000
    `,
  );
  scenario(
    "what was owed before a new beginning is not a flow",
    `
    given 01-02 value 100 cash 100
    given 01-03 value -10
    given 01-06 value 99 cash 100
    range 01-06,01-06 start 0.00 flows 100.00 twr 10.00000 mwr -1.00000 // 99 / 90; 99 / 100
    `,
  );
  scenario(
    "if only net was lost, gross has its return up to its last value; afterwards no day has any",
    `
    given 01-02 value 100 cash 100
    given 01-03 value -5 fees 10
    given 01-06 value -5
    range 01-02,01-06 twr -95.00000 view gross
    range 01-02,01-06 twr -100.00000 view net
    range 01-03,01-06 twr nothing-was-held:-no-day-has-a-return view gross
    `,
  );
  scenario(
    "there is no time-weighted return where valuations follow the start and none has a return",
    `
    given 01-02 value 1000 cash 1000
    given 01-03 value 0 cash -1000
    given 01-06 value 0
    given 01-07 value 0.50 cash 0.50
    given 01-08 value 550 cash 500
    range 01-03,01-07 twr nothing-was-held:-no-day-has-a-return flows 0.50
    range 01-03,01-03 twr 0.00000
    range 01-03,01-08 twr 9.89011 // 550 / 500.50
    `,
  );
  scenario(
    "market values include what is accrued",
    `
    given 01-02 value 90 accrued 10
    given 01-03 value 100 accrued 5
    range 01-02,01-03 start 100.00 end 105.00 twr 5.00000 mwr 5.00000
    `,
  );
  scenario(
    "an inflow of the money-weighted return counts from the start of its day, an outflow at its end",
    `
    given 01-01 value 1000
    given 01-06 value 1550 cash 500
    given 01-11 value 1000 cash -600
    range 01-01,01-06 mwr 4.55279 // 1,000 g + 500 g^(1/5) = 1,550
    range 01-06,01-11 mwr 3.22581 // 1,550 g − 600 = 1,000
    `,
  );
  scenario(
    "gross takes fees as outflows of their day and net as no flows",
    `
    given 01-01 value 1000
    given 01-02 value 1000 fees 100
    range 01-01,01-02 mwr 10.00000 twr 10.00000 view gross
    range 01-01,01-02 mwr 0.00000 twr 0.00000 view net
    `,
  );
  scenario(
    "there is no money-weighted return without time, without any value, or without a matching rate",
    `
    given 01-02 value 0
    given 01-03 value 0
    given 01-06 value 10
    range 01-02,01-02 mwr no-time-passes
    range 01-02,01-03 mwr nothing-was-there
    range 01-02,01-06 mwr no-rate-fits
    `,
  );
});

describe("published examples", () => {
  // Kaplan, Time-Weighted and Money-Weighted Returns (2024): a share bought at 100, another after a
  // year at 120, both sold after two at 130, each year a dividend of 2 a share that is taken out; R
  // package FinCal, twrr(): 0.1584472 a year. Here a year is 10 days: (122 / 100) × (264 / 240) = 1.342 = 1.1584472².
  scenario(
    "a share, and a second one after the first year",
    `
    given 01-01 value 100
    given 01-11 value 120 cash -2
    given 01-12 value 240 cash 120
    given 01-21 value 260 cash -4
    range 01-01,01-21 twr 34.20000 mwr 29.64377 // 100 g + 118 √g = 264: √g = 1.1386122
    `,
  );
  // GIPS Standards Q&A 5084: a portfolio is valued at the time of a large external cash flow, and the
  // returns of the partial periods are linked geometrically; daily valuation does so for every flow.
  scenario(
    "a large flow requires a valuation before it, and the partial returns are linked",
    `
    given 01-01 value 1000000
    given 01-11 value 1100000
    given 01-12 value 1600000 cash 500000
    given 01-31 value 1520000
    range 01-01,01-11 twr 10.00000 // 1,100 / 1,000
    range 01-11,01-31 twr -5.00000 // 1,520 / (1,100 + 500)
    range 01-01,01-31 twr 4.50000  // 1.10 × 0.95
    `,
  );
});
