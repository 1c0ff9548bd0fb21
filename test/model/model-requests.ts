// Requests about models, the folios that follow them, and the sweep that brings newer versions: what
// the interface says of adopting, waiting and excluding is written here once more.
import fc from "fast-check";
import { sweepEvents } from "./event-requests.ts";
import { sweepFeeRuns } from "./fee-run-requests.ts";
import {
  type Actor,
  caller,
  done,
  forbidden,
  lastOf,
  type Model,
  type ModelOfFirm,
  Request,
  refused,
} from "./model.ts";
import { closeDue, placeDue, restrictionCodes } from "./subscription-rules.ts";

/** Weights of a model; one list names a security that is not there, one does not add to 100. */
const weights = {
  both: { ACME: "60.00", BOLT: "40.00" },
  even: { ACME: "50.00", CRUX: "50.00" },
  one: { BOLT: "100.00" },
  short: { ACME: "60.00", BOLT: "39.99" },
  unknown: { NONE: "100.00" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type Weights = keyof typeof weights;

/** One of those written, or for 3 one that is not there. */
const modelAt = (models: readonly ModelOfFirm[], which: number) =>
  which === 3 ? undefined : models[which % models.length];

const listOf = (name: Weights) =>
  Object.entries(weights[name]).map(([ticker, targetWeight]) => ({ ticker, targetWeight }));
const weightsCodes = (name: Weights | undefined) =>
  name === "unknown" ? ["model.security.rule"] : [];

const anyWeights = fc.constantFrom<Weights>(
  "both",
  "both",
  "even",
  "even",
  "one",
  "short",
  "unknown",
);
const folioName = fc.constantFrom("Growth", "Income", "Balanced", "Shelter");
const publishedStatus = fc.constantFrom<"U" | "P">("P", "P", "U");

const isTaken = ({ models }: Model, name: string, own?: ModelOfFirm) =>
  models.some((each) => each !== own && each.name === name);
const followersOf = ({ followers }: Model, model: ModelOfFirm) =>
  [...followers.values()].filter((each) => each.model === model);

// The other firm has names of its own.
const writer = caller.map((each) => (each === "otherAdviser" ? "issuer" : each));
const writing = fc
  .record({ caller: writer, folioName, publishedStatus, weights: anyWeights })
  .map(({ caller, folioName, publishedStatus, weights }) => {
    const body = { folioName, longName: "Of a run", style: "G", publishedStatus };
    return new Request({
      caller,
      name: `writes a model ${folioName} ${publishedStatus} of ${weights}`,
      send: (_, service) =>
        service.call(caller, "POST", "/restapi/models", {
          ...body,
          targetWeights: listOf(weights),
        }),
      expected: (model) => {
        if (caller !== "adviser") return forbidden;
        if (weights === "short") return refused("model.weights.rule");
        const codes = [
          ...(isTaken(model, folioName) ? ["model.unique.rule"] : []),
          ...weightsCodes(weights),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: ({ models }, response) => {
        const folioOid = lastOf(response);
        models.push({ folioOid, name: folioName, status: publishedStatus, versions: [weights] });
      },
    });
  });

type Change =
  | { readonly folioName: string }
  | { readonly publishedStatus: "U" | "P" }
  | { readonly targetWeights: Weights };
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ folioName }),
  fc.record({ publishedStatus }),
  fc.record({ targetWeights: anyWeights }),
);

const changing = fc
  .record({
    caller,
    which: fc.nat(3),
    change,
    isNumbered: fc.constantFrom(true, true, true, false),
  })
  .map(({ caller, which, change, isNumbered }) => {
    const name = "folioName" in change ? change.folioName : undefined;
    const status = "publishedStatus" in change ? change.publishedStatus : undefined;
    const weights = "targetWeights" in change ? change.targetWeights : undefined;
    const of = isNumbered ? "" : " of another number";
    return new Request({
      caller,
      name: `changes model ${which}${of}: ${JSON.stringify(change)}`,
      send: async ({ models }, service) => {
        const path = `/restapi/models/${modelAt(models, which)?.folioOid ?? "999999"}`;
        const read = await service.call("adviser", "GET", path);
        const { modelOid, folioNumber } = read.status === 200 ? read.body : { modelOid: "999999" };
        const body = {
          folioNumber: isNumbered && folioNumber ? folioNumber : "Another",
          ...(weights ? { targetWeights: listOf(weights) } : change),
        };
        return service.call(caller, "PUT", `/restapi/models/${modelOid}`, body);
      },
      expected: (model) => {
        const own = modelAt(model.models, which);
        if (caller !== "adviser" || own === undefined) return forbidden;
        if (weights === "short") return refused("model.weights.rule");
        const codes = [
          ...(isNumbered ? [] : ["model.folio.number.rule"]),
          ...(name !== undefined && isTaken(model, name, own) ? ["model.unique.rule"] : []),
          ...weightsCodes(weights),
          ...(own.status === "P" && status === "U" && followersOf(model, own).length > 0
            ? ["model.subscribed.rule"]
            : []),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: ({ models }) => {
        const own = modelAt(models, which);
        if (own === undefined) return;
        own.name = name ?? own.name;
        own.status = status ?? own.status;
        if (weights && weights !== own.versions.at(-1)) own.versions.push(weights);
      },
    });
  });

const account = "RA00000009";
const folio = fc.constantFrom("01", "03", "03", "03", "04", "05").map((end) => account + end);
const isThere = ({ folios }: Model, number: string) =>
  number.endsWith("01") || folios[Number(number.slice(-2)) - 3] !== undefined;
const isFixed = ({ folios }: Model, number: string) =>
  number.endsWith("01") || folios[Number(number.slice(-2)) - 3] === "C";
const pathOf = (number: string) => `/restapi/accounts/${account}/folios/${number}`;

/** The weights of a folio: under rule A what the account excludes is left out, and of two the other
 * is then the whole. */
function effective(name: Weights, rule: string, excluded: readonly string[]) {
  const left = listOf(name).filter(({ ticker }) => rule === "N" || !excluded.includes(ticker));
  return left.length === 1 ? left.map((each) => ({ ...each, targetWeight: "100.00" })) : left;
}

const following = fc
  .record({
    caller,
    folio,
    which: fc.nat(3),
    type: fc.constantFrom("A", "R", "F", "D"),
    rule: fc.constantFrom("A", "A", "N"),
  })
  .map(({ caller, folio, which, type, rule }) => {
    return new Request({
      caller,
      name: `has ${folio} follow model ${which} by ${type} ${rule}`,
      send: ({ models }, service) => {
        const modelFolioOid = modelAt(models, which)?.folioOid ?? "999999";
        const body = { modelFolioOid, subscriptionType: type, exclusionRule: rule };
        return service.call(caller, "PUT", `${pathOf(folio)}/modelsubscription`, body);
      },
      expected: (model) => {
        if (caller !== "adviser") return forbidden;
        if (!isThere(model, folio)) return done(404);
        const of = modelAt(model.models, which);
        const newest = of?.status === "P" ? of.versions.at(-1) : undefined;
        const isLeft = newest && effective(newest, rule, model.excluded).length > 0;
        const codes = [
          ...(isFixed(model, folio) ? ["folio.fixed.rule"] : []),
          ...(newest ? [] : ["model.subscription.model.rule"]),
          ...restrictionCodes(model, account),
          ...(newest && !isLeft ? ["model.subscription.exclusion.rule"] : []),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: ({ models, followers }) => {
        const model = modelAt(models, which);
        if (model === undefined) return;
        const adopted = model.versions.length;
        followers.set(folio, { model, type, rule, adopted, isPending: false });
      },
    });
  });

const leaving = fc.record({ caller, folio }).map(({ caller, folio }) => {
  return new Request({
    caller,
    name: `ends the subscription of ${folio}`,
    send: (_, service) => service.call(caller, "DELETE", `${pathOf(folio)}/modelsubscription`),
    expected: (model) => {
      if (caller !== "adviser") return forbidden;
      return done(model.followers.has(folio) ? 200 : 404);
    },
    become: ({ followers }) => {
      followers.delete(folio);
    },
  });
});

const weighing = fc.record({ caller, folio }).map(({ caller, folio }) => {
  return new Request({
    caller,
    name: `reads the weights of ${folio}`,
    send: (_, service) => service.call(caller, "GET", `${pathOf(folio)}/targetweights`),
    expected: (model) => {
      if (caller === "otherAdviser" || caller === "issuer") return forbidden;
      if (!isThere(model, folio)) return done(404);
      const of = model.followers.get(folio);
      const adopted = of?.model.versions[of.adopted - 1];
      return done(200, adopted ? effective(adopted, of?.rule ?? "", model.excluded) : []);
    },
    become: () => {},
  });
});

const excluding = fc
  .record({ caller, tickers: fc.constantFrom([], ["ACME"], ["BOLT"], ["ACME", "BOLT"]) })
  .map(({ caller, tickers }) => {
    const securityExclusions = tickers.map((exclusionValue) => ({ exclusionValue }));
    return new Request({
      caller,
      name: `excludes ${tickers.join(" and ") || "nothing"}`,
      send: (_, service) =>
        service.call(caller, "PUT", `/restapi/accounts/${account}`, { securityExclusions }),
      expected: () => (caller === "adviser" ? done(200) : forbidden),
      become: ({ excluded }) => {
        excluded.splice(0, excluded.length, ...tickers);
      },
    });
  });

/** The effects of a sweep on all that is due. */
export function sweep(model: Model): void {
  placeDue(model);
  closeDue(model);
  sweepEvents(model);
  sweepFeeRuns(model);
  for (const of of model.followers.values()) {
    const newest = of.model.versions.at(-1);
    if (of.isPending || newest === undefined || of.adopted === of.model.versions.length) continue;
    const left = effective(newest, of.rule, model.excluded);
    const isWhole = left.length === listOf(newest).length;
    of.isPending = !(of.type === "A" || (of.type === "F" && isWhole));
    if (!of.isPending) of.adopted = of.model.versions.length;
  }
}

/** Has time bring what is due. */
export const sweeping = fc.constantFrom<Actor>("operator", "operator", "adviser").map((caller) => {
  return new Request({
    caller,
    name: "has time bring what is due",
    send: (_, service) => service.call(caller, "PUT", "/restapi/sweeps", {}),
    expected: () => (caller === "operator" ? done(200) : forbidden),
    become: sweep,
  });
});

/** Requests about models and the folios that follow them. */
export const modelRequests = [
  writing,
  changing,
  changing,
  following,
  following,
  leaving,
  leaving,
  leaving,
  weighing,
  excluding,
  sweeping,
];
