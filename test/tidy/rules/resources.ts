// The allowed imports in the brokerage: districts in one order, resources through their reads and changes and without
// cycles.
import { inProduct, type Rule } from "../rule.ts";
import { targetsOf } from "../syntax.ts";
import { cyclesIn, roomIn, wrongImports } from "./imports.ts";

/** A resource by its district and its folder. */
const resourceOf = (path: string) => /^src\/brokerage\/([^/]+\/[^/]+)\//.exec(path)?.[1];

/** Nouns that other resources use as they are. Rules may import them, which may not import reads. */
const sharedNouns: ReadonlySet<string> = new Set([
  "src/brokerage/clients-and-accounts/accounts/address.ts",
  "src/brokerage/clients-and-accounts/accounts/errors.ts",
  "src/brokerage/clients-and-accounts/accounts/rules.ts",
  "src/brokerage/clients-and-accounts/members/person.ts",
  "src/brokerage/clients-and-accounts/restrictions/account-state.ts",
  "src/brokerage/clients-and-accounts/agreements/signature.ts",
  "src/brokerage/placements/offers/reserved-participants.ts",
  "src/brokerage/books/tax-forms/missing-payer-details.ts",
  "src/brokerage/documents/vault/kept-bytes.ts",
]);

const readsAndChanges: Rule = {
  name: "a resource uses another only through its reads and changes",
  instead: "add a function to its reads or changes; of a noun, its file to `sharedNouns`",
  find: inProduct(
    (path) => resourceOf(path) !== undefined,
    (file) =>
      wrongImports(file, (target) => {
        const other = resourceOf(target);
        const isOther = other !== undefined && other !== resourceOf(file.path);
        if (!isOther || sharedNouns.has(target)) return false;
        return !/\/(reads|changes|scheduled-job)\.ts$/.test(target);
      }),
  ),
  broken: [
    {
      "src/brokerage/placements/offers/a.ts":
        'import { b } from "../../clients-and-accounts/firms/queries.ts";',
    },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/a.ts":
        'import { b } from "../../clients-and-accounts/firms/reads.ts";',
    },
    { "src/brokerage/placements/offers/a.ts": 'import { b } from "./queries.ts";' },
    {
      "src/brokerage/placements/offers/a.ts":
        'import { b } from "../../clients-and-accounts/accounts/address.ts";',
    },
  ],
};

/** The districts of the brokerage from the lowest; resources import from their own district and
 * from lower ones. */
const districts = [
  "clients-and-accounts",
  "model-portfolios",
  "books",
  "placements",
  "market",
  "money",
  "corporate-events",
  "documents",
  "billing",
  "service",
];

const districtOf = (path: string) => districts.indexOf(roomIn("src/brokerage", path) ?? "");

const upwardInDistricts: Rule = {
  name: "districts import in one order",
  instead: "move what it needs to a lower district, or the operation to a higher one",
  find: inProduct(
    (path) => resourceOf(path) !== undefined,
    (file) => wrongImports(file, (target) => districtOf(target) > districtOf(file.path)),
  ),
  broken: [
    {
      "src/brokerage/clients-and-accounts/members/a.ts":
        'export { b } from "../../service/system/reads.ts";',
    },
  ],
  kept: [
    {
      "src/brokerage/service/system/a.ts":
        'import { b } from "../../clients-and-accounts/members/reads.ts";',
    },
    {
      "src/brokerage/clients-and-accounts/accounts/a.test.ts":
        'import { b } from "../../service/system/reads.ts";',
    },
  ],
};

const placedResources: Rule = {
  name: "every resource stands in a district",
  instead: "move it to a district, or name the district in test/tidy/rules/resources.ts",
  find: ({ product }) =>
    product.flatMap(({ path }) => {
      if (!path.startsWith("src/brokerage/")) return [];
      const isPlaced = resourceOf(path) !== undefined && districtOf(path) !== -1;
      return isPlaced ? [] : [{ path, what: "stands in no district" }];
    }),
  broken: [{ "src/brokerage/attic/offers/a.ts": "" }, { "src/brokerage/books/a.ts": "" }],
  kept: [
    { "src/brokerage/placements/offers/a.ts": "" },
    { "src/brokerage/books/tax-lots/computed/a.ts": "" },
  ],
};

const resourceCycles: Rule = {
  name: "no resource uses itself through others",
  instead: "move what it needs to a lower resource, or the operation to a higher one",
  find({ product }) {
    const graph = new Map<string, Set<string>>();
    for (const file of product) {
      const own = resourceOf(file.path);
      if (own === undefined) continue;
      const used = graph.get(own) ?? new Set<string>();
      graph.set(own, used);
      for (const target of targetsOf(file)) {
        const other = resourceOf(target);
        if (other !== undefined && other !== own) used.add(other);
      }
    }
    return cyclesIn(graph).map((cycle) => ({
      path: `src/brokerage/${cycle[0]}`,
      what: cycle.join(" -> "),
    }));
  },
  broken: [
    {
      "src/brokerage/placements/offers/a.ts": 'import type { B } from "../orders/reads.ts";',
      "src/brokerage/placements/orders/reads.ts": "",
      "src/brokerage/placements/orders/c.ts": 'import { d } from "../offers/reads.ts";',
      "src/brokerage/placements/offers/reads.ts": "",
    },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/a.ts": 'import { b } from "./reads.ts";',
      "src/brokerage/placements/orders/c.ts": 'import { d } from "../offers/reads.ts";',
      "src/brokerage/placements/offers/reads.ts": "",
    },
  ],
};

/** The rules of this theme. */
export const resourceRules: readonly Rule[] = [
  readsAndChanges,
  upwardInDistricts,
  placedResources,
  resourceCycles,
];
