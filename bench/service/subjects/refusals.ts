// Requests that are refused, against the accepted one: a refusal must be the cheaper response.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { embeddedSettings } from "../../../src/platform/store/embedded/embedded-postgres.ts";
import type { Bench } from "../bench.ts";
import { startService } from "../bursar-process.ts";
import type { Job } from "../job.ts";
import type { Pair } from "../pair.ts";
import type { Subject } from "../subject.ts";
import { updateJob } from "./writes.ts";

const least = 1;
/** An address of its own, so that failures count for nobody else. */
const failingAddress = "127.9.9.9";
/** Failures of one address that get a 401 before 429 takes their place. */
const failuresOfAddress = 20;
/** Failures that a new minute of the failing address gets a 401. */
const failuresOfMinutes = 3 * failuresOfAddress;

/** The reads of one account that are accepted. */
function accepted(bench: Bench): Job {
  return {
    port: bench.service.port,
    sender: bench.callers.adviser.bearer,
    callers: bench.options.callers,
    seconds: bench.options.seconds,
    targets: bench.accounts.all.map(({ number }) => ({
      method: "GET",
      path: `/restapi/accounts/${number}`,
    })),
    draw: "random",
    seed: "refused",
    status: 200,
  };
}

function pairOf(bench: Bench, subject: string, refused: Job, against = accepted(bench)): Pair {
  const { pid } = bench.service;
  return {
    subject,
    against: "accepted",
    least,
    a: () => ({ job: refused, pid }),
    b: () => ({ job: against, pid }),
  };
}

const wrongToken = () => ({ token: `bursar_${randomBytes(32).toString("base64url")}` });

// An address gets a limited number of 401s, so both sides change their address as
// often.
async function unauthorized(bench: Bench): Promise<Pair> {
  const one = { ...accepted(bench), requestsOfAddress: failuresOfAddress };
  return pairOf(bench, "401 unknown token", { ...one, sender: wrongToken(), status: 401 }, one);
}

async function tooManyFailures(bench: Bench): Promise<Pair> {
  return pairOf(bench, "429 after failed credentials", {
    ...accepted(bench),
    sender: wrongToken(),
    status: 429,
    exception: { status: 401, atMost: failuresOfMinutes },
    localAddress: failingAddress,
  });
}

async function forbidden(bench: Bench): Promise<Pair> {
  const targets = [{ method: "GET", path: "/restapi/accounts/RB00000001" }] as const;
  const refused = { ...accepted(bench), targets, status: 403 };
  // The owner of the account has to be looked up in the store, as for the accepted one.
  return { ...pairOf(bench, "403 another firm's account", refused), least: 0.9 };
}

async function malformed(bench: Bench): Promise<Pair> {
  const updates = updateJob(
    bench,
    bench.accounts.all.map(({ number }) => number),
  );
  const bodies = [JSON.stringify({ accountname: "x", longTermTaxRate: "101" })];
  const targets = updates.targets.map((target) => ({ ...target, bodies }));
  return pairOf(bench, "400 two problems", { ...updates, targets, status: 400 }, updates);
}

/** A second process on the same store that lets an API user send one request a second. */
async function overRate(bench: Bench): Promise<Pair> {
  const dataDir = join(bench.folder, "data");
  const settings = await embeddedSettings(dataDir);
  if (settings === undefined) throw new Error("the service's PostgreSQL is gone");
  const { user, password, database, host } = settings.serving;
  const place = encodeURIComponent(host);
  const limited = await startService(join(bench.folder, "limited.log"), {
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${place}`,
    MASTER_KEY: (await readFile(join(dataDir, "master.key"), "utf8")).trim(),
    DATA_DIR: join(bench.folder, "limited"),
    RATE_LIMIT: "1",
  });
  const job: Job = {
    ...accepted(bench),
    port: limited.port,
    status: 429,
    exception: { status: 200, atMost: 3 + Math.ceil(bench.options.seconds) },
  };
  return {
    ...pairOf(bench, "429 over the rate", job),
    a: () => ({ job, pid: limited.pid }),
    end: limited.stop,
  };
}

/** The subjects that are refused. */
export const refusalSubjects: readonly Subject[] = [
  { name: "401 unknown token", prepare: unauthorized },
  { name: "429 after failed credentials", prepare: tooManyFailures },
  { name: "403 another firm's account", prepare: forbidden },
  { name: "429 over the rate", prepare: overRate },
  { name: "400 two problems", prepare: malformed },
];
