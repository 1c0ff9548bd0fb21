// The requests that Bursar and each peer answer in turns.
import { isDeepStrictEqual } from "node:util";
import type { Bench } from "../service/bench.ts";
import type { Child } from "../service/child.ts";
import { fetchAll } from "../service/fetch.ts";
import type { Job } from "../service/job.ts";
import type { Pair } from "../service/pair.ts";
import {
  fetchOnce,
  type KnownRequest,
  oneAccount,
  type Read,
  readJob,
  reportedLots,
  yearOfAccount,
} from "../service/subjects/reads.ts";
import { restrictionRounds, updateJob } from "../service/subjects/writes.ts";
import { type PeerStore, storeAccounts, storeLots, storeSeries } from "./peer-store.ts";

/** A peer that runs. */
export interface RunningPeer extends Pick<Child, "pid"> {
  readonly name: string;
  readonly port: number;
}

/** A kind of request, with the ratio to each peer that is aimed at. */
export interface PeerSubject {
  readonly name: string;
  readonly least: number;
  /** Fills the peers' database; then gives the pair of a peer. */
  readonly prepare: (
    bench: Bench,
    store: PeerStore,
  ) => Promise<(peer: RunningPeer) => Pair | Promise<Pair>>;
}

/** All subjects, each with the accounts that it needs. */
export const peerSubjects: readonly PeerSubject[] = [
  reading(oneAccount, 1.2),
  reading(yearOfAccount, 1.2, storeSeries),
  reading(reportedLots, 2, storeLots),
  changing("update with four lists", 1, updates),
  changing("create restriction", 0.75, restrictions),
];

type Store = (store: PeerStore, known: readonly KnownRequest[]) => Promise<void>;

function reading(read: Read, least: number, fill?: Store): PeerSubject {
  const prepare: PeerSubject["prepare"] = async (bench, store) => {
    const known = await fetchOnce(bench, read);
    await storeMissing(
      bench,
      store,
      known.map(({ key }) => key),
    );
    await fill?.(store, known);
    await store.client.query("vacuum analyze");
    const job = readJob(bench, read, known);
    return async (peer) => {
      const onPeer = await checked(job, peer, known);
      return {
        subject: read.name,
        against: peer.name,
        least,
        a: (round) => ({ job: { ...job, seed: `${round}` }, pid: bench.service.pid }),
        b: (round) => ({ job: { ...onPeer, seed: `${round}` }, pid: peer.pid }),
      };
    };
  };
  return { name: read.name, least, prepare };
}

/** The service and a peer, as they make the same changes. */
type Sides = Pick<Pair, "a" | "b">;

function changing(
  name: string,
  least: number,
  prepare: (bench: Bench, store: PeerStore) => Promise<(peer: RunningPeer) => Promise<Sides>>,
): PeerSubject {
  return {
    name,
    least,
    prepare: async (bench, store) => {
      const sidesOf = await prepare(bench, store);
      return async (peer) => ({
        subject: name,
        against: peer.name,
        least,
        ...(await sidesOf(peer)),
      });
    },
  };
}

/** Stores the accounts that the peers do not have yet, as the service returns them. */
async function storeMissing(bench: Bench, store: PeerStore, numbers: readonly string[]) {
  const { rows } = await store.client.query<{ number: string }>("select number from account");
  const stored = new Set(rows.map(({ number }) => number));
  const missing = [...new Set(numbers)].filter((number) => !stored.has(number));
  const targets = missing.map((number) => ({
    method: "GET" as const,
    path: `/restapi/accounts/${number}`,
  }));
  const responses = await fetchAll(bench.service.port, bench.callers.adviser.bearer, targets);
  const known = responses.map(({ body }, at) => ({ key: missing[at] ?? "", body }));
  await storeAccounts(store, known);
}

/** The job on a peer, whose answers hold the same as those of the service. */
async function checked(job: Job, peer: RunningPeer, known: readonly KnownRequest[]) {
  const responses = await fetchAll(peer.port, job.sender, job.targets);
  const targets = job.targets.map((target, at) => {
    const { status, body } = responses[at] ?? { status: 0, body: "" };
    const isSame =
      status === 200 && isDeepStrictEqual(JSON.parse(body), JSON.parse(known[at]?.body ?? ""));
    if (!isSame) throw new Error(`${peer.name} answers ${target.path} otherwise: ${body}`);
    return { ...target, length: Buffer.byteLength(body) };
  });
  return { ...job, port: peer.port, targets };
}

/** Updates of four lists; two bodies take turns, so that each changes. */
const fourLists = ["Vera", "Viola"].map((firstName, at) => {
  const exclusions = (...values: readonly string[]) =>
    values.map((exclusionValue) => ({
      exclusionValue,
      exclusionStartDate: `2026-01-0${at + 1}`,
      exclusionEndDate: "2026-12-31",
    }));
  return JSON.stringify({
    trustedContacts: [
      {
        firstName,
        lastName: "Lindgren",
        relationship: "CHILD",
        email: `${firstName.toLowerCase()}@example.com`,
        telephone: "716-555-0142",
      },
    ],
    securityExclusions: exclusions("ACME"),
    issueExclusions: exclusions("BOLT"),
    sectorExclusions: exclusions("ENERGY"),
  });
});

async function updates(bench: Bench, store: PeerStore) {
  const numbers = bench.accounts.all.slice(0, bench.options.drawn).map(({ number }) => number);
  await storeMissing(bench, store, numbers);
  const job = updateJob(bench, numbers);
  const targets = job.targets.map((target) => ({ ...target, bodies: fourLists }));
  return async (peer: RunningPeer): Promise<Sides> => ({
    a: (round) => ({ job: { ...job, targets, seed: `${round}` }, pid: bench.service.pid }),
    b: (round) => ({
      job: { ...job, targets, seed: `${round}`, port: peer.port },
      pid: peer.pid,
    }),
  });
}

async function restrictions(bench: Bench, store: PeerStore) {
  return async (peer: RunningPeer): Promise<Sides> => {
    // The service has other accounts for each peer, which places the same restrictions.
    const ofPair = restrictionRounds(bench, 0.5);
    const rounds = Array.from({ length: bench.options.rounds + 1 }, (_, round) => ofPair(round));
    const paths = rounds.flatMap(({ targets }) => targets.map(({ path }) => path));
    await storeMissing(
      bench,
      store,
      paths.map((path) => path.split("/").at(-2) ?? ""),
    );
    return {
      a: (round) => ({ job: ofPair(round), pid: bench.service.pid }),
      b: (round) => ({ job: { ...ofPair(round), port: peer.port }, pid: peer.pid }),
    };
  };
}
