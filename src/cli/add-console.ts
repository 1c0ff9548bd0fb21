// The commands for people who sign in to the console.
import type { Command } from "commander";
import { onDemand } from "./on-demand.ts";

/** Adds `console` to the program. */
export function addConsole(program: Command): void {
  const people = program.command("console").description("people who sign in to the console");

  people
    .command("link <loginId>")
    .description("make a link by which a person signs in, once, within 15 minutes; shown once")
    .option(
      "--api-user <id>",
      "the API user whose rights the person has; default: the firm's widest",
    )
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  bursar console link harbor.lin --api-user 5001")
    .action(onDemand(() => import("./console.ts"), "linkCommand"));

  people
    .command("sessions")
    .description("list the sessions of the last 12 hours, without secrets")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  bursar console sessions --json")
    .action(onDemand(() => import("./console.ts"), "listSessionsCommand"));

  people
    .command("revoke <sessionId|loginId>")
    .description("end a session at once, or all sessions and links of a person")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  bursar console revoke harbor.lin")
    .action(onDemand(() => import("./console.ts"), "revokeSessionsCommand"));
}
