// Durable changes by many callers, each held against one durable insert of as many bytes.
import type { House } from "../house.ts";
import type { Job, Target } from "../job.ts";
import type { Pair } from "../pair.ts";
import type { Subject } from "../subject.ts";

/** An update that replaces the trusted contacts; two of them take turns, so that each changes. */
export const contactBodies = ["Vera", "Viola"].map((firstName) =>
  JSON.stringify({
    trustedContacts: [
      {
        firstName,
        lastName: "Lindgren",
        relationship: "CHILD",
        email: `${firstName.toLowerCase()}@example.com`,
        telephone: "716-555-0142",
      },
    ],
  }),
);

/** Updates of any of these accounts, each with a key of its own that makes it safe to repeat. */
export function updateJob(house: House, numbers: readonly string[]): Job {
  return {
    ...writing(house, "update account"),
    targets: numbers.map((number) => ({
      method: "PUT",
      path: `/restapi/accounts/${number}`,
      headers: ["Idempotency-Key: bench-{n}"],
      bodies: contactBodies,
    })),
  };
}

function writing(house: House, seed: string): Omit<Job, "targets"> {
  return {
    port: house.service.port,
    sender: house.callers.adviser.bearer,
    callers: house.options.callers,
    seconds: house.options.seconds,
    draw: "random",
    seed,
    status: 200,
  };
}

/** A change against inserts of the same bodies. */
function againstInsert(
  house: House,
  subject: string,
  least: number | undefined,
  job: (round: number) => Job,
): Pair {
  const onFloor = (round: number): Job => {
    const { exception: _, ...ofService } = job(round);
    const [first] = ofService.targets;
    const targets: Target[] = first ? [{ ...first, path: "/insert" }] : [];
    return { ...ofService, port: house.floor.port, targets, draw: "random", status: 201 };
  };
  return {
    subject,
    against: "insert",
    ...(least !== undefined && { least }),
    a: (round) => ({ job: job(round), pid: house.service.pid }),
    b: (round) => ({ job: onFloor(round), pid: house.floor.pid }),
  };
}

async function updateAccounts(house: House): Promise<Pair> {
  const job = updateJob(
    house,
    house.accounts.all.map(({ number }) => number),
  );
  return againstInsert(house, "update account", 0.2, (round) => ({ ...job, seed: `${round}` }));
}

/** The subjects that change. */
export const writeSubjects: readonly Subject[] = [
  { name: "update account", prepare: updateAccounts },
];
