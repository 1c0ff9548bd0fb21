// A process that stands for the lead of a store, for the tests to kill and to freeze. While it leads it
// has a transaction open, which it ends when it reads a line.
import { once } from "node:events";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { openDatabase, sql } from "../src/platform/store/db.ts";
import { type Pace, standForLeader, type Term } from "../src/platform/store/leader.ts";

const given = JSON.parse(process.argv[2] ?? "") as ConnectionSettings & { readonly quick: Pace };
const db = await openDatabase({
  settings: given,
  readConnections: 1,
  writeConnections: 2,
  statementTimeoutMs: 20_000,
  lockTimeoutMs: 20_000,
});
const say = (line: string) => process.stdout.write(`${line}\n`);

async function store(term: Term): Promise<void> {
  await term.transaction(async (tx) => {
    await tx.execute(sql`
      insert into store_property (name, value) values (${`by ${process.pid}`}, 'kept')`);
    say("in a transaction");
    await once(process.stdin, "data");
  });
}

standForLeader(
  { settings: given, db },
  (term) => {
    say("leads");
    store(term).then(
      () => say("stored"),
      () => say("refused"),
    );
    return async () => void say("no longer leads");
  },
  { info: () => {}, warn: () => {} },
  given.quick,
);
