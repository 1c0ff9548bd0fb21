// The commands that explain figures, and those that run an engine alone to check them.
import { Argument, type Command } from "commander";
import { incomeForms } from "../brokerage/books/tax-forms/form-names.ts";
import { onDemand } from "./on-demand.ts";
import { day, taxYearOption, versionOption } from "./option-values.ts";

/** Adds `explain` and `engine` to the program. */
export function addExplanations(program: Command): void {
  const explain = program.command("explain").description("how a figure was computed");

  explain
    .command("lot <taxLotId>")
    .description("the purchase, the order considered, the wash sales and each sum of a tax lot")
    .requiredOption("--account <number>", "the account")
    .option("--json", "print the steps as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  bursar explain lot --account RA00000001 2813163411684026465",
    )
    .action(onDemand(() => import("./explain.ts"), "explainLotCommand"));

  explain
    .command("return")
    .description("the unit values of a range day by day, with flows, fees and returns")
    .requiredOption("--account <number>", "the account")
    .option("--from <day>", "the first day (YYYY-MM-DD)", day)
    .option("--to <day>", "the last day", day)
    .option("--range <first,last>", "both days at once")
    .option("--folio <number>", "one of its folios")
    .option("--json", "print the chain as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  bursar explain return --account RA00000001 --from 2025-01-02 --to 2025-03-31",
    )
    .action(onDemand(() => import("./explain-return.ts"), "explainReturnCommand"));

  explain
    .command("form")
    .description("the transactions that each box of a reported Form 1099-DIV or 1099-INT counts")
    .addArgument(new Argument("<form>", "the form").choices(incomeForms))
    .requiredOption("--account <number>", "the account")
    .requiredOption("--tax-year <year>", "a reported year, four digits", taxYearOption)
    .option("--of-version <n>", "of this version, not the newest", versionOption)
    .option("--json", "print the form as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  bursar explain form 1099-div --account RA00000001 --tax-year 2024",
    )
    .action(onDemand(() => import("./explain-form.ts"), "explainFormCommand"));

  explain
    .command("fee")
    .description("the working of what an account pays by a fee run, line by line")
    .requiredOption("--account <number>", "the account")
    .requiredOption("--run <oid>", "the fee run")
    .option("--json", "print the steps as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  bursar explain fee --account RA00000001 --run 914175883048941157\n\nThe ids of runs are in listFeeRuns and listAccountFees, and in the addresses of the console.",
    )
    .action(onDemand(() => import("./explain-fee.ts"), "explainFeeCommand"));

  const engine = program.command("engine").description("an engine alone, without a store");

  engine
    .command("lots")
    .description("compute tax lots: facts as lines of JSON in, lots as lines of JSON out")
    .addHelpText("after", "\nExample:\n  bursar engine lots < facts.ndjson > results.ndjson")
    .action(onDemand(() => import("./engine.ts"), "lotsEngineCommand"));

  engine
    .command("unit-values")
    .description("read transactions and closes, or valuations; print raw data and units by day")
    .addHelpText("after", "\nExample:\n  bursar engine unit-values < facts.ndjson > results.ndjson")
    .action(onDemand(() => import("./engine-unit-values.ts"), "unitValuesEngineCommand"));

  engine
    .command("fees")
    .description("calculate an advisory fee: a plan and accounts in, the fee with each step out")
    .addHelpText("after", "\nExample:\n  bursar engine fees < plan-and-parts.ndjson")
    .action(onDemand(() => import("./engine-fees.ts"), "feesEngineCommand"));
}
