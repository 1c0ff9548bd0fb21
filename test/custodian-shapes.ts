// The files of a firm in each shipped shape, messy as exports are.
import type { CustodianFile } from "@bursar/custodian-files";
import { addDays } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import { type CustodianFirm, type RowType, securities, worth } from "./custodian-firm.ts";
import { flexLines } from "./custodian-flex.ts";
import {
  american,
  dollars,
  fileOf,
  grouped,
  lastPrice,
  positionsOf,
  quote,
  quoted,
} from "./custodian-text.ts";

/** The file of accounts, as a person completes it. */
export function accountsOf({ accounts }: CustodianFirm): CustodianFile {
  const heading =
    "custodianAccount,accountName,accountType,openedOn,firstName,lastName,dateOfBirth";
  const lines = accounts.map(
    ({ number, firstName, lastName }) =>
      `${number},A ${number},I,2015-01-02,${firstName},${lastName},1970-01-02`,
  );
  return fileOf("accounts.csv", [heading, ...lines]);
}

/** The files of a firm in a shape. */
export type Shape = (firm: CustodianFirm) => CustodianFile[];

/** The shapes by the names of their profiles. */
export const shapes: Readonly<Record<string, Shape>> = {
  schwab: schwabFiles,
  fidelity: fidelityFiles,
  "interactive-brokers": (firm) => [fileOf("flex.csv", flexLines(firm))],
  generic: genericFiles,
};

function schwabFiles({ accounts, to }: CustodianFirm): CustodianFile[] {
  const words: Readonly<Record<RowType, string>> = {
    deposit: "MoneyLink Transfer",
    buy: "Buy",
    sell: "Sell",
    dividend: "Qualified Dividend",
    tax: "Foreign Tax Paid",
    interest: "Bank Interest",
    fee: "Advisor Fee",
  };
  const heading = [
    "Date",
    "Action",
    "Symbol",
    "Description",
    "Quantity",
    "Price",
    "Fees & Comm",
    "Amount",
  ];
  const history = accounts.flatMap(({ number, rows }) => [
    quote(`Transactions  for account ${number} as of ${american(to)} 10:00:00 ET`),
    "",
    quoted(heading),
    ...rows
      .toReversed()
      .map(({ on, type, security, shares, price, fees, amount }) =>
        quoted([
          type === "interest" ? `${american(to)} as of ${american(on)}` : american(on),
          words[type],
          security === undefined ? "" : security.isBond ? security.cusip : security.symbol,
          security?.name ?? "",
          shares === 0n ? "" : grouped(shares),
          price === 0n ? "" : dollars(price),
          fees === 0n ? "" : dollars(fees),
          dollars(amount),
        ]),
      ),
    quoted(["Transactions Total", "", "", "", "", "", "", "$0.00"]),
  ]);
  const columns = [
    "Symbol",
    "Description",
    "Qty (Quantity)",
    "Price",
    "Mkt Val (Market Value)",
    "Cost Basis",
    "Security Type",
  ];
  const positions = accounts.flatMap((account) => [
    quote(`Positions for account ${account.number} as of 04:00 PM ET, ${to.replaceAll("-", "/")}`),
    quoted(columns),
    ...positionsOf(account).map(([security, shares]) =>
      quoted([
        security.isBond ? security.cusip : security.symbol,
        security.name,
        grouped(shares),
        dollars(lastPrice),
        dollars(worth(security, shares, lastPrice)),
        "N/A",
        security.isBond ? "Fixed Income" : "Equity",
      ]),
    ),
    quoted([
      "Cash & Cash Investments",
      "--",
      "--",
      "--",
      dollars(account.cash),
      "--",
      "Cash and Money Market",
    ]),
    quoted(["Account Total", "--", "--", "--", "$0.00", "--", "--"]),
    "",
  ]);
  return [
    fileOf("all-transactions.csv", history),
    fileOf("all-positions.csv", [...positions, '"Brokerage products are not insured."']),
  ];
}

function fidelityFiles({ accounts }: CustodianFirm): CustodianFile[] {
  const words: Readonly<Record<RowType, string>> = {
    deposit: "ELECTRONIC FUNDS TRANSFER RECEIVED (CASH)",
    buy: "YOU BOUGHT",
    sell: "YOU SOLD",
    dividend: "DIVIDEND RECEIVED",
    tax: "FOREIGN TAX PAID",
    interest: "INTEREST EARNED",
    fee: "ADVISOR FEE",
  };
  const rows = accounts.flatMap((account) => account.rows.map((row) => ({ account, row })));
  const history = rows
    .toSorted((a, b) => (a.row.on < b.row.on ? 1 : a.row.on > b.row.on ? -1 : 0))
    .map(({ account, row: { on, type, security, shares, price, fees, amount } }) =>
      [
        ` ${american(on)}`,
        `"${account.firstName} ${account.lastName}"`,
        account.number,
        security === undefined ? words[type] : quote(`${words[type]} ${security.name} (Cash)`),
        security === undefined ? "" : security.isBond ? security.cusip : security.symbol,
        security === undefined ? "" : quote(security.name),
        "Cash",
        shares === 0n ? "" : `${type === "sell" ? "-" : ""}${shares}`,
        price === 0n ? "" : moneyText(price),
        fees === 0n ? "" : moneyText(fees),
        "",
        "",
        moneyText(amount),
        "",
      ].join(","),
    );
  const heading =
    "Run Date,Account Name,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date";
  const positions = accounts.flatMap((account) => [
    `${account.number},${account.firstName} ${account.lastName},SPAXX**,HELD IN MONEY MARKET,,,,${dollars(account.cash).replaceAll(",", "")},,,,,,,,Cash,`,
    ...positionsOf(account).map(([security, shares]) =>
      [
        account.number,
        `${account.firstName} ${account.lastName}`,
        security.isBond ? security.cusip : security.symbol,
        quote(security.name),
        shares.toString(),
        dollars(lastPrice),
        "+$0.10",
        dollars(worth(security, shares, lastPrice)).replaceAll(",", ""),
        ...Array.from({ length: 5 }, () => ""),
        "--",
        "",
        "Cash",
        "",
      ].join(","),
    ),
  ]);
  const columns =
    "Account Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Today's Gain/Loss Dollar,Today's Gain/Loss Percent,Total Gain/Loss Dollar,Total Gain/Loss Percent,Percent Of Account,Cost Basis Total,Average Cost Basis,Type,";
  return [
    fileOf("Accounts_History.csv", [
      "",
      "",
      heading,
      ...history,
      "",
      '"The data is not intended for tax reporting, ask us."',
      "Date downloaded 06/30/2026 9:00 am",
    ]),
    fileOf("Portfolio_Positions.csv", [
      columns,
      ...positions,
      "",
      '"Date downloaded 06/30/2026 9:00 am"',
    ]),
  ];
}

function genericFiles({ accounts, to }: CustodianFirm): CustodianFile[] {
  const words: Readonly<Record<RowType, string>> = {
    deposit: "Deposit",
    buy: "Buy",
    sell: "Sell",
    dividend: "Dividend",
    tax: "Foreign tax",
    interest: "Interest",
    fee: "Fee",
  };
  const history = accounts.flatMap(({ number, rows }) =>
    rows.map(({ on, type, security, shares, price, fees, amount }) =>
      [
        number,
        on,
        words[type],
        security?.symbol ?? "",
        security?.cusip ?? "",
        quote(security?.name ?? ""),
        shares === 0n ? "" : shares.toString(),
        price === 0n ? "" : moneyText(price),
        fees === 0n ? "" : moneyText(fees),
        moneyText(amount),
      ].join(";"),
    ),
  );
  const positions = accounts.flatMap((account) =>
    positionsOf(account).map(([security, shares]) =>
      [
        account.number,
        to,
        security.symbol,
        security.cusip,
        quote(security.name),
        shares.toString(),
        moneyText(lastPrice),
        moneyText(worth(security, shares, lastPrice)),
      ].join(";"),
    ),
  );
  return [
    fileOf("history.csv", [
      "Account;Date;Action;Ticker;CUSIP;Name;Quantity;Price;Fees;Amount",
      ...history,
      "Total;;;;;;;;;0",
    ]),
    fileOf("positions.csv", ["Account;Date;Ticker;CUSIP;Name;Quantity;Price;Value", ...positions]),
    fileOf("balances.csv", [
      "Account;Date;Cash",
      ...accounts.map(({ number, cash }) => `${number};${to};${moneyText(cash)}`),
    ]),
  ];
}

/** Closes of the stocks on the last days, in the two forms of vendors. */
export function priceFiles({ to }: CustodianFirm): {
  readonly matrix: CustodianFile;
  readonly long: CustodianFile;
} {
  const stocks = securities.filter(({ isBond }) => !isBond);
  const days = [addDays(to, -1), to];
  return {
    matrix: fileOf("closes.csv", [
      "Closing prices",
      ["Date", ...stocks.map(({ symbol }) => symbol), "XYZZ"].join(","),
      ...days.map((day) => [day, ...stocks.map(() => "25.00"), "1.00"].join(",")),
    ]),
    long: fileOf("prices.txt", [
      "Price Date,Ticker,Close",
      ...days.flatMap((day) => stocks.map(({ symbol }) => `${day},${symbol},25.00`)),
    ]),
  };
}
