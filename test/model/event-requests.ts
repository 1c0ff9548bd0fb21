// Requests about corporate events: dividends drafted, announced, entitled, posted by a second person, corrected and
// reversed, and what is decided of the line of an account.

import fc from "fast-check";
import {
  type EventStatus,
  type LineStatus,
  mayMoveEvent,
} from "../../src/brokerage/corporate-events/announcements/life-cycle.ts";
import type { TestService } from "../harness.ts";
import { operatorsPersons } from "../operators-persons.ts";
import { outcomes } from "./met-outcomes.ts";
import { type Actor, done, forbidden, lastOf, type Model, Request, refused } from "./model.ts";

/** An event that the sequence drafted, and the line of the account that holds its security. */
export interface EventModel {
  readonly id: string;
  readonly persons: Set<string>;
  status: EventStatus;
  rate: string;
  /** Undefined before the entitlement. */
  line: LineStatus | undefined;
  /** Whether what is posted is another than what it shall be, and the rate that is posted. */
  differs: boolean;
  postedRate: string | undefined;
}

const path = "/restapi/corporateevents";
const holder = "RA00000003";
const person = fc.constantFrom(...operatorsPersons, ...operatorsPersons, undefined);
/** Nobody but the operator comes far. */
const caller = fc.constantFrom<Actor>(
  ...Array<Actor>(8).fill("operator"),
  "adviser",
  "issuer",
  "client",
);

/** Requests of the operator come from one of two persons, or from nobody in particular. */
const headersOf = ({ persons }: Model, caller: string, login: string | undefined) => {
  const authorization = login !== undefined && persons.get(login);
  return caller === "operator" && authorization ? { authorization } : {};
};

interface Changing {
  readonly caller: Actor;
  readonly person: string | undefined;
  readonly which: number;
  readonly body: object;
}

/** Sends a change of an event. */
const changing =
  ({ caller, person, which, body }: Changing) =>
  (model: Model, service: TestService) =>
    service.call(
      caller,
      "PUT",
      `${path}/${idIn(model, which)}`,
      body,
      headersOf(model, caller, person),
    );

const eventIn = ({ events }: Model, which: number) => events[which % Math.max(events.length, 1)];
const idIn = (model: Model, which: number) => eventIn(model, which)?.id ?? "999999";

const asDraft = outcomes("event draft", 201, 403, "corporate.event.security.rule");

const dividend = {
  kind: "DIV",
  securityId: "601",
  another: true,
  exDate: "2026-02-20",
  payDate: "2026-02-27",
  components: [{ rate: "0.35" }],
};

/** Drafts an event with which sequences begin, and returns its id. */
export async function draftEvent(service: TestService): Promise<string> {
  return lastOf(await service.call("operator", "POST", path, dividend));
}

/** A draft of somebody, if that is known. */
export const draftOf = (id: string, by?: string): EventModel => ({
  id,
  persons: new Set(by === undefined ? [] : [by]),
  status: "DRAFT",
  rate: "0.35",
  line: undefined,
  differs: false,
  postedRate: undefined,
});

const drafting = fc.record({ caller, person }).map(({ caller, person }) => {
  return new Request({
    caller,
    name: `drafts a dividend as ${person}`,
    send: (model, service) =>
      service.call(caller, "POST", path, dividend, headersOf(model, caller, person)),
    expected: () => {
      if (caller === "operator") return asDraft(done(201));
      // The security is another issuer's.
      const isIssuer = caller === "issuer";
      return asDraft(isIssuer ? refused("corporate.event.security.rule") : forbidden);
    },
    become: ({ events }, response) => {
      events.push(draftOf(lastOf(response), person));
    },
  });
});

const notTheirs = (caller: string) => (caller === "issuer" ? done(404) : forbidden);

const asMove = outcomes(
  "event move",
  200,
  403,
  404,
  "corporate.event.status.rule",
  "corporate.event.person.rule",
  "corporate.event.lines.rule",
);

const moving = fc
  .record({
    caller,
    person,
    which: fc.nat(1),
    to: fc.constantFrom<EventStatus>(
      "ANNOUNCED",
      "ANNOUNCED",
      "ENTITLED",
      "ENTITLED",
      "POSTING",
      "POSTING",
      "POSTING",
      "REVERSING",
      "CANCELLED",
    ),
    leaveHeld: fc.boolean(),
  })
  .map(({ caller, person, which, to, leaveHeld }) => {
    const body = { status: to, comment: "As the model says", leaveHeld };
    return new Request({
      caller,
      name: `moves event ${which} to ${to} as ${person}${leaveHeld ? ", leaving held lines" : ""}`,
      send: changing({ caller, person, which, body }),
      expected: (model) => {
        const event = eventIn(model, which);
        if (caller !== "operator") return asMove(notTheirs(caller));
        if (event === undefined) return asMove(done(404));
        const { status: from, line, persons } = event;
        if (from === to || !mayMoveEvent({ from, to, by: "operator" }))
          return asMove(refused("corporate.event.status.rule"));
        const isOfSecond = to === "REVERSING" || (to === "POSTING" && from === "ENTITLED");
        const isHeld = to === "POSTING" && from === "ENTITLED" && line === "HELD" && !leaveHeld;
        if (isOfSecond && person === undefined) return asMove(forbidden);
        const codes = [
          ...(isOfSecond && persons.has(person ?? "") ? ["corporate.event.person.rule"] : []),
          ...(isHeld ? ["corporate.event.lines.rule"] : []),
        ];
        return asMove(codes.length === 0 ? done(200) : refused(...codes));
      },
      become: (model) => {
        const event = eventIn(model, which);
        if (event === undefined) return;
        const isPart = to === "ANNOUNCED" || event.status === "POSTED";
        if (isPart && to !== "REVERSING" && person !== undefined) event.persons.add(person);
        event.status = to;
        if (to === "ENTITLED") event.line = "DUE";
      },
    });
  });

const asTerms = outcomes("event terms", 200, 403, 404, "corporate.event.status.rule");
const changeable: readonly EventStatus[] = ["DRAFT", "ANNOUNCED", "ENTITLED", "POSTED"];

const correcting = fc
  .record({ caller, person, which: fc.nat(1), rate: fc.constantFrom("0.35", "0.7") })
  .map(({ caller, person, which, rate }) => {
    const body = { components: [{ rate }] };
    return new Request({
      caller,
      name: `gives event ${which} the rate ${rate} as ${person}`,
      send: changing({ caller, person, which, body }),
      expected: (model) => {
        const event = eventIn(model, which);
        if (caller !== "operator") return asTerms(notTheirs(caller));
        if (event === undefined) return asTerms(done(404));
        const isOpen = changeable.includes(event.status) || event.rate === rate;
        return asTerms(isOpen ? done(200) : refused("corporate.event.status.rule"));
      },
      become: (model) => {
        const event = eventIn(model, which);
        if (event === undefined || event.rate === rate) return;
        event.rate = rate;
        if (person !== undefined) event.persons.add(person);
        event.differs = event.line === "POSTED" && event.postedRate !== rate;
        if (event.status === "POSTED") event.status = "POSTING";
      },
    });
  });

const asLine = outcomes("event line", 200, 403, 404, "corporate.event.line.status.rule");

/** The status to which an action moves a line; undefined where the action does not fit. */
function decided({ status, line, differs }: EventModel, action: string): LineStatus | undefined {
  if (!["ENTITLED", "POSTING", "POSTED"].includes(status)) return undefined;
  if (action === "hold" && line === "DUE") return "HELD";
  if (action === "release" && line === "HELD") return "DUE";
  return action === "recompute" && line === "POSTED" && differs ? "POSTED" : undefined;
}

const deciding = fc
  .record({
    caller,
    which: fc.nat(1),
    action: fc.constantFrom("hold", "hold", "release", "release", "recompute", "keep"),
  })
  .map(({ caller, which, action }) => {
    return new Request({
      caller,
      name: `has the line of event ${which}: ${action}`,
      send: (model, service) => {
        const to = `${path}/${idIn(model, which)}/lines/${holder}`;
        return service.call(caller, "PUT", to, { action, comment: "As the model says" });
      },
      expected: (model) => {
        const event = eventIn(model, which);
        if (caller !== "operator") return asLine(forbidden);
        if (event?.line === undefined) return asLine(done(404));
        const isFit = decided(event, action) !== undefined;
        return asLine(isFit ? done(200) : refused("corporate.event.line.status.rule"));
      },
      become: (model) => {
        const event = eventIn(model, which);
        if (event === undefined) return;
        event.line = decided(event, action);
        if (event.status === "POSTED") event.status = "POSTING";
      },
    });
  });

const looking = fc.record({ which: fc.nat(1) }).map(({ which }) => {
  return new Request({
    caller: "operator",
    name: `reads event ${which} and its line`,
    send: async (model, service) => {
      const read = await service.call("operator", "GET", `${path}/${idIn(model, which)}`);
      if (read.status !== 200) return read;
      const to = `${path}/${idIn(model, which)}/lines?accountnumber=${holder}`;
      const lines = (await service.call("operator", "GET", to)).body as { status: string }[];
      return { ...read, body: { status: read.body.status, line: lines[0]?.status } };
    },
    expected: (model) => {
      const event = eventIn(model, which);
      if (event === undefined) return done(404);
      return done(200, { status: event.status, line: event.line });
    },
    become: () => {},
  });
});

/** The effects of the sweep on events whose days have come. */
export function sweepEvents({ events }: Model): void {
  for (const event of events) {
    if (event.status === "ANNOUNCED") {
      event.status = "ENTITLED";
      event.line = "DUE";
    } else if (event.status === "POSTING") {
      event.status = "POSTED";
      if (event.line === "DUE" || event.differs) {
        event.line = "POSTED";
        event.postedRate = event.rate;
        event.differs = false;
      }
    } else if (event.status === "REVERSING") {
      event.status = "REVERSED";
      event.line = "REVERSED";
    }
  }
}

/** Requests about corporate events. */
export const eventRequests = [drafting, moving, moving, moving, correcting, deciding, looking];
