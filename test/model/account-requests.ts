// Requests about accounts: restrictions, transfers, votes, folios.
import fc from "fast-check";
import { exampleSignature } from "../../src/brokerage/clients-and-accounts/agreements/signature.ts";
import { mayMoveRestriction } from "../../src/brokerage/clients-and-accounts/restrictions/life-cycle.ts";
import { finalStatuses, mayMoveTransfer } from "../../src/brokerage/money/transfers/life-cycle.ts";
import {
  type Actor,
  caller,
  done,
  forbidden,
  lastOf,
  type Model,
  movers,
  nobody,
  Request,
  refused,
} from "./model.ts";

const account = "/restapi/accounts/RA00000009/restrictions";
const placing = fc
  .record({
    caller,
    reason: fc.constantFrom("020", "021", "022"),
    type: fc.constantFrom("SO", "CR"),
  })
  .map(({ caller, reason, type }) => {
    const body = { reason: { code: reason }, type: { code: type } };
    return new Request({
      caller,
      name: `places ${reason} ${type}`,
      send: (_, service) => service.call(caller, "POST", account, body),
      expected: ({ restrictions }) => {
        if (nobody.includes(caller)) return forbidden;
        const by = movers[caller];
        if (!mayMoveRestriction(reason, "createRestriction", by)) {
          return refused("restriction.reason.rule");
        }
        const isThere = restrictions.has(`${reason} ${type}`);
        return isThere ? refused("restriction.unique.rule") : done(201);
      },
      become: ({ restrictions }, response) => {
        restrictions.set(`${reason} ${type}`, { id: lastOf(response), reason });
      },
    });
  });

const lifting = fc.record({ caller, which: fc.nat(6) }).map(({ caller, which }) => {
  // One of those in force, or one that is not there.
  const keyIn = ({ restrictions }: Model) =>
    (which < 6 ? [...restrictions.keys()][which % restrictions.size] : undefined) ?? "";
  return new Request({
    caller,
    name: `lifts restriction ${which}`,
    send: (model, service) => {
      const id = model.restrictions.get(keyIn(model))?.id ?? "999999";
      return service.call(caller, "DELETE", `${account}/${id}`);
    },
    expected: (model) => {
      if (nobody.includes(caller)) return forbidden;
      const restriction = model.restrictions.get(keyIn(model));
      if (restriction === undefined) return done(404);
      const isAllowed = mayMoveRestriction(restriction.reason, "liftRestriction", movers[caller]);
      return isAllowed ? done(200) : refused("restriction.lift.rule");
    },
    become: (model) => {
      model.restrictions.delete(keyIn(model));
    },
  });
});

const transferStatuses = [
  "Request Pending",
  "Submitted",
  "In Review",
  "Adjusted",
  "Accelerated",
  "Settling",
  ...finalStatuses,
];
const moving = fc
  .record({
    caller,
    which: fc.nat(6),
    status: fc.constantFrom(...transferStatuses),
    comment: fc.option(fc.constant("As agreed"), { nil: undefined }),
  })
  .map(({ caller, which, status, comment }) => {
    const idIn = ({ transfers }: Model) => [...transfers.keys()][which % transfers.size] ?? "";
    const body = { status, ...(status === "Rejected" && { reasonCode: "01" }), comment };
    return new Request({
      caller,
      name: `moves transfer ${which} to ${status}${comment ? " with a comment" : ""}`,
      send: (model, service) => {
        const id = idIn(model);
        const path = `/restapi/accounts/${model.transfers.get(id)?.account}/acatin/${id}`;
        return service.call(caller, "PUT", path, body);
      },
      expected: (model) => {
        const transfer = model.transfers.get(idIn(model));
        if (nobody.includes(caller) || transfer === undefined) return forbidden;
        if (caller === "adviser" && status !== "Cancelled") return refused("acat.caller.rule");
        const from = transfer.status;
        const isComment = from === status && comment !== undefined && !finalStatuses.includes(from);
        const by = caller === "operator" ? "operator" : "institutional";
        const isStep = mayMoveTransfer(transfer.type, { from, to: status, by });
        return isComment || isStep ? done(200) : refused("acat.status.rule");
      },
      become: (model) => {
        const transfer = model.transfers.get(idIn(model));
        if (transfer) transfer.status = status;
      },
    });
  });

/** A restriction to sales lets transfers in. */
const isClosedTo = (restrictions: Model["restrictions"]) =>
  [...restrictions].some(([key, { reason }]) => reason !== "021" || key.endsWith("CR"));

const entering = fc
  .record({
    caller,
    contraNumber: fc.constantFrom("77-120045", "77-120046"),
    isSigned: fc.constantFrom(true, true, true, false),
  })
  .map(({ caller, contraNumber, isSigned }) => {
    const own = "RA00000009";
    const signers = ["ada.whitfield", ...(isSigned ? ["ben.whitfield"] : [])];
    const body = {
      loginId: "ada.whitfield",
      contraAccountNumber: contraNumber,
      contraAccountType: "K",
      contraFirmName: "Cedar Clearing",
      transferType: "full",
      signatureImageEncoding: "SVG",
      signatures: signers.map((loginId) => ({ loginId, data: exampleSignature })),
    };
    return new Request({
      caller,
      name: `enters a transfer of ${contraNumber}${isSigned ? "" : " with one signature"}`,
      send: (_, service) => service.call(caller, "POST", `/restapi/accounts/${own}/acatin`, body),
      expected: ({ transfers, restrictions }) => {
        if (caller !== "adviser") return forbidden;
        const isTwice = [...transfers.values()].some(
          (each) => each.contraNumber === contraNumber && !finalStatuses.includes(each.status),
        );
        const codes = [
          ...(isSigned ? [] : ["acat.signature.owner.rule"]),
          ...(isClosedTo(restrictions) ? ["account.restricted.rule"] : []),
          ...(isTwice ? ["acat.duplicate.rule"] : []),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: ({ transfers }, response) => {
        const entered = { status: "Request Pending", type: "full", account: own, contraNumber };
        transfers.set(lastOf(response), entered);
      },
    });
  });

const reading = fc.record({ caller, which: fc.nat(6) }).map(({ caller, which }) => {
  const idIn = ({ transfers }: Model) => [...transfers.keys()][which % transfers.size] ?? "";
  return new Request({
    caller,
    name: `reads transfer ${which}`,
    send: (model, service) => {
      const id = idIn(model);
      const path = `/restapi/accounts/${model.transfers.get(id)?.account}/acatin/${id}`;
      return service.call(caller, "GET", path);
    },
    expected: (model) => {
      const transfer = model.transfers.get(idIn(model));
      const isOwner = caller === "client" && transfer?.account === "RA00000009";
      if ((nobody.includes(caller) && !isOwner) || transfer === undefined) return forbidden;
      return done(200, { acatid: idIn(model), status: transfer.status });
    },
    become: () => {},
  });
});

const voting = fc
  .record({
    caller: fc.constantFrom<Actor>("adviser", "adviser", "client", "otherAdviser", "operator"),
    notice: fc.constantFrom("CA-2001", "CA-2001", "CA-2001", "CA-2005", "CA-1"),
    vote: fc.constantFrom("answered", "withdrawn", "attending", "of another type"),
  })
  .map(({ caller, notice, vote }) => {
    const own = notice === "CA-2005" ? "RA00000006" : "RA00000001";
    const path = `/restapi/accounts/${own}/corporateactions/${notice}`;
    const type = notice === "CA-2005" || vote === "of another type" ? "V" : "P";
    const answers = [{ questionId: "2", questionType: "P", answer: "0" }];
    const isAttending = vote === "attending" && type === "P";
    const body = {
      type,
      ...(isAttending
        ? { attendingMeeting: true }
        : { questions: vote === "answered" && type === "P" ? answers : [] }),
    };
    return new Request({
      caller,
      name: `votes on ${notice}, ${vote}`,
      send: (_, service) => service.call(caller, "PUT", path, body),
      expected: ({ notices }) => {
        const isOwner = caller === "client" && own === "RA00000001";
        if (caller !== "adviser" && !isOwner) return forbidden;
        if (!notices.has(notice)) return done(404);
        if (notices.get(notice) === "Expired") return refused("corporate.action.deadline.rule");
        return type === "P" ? done(200) : refused("corporate.action.type.rule");
      },
      become: ({ notices }) => {
        notices.set(
          notice,
          isAttending ? "Attending Meeting" : vote === "answered" ? "Voted" : "New",
        );
      },
    });
  });

const foldering = caller.map(
  (caller) =>
    new Request({
      caller,
      name: "makes a folio",
      send: (_, service) =>
        service.call(caller, "POST", "/restapi/accounts/RA00000009/folios", { folioName: "More" }),
      expected: () => (caller === "adviser" ? done(201) : forbidden),
      become: ({ folios }) => {
        folios.push("O");
      },
    }),
);

const closing = fc.record({ caller, which: fc.nat(8) }).map(({ caller, which }) => {
  // 02, which is never closed, or one from 03 on.
  const number = `RA00000009${String(which + 2).padStart(2, "0")}`;
  return new Request({
    caller,
    name: `closes folio ${which}`,
    send: (_, service) => {
      const path = `/restapi/accounts/RA00000009/folios/${number}`;
      return service.call(caller, "PUT", path, { folioStatus: "C" });
    },
    expected: ({ folios, followers }) => {
      if (caller !== "adviser") return forbidden;
      if (which > 0 && folios[which - 1] === undefined) return done(404);
      const isOpen = which > 0 && folios[which - 1] === "O";
      if (!isOpen) return refused("folio.fixed.rule");
      return followers.has(number) ? refused("folio.close.rule") : done(200);
    },
    become: ({ folios }) => {
      folios[which - 1] = "C";
    },
  });
});

/** Requests about accounts. */
export const accountRequests = [
  placing,
  lifting,
  moving,
  entering,
  reading,
  voting,
  foldering,
  closing,
];
