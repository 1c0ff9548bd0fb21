// Requests that only read: who sees which record of the sample, and what they show of what the
// other requests of a sequence have changed.

import { compareIds, type Id } from "@bursar/values/ids";
import fc from "fast-check";
import { expect } from "vitest";
import { caller, done, forbidden, type Model, Request, refused } from "./model.ts";
import { dayAt } from "./subscription-rules.ts";
import { accountsOfClient, type Caller, firmViewers, seesAccount } from "./visibility.ts";

/** A path, who may read it, and what the model knows of the response. */
interface Read {
  readonly path: string | ((model: Model) => string);
  readonly who: (caller: Caller, model: Model) => boolean;
  readonly body?: (model: Model, caller: Caller) => object | undefined;
  /** Where it is not 200. */
  readonly status?: number;
  readonly headers?: (caller: Caller) => Readonly<Record<string, string>>;
  /** Whether what the path names is not there yet. */
  readonly isAbsent?: (model: Model, caller: Caller) => boolean;
}

const asClient = (caller: Caller) => ({
  "X-Associated-Member-Id": caller === "otherAdviser" ? "erin.cole" : "ada.whitfield",
});
const everyone = () => true;
const of = (account: string) => (caller: Caller) => seesAccount(caller, account);
const among =
  (...callers: readonly Caller[]) =>
  (caller: Caller) =>
    callers.includes(caller);

const whitfield = "/restapi/accounts/RA00000001";
const joint = "/restapi/accounts/RA00000009";
const nguyen = "/restapi/accounts/RA00000006";

/** Oldest first; ids grow with time, and those of one instant are in no other order. */
const restrictionsOf = ({ restrictions }: Model) =>
  [...restrictions]
    .toSorted(([, one], [, other]) => compareIds(one.id as Id, other.id as Id))
    .map(([key, { id, reason }]) => ({
      accountRestrictionId: id,
      reason: { code: reason },
      type: { code: key.split(" ")[1] },
    }));

const isOpenItem = ({ item, day }: Model) => ["I", "V"].includes(item.status) && day <= 18;

const accounts: readonly Read[] = [
  { path: "/restapi/accounts?user=ada.whitfield", who: among(...firmViewers, "client") },
  {
    path: "/restapi/accounts",
    who: everyone,
    body: (model, caller) =>
      caller !== "client"
        ? undefined
        : [...accountsOfClient, ...model.opened.filter(({ isOfClient }) => isOfClient)]
            .map((each) => (typeof each === "string" ? each : each.number))
            .toSorted()
            .map((accountNumber) => ({ accountNumber })),
  },
  {
    path: whitfield,
    who: of("RA00000001"),
    body: ({ everyday: { accountName, billingPlanOid } }) => ({ accountName, billingPlanOid }),
  },
  { path: `${joint}/restrictions`, who: of("RA00000009"), body: restrictionsOf },
  {
    path: (model) => `${joint}/restrictions/${restrictionsOf(model)[0]?.accountRestrictionId ?? 1}`,
    who: of("RA00000009"),
    isAbsent: ({ restrictions }) => restrictions.size === 0,
    body: (model) => restrictionsOf(model)[0],
  },
  {
    path: `${joint}/folios`,
    who: of("RA00000009"),
    body: ({ folios }) =>
      [undefined, undefined, ...folios].map((_, index) => ({
        folioNumber: `RA00000009${String(index + 1).padStart(2, "0")}`,
      })),
  },
  {
    path: `${joint}/folios/RA0000000903`,
    who: of("RA00000009"),
    body: ({ folios: [folioStatus] }) => ({ folioStatus }),
  },
  { path: `${joint}/folios/RA0000000977`, who: of("RA00000009"), status: 404 },
  { path: `${whitfield}/auditentries`, who: of("RA00000001") },
];

const transfersOf = ({ transfers }: Model, account: string) =>
  [...transfers].filter(([, each]) => each.account === account);

const requestsOfOthers: readonly Read[] = [
  { path: `${nguyen}/acatin`, who: of("RA00000006") },
  {
    path: `${joint}/acatin`,
    who: of("RA00000009"),
    body: (model) => {
      const entered = transfersOf(model, "RA00000009").map(([acatid, { status }]) => ({
        acatid,
        status,
      }));
      return entered.length < 2 ? entered : undefined;
    },
  },
  { path: `${nguyen}/acatin/ACAT-10010/history`, who: of("RA00000006") },
  {
    path: `${whitfield}/corporateactions/CA-2001`,
    who: of("RA00000001"),
    body: ({ notices }) => ({ status: notices.get("CA-2001") }),
  },
  { path: `${whitfield}/corporateactions`, who: of("RA00000001") },
  { path: `${whitfield}/corporateactions/CA-1`, who: of("RA00000001"), status: 404 },
  { path: "/restapi/utils/contrafirms", who: everyone },
];

const members: readonly Read[] = [
  {
    path: "/restapi/members/gina.moss/verifications",
    who: among(...firmViewers),
  },
  {
    path: "/restapi/members/ada.whitfield/ifas/4502",
    who: among(...firmViewers, "client"),
    body: ({ item }) => ({ id: "4502", ifaStatus: item.status }),
  },
  {
    path: "/restapi/members/ada.whitfield/ifas/1",
    who: among(...firmViewers, "client"),
    status: 404,
  },
  {
    path: "/restapi/members/ada.whitfield/ifas?ifastatus=open",
    who: among(...firmViewers, "client"),
    body: (model) => {
      const first = [
        ...(isOpenItem(model) ? ["4502"] : []),
        ...(model.day <= 83 ? ["4503"] : []),
        ...(model.day <= 10 ? ["4505"] : []),
      ];
      const isFirst = model.items === 0 && model.opened.length === 0;
      return isFirst ? { length: first.length } : undefined;
    },
  },
  { path: "/restapi/firms/1002", who: among(...firmViewers), body: () => ({ firmOid: "1002" }) },
  { path: "/restapi/firms/1002/overview", who: among(...firmViewers) },
  {
    path: "/restapi/firms/1002/billingplans",
    who: among(...firmViewers),
    body: () => ({ platformBilling: "3003", brokerageBilling: "3004" }),
  },
  {
    path: "/restapi/firms/1002/billingplans/3001",
    who: among(...firmViewers),
    body: () => ({ billingPlanId: "3001", billingPlanType: "A" }),
  },
  { path: "/restapi/firms/1002/billingplans/3101", who: among(...firmViewers), status: 404 },
];

const books: readonly Read[] = [
  ...[
    `${whitfield}/reportedtaxlots?taxyear=2025`,
    `${whitfield}/opentaxlots`,
    `${whitfield}/closedtaxlots?taxyear=2025`,
    `${whitfield}/taxlots/unrealized`,
    `${whitfield}/positions`,
    `${whitfield}/folios/RA0000000103/positions`,
    `${whitfield}/folios/RA0000000103/currentweights`,
    `${whitfield}/performance/periods`,
    `${whitfield}/performance/steps?daterange=2026-02-02,2026-02-27`,
    `${whitfield}/performance/rawdata?daterange=2026-02-02,2026-02-27`,
    `${whitfield}/folios/RA0000000103/performance/summary?daterange=2026-02-02,2026-02-27`,
  ].map((path): Read => ({ path, who: of("RA00000001") })),
  {
    path: `${whitfield}/performance/unitvalues?daterange=2026-02-02,2026-02-27&returntype=netfee`,
    who: of("RA00000001"),
    body: () => ({ identifierType: "ACCOUNT", identifierValue: "RA00000001" }),
  },
  {
    path: `${whitfield}/folios/RA0000000103/performance/unitvalues?daterange=2026-02-02,2026-02-27`,
    who: of("RA00000001"),
    body: () => ({ identifierType: "FOLIO", identifierValue: "RA0000000103" }),
  },
];

const of2001 = of("RA00000001");
const lots = "81001/82001";
const singleLots: readonly Read[] = [
  `reportedtaxlots/${lots}`,
  `reportedtaxlots/${lots}/2813163411684026465`,
  "opentaxlots/81001",
  "opentaxlots/81001/5025394092550015313",
  "closedtaxlots",
  `closedtaxlots/${lots}`,
  `closedtaxlots/${lots}/2813163411684026465`,
  "taxforms/2024?form=1099-b",
  "performance/summary?daterange=2026-02-02,2026-02-27",
  "folios/RA0000000103/performance/rawdata?daterange=2026-02-02,2026-02-27",
].map((path): Read => ({ path: `${whitfield}/${path}`, who: of2001 }));

const agreementOf = (model: Model) => `${whitfield}/customeragreement/${model.agreement ?? "1"}`;
const agreements: readonly Read[] = ["", "/content"].map((more) => ({
  path: (model) => `${agreementOf(model)}${more}`,
  who: among(...firmViewers, "client"),
  isAbsent: ({ agreement }) => agreement === undefined,
}));

const services: readonly Read[] = [
  { path: "/restapi/events?limit=5", who: everyone },
  { path: "/restapi/webhooks", who: (caller) => caller !== "client" },
  ...["service", "service/chains", "service/oddities"].map(
    (name): Read => ({ path: `/restapi/${name}`, who: among("operator") }),
  ),
  { path: "/restapi/loads", who: among(...firmViewers, "otherAdviser") },
  { path: "/restapi/loads/4606", who: among(...firmViewers) },
  { path: "/restapi/loads/4607", who: among("operator", "otherAdviser") },
  { path: "/restapi/reconciliations", who: among(...firmViewers, "otherAdviser") },
  { path: "/restapi/models", who: among(...firmViewers, "otherAdviser", "client") },
  {
    path: "/restapi/models/713/subscriptions",
    who: among(...firmViewers, "otherAdviser", "client"),
    body: (_, caller) => (caller === "otherAdviser" ? [] : [{ folioNumber: "RA0000000104" }]),
  },
  {
    path: "/restapi/simulation/clock",
    who: among("operator"),
    body: ({ day }) => ({ now: expect.stringContaining(dayAt(day)) }),
  },
];

const offers: readonly Read[] = [
  { path: "/restapi/privateplacementoffers?offerstatus=open", who: everyone },
  {
    path: "/restapi/privateplacementoffers/801/documents",
    who: (caller) => caller !== "issuer",
    headers: asClient,
  },
  {
    path: "/restapi/privateplacementoffers/801/documents/rwn-overview",
    who: everyone,
    headers: (caller) => (caller === "operator" || caller === "issuer" ? {} : asClient(caller)),
  },
  { path: "/restapi/privateplacementoffers/801/privateplacementorders", who: everyone },
  {
    path: "/restapi/privateplacementoffers/801/privateplacementorders/88102",
    who: everyone,
    isAbsent: (_, caller) => caller === "otherAdviser",
  },
  { path: `${whitfield}/privateplacementorders?orderstatus=complete`, who: of2001 },
  {
    path: "/restapi/privateplacementoffers/801",
    who: everyone,
    body: ({ notes: { offerSize } }) => ({ privatePlacementOfferOid: "801", offerSize }),
  },
  { path: "/restapi/privateplacementoffers/802", who: among(...firmViewers, "issuer") },
  {
    path: "/restapi/privateplacementoffers/801/documents/rwn-overview/views",
    who: among(...firmViewers, "otherAdviser"),
  },
  {
    path: "/restapi/firms/1004/offerapprovals",
    who: among("operator", "issuer"),
    body: ({ approved, isSimulated }) =>
      [
        "PRIV.RWA",
        "PRIV.RWB",
        ...(isSimulated ? ["PRIV.RWC"] : []),
        "PRIV.RWN",
        ...(approved ? ["PRIV.RWZ"] : []),
      ].map((ticker) => ({ ticker })),
  },
];

const readingOf = (reads: readonly Read[]) =>
  fc.record({ caller, read: fc.constantFrom(...reads) }).map(({ caller, read }) => {
    const { path, who, body, headers, status = 200 } = read;
    const pathIn = (model: Model) => (typeof path === "string" ? path : path(model));
    return new Request({
      caller,
      name: `reads ${typeof path === "string" ? path : "what a request made"}`,
      send: (model, service) =>
        service.call(caller, "GET", pathIn(model), undefined, headers?.(caller)),
      expected: (model) => {
        if (!who(caller, model)) return forbidden;
        return read.isAbsent?.(model, caller) ? done(404) : done(status, body?.(model, caller));
      },
      become: () => {},
    });
  });

const previewing = fc
  .record({ caller, shares: fc.constantFrom("40", "9999999") })
  .map(({ caller, shares }) => {
    const body = { securityId: "605", shares, price: "27.50" };
    return new Request({
      caller,
      name: `previews a sale of ${shares}`,
      send: (_, service) => service.call(caller, "POST", `${whitfield}/taxlots/preview`, body),
      expected: () => {
        if (!seesAccount(caller, "RA00000001")) return forbidden;
        return shares === "40" ? done(200) : refused("sale.shares.not.held");
      },
      become: () => {},
    });
  });

/** Requests that only read. */
export const readingRequests = [
  ...[accounts, requestsOfOthers, members, books, singleLots, services, offers].map(readingOf),
  ...[agreements, agreements, agreements].map(readingOf),
  previewing,
];
