// Messy files of each shape, and what is asked or refused.
import { describe, expect, test } from "vitest";
import { readCustodianFile } from "./read-file.ts";
import { shippedProfiles } from "./shipped-profiles.ts";

function read(profile: string, name: string, lines: readonly string[], lineEnd = "\n") {
  const found = shippedProfiles.find((shipped) => shipped.name === profile);
  if (found === undefined) throw new Error(`no profile ${profile}`);
  return readCustodianFile(found, {
    name,
    bytes: new TextEncoder().encode(lines.join(lineEnd)),
  });
}

const schwabHeading =
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';

describe("Schwab", () => {
  const messy = [
    '"Transactions  for account Joint ...123 as of 07/09/2026 10:00:00 ET"',
    "",
    schwabHeading,
    '"07/06/2026","Buy","SCHB","SCHWAB US ""BROAD"" ETF","1,090","$5.525","","-$6,022.25"',
    '"07/01/2026 as of 06/30/2026","MoneyLink Transfer","","Tfr BANK","","","","-$1000.00"',
    '"06/30/2026","Reinvest Dividend","SCHB","SCHWAB US BROAD ETF","","","","$12.40"',
    '"06/30/2026","Reinvest Shares","SCHB","SCHWAB US BROAD ETF","2.4","$5.1667","","-$12.40"',
    '"06/29/2026","Sell","912828XX8","US TREASURY NOTE","10000","$98.50","$0.01","$9849.99"',
    '"Transactions Total","","","","","","","$2827.74"',
    '"Brokerage products are not insured."',
  ];

  test("reads a history with title, total and footnote, oldest words and figures exact", () => {
    const { transactions, asides, questions, problems, accounts } = read(
      "schwab",
      "transactions.csv",
      messy,
    );
    expect(problems).toEqual([]);
    expect(questions).toEqual([]);
    expect(asides.map(({ as, line }) => [line, as])).toEqual([
      [1, "title"],
      [9, "total"],
      [10, "footnote"],
    ]);
    expect(accounts.map(({ account }) => account)).toEqual(["Joint ...123"]);
    expect(
      transactions.map(({ transactionType, tradeDate, shares, price, fees, amount }) =>
        [transactionType, tradeDate, shares, price, fees, amount].join(" "),
      ),
    ).toEqual([
      "BUY 2026-07-06 1090 5.525  6022.25",
      "WDL 2026-06-30    1000.00",
      "DIV 2026-06-30    12.40",
      "REI 2026-06-30 2.4 5.1667  12.40",
      "SLE 2026-06-29 10000 98.50 0.01 9849.99",
    ]);
    expect(transactions[0]?.security?.name).toBe('SCHWAB US "BROAD" ETF');
    expect(transactions[4]?.security?.cusip).toBe("912828XX8");
  });

  test("reads positions of several accounts, their cash and what bonds are quoted in", () => {
    const { positions, balances, securities, asides, problems, questions } = read(
      "schwab",
      "All-Accounts-Positions.csv",
      [
        '"Positions for account Trust ...111 as of 12:33 PM ET, 2026/05/04"',
        '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type",',
        '"SCHB","BROAD","9,999.5","$20.00","$199,990.00","N/A","ETFs"',
        '"912828XX8","NOTE","10,000","98.50","$9,850.00","$9,700.00","Fixed Income"',
        '"Cash & Cash Investments","--","--","--","($12.34)","--","Cash and Money Market"',
        '"Account Total","--","--","--","$209,827.66","--","--"',
        "",
        '"Positions for account IRA ...222 as of 12:33 PM ET, 2026/05/04"',
        '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type"',
        '"SCHB","BROAD","1","$20.00","$20.00","$19.00","ETFs"',
      ],
    );
    expect(problems).toEqual([]);
    expect(questions).toEqual([]);
    expect(
      positions.map(({ account, on, shares, costBasis }) => [account, on, shares, costBasis]),
    ).toEqual([
      ["Trust ...111", "2026-05-04", "9999.5", undefined],
      ["Trust ...111", "2026-05-04", "10000", "9700.00"],
      ["IRA ...222", "2026-05-04", "1", "19.00"],
    ]);
    expect(balances.map(({ account, cash }) => [account, cash])).toEqual([
      ["Trust ...111", "-12.34"],
    ]);
    expect(
      securities.map(({ symbol, cusip, quotationFactor }) => [symbol ?? cusip, quotationFactor]),
    ).toEqual([
      ["SCHB", undefined],
      ["912828XX8", "0.01"],
    ]);
    expect(asides.map(({ as }) => as)).toEqual(["title", "total", "title"]);
  });

  test("reads an adviser's balances", () => {
    const { balances } = read("schwab", "balances.csv", [
      "Account Number,Account Name,As Of Date,Total Cash,Account Value",
      '12345678,"Whitfield, Ann",07/31/2026,"$1,234.50","$9,000.00"',
    ]);
    expect(balances).toMatchObject([{ account: "12345678", on: "2026-07-31", cash: "1234.50" }]);
  });
});

test("Fidelity: reads a history below empty lines, its actions by their beginnings", () => {
  const { transactions, asides, problems, questions } = read("fidelity", "Accounts_History.csv", [
    "",
    "",
    "Run Date,Account,Action,Symbol,Security Description,Security Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date",
    " 06/03/2026,X1,YOU BOUGHT MICROSOFT CORP (MSFT) (Cash),MSFT,MICROSOFT CORP,Cash,2,400,1,0.05,,-801.05,06/04/2026",
    " 06/04/2026,X1,YOU SOLD NOTE,912828XX8,NOTE,Cash,-10000,98.5,,,62.5,9912.5,06/05/2026",
    '"The data is not intended for tax reporting, ask us."',
    "Date downloaded 06/30/2026 9:00 am",
  ]);
  expect(problems).toEqual([]);
  expect(questions).toEqual([]);
  expect(transactions).toMatchObject([
    { transactionType: "BUY", shares: "2", fees: "1.05", amount: "801.05" },
    { transactionType: "SLE", shares: "10000", accruedInterest: "62.5", amount: "9912.5" },
  ]);
  expect(asides.map(({ as }) => as)).toEqual(["footnote", "footnote"]);
});

test("Fidelity: reads positions without a day, with money market funds as cash", () => {
  const { positions, balances, problems, questions, asides } = read(
    "fidelity",
    "Portfolio_Positions_Jul-31-2026.csv",
    [
      "Account Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Percent Of Account,Cost Basis Total,Average Cost Basis,Type",
      "X1,Joint,SPAXX**,HELD IN MONEY MARKET,,,,$1234.56,10%,,,Cash",
      "X1,Joint,MSFT,MICROSOFT CORP,2.5,$400.00,+$1.20,$1000.00,80%,$700.00,$280.00,Cash",
      "X1,Joint,912828XX8,US TREASURY NOTE,10000,$98.50,--,$9850.00,10%,--,--,Cash",
      "",
      '"Date downloaded Jul-31-2026 9:00 p.m ET"',
    ],
  );
  expect([problems, questions]).toEqual([[], []]);
  expect(balances).toMatchObject([{ account: "X1", cash: "1234.56" }]);
  expect(
    positions.map(({ security, shares, marketValue, costBasis, on }) => [
      security.symbol ?? security.cusip,
      shares,
      marketValue,
      costBasis,
      on,
    ]),
  ).toEqual([
    ["MSFT", "2.5", "1000.00", "700.00", undefined],
    ["912828XX8", "10000", "9850.00", undefined, undefined],
  ]);
  expect(asides.map(({ as }) => as)).toEqual(["footnote"]);
});

test("Interactive Brokers: reads each section of a Flex file under its own heading", () => {
  const { transactions, positions, lots, balances, problems } = read(
    "interactive-brokers",
    "flex.csv",
    [
      "ClientAccountID,AssetClass,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice,IBCommission,NetCash",
      "U1,STK,MSFT,20260803,SELL,-5,180,-0.5,899.5",
      "ClientAccountID,Symbol,Date/Time,Type,Amount",
      "U1,KO,20260804;120000,Dividends,5",
      "U1,,20260805,Deposits/Withdrawals,-100",
      "ClientAccountID,AssetClass,Symbol,ReportDate,Quantity,MarkPrice,PositionValue,CostBasisMoney,HoldingPeriodDateTime,LevelOfDetail",
      "U1,STK,KO,20260831,10,70,700,600,,SUMMARY",
      "U1,STK,KO,20260831,10,70,700,600,20240102;093000,LOT",
      "ClientAccountID,CurrencyPrimary,ToDate,EndingCash",
      "U1,BASE_SUMMARY,20260831,1500.5",
      "U1,USD,20260831,1500.5",
    ],
  );
  expect(problems).toEqual([]);
  expect(
    transactions.map(({ transactionType, fees, amount }) => [transactionType, fees, amount]),
  ).toEqual([
    ["SLE", "0.5", "899.5"],
    ["DIV", undefined, "5"],
    ["WDL", undefined, "100"],
  ]);
  expect(positions).toMatchObject([{ shares: "10", marketValue: "700", on: "2026-08-31" }]);
  expect(lots).toMatchObject([{ acquiredOn: "2024-01-02", costBasis: "600" }]);
  expect(balances).toMatchObject([{ cash: "1500.5" }]);
});

test("Interactive Brokers: reports a section that the profile does not have, and leaves its rows out", () => {
  const { transactions, asides, problems, questions } = read("interactive-brokers", "flex.csv", [
    "ClientAccountID,Symbol,TradeDate,Quantity,TradePrice,NetCash,Buy/Sell",
    "U1,KO,20260803,10,70,-700,BUY",
    "ClientAccountID,CurrencyPrimary,Symbol,ActionDescription,Report Date,Quantity,Value",
    "U1,USD,KO,SPLIT 2 FOR 1,20260804,10,0",
    "ClientAccountID,Symbol,TradeDate,Quantity,TradePrice,NetCash,Buy/Sell",
    "U1,KO,20260805,1,36,-36,BUY",
  ]);
  expect(transactions.map(({ line }) => line)).toEqual([2, 6]);
  expect([problems, questions]).toEqual([[], []]);
  expect(asides.map(({ as, line }) => [line, as])).toEqual([
    [3, "section"],
    [4, "ignored"],
  ]);
});

test("Interactive Brokers: reads corporate actions alike as CSV and as XML, on the day of their report", () => {
  const names = ["Symbol", "CUSIP", "Report Date", "Date/Time", "Quantity", "Proceeds", "Type"];
  const rows = [
    ["SPY", "78462F103", "20260804", "20260803;202500", "8", "0", "FS"],
    ["OLDX", "111111111", "20260805", "20260804;202500", "-100", "25.5", "TC"],
    ["KIDZ", "222222222", "20260806", "20260805;202500", "20", "0", "SO"],
    ["XYZ", "333333333", "20260807", "20260806;202500", "-10", "0", "IC"],
  ];
  const csv = [
    ["ClientAccountID", ...names].join(","),
    ...rows.map((cells) => ["U1", ...cells].join(",")),
    "ClientAccountID,Symbol,Date/Time,Type,Amount",
    "U1,KO,20260807;120000,Dividends,5",
    "ClientAccountID,Symbol,ReportDate,Type,Direction,Quantity",
    "U1,KO,20260807,ACATS,IN,5",
  ];
  const attributes = ["symbol", "cusip", "reportDate", "dateTime", "quantity", "proceeds", "type"];
  const xml = [
    '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><CorporateActions>',
    ...rows.map((cells) => {
      const written = cells.map((cell, at) => `${attributes[at]}="${cell}"`).join(" ");
      return `<CorporateAction ${written} levelOfDetail="DETAIL" />`;
    }),
    "</CorporateActions></FlexStatement></FlexStatements></FlexQueryResponse>",
  ];
  const expected = [
    ["SPL", "2026-08-04", "8", undefined],
    ["MRG", "2026-08-05", "-100", "25.5"],
    ["SPO", "2026-08-06", "20", undefined],
    ["SYM", "2026-08-07", "-10", undefined],
  ];
  for (const [name, lines, more] of [
    ["flex.csv", csv, [["DIV", "2026-08-07", undefined, "5"]]],
    ["flex.xml", xml, []],
  ] as const) {
    const { transactions, problems, questions } = read("interactive-brokers", name, [...lines]);
    expect([problems, questions]).toEqual([[], []]);
    expect(
      transactions.map(({ transactionType, tradeDate, shares, amount }) => [
        transactionType,
        tradeDate,
        shares,
        amount,
      ]),
    ).toEqual([...expected, ...more]);
  }
});

test("Interactive Brokers: asks about columns if one that trades have is lacking", () => {
  const trades = [
    "ClientAccountID,Symbol,TradeDate,Buy/Sell,Quantity,Traded at,NetCash,Exchange",
    "U1,KO,20260803,BUY,10,70,-700,NYSE",
  ];
  const asked = read("interactive-brokers", "flex.csv", trades);
  expect(asked.questions).toMatchObject([
    { about: "column", word: "Traded at", line: 2, example: "70" },
    { about: "column", word: "Exchange" },
  ]);
  const [heading = "", ...rows] = trades;
  const usual = [heading.replace("Traded at", "TradePrice"), ...rows];
  expect(read("interactive-brokers", "flex.csv", usual).questions).toEqual([]);
});

describe("Interactive Brokers: a Flex query as XML", () => {
  const flex = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<FlexQueryResponse queryName="all" type="AF"><FlexStatements count="1">',
    '<FlexStatement accountId="U1" fromDate="20260801" toDate="20260831"><Trades>',
    '<Trade assetCategory="BOND" symbol="A&amp;B 4" tradeDate="20260803" buySell="BUY" quantity="10000"',
    '  tradePrice="98.5" ibCommission="-5" netCash="-9855" levelOfDetail="EXECUTION" />',
    '<Trade symbol="A&amp;B 4" tradeDate="20260803" buySell="BUY" quantity="10000" tradePrice="98.5" netCash="-9855" levelOfDetail="ORDER" />',
    "</Trades><!-- <Trade/> --><CashTransactions>",
    "<CashTransaction type='Dividends' symbol='KO' dateTime='20260804;120000' amount='5'/>",
    "</CashTransactions><Transfers>",
    '<Transfer symbol="KO" type="ACATS" direction="IN" quantity="10" />',
    "</Transfers><CashReport>",
    '<CashReportCurrency currency="USD" toDate="20260831" endingCash="1500.5" />',
    "</CashReport></FlexStatement></FlexStatements></FlexQueryResponse>",
  ];

  test("reads attributes as cells, of the account that the statement names", () => {
    const { transactions, balances, securities, asides, problems, questions } = read(
      "interactive-brokers",
      "flex.xml",
      flex,
    );
    expect(problems).toEqual([]);
    expect(questions).toEqual([]);
    expect(transactions).toMatchObject([
      { line: 4, account: "U1", transactionType: "BUY", fees: "5", amount: "9855" },
      { line: 8, account: "U1", transactionType: "DIV", tradeDate: "2026-08-04" },
    ]);
    expect(balances).toMatchObject([{ line: 12, account: "U1", cash: "1500.5" }]);
    expect(securities[0]).toMatchObject({ symbol: "A&B 4", quotationFactor: "0.01" });
    expect(asides.map(({ as, line, text }) => [line, as, text.split(":")[0]])).toEqual([
      [6, "ignored", "Trade"],
      [10, "ignored", "Transfer"],
    ]);
  });

  test("refuses a file that ends too early, and a row without what it needs", () => {
    const cut = read("interactive-brokers", "flex.xml", flex.slice(0, 7));
    expect(cut.problems).toMatchObject([{ problem: "the file ends within <CashTransactions>" }]);
    const lacking = read("interactive-brokers", "flex.xml", [
      "<FlexQueryResponse><FlexStatements><FlexStatement accountId='U1'>",
      "<Trade symbol='KO' quantity='1' />",
      "</FlexStatement></FlexStatements></FlexQueryResponse>",
    ]);
    expect(lacking.problems).toMatchObject([
      { line: 2, problem: "<Trade> lacks a required attribute" },
    ]);
    expect(lacking.transactions).toEqual([]);
  });
});

test("prices: reads days down and securities across, and one price a line", () => {
  const matrix = read("price-matrix", "closes.txt", [
    "Closing prices",
    "Date;SCHB;KO",
    "31-Jul-2026;20.5;--",
    "3-Aug-2026;20.75;70",
  ]);
  expect(matrix.prices.map(({ security, on, price }) => [security.symbol, on, price])).toEqual([
    ["SCHB", "2026-07-31", "20.5"],
    ["SCHB", "2026-08-03", "20.75"],
    ["KO", "2026-08-03", "70"],
  ]);
  const long = read("long-prices", "closes.csv", ["Symbol\tClose\tDate", "KO\t70\t2026-08-03"]);
  expect(long.prices).toMatchObject([
    { security: { symbol: "KO" }, on: "2026-08-03", price: "70" },
  ]);
});

describe("a generic table", () => {
  const heading = "Account,Date,Action,Ticker,Quantity,Price,Amount";

  test("makes a dividend and a purchase of a reinvestment of one line", () => {
    const { transactions } = read("generic", "a.csv", [
      heading,
      "A,2026-01-05,Reinvested dividend,KO,2,60,-120",
    ]);
    expect(
      transactions.map(({ transactionType, shares, amount }) => [transactionType, shares, amount]),
    ).toEqual([
      ["DIV", undefined, "120"],
      ["REI", "2", "120"],
    ]);
    expect(new Set(transactions.map(({ rowId }) => rowId)).size).toBe(2);
  });

  test("asks about an unknown action with its count and first row, and about a column", () => {
    const { transactions, questions } = read("generic", "a.csv", [
      `${heading},Broker code`,
      "A,2026-01-05,Spun,KO,2,60,-120,7",
      "A,2026-01-06,Spun,KO,2,60,-120,",
    ]);
    expect(transactions).toEqual([]);
    expect(questions).toEqual([
      { file: "a.csv", line: 2, about: "column", word: "Broker code", count: 1, example: "7" },
      {
        file: "a.csv",
        line: 2,
        about: "action",
        word: "Spun",
        count: 2,
        example: "A | 2026-01-05 | Spun | KO | 2 | 60 | -120 | 7",
      },
    ]);
  });

  const daysIn = (...days: string[]) => {
    const rows = days.map((day, index) => `A,${day},Deposit,,,,${index + 1}`);
    const { transactions, problems } = read("generic", "a.csv", [heading, ...rows]);
    return [
      ...transactions.map(({ tradeDate }) => tradeDate),
      ...problems.map(({ line, problem }) => `${line}: ${problem}`),
    ];
  };

  test("takes the order of days from those that have only one", () => {
    expect(daysIn("03/04/2026", "04/13/2026")).toEqual(["2026-03-04", "2026-04-13"]);
    expect(daysIn("03/04/2026", "13/04/2026")).toEqual(["2026-04-03", "2026-04-13"]);
  });

  test("refuses a day that could be either, with its line", () => {
    expect(daysIn("03/04/2026")).toEqual([
      '2: "03/04/2026" could be 2026-03-04 or 2026-04-03: no other day shows the order',
    ]);
    const twoForms =
      '"03/04/2026" could be 2026-03-04 or 2026-04-03: the column has days in two forms';
    expect(daysIn("04/13/2026", "03/04/2026", "13/04/2026")).toEqual([
      "2026-04-13",
      "2026-04-13",
      `3: ${twoForms}`,
    ]);
    expect(daysIn("2026-05-06", "03/04/2026", "04/13/2026")).toEqual([
      "2026-05-06",
      "2026-04-13",
      `3: ${twoForms}`,
    ]);
  });

  test("refuses what cannot be read or contradicts its action, and keeps the other rows", () => {
    const { transactions, problems } = read("generic", "a.csv", [
      heading,
      "A,2026-02-30,Deposit,,,,1",
      "A,2026-01-05,Buy,KO,2,60,120",
      "A,2026-01-05,Buy,KO,-2,60,-120",
      'A,2026-01-05,Buy,KO,"1,23",60,-120',
      ",2026-01-05,Deposit,,,,1",
      "A,,Deposit,,,,1",
      "A,2026-01-05,Deposit,,,,2",
      "A,2026-01-05,Interest,,,,-2",
    ]);
    expect(transactions).toMatchObject([
      { line: 8, amount: "2" },
      { line: 9, amount: "-2" },
    ]);
    expect(problems.map(({ line, problem }) => `${line}: ${problem}`)).toEqual([
      '2: "2026-02-30" is not a day',
      "3: the amount 120 has the sign of no BUY",
      "4: the quantity -2 has the sign of no BUY",
      '5: "1,23" is not a number (quantity)',
      "6: neither row, title nor name of the file has an account",
      "7: it has no day",
    ]);
  });

  test("refuses a fee that is a refund", () => {
    const { transactions, problems } = read("generic", "a.csv", [
      "Account,Date,Action,Ticker,Quantity,Price,Fees,Amount",
      "A,2026-01-05,Buy,KO,2,60,-1,-119",
    ]);
    expect(transactions).toEqual([]);
    expect(problems).toMatchObject([{ problem: "the fee -1 is a refund" }]);
  });

  test("refuses a file of another profile by its heading or its name", () => {
    expect(read("generic", "a.csv", [schwabHeading]).problems).toMatchObject([
      { problem: 'it has no heading of the profile "generic"' },
    ]);
    expect(read("schwab", "prices.xlsx", []).problems).toMatchObject([
      { problem: 'no table of the profile "schwab" has files of this name' },
    ]);
  });

  const row = (day: string, amount: string) => `A,${day},Deposit,,,,${amount}`;
  const rowIds = (rows: readonly string[]) =>
    read("generic", "a.csv", [heading, ...rows]).transactions.map(({ rowId }) => rowId);

  test("knows rows again in an overlapping file, and equal rows of a day apart", () => {
    const first = rowIds([row("2026-01-05", "10"), row("2026-01-06", "7"), row("2026-01-06", "7")]);
    const later = rowIds([
      row("2026-01-06", "7.00"),
      row("2026-01-06", "7"),
      row("2026-01-07", "7"),
    ]);
    expect(new Set(first).size).toBe(3);
    expect(later.slice(0, 2)).toEqual(first.slice(1));
    expect(first).not.toContain(later[2]);
  });

  test("reads the same in any order of columns, with any ends of lines and in any encoding", () => {
    const cells = ["A", "2026-01-05", "Buy", "KO", "2", "60", "-120"];
    const names = heading.split(",");
    const plain = read("generic", "a.csv", [heading, cells.join(",")]).transactions;
    expect(plain).toHaveLength(1);
    for (let turn = 0; turn < names.length; turn += 1) {
      const turned = (list: readonly string[], separator: string) =>
        [...list.slice(turn), ...list.slice(0, turn)].join(separator);
      for (const separator of [",", ";", "\t", "|"]) {
        for (const lineEnd of ["\n", "\r\n", "\r"]) {
          const lines = [`\ufeff${turned(names, separator)}`, turned(cells, separator)];
          expect(read("generic", "a.csv", lines, lineEnd).transactions).toEqual(plain);
        }
      }
    }
  });

  test("reads UTF-16 and Windows-1252", () => {
    const profile = shippedProfiles.find(({ name }) => name === "generic");
    if (profile === undefined) throw new Error("no generic profile");
    const text = "Account,Owner,Date,Action,Amount\nA,Zoë,2026-01-05,Deposit,1\n";
    for (const bytes of [Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from(text, "latin1")]) {
      const { accounts } = readCustodianFile(profile, { name: "a.csv", bytes });
      expect(accounts).toMatchObject([{ account: "A", owner: "Zoë" }]);
    }
  });

  test("reads 50,000 rows in seconds of one core", () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => row("2026-01-05", `${index}.25`));
    const before = process.cpuUsage();
    expect(new Set(rowIds(rows)).size).toBe(50_000);
    const { user } = process.cpuUsage(before);
    expect(user).toBeLessThan(10_000_000);
  });
});

test("a file with U+0000 is one problem that says what to do", () => {
  const { problems, transactions } = read("schwab", "transactions.csv", [schwabHeading, "\u0000"]);
  expect(transactions).toEqual([]);
  expect(problems).toEqual([
    {
      file: "transactions.csv",
      line: 1,
      problem: "it has the character U+0000, as no text has: export it again, as CSV or XML",
    },
  ]);
});

test("a heading of two lines is asked about, and answered, in one", () => {
  const lines = [
    `${schwabHeading},"Broker\nCode"`,
    '"07/06/2026","Buy","SCHB","ETF","1","$5.00","","-$5.00","X\ty"',
  ];
  const { questions } = read("schwab", "transactions.csv", lines);
  expect(questions).toMatchObject([{ about: "column", word: "Broker Code", example: "X y" }]);
});
