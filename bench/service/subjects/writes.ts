// Durable changes by many callers, each compared with one durable insert of as many bytes, and with
// the least SQL of a change that is audited.
import { drawsFor } from "../../../src/cli/large-sample/draws.ts";
import type { Bench } from "../bench.ts";
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

/** Updates of any of these accounts, each with its own idempotency key. */
export function updateJob(bench: Bench, numbers: readonly string[]): Job {
  return {
    ...writing(bench, "update account"),
    targets: numbers.map((number) => ({
      method: "PUT",
      path: `/restapi/accounts/${number}`,
      headers: ["Idempotency-Key: bench-{n}"],
      bodies: contactBodies,
    })),
  };
}

function writing(bench: Bench, seed: string): Omit<Job, "targets"> {
  return {
    port: bench.service.port,
    sender: bench.callers.adviser.bearer,
    callers: bench.options.callers,
    seconds: bench.options.seconds,
    draw: "random",
    seed,
    status: 200,
  };
}

/** The floors of a change, and how the floor's server is asked for each. */
const floors = {
  insert: ({ path: _ }: Target): string => "/insert",
  audited: ({ path }: Target): string => `/audited/${path.split("/")[3] ?? "{n}"}/{n}`,
} as const;

type Floor = keyof typeof floors;

/** A change against a floor that receives the same bodies. */
function against(floor: Floor, change: Change, bench: Bench): Pair {
  const { subject } = change;
  const job = change.jobOf(bench);
  const onFloor = (round: number): Job => {
    const { exception: _, ...ofService } = job(round);
    const targets = ofService.targets.map((target) => ({ ...target, path: floors[floor](target) }));
    const few = floor === "insert" ? targets.slice(0, 1) : targets;
    return { ...ofService, port: bench.floor.port, targets: few, draw: "random", status: 201 };
  };
  return {
    subject,
    against: floor,
    a: (round) => ({ job: job(round), pid: bench.service.pid }),
    b: (round) => ({ job: onFloor(round), pid: bench.floor.pid }),
  };
}

/** A kind of change. */
interface Change {
  readonly subject: string;
  readonly jobOf: (bench: Bench) => (round: number) => Job;
}

/** The subjects of a change: one for each floor. */
function againstFloors(change: Change): readonly Subject[] {
  return (["insert", "audited"] as const).map((floor) => ({
    name: change.subject,
    prepare: async (bench) => against(floor, change, bench),
  }));
}

function updatesOfAccounts(bench: Bench): (round: number) => Job {
  const job = updateJob(
    bench,
    bench.accounts.all.map(({ number }) => number),
  );
  return (round) => ({ ...job, seed: `${round}` });
}

/** Restrictions of both types on accounts of each round's own, which no other call is given. */
export function restrictionRounds(bench: Bench, share = 1): (round: number) => Job {
  const { rounds, seconds } = bench.options;
  const left = bench.accounts.unrestricted.slice(bench.used.restricted);
  const ofRound = Math.min(
    Math.floor((left.length * share) / (rounds + 1)),
    Math.ceil(seconds * 1500),
  );
  if (ofRound === 0) throw new Error("no account is left to restrict: take another folder");
  bench.used.restricted += ofRound * (rounds + 1);
  const bodies = ["SO", "CR"].map((code) =>
    JSON.stringify({ inceptionInfo: "Court order", reason: { code: "021" }, type: { code } }),
  );
  return (round) => ({
    ...writing(bench, "create restriction"),
    status: 201,
    draw: "round-robin",
    targets: left.slice(ofRound * round, ofRound * (round + 1)).map(({ number }) => ({
      method: "POST",
      path: `/restapi/accounts/${number}/restrictions`,
      bodies,
    })),
  });
}

/** Offers of the second adviser's firm, which the first one's list of offers does not show. */
function offersOfSecondFirm(bench: Bench): (round: number) => Job {
  const offer = {
    blueSkyedStates: ["CA", "NY"],
    clientsHaveAccess: true,
    closingDate: "2031-06-30",
    corporateAccreditationSetting: "A",
    creatingFirmRepresentativeOid: "2201",
    daysFromClosingCashIsRequired: "0",
    documentationExternal: true,
    executionType: "PART_OR_NONE",
    exemption: "RULE_506_B",
    industry: "OTC",
    issuerSize: "R2",
    issuingFirmOid: "1004",
    issuingFirmRepresentativeOid: "2301",
    maximumInvestmentAmount: "250000.00",
    minimumAnnualIncomeRange: "4",
    minimumInvestmentAmount: "10000.00",
    minimumLiquidNetWorthRange: "5",
    minimumNetWorthRange: "5",
    naturalPersonAccreditationSetting: "A",
    offerMinimum: "500000.00",
    offerSize: "2000000.00",
    offerName: "Redwood Robotics {n}",
    participatingFirms: [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }],
    physicalSignatureRequired: false,
    previousExperienceSetting: "N",
    published: false,
    security: { ticker: "PRIV.{n}", previousClosingPrice: "12.50" },
    securityType: "EQUITY",
  };
  const path = "/restapi/privateplacementoffers";
  return () => ({
    ...writing(bench, "create offer"),
    sender: bench.callers.otherAdviser.bearer,
    status: 201,
    targets: [{ method: "POST", path, bodies: [JSON.stringify(offer)] }],
  });
}

const imageLength = 20_000;

/** An image's first bytes, and then bytes of which each differs from its neighbours. */
function pngOf(length: number): string {
  const draws = drawsFor("1", "image");
  const image = Buffer.from(Array.from({ length }, () => draws.below(256)));
  Buffer.from([0x89, 0x50, 0x4e, 0x47]).copy(image);
  return image.toString("base64");
}

/** A drawing of one long line, which the service reads completely. */
function svgOf(length: number): string {
  const draws = drawsFor("1", "drawing");
  const head = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0';
  const tail = '"/></svg>';
  let line = "";
  while (line.length < length - head.length - tail.length) {
    line += `L${draws.below(90)} ${draws.below(30)}`;
  }
  return Buffer.from(head + line + tail).toString("base64");
}

const maxSigners = 50;

/** Signatures of owners; an owner may sign again, and each signature is stored. */
function signingWith(encoding: string, image: string): (bench: Bench) => (round: number) => Job {
  return (bench) => (round) => ({
    ...writing(bench, `sign agreement ${encoding} ${round}`),
    targets: bench.accounts.all.slice(0, maxSigners).map(({ number, owners }) => ({
      method: "POST",
      path: `/restapi/accounts/${number}/customeragreement`,
      bodies: [
        JSON.stringify({
          loginId: owners[0]?.loginId,
          signatureMethod: "SIGNATURE_IMAGE",
          signatureImageEncoding: encoding,
          signatureData: image,
        }),
      ],
    })),
  });
}

const changes: readonly Change[] = [
  {
    subject: "update account",
    jobOf: updatesOfAccounts,
  },
  {
    subject: "create restriction",
    // Its other floor takes the other half of the accounts.
    jobOf: (bench) => restrictionRounds(bench, 0.5),
  },
  {
    subject: "create offer",
    jobOf: offersOfSecondFirm,
  },
  {
    subject: "sign agreement, 20 KB image",
    jobOf: signingWith("PNG", pngOf(imageLength)),
  },
  { subject: "sign agreement, 20 KB drawing", jobOf: signingWith("SVG", svgOf(imageLength)) },
];

/** The subjects that change. */
export const writeSubjects: readonly Subject[] = changes.flatMap(againstFloors);
