// The files of a firm as Flex queries of Interactive Brokers.
import type { CustodianFile } from "@bursar/custodian-files";
import type { Day } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import {
  type Account,
  type CustodianFirm,
  type RowType,
  type Security,
  worth,
} from "./custodian-firm.ts";
import { fileOf, lastPrice, positionsOf, quote } from "./custodian-text.ts";

/** The same Flex query as XML. */
export function flexXml(firm: CustodianFirm): CustodianFile {
  return fileOf("flex.xml", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<FlexQueryResponse queryName="all" type="AF"><FlexStatements>',
    ...firm.accounts.flatMap((account) => xmlOfAccount(account, firm)),
    "</FlexStatements></FlexQueryResponse>",
  ]);
}

const compact = (day: Day) => day.replaceAll("-", "");

/** Its sections, one below the other. */
export function flexLines({ accounts, to }: CustodianFirm): string[] {
  const cashTypes: Readonly<Partial<Record<RowType, string>>> = {
    deposit: "Deposits/Withdrawals",
    dividend: "Dividends",
    tax: "Withholding Tax",
    interest: "Broker Interest Received",
    fee: "Advisor Fees",
  };
  const rows = accounts.flatMap((account) => account.rows.map((row) => ({ account, row })));
  const kindOf = ({ isBond }: Security) => (isBond ? "BOND" : "STK");
  return [
    "ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Description,CUSIP,TradeDate,Quantity,TradePrice,IBCommission,NetCash,Buy/Sell,LevelOfDetail",
    ...rows.flatMap(({ account, row: { on, type, security, shares, price, fees, amount } }) =>
      security === undefined || shares === 0n
        ? []
        : [
            [
              account.number,
              "USD",
              kindOf(security),
              security.symbol,
              quote(security.name),
              security.cusip,
              compact(on),
              `${type === "sell" ? "-" : ""}${shares}`,
              moneyText(price),
              moneyText(-fees),
              moneyText(amount),
              type === "sell" ? "SELL" : "BUY",
              "EXECUTION",
            ].join(","),
          ],
    ),
    "ClientAccountID,CurrencyPrimary,Symbol,Description,CUSIP,Date/Time,Amount,Type,LevelOfDetail",
    ...rows.flatMap(({ account, row: { on, type, security, amount } }) =>
      cashTypes[type] === undefined
        ? []
        : [
            [
              account.number,
              "USD",
              security?.symbol ?? "",
              quote(security?.name ?? ""),
              security?.cusip ?? "",
              `${compact(on)};202000`,
              moneyText(amount),
              cashTypes[type],
              "DETAIL",
            ].join(","),
          ],
    ),
    "ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Description,CUSIP,ReportDate,Quantity,MarkPrice,PositionValue,CostBasisMoney,LevelOfDetail",
    ...accounts.flatMap((account) =>
      positionsOf(account).map(([security, shares]) =>
        [
          account.number,
          "USD",
          kindOf(security),
          security.symbol,
          quote(security.name),
          security.cusip,
          compact(to),
          shares.toString(),
          moneyText(lastPrice),
          moneyText(worth(security, shares, lastPrice)),
          "",
          "SUMMARY",
        ].join(","),
      ),
    ),
    "ClientAccountID,CurrencyPrimary,ToDate,EndingCash",
    ...accounts.flatMap(({ number, cash }) => [
      `${number},BASE_SUMMARY,${compact(to)},${moneyText(cash)}`,
      `${number},USD,${compact(to)},${moneyText(cash)}`,
    ]),
  ];
}

function xmlOfAccount(account: Account, { to }: CustodianFirm): string[] {
  const attributes = (given: Readonly<Record<string, string>>) =>
    Object.entries(given)
      .map(([name, text]) => `${name}="${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
      .join(" ");
  const named = (security: Security | undefined) =>
    security === undefined
      ? {}
      : {
          assetCategory: security.isBond ? "BOND" : "STK",
          symbol: security.symbol,
          description: security.name,
          cusip: security.cusip,
        };
  const cashTypes: Readonly<Partial<Record<RowType, string>>> = {
    deposit: "Deposits &amp; Withdrawals",
    dividend: "Dividends",
    tax: "Withholding Tax",
    interest: "Broker Interest Received",
    fee: "Advisor Fees",
  };
  const trades = account.rows.filter(({ shares }) => shares > 0n);
  const cash = account.rows.filter(({ shares }) => shares === 0n);
  return [
    `<FlexStatement accountId="${account.number}" toDate="${compact(to)}"><Trades>`,
    ...trades.map(({ on, type, security, shares, price, fees, amount }) => {
      const isSale = type === "sell";
      return `<Trade ${attributes({
        ...named(security),
        tradeDate: compact(on),
        buySell: isSale ? "SELL" : "BUY",
        quantity: `${isSale ? "-" : ""}${shares}`,
        tradePrice: moneyText(price),
        ibCommission: moneyText(-fees),
        netCash: moneyText(amount),
        levelOfDetail: "EXECUTION",
      })} />`;
    }),
    "</Trades><CashTransactions>",
    ...cash.map(({ on, type, security, amount }) => {
      const given = {
        ...named(security),
        dateTime: `${compact(on)};202000`,
        amount: moneyText(amount),
      };
      return `<CashTransaction type="${cashTypes[type]}" ${attributes(given)}/>`;
    }),
    "</CashTransactions><OpenPositions>",
    ...positionsOf(account).map(
      ([security, shares]) =>
        `<OpenPosition ${attributes({
          ...named(security),
          reportDate: compact(to),
          position: shares.toString(),
          markPrice: moneyText(lastPrice),
          positionValue: moneyText(worth(security, shares, lastPrice)),
          levelOfDetail: "SUMMARY",
        })}/>`,
    ),
    "</OpenPositions><CashReport>",
    `<CashReportCurrency currency="USD" toDate="${compact(to)}" endingCash="${moneyText(account.cash)}"/>`,
    "</CashReport></FlexStatement>",
  ];
}
