// Decisions that somebody has to make: a member's verification, a firm's part in an offer, an item for attention.
import fc from "fast-check";
import {
  itemLifeCycle,
  mayAct,
  statusAfter,
} from "../../src/brokerage/clients-and-accounts/agreements/life-cycle.ts";
import { verificationLifeCycle } from "../../src/brokerage/clients-and-accounts/verifications/life-cycle.ts";
import { participationLifeCycle } from "../../src/brokerage/placements/offers/life-cycle.ts";
import { mayMove } from "../../src/values/life-cycle.ts";
import { type Actor, caller, done, forbidden, movers, Request, refused } from "./model.ts";

const verifications = "/restapi/members/gina.moss/verifications";
const judging = fc
  .record({
    caller,
    status: fc.constantFrom(...verificationLifeCycle.states),
    comment: fc.option(fc.constant("Seen in person"), { nil: undefined }),
  })
  .map(({ caller, status, comment }) => {
    return new Request({
      caller,
      name: `judges ${status}${comment ? " with a comment" : ""}`,
      send: (_, service) => service.call(caller, "PUT", verifications, { status, comment }),
      expected: ({ verification: from }) => {
        if (caller !== "operator") return forbidden;
        if (from === status) return done(200);
        const step = verificationLifeCycle.transitions.find(
          (each) =>
            (each.from as readonly string[]).includes(from) &&
            (each.to as readonly string[]).includes(status) &&
            (each.through as readonly string[]).includes("updateVerification"),
        );
        if (step === undefined) return refused("member.verification.status.rule");
        return "needs" in step && comment === undefined ? refused("null.comment") : done(200);
      },
      become: (model) => {
        model.verification = status;
      },
    });
  });

const askingAgain = caller.map(
  (caller) =>
    new Request({
      caller,
      name: "has the member verified again",
      send: (_, service) => service.call(caller, "POST", verifications, {}),
      expected: ({ verification }) => {
        if (caller !== "adviser") return forbidden;
        return done(verification === "PASSED" ? 303 : 201);
      },
      become: (model) => {
        if (model.verification !== "PASSED") model.verification = "PENDING_NEW";
      },
    }),
);

const answering = fc
  .record({
    caller: fc.constantFrom<Actor>("adviser", "issuer", "client", "operator"),
    status: fc.constantFrom("A", "D"),
  })
  .map(({ caller, status }) => {
    const path = "/restapi/privateplacementoffers/807/participation";
    return new Request({
      caller,
      name: `answers ${status} to the invitation`,
      send: (_, service) => service.call(caller, "PUT", path, { participatingFirmStatus: status }),
      expected: ({ participation: from }) => {
        // A firm that has declined sees the offer no more.
        if (caller !== "adviser" || from === "D") return forbidden;
        const step = { from, to: status, by: "institutional", through: "updateParticipation" };
        const isStep = from === status || mayMove(participationLifeCycle, step as never);
        return isStep ? done(200) : refused("offer.participation.rule");
      },
      become: (model) => {
        model.participation = status;
      },
    });
  });

/** An item to confirm an address, which was viewed; it is in force until 20 March. */
const acting = fc
  .record({ caller, action: fc.constantFrom("V", "A", "R") })
  .map(({ caller, action }) => {
    const path = "/restapi/members/ada.whitfield/ifas/4502";
    return new Request({
      caller,
      name: `acts on the item by ${action}`,
      send: (_, service) => service.call(caller, "PUT", path, { action }),
      expected: ({ item, day }) => {
        if (caller === "otherAdviser" || caller === "issuer") return forbidden;
        const by = movers[caller];
        const step = { from: item.status, to: statusAfter(action, by), by };
        const isOpen = mayMove(itemLifeCycle, step as never);
        const codes = [
          ...(isOpen ? [] : ["ifa.status.rule"]),
          ...(day > 18 ? ["ifa.date.rule"] : []),
          ...(mayAct("CA", action, by) ? [] : ["ifa.action.rule"]),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: ({ item }) => {
        item.status = statusAfter(action, movers[caller]);
      },
    });
  });

/** Requests that act on what waits. */
export const attentionRequests = [judging, askingAgain, answering, acting];
