// Names of codes, from the lists that the service itself reads.
import accountTypes from "../../src/reference/codes/account-type.csv";
import actionStatuses from "../../src/reference/codes/corporate-action-status.csv";
import actionTypes from "../../src/reference/codes/corporate-action-type.csv";
import executions from "../../src/reference/codes/execution-type.csv";
import exemptions from "../../src/reference/codes/exemption.csv";
import itemStatuses from "../../src/reference/codes/ifa-status.csv";
import itemTypes from "../../src/reference/codes/ifa-type.csv";
import industries from "../../src/reference/codes/industry.csv";
import relief from "../../src/reference/codes/lot-relief-strategy.csv";
import styles from "../../src/reference/codes/model-style.csv";
import offerStatuses from "../../src/reference/codes/offer-status.csv";
import orderStatuses from "../../src/reference/codes/order-status.csv";
import proposalAnswers from "../../src/reference/codes/proposal-answer.csv";
import restrictionReasons from "../../src/reference/codes/restriction-reason.csv";
import restrictionTypes from "../../src/reference/codes/restriction-type.csv";
import payAnswers from "../../src/reference/codes/say-on-pay-answer.csv";
import securityTypes from "../../src/reference/codes/security-type.csv";
import methods from "../../src/reference/codes/tax-relief-method.csv";
import transactionTypes from "../../src/reference/codes/transaction-type.csv";

/** A quoted cell, or an unquoted one. */
const cell = /"((?:[^"]|"")*)"|([^,]*)/;
const row = new RegExp(`^(?:${cell.source}),(?:${cell.source}),(?:${cell.source})(?:,|$)`);

/** The codes of a list with their names, in the order of the list. */
export type CodeList = ReadonlyMap<string, Code>;

interface Code {
  readonly name: string;
  readonly description: string;
  /** The extra columns of a list, by name. */
  readonly others?: Readonly<Record<string, string>>;
}

/** The lists that pages show. */
export const codes = {
  accountTypes: listOf(accountTypes),
  actionStatuses: listOf(actionStatuses),
  actionTypes: listOf(actionTypes),
  executions: listOf(executions),
  exemptions: listOf(exemptions),
  industries: listOf(industries),
  itemStatuses: listOf(itemStatuses),
  itemTypes: listOf(itemTypes),
  methods: listOf(methods),
  offerStatuses: listOf(offerStatuses),
  orderStatuses: listOf(orderStatuses),
  payAnswers: listOf(payAnswers),
  proposalAnswers: listOf(proposalAnswers),
  relief: listOf(relief),
  restrictionReasons: listOf(restrictionReasons),
  restrictionTypes: listOf(restrictionTypes),
  securityTypes: listOf(securityTypes),
  styles: listOf(styles),
  transactionTypes: listOf(transactionTypes),
};

/** The name of a code, or the code itself if the list does not have it. */
export function nameIn(list: CodeList, code: string | null | undefined): string {
  return list.get(code ?? "")?.name ?? code ?? "";
}

/** Whether a column of a code is "yes". */
export function flagIn(list: CodeList, code: string, column: string): boolean {
  return list.get(code)?.others?.[column] === "yes";
}

/** An exemption as the law writes it, such as `Rule 506(b)`: the start of its description. */
export function exemptionName(code: string): string {
  const { description = code } = codes.exemptions.get(code) ?? {};
  return description.replace(/[:.].*/s, "");
}

/** Parses a code list from the service's own file. */
export function listOf(text: string): CodeList {
  const [heading = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const columns = heading.split(",").slice(3);
  return new Map(
    lines.map((line) => {
      const [all = "", , code = "", quoted, name = "", explanation, description = ""] =
        row.exec(line) ?? [];
      const unquoted = (given: string | undefined, plain: string) =>
        given === undefined ? plain : given.replaceAll('""', '"');
      const rest = line.slice(all.length).split(",");
      const others = Object.fromEntries(columns.map((column, at) => [column, rest[at] ?? ""]));
      const named = {
        name: unquoted(quoted, name),
        description: unquoted(explanation, description),
      };
      return [code, { ...named, others }];
    }),
  );
}
