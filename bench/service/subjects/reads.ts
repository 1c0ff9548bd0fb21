// Reads by many callers, each compared with the floor reading the same rows.

import { drawsFor } from "../../../src/cli/large-sample/draws.ts";
import { valuedDays } from "../../../src/cli/large-sample/unit-value-rows.ts";
import type { Bench } from "../bench.ts";
import { fetchAll } from "../fetch.ts";
import type { FloorForm, KnownBody } from "../floor-store.ts";
import type { Job, Target } from "../job.ts";
import type { Side } from "../measure.ts";
import type { Pair } from "../pair.ts";
import type { Subject } from "../subject.ts";

/** A request by the key under which the floor finds its response. */
export interface Keyed {
  readonly key: string;
  readonly path: string;
}

/** A kind of read: its requests, and how the floor reads the same. */
export interface Read {
  readonly name: string;
  readonly form: FloorForm;
  readonly requests: (bench: Bench) => readonly Keyed[];
  readonly isSigned?: boolean;
  /** Whether many accounts have none of it, so that more requests are needed to find enough. */
  readonly isRare?: boolean;
}

const ofAccount = (rest: string) => (bench: Bench) =>
  bench.accounts.all.map(({ number }) => ({
    key: number,
    path: `/restapi/accounts/${number}${rest}`,
  }));

/** The sample's account that has transfers and corporate actions in any case. */
const ofSample = "RA00000006";

const ofAccountsWith = (rest: string) => (bench: Bench) => [
  { key: ofSample, path: `/restapi/accounts/${ofSample}${rest}` },
  ...ofAccount(rest)(bench),
];

function rangeOf(days: number): string {
  const known = valuedDays(days);
  return `?daterange=${known[0]},${known.at(-1)}`;
}

/** The year of unit values of accounts. */
export const yearOfAccount: Read = {
  name: "year of unit values, account",
  form: "packed",
  requests: (bench) => ofAccount(`/performance/unitvalues${rangeOf(bench.options.days)}`)(bench),
};

/** The reported lots of a year of accounts that have 200. */
export const reportedLots: Read = {
  name: "reported tax lots, 200 lots",
  form: "ready",
  requests: ({ accounts }) =>
    accounts.withManyLots.map(({ number }) => ({
      key: number,
      path: `/restapi/accounts/${number}/reportedtaxlots?taxyear=2025`,
    })),
};

/** One account each. */
export const oneAccount: Read = {
  name: "one account, bearer",
  form: "ready",
  requests: ofAccount(""),
};

/** All kinds of reads. */
export const reads: readonly Read[] = [
  oneAccount,
  { ...oneAccount, name: "one account, signed", isSigned: true },
  yearOfAccount,
  {
    name: "year of unit values, folio",
    form: "packed",
    requests: ({ accounts, options }) =>
      accounts.withFolioValues.map(({ number }) => ({
        key: `${number}03`,
        path:
          `/restapi/accounts/${number}/folios/${number}03/performance/unitvalues` +
          rangeOf(options.days),
      })),
  },
  {
    name: "ten years of unit values",
    form: "packed",
    requests: ({ accounts, options }) =>
      accounts.withLongSeries.map(({ number }) => ({
        key: number,
        path: `/restapi/accounts/${number}/performance/unitvalues${rangeOf(options.years * 252)}`,
      })),
  },
  reportedLots,
  {
    name: "offers visible, 200 offers",
    form: "joined",
    requests: () => [{ key: "adviser", path: "/restapi/privateplacementoffers" }],
  },
  {
    name: "corporate actions",
    form: "ready",
    requests: ofAccountsWith("/corporateactions"),
    isRare: true,
  },
  {
    name: "transfers",
    form: "ready",
    requests: ofAccountsWith("/acatin"),
    isRare: true,
  },
  {
    name: "model",
    form: "ready",
    requests: () => ["711", "713"].map((key) => ({ key, path: `/restapi/models/${key}` })),
  },
  {
    name: "express instructions",
    form: "ready",
    requests: ofAccount("/cashtransfers/expresscheckinstructions"),
  },
];

/** The subjects that read. */
export const readSubjects: readonly Subject[] = reads.map((read) => ({
  name: read.name,
  prepare: (bench) => pairOf(bench, read),
}));

/** A request and its response. */
export interface KnownRequest extends KnownBody {
  readonly path: string;
  readonly etag: string | undefined;
}

/** Sends a random choice of a read's requests once and keeps the responses, except empty lists. */
export async function fetchOnce(bench: Bench, read: Read): Promise<KnownRequest[]> {
  const { drawn } = bench.options;
  const draws = drawsFor("1", read.name);
  const requests = [...read.requests(bench)];
  const most = Math.min(requests.length, read.isRare ? drawn * 4 : drawn);
  for (let at = 1; at < most; at += 1) {
    const other = at + draws.below(requests.length - at);
    [requests[at], requests[other]] = [requests[other] as Keyed, requests[at] as Keyed];
  }
  const targets = requests.slice(0, most).map(({ path }): Target => ({ method: "GET", path }));
  const fetched = await fetchAll(bench.service.port, bench.callers.adviser.bearer, targets);
  const found = fetched.flatMap(({ status, body, etag }, at) => {
    const { key, path } = requests[at] as Keyed;
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body}`);
    return body === "[]" ? [] : [{ key, path, body, etag }];
  });
  return found.slice(0, drawn);
}

/** The job of a read on the service. */
export function readJob(bench: Bench, read: Read, known: readonly KnownRequest[]): Job {
  const { adviser } = bench.callers;
  return {
    port: bench.service.port,
    sender: read.isSigned ? adviser.signed : adviser.bearer,
    callers: bench.options.callers,
    seconds: bench.options.seconds,
    targets: known.map(({ path, body }) => ({
      method: "GET",
      path,
      length: Buffer.byteLength(body),
    })),
    draw: "random",
    seed: read.name,
    status: 200,
  };
}

/** A read and the floor that returns the same. */
export async function pairOf(bench: Bench, read: Read): Promise<Pair> {
  const known = await fetchOnce(bench, read);
  const subject = read.name.replaceAll(/\W+/g, "-");
  await bench.floorStore.keep(subject, read.form, known);
  const onService = readJob(bench, read, known);
  const onFloor = (kind: string): Side => ({
    job: {
      ...onService,
      port: bench.floor.port,
      targets: known.map(({ key, body }) => ({
        method: "GET",
        path: `/${kind}/${subject}/${key}`,
        length: Buffer.byteLength(body),
      })),
    },
    pid: bench.floor.pid,
  });
  await checkSameBytes(bench, onFloor(read.form), known);
  await bench.floor.request(subject);
  return {
    subject: read.name,
    against: "read",
    a: (round) => seeded({ job: onService, pid: bench.service.pid }, round),
    b: (round) => seeded(onFloor(read.form), round),
    memory: onFloor("memory"),
  };
}

function seeded(side: Side, round: number): Side {
  return { ...side, job: { ...side.job, seed: `${side.job.seed} ${round}` } };
}

/** Checks that the floor returns the same bytes as the service. */
async function checkSameBytes(
  bench: Bench,
  { job }: Side,
  known: readonly KnownRequest[],
): Promise<void> {
  const targets = job.targets.slice(0, 20);
  const responses = await fetchAll(bench.floor.port, job.sender, targets);
  for (const [at, { body }] of responses.entries()) {
    if (body !== known[at]?.body)
      throw new Error(`the floor answers ${targets[at]?.path} otherwise`);
  }
}
