// The commands on one page, but for those of the add-….ts and explanations.ts.
import { Command, Option } from "commander";
import { formNames } from "../brokerage/books/tax-forms/form-names.ts";
import { version } from "../platform/process/build.ts";
import { visibleLines } from "../values/readable.ts";
import { addConsole } from "./add-console.ts";
import { addDocuments } from "./add-documents.ts";
import { addEvents } from "./add-events.ts";
import { addImport } from "./add-import.ts";
import { addExplanations } from "./explanations.ts";
import { onDemand } from "./on-demand.ts";
import {
  day,
  daysForward,
  firmOid,
  instant,
  shardCount,
  taxYearOption,
  threadCount,
  toleranceOption,
  versionOption,
  wholeNumber,
} from "./option-values.ts";

/** The program `bursar` with all of its commands. */
export const program = new Command("bursar")
  .description("An open brokerage and advisory service.")
  .version(version)
  .showHelpAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(visibleLines(text)) })
  .addHelpText("after", "\nConfiguration comes from the environment: see docs/configuration.md.");

program
  .command("serve")
  .description("start the service; the embedded PostgreSQL starts with it")
  .addHelpText("after", "\nExample:\n  PORT=9090 bursar serve")
  .action(onDemand(() => import("./serve.ts"), "serveCommand"));

program
  .command("migrate")
  .description("bring the store up to the newest migration")
  .option("--check", "list pending migrations and change nothing; exit 1 if there are any")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… MASTER_KEY=… bursar migrate")
  .action(onDemand(() => import("./migrate.ts"), "migrateCommand"));

program
  .command("distribute")
  .description("distribute the store over the nodes of its Citus cluster; see docs/citus.md")
  .option("--check", "print what lies where and change nothing; exit 1 if a table waits")
  .option("--shards <n>", "parts that the tables of accounts are divided into", shardCount)
  .option("--json", "print the tables as JSON")
  .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… bursar distribute --shards 64")
  .action(onDemand(() => import("./distribute.ts"), "distributeCommand"));

program
  .command("nodes")
  .description("list the nodes of a distributed store and what moves; exit 1 if one is not reached")
  .option("--json", "print them as JSON")
  .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… bursar nodes")
  .action(onDemand(() => import("./distribute.ts"), "nodesCommand"));

program
  .command("load <folder>")
  .description("load a firm's records: the whole folder or nothing")
  .option("--check", "check everything, print what would change, and change nothing")
  .option("--firm <oid>", "refuse every row that is not a record of this firm", firmOid)
  .option("--mend <new-folder>", "load nothing, and write a copy in the form that a load accepts")
  .option("--locale <tag>", "with --mend: how amounts and days are written")
  .option("--allow-privileges", "let it change what stored firms, members and API users may do")
  .option("--json", "print the report or the problems as JSON")
  .addHelpText("after", "\nExample:\n  bursar load ./samples")
  .action(onDemand(() => import("./load.ts"), "loadCommand"));

program
  .command("fee-file")
  .description("print what an outside custodian takes from which account by a fee run, as CSV")
  .requiredOption("--run <oid>", "the fee run")
  .addHelpText(
    "after",
    "\nExample:\n  bursar fee-file --run 914175883048941157 > fees.csv\n\nThe ids of runs are in listFeeRuns, and in the addresses of the console.",
  )
  .action(onDemand(() => import("./fee-file.ts"), "feeFileCommand"));

program
  .command("sample")
  .description("generate a large firm like the sample: the same bytes for the same seed")
  .requiredOption("--out <folder>", "a new or empty folder")
  .option("--accounts <n>", "accounts in addition to the sample's own", wholeNumber, 10_000)
  .option("--years <n>", "years of daily unit values, 252 days each", wholeNumber, 1)
  .option("--days <n>", "days of unit values, instead of years", wholeNumber)
  .option("--folio-values", "also unit values for the first folio of each account")
  .option("--holdings <n>", "let each account trade until it holds n securities", wholeNumber)
  .option(
    "--trades <n>",
    "transactions of each account; by default 5 for every 2 holdings",
    wholeNumber,
  )
  .option("--valuations", "also valuations of these accounts, as a custodian supplies them")
  .option("--seed <text>", "seed of the random choices", "1")
  .option("--json", "print the counts as JSON")
  .addHelpText("after", "\nExample:\n  bursar sample --accounts 500 --seed 7 --out ./large-firm")
  .action(onDemand(() => import("./sample.ts"), "sampleCommand"));

program
  .command("backup <file>")
  .description("write the store as of one moment to a new file; changes may go on")
  .option("--verify", "check that an existing back-up is whole; needs its master key and no store")
  .option("--json", "print the manifest as JSON")
  .addHelpText("after", "\nExample:\n  bursar backup /mnt/backups/2026-03-02.backup")
  .action(onDemand(() => import("./backup.ts"), "backupCommand"));

program
  .command("restore <file>")
  .description("restore a back-up into an empty store: all of it or nothing")
  .option("--json", "print the manifest as JSON")
  .addHelpText("after", "\nExample:\n  DATA_DIR=/srv/bursar bursar restore 2026-03-02.backup")
  .action(onDemand(() => import("./backup.ts"), "restoreCommand"));

program
  .command("compute")
  .description("recompute lots, positions and unit values; print what changed")
  .option("--account <number>", "one account")
  .option("--all", "every account that has transactions or valuations, in order of number")
  .option("--after <number>", "with --all: continue after this account")
  .option("--workers <n>", "with --all: threads; by default one fewer than cores", threadCount)
  .option("--json", "print what changed as JSON")
  .addHelpText("after", "\nExample:\n  bursar compute --all")
  .action(onDemand(() => import("./compute.ts"), "computeCommand"));

program
  .command("report")
  .description(
    "freeze the reported tax lots and forms of a past year, from the present transactions",
  )
  .option("--tax-year <year>", "a year that is over, four digits", taxYearOption)
  .option("--account <number>", "one account; by default every taxable account with transactions")
  .option("--list", "list every version of the reported years, and change nothing")
  .option("--check", "print how the year's lots and forms would change, and change nothing")
  .option("--early", "also before 31 January, while losses of December can still be washed")
  .option("--replace-loaded", "also replace a year that was loaded as reported")
  .addOption(
    new Option("--form <form>", "print working copies of a form instead").choices(formNames),
  )
  .option("--of-version <n>", "with --form: of this version, not the newest", versionOption)
  .option("--csv", "with --form: as CSV, the default")
  .option("--pdf", "with --form: as PDF")
  .option("--out <file>", "with --form: to a new file that only you may read")
  .option("--json", "print the versions and their changes, or the forms, as JSON")
  .addHelpText(
    "after",
    "\nExample:\n  bursar report --tax-year 2024" +
      "\n  bursar report --tax-year 2024 --form 1099-b --pdf --out 2024.pdf" +
      "\n  bursar report --tax-year 2024 --form 1099-div",
  )
  .action(onDemand(() => import("./report.ts"), "reportCommand"));

program
  .command("export")
  .description("records of the store as files that a load takes back")
  .command("transactions")
  .description("print every transaction, the oldest first: loaded back, the file changes nothing")
  .option("--account <number>", "one account; by default all")
  .option("--from <day>", "the first trade date", day)
  .option("--to <day>", "the last trade date", day)
  .option("--range <first,last>", "both days at once")
  .option("--out <file>", "to a new file that only you may read")
  .addHelpText(
    "after",
    "\nExample:\n  bursar export transactions --account RA00000001 --out transactions.csv",
  )
  .action(onDemand(() => import("./export.ts"), "exportTransactionsCommand"));

program
  .command("reconcile <folder>")
  .description("compare a custodian's statement with the books; exit 1 while breaks stand")
  .option(
    "--tolerance <amount>",
    "differences of money up to it are no breaks; by default 0.01",
    toleranceOption,
  )
  .option("--json", "print the breaks as JSON")
  .addHelpText("after", "\nExample:\n  bursar reconcile ./from-custodian --tolerance 0.05")
  .action(onDemand(() => import("./reconcile.ts"), "reconcileCommand"));

program
  .command("doctor")
  .description("list what is allowed but odd: cash, prices, sources, keys, checkpoints, back-ups")
  .option("--json", "print the findings as JSON")
  .addHelpText("after", "\nExample:\n  bursar doctor")
  .action(onDemand(() => import("./doctor.ts"), "doctorCommand"));

const verify = program
  .command("verify")
  .description("check what is derived from other records, and what decides rights");

verify
  .command("credentials")
  .description("check firms, API users and credentials by their seals and the audit log")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar verify credentials")
  .action(onDemand(() => import("./verify.ts"), "verifyCredentialsCommand"));

verify
  .command("series")
  .description("compare served unit values with daily rows; exit 1 and name the first difference")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar verify series")
  .action(onDemand(() => import("./verify.ts"), "verifySeriesCommand"));

const keys = program.command("keys").description("credentials of API users");

keys
  .command("create <apiUserId>")
  .description("create a bearer token, or with --signing a key and its shared secret; shown once")
  .option("--signing", "create a signing key instead of a token")
  .option(
    "--expires <date>",
    "the last instant at which it is valid (ISO 8601); default: in a year",
  )
  .option("--never", "let it be valid until it is revoked")
  .option("--member <loginId>", "bind it to a member of the API user's firm")
  .option("--json", "print it as JSON")
  .addHelpText("after", "\nExample:\n  bursar keys create 5001 --expires 2027-01-01T00:00:00Z")
  .action(onDemand(() => import("./keys.ts"), "createKeyCommand"));

keys
  .command("list")
  .description("list every credential, without secrets")
  .option("--json", "print them as JSON")
  .addHelpText("after", "\nExample:\n  bursar keys list --json")
  .action(onDemand(() => import("./keys.ts"), "listKeysCommand"));

keys
  .command("revoke <keyId>")
  .description("revoke a credential at once")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar keys revoke 911901387618045470")
  .action(onDemand(() => import("./keys.ts"), "revokeKeyCommand"));

keys
  .command("rotate-master")
  .description("seal everything under a new master key; the service must be stopped")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  MASTER_KEY=… NEW_MASTER_KEY=… bursar keys rotate-master")
  .action(onDemand(() => import("./rotate-master.ts"), "rotateMasterCommand"));

const sandbox = program.command("sandbox").description("a store that was made to try things");

sandbox
  .command("clock")
  .description("print the clock of business dates, or move it ahead and do what that brings")
  .option("--forward <days>", "days to move it ahead, such as 30d", daysForward)
  .option("--json", "print the clock as JSON")
  .addHelpText("after", "\nExample:\n  bursar sandbox clock --forward 30d")
  .action(onDemand(() => import("./sandbox.ts"), "sandboxClockCommand"));

sandbox
  .command("reset")
  .description("remove everything, and load the sample firm again with its credentials")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar sandbox reset")
  .action(onDemand(() => import("./sandbox.ts"), "sandboxResetCommand"));

program
  .command("contract")
  .description("print the OpenAPI 3.1 contract")
  .addHelpText("after", "\nExample:\n  bursar contract > bursar.openapi.json")
  .action(onDemand(() => import("./contract.ts"), "printContract"));

const audit = program.command("audit").description("the audit log");

audit
  .command("verify")
  .description("check every chain; exit 1 and name the first bad entry of each broken one")
  .option("--against <file>", "compare with this checkpoint instead of the last one that was kept")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar audit verify")
  .action(onDemand(() => import("./audit.ts"), "verifyAuditCommand"));

audit
  .command("checkpoint")
  .description("write the signed heads of all chains to a new file, to be kept elsewhere")
  .requiredOption("--out <file>", "the file to write")
  .option("--json", "print the result as JSON")
  .addHelpText("after", "\nExample:\n  bursar audit checkpoint --out /mnt/vault/2026-03-02.heads")
  .action(onDemand(() => import("./audit.ts"), "checkpointCommand"));

audit
  .command("at")
  .argument("<subject>", "an account, or offer:…")
  .description("rebuild an account with its restrictions, or an offer, as of an instant")
  .requiredOption("--time <instant>", "the instant (ISO 8601, with its offset)", instant)
  .option("--json", "print the state as JSON")
  .addHelpText("after", "\nExample:\n  bursar audit at RA00000001 --time 2026-03-02T10:00:00-05:00")
  .action(onDemand(() => import("./audit.ts"), "auditAtCommand"));

audit
  .command("show <subject>")
  .description("print the entries of an account, or of firm:…, member:…, offer:…, model:…")
  .option("--json", "print them as JSON")
  .addHelpText("after", "\nExample:\n  bursar audit show RA00000001")
  .action(onDemand(() => import("./audit.ts"), "showAuditCommand"));

addConsole(program);
addDocuments(program);
addEvents(program);
addImport(program);
addExplanations(program);
