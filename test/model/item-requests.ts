// Requests about items for a client's attention, of every type and by every caller: the table of what
// each may do is written here once more.
import fc from "fast-check";
import { exampleSignature } from "../../src/brokerage/clients-and-accounts/agreements/signature.ts";
import type { ItemModel } from "./account-state.ts";
import {
  type Actor,
  caller,
  done,
  forbidden,
  lastOf,
  type Model,
  Request,
  refused,
} from "./model.ts";
import { dayAt } from "./subscription-rules.ts";
import { firmViewers } from "./visibility.ts";

const path = "/restapi/members/ada.whitfield/ifas";
const firmAndClient: readonly Actor[] = [...firmViewers, "client"];

/** Days from today. */
const term = fc.constantFrom<{ from?: number; to?: number }>(
  {},
  {},
  {},
  { to: 0 },
  { from: 0, to: 5 },
  { from: 2 },
  { from: -1, to: 3 },
  { from: 0, to: -1 },
);
const byFirms = ["NO", "AN", "IA", "DU", "CA", "AA"];

const asking = fc
  .record({
    caller,
    ifaType: fc.constantFrom(...byFirms, ...byFirms, "MD", "BV", "SA"),
    forceView: fc.constantFrom(false, false, true),
    left: fc.constantFrom(undefined, undefined, 0, 1, 2),
    term,
  })
  .map(({ caller, ifaType, forceView, left, term }) => {
    const on = (day: number, offset: number | undefined) =>
      offset === undefined ? undefined : dayAt(day + offset);
    return new Request({
      caller,
      name: `asks for attention by ${ifaType} ${JSON.stringify({ forceView, left, ...term })}`,
      send: ({ day }, service) => {
        const body = { accountNumber: "RA00000003", ifaType, title: "Of a run", forceView };
        const days = { startDate: on(day, term.from), expirationDate: on(day, term.to) };
        const views = left === undefined ? {} : { viewsRemaining: `${left}` };
        return service.call(caller, "POST", path, { ...body, ...days, ...views });
      },
      expected: () => {
        if (!firmViewers.includes(caller)) return forbidden;
        if (term.to !== undefined && term.to < (term.from ?? 0))
          return refused("invalid.expiration.date");
        const isAllowed = caller === "operator" ? ifaType !== "SA" : byFirms.includes(ifaType);
        return isAllowed ? done(201) : refused("ifa.type.rule");
      },
      become: (model, response) => {
        model.items += 1;
        model.asked.push({
          id: lastOf(response),
          type: ifaType,
          status: "I",
          forceView,
          left,
          views: 0,
          from: model.day + (term.from ?? 0),
          to: term.to === undefined ? undefined : model.day + term.to,
        });
      },
    });
  });

type Answers = Readonly<Record<string, readonly Actor[]>>;
/** The callers who may agree to an item of a type, and those who may reject it; a notice is only viewed. */
const agrees: Answers = {
  AN: firmAndClient,
  BV: firmAndClient,
  IA: firmAndClient,
  CA: firmAndClient,
  AA: firmAndClient,
  DU: firmViewers,
  MD: ["operator"],
};
const rejects: Answers = {
  BV: firmAndClient,
  IA: firmAndClient,
  CA: firmAndClient,
  DU: firmViewers,
};

const statuses: Partial<Record<Actor, Readonly<Record<string, string>>>> = {
  client: { V: "V", A: "A", R: "R" },
  adviser: { V: "V", A: "Y", R: "N" },
  operator: { V: "V", A: "O", R: "X" },
};

const which = fc.nat(3);
/** One of the last items. */
const itemIn = ({ asked }: Model, which: number): ItemModel | undefined => asked.at(-1 - which);

const parameterMap = {
  signatureMethod: "SIGNATURE_IMAGE",
  signatureImageEncoding: "SVG",
  signatureData: exampleSignature,
  backupWithholdingType: "No",
};

function codesOf(item: ItemModel, caller: Actor, action: string, isSigned: boolean, day: number) {
  const isInForce = item.from <= day && (item.to === undefined || day <= item.to);
  const may = { A: agrees, R: rejects }[action];
  const isAllowed = may === undefined || may[item.type]?.includes(caller) === true;
  return [
    ...(item.status === "I" || item.status === "V" ? [] : ["ifa.status.rule"]),
    ...(isInForce ? [] : ["ifa.date.rule"]),
    ...(isAllowed ? [] : ["ifa.action.rule"]),
    ...(isSigned === (item.type === "AA" && action === "A") ? [] : ["ifa.parameter.rule"]),
    ...(action === "V" && item.left === 0 ? ["ifa.view.rule"] : []),
    ...(action !== "V" && item.forceView && item.views === 0 ? ["ifa.force.view.rule"] : []),
  ];
}

const acting = fc
  .record({
    caller: fc.oneof(caller, fc.constant<Actor>("client")),
    which,
    action: fc.constantFrom("V", "A", "A", "R"),
    isMisfit: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ caller, which, action, isMisfit }) => {
    const isSignedIn = (item: ItemModel | undefined) =>
      isMisfit !== (item?.type === "AA" && action === "A");
    return new Request({
      caller,
      name: `acts by ${action} on the item ${which} before the last${isMisfit ? ", misfit" : ""}`,
      send: (model, service) => {
        const item = itemIn(model, which);
        const body = { action, ...(isSignedIn(item) && { parameterMap }) };
        return service.call(caller, "PUT", `${path}/${item?.id ?? 1}`, body);
      },
      expected: (model) => {
        if (!firmAndClient.includes(caller)) return forbidden;
        const item = itemIn(model, which);
        if (item === undefined) return done(404);
        const codes = codesOf(item, caller, action, isSignedIn(item), model.day);
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: (model) => {
        const item = itemIn(model, which);
        if (item === undefined) return;
        item.status = statuses[caller]?.[action] ?? "";
        if (action !== "V") return;
        item.views += 1;
        if (item.left !== undefined) item.left -= 1;
      },
    });
  });

const reading = fc.record({ caller, which }).map(({ caller, which }) => {
  return new Request({
    caller,
    name: `reads the item ${which} before the last`,
    send: (model, service) =>
      service.call(caller, "GET", `${path}/${itemIn(model, which)?.id ?? 1}`),
    expected: (model) => {
      if (!firmAndClient.includes(caller)) return forbidden;
      const item = itemIn(model, which);
      if (item === undefined) return done(404);
      const { id, type: ifaType, status: ifaStatus, views, left } = item;
      const counts = { numberOfViews: `${views}`, viewsRemaining: `${left ?? -100}` };
      return done(200, { id, ifaType, ifaStatus, ...counts });
    },
    become: () => {},
  });
});

/** Requests about items for attention. */
export const itemRequests = [asking, acting, acting, reading];
