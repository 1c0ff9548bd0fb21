// Random sequences of changes by several callers, against a small model made from the tables of
// life cycles: each answer's status and codes are the model's, and after each sequence the chains
// are whole and the events are those that the entries imply. `npm run proofs` runs many more.
import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyAudit } from "../src/platform/change/audit.ts";
import {
  itemLifeCycle,
  mayAct,
  statusAfter,
} from "../src/resources/items-for-attention/life-cycle.ts";
import { participationLifeCycle } from "../src/resources/offers/life-cycle.ts";
import { mayMoveRestriction } from "../src/resources/restrictions/life-cycle.ts";
import { finalStatuses, mayMoveTransfer } from "../src/resources/transfers/life-cycle.ts";
import { verificationLifeCycle } from "../src/resources/verifications/life-cycle.ts";
import { mayMove } from "../src/values/life-cycle.ts";
import { type Answer, openTestService, type TestService } from "./harness.ts";
import { impliedEventFaults } from "./implied-events.ts";
import { type CallerName, testVault } from "./sample-template.ts";

const isProof = process.env.PROOFS !== undefined;
const [sequences, steps] = isProof ? [200, 100] : [6, 100];

/** What is told of a caller in the tables; one who is not of the adviser's firm sees none of it. */
const movers = {
  adviser: "institutional",
  otherAdviser: "institutional",
  operator: "operator",
  issuer: "issuing",
  client: "client",
} as const satisfies Partial<Record<CallerName, string>>;
type Actor = keyof typeof movers;
const actors = Object.keys(movers) as Actor[];

/** What the model knows. */
interface Model {
  readonly restrictions: Map<string, { readonly id: string; readonly reason: string }>;
  readonly transfers: Map<string, { status: string; readonly type: string }>;
  verification: string;
  participation: string;
  item: { status: string; viewed: boolean };
  readonly webhooks: Map<string, string>;
  /** Of webhooks as they were made, the living and the removed. */
  readonly made: string[];
}

const firstModel = (): Model => ({
  restrictions: new Map(),
  transfers: new Map([
    ["ACAT-10010", { status: "In Review", type: "full" }],
    ["ACAT-10011", { status: "Submitted", type: "full" }],
    ["ACAT-10012", { status: "Request Pending", type: "non-ACAT" }],
  ]),
  verification: "FAILED",
  participation: "P",
  item: { status: "V", viewed: true },
  webhooks: new Map(),
  made: ["999999"],
});

/** What the model expects: a status, and the codes of a refusal. */
interface Expected {
  readonly status: number;
  readonly codes: readonly string[];
}
const done = (status: number): Expected => ({ status, codes: [] });
const forbidden = done(403);
const refused = (...codes: readonly string[]): Expected => ({ status: 400, codes });

/** A request of a sequence: what is sent, what the model expects, and what it becomes. */
interface Step {
  readonly caller: Actor;
  readonly name: string;
  send(model: Model, service: TestService): Promise<Answer>;
  expected(model: Model): Expected;
  become(model: Model, answer: Answer): void;
}

class Request implements fc.AsyncCommand<Model, TestService> {
  private readonly step: Step;
  constructor(step: Step) {
    this.step = step;
  }
  check = () => true;
  async run(model: Model, service: TestService): Promise<void> {
    const { step } = this;
    const expected = step.expected(model);
    const answer = await step.send(model, service);
    const problems: readonly { errorCode: string }[] = answer.status === 400 ? answer.body : [];
    const codes = problems.map(({ errorCode }) => errorCode).toSorted();
    expect({ status: answer.status, codes }, `${this}: ${answer.text}`).toEqual({
      status: expected.status,
      codes: expected.codes.toSorted(),
    });
    if (answer.status < 400) step.become(model, answer);
  }
  toString = () => `${this.step.caller} ${this.step.name}`;
}

/** Mostly those who may do something, so that sequences come far. */
const caller = fc.constantFrom<Actor>(
  ...actors,
  "adviser",
  "adviser",
  "adviser",
  "operator",
  "operator",
  "operator",
);
const nobody: readonly Actor[] = ["otherAdviser", "issuer", "client"];
const lastOf = (answer: Answer) => String(answer.headers.location).split("/").at(-1) ?? "";

const account = "/restapi/accounts/RA00000002/restrictions";
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
      become: ({ restrictions }, answer) => {
        restrictions.set(`${reason} ${type}`, { id: lastOf(answer), reason });
      },
    });
  });

const lifting = fc.record({ caller, which: fc.nat(6) }).map(({ caller, which }) => {
  // One of those in force, or one that is not there.
  const keyIn = ({ restrictions }: Model) => [...restrictions.keys()][which] ?? "";
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
  ...["Request Pending", "Submitted", "In Review", "Adjusted", "Accelerated", "Settling"],
  ...finalStatuses,
];
const moving = fc
  .record({
    caller,
    acatid: fc.constantFrom("ACAT-10010", "ACAT-10011", "ACAT-10012"),
    status: fc.constantFrom(...transferStatuses),
    comment: fc.option(fc.constant("As agreed"), { nil: undefined }),
  })
  .map(({ caller, acatid, status, comment }) => {
    const path = `/restapi/accounts/RA00000006/acatin/${acatid}`;
    const body = { status, ...(status === "Rejected" && { reasonCode: "01" }), comment };
    return new Request({
      caller,
      name: `moves ${acatid} to ${status}${comment ? " with a comment" : ""}`,
      send: (_, service) => service.call(caller, "PUT", path, body),
      expected: ({ transfers }) => {
        const transfer = transfers.get(acatid);
        if (nobody.includes(caller) || transfer === undefined) return forbidden;
        if (caller === "adviser" && status !== "Cancelled") return refused("acat.caller.rule");
        const from = transfer.status;
        const isComment = from === status && comment !== undefined && !finalStatuses.includes(from);
        const by = caller === "operator" ? "operator" : "institutional";
        const isStep = mayMoveTransfer(transfer.type, { from, to: status, by });
        return isComment || isStep ? done(200) : refused("acat.status.rule");
      },
      become: ({ transfers }) => {
        const transfer = transfers.get(acatid);
        if (transfer) transfer.status = status;
      },
    });
  });

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
        // Who has declined sees the offer no more.
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

/** An item to confirm an address, which was viewed. */
const acting = fc
  .record({ caller, action: fc.constantFrom("V", "A", "R") })
  .map(({ caller, action }) => {
    const path = "/restapi/members/ada.whitfield/ifas/4502";
    return new Request({
      caller,
      name: `acts on the item by ${action}`,
      send: (_, service) => service.call(caller, "PUT", path, { action }),
      expected: ({ item }) => {
        if (caller === "otherAdviser" || caller === "issuer") return forbidden;
        const by = movers[caller];
        const step = { from: item.status, to: statusAfter(action, by), by };
        const isOpen = mayMove(itemLifeCycle, step as never);
        const codes = [
          ...(isOpen ? [] : ["ifa.status.rule"]),
          ...(mayAct("CA", action, by) ? [] : ["ifa.action.rule"]),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: ({ item }) => {
        item.status = statusAfter(action, movers[caller]);
      },
    });
  });

const webhooks = "/restapi/webhooks";
const url = "https://hooks.example.com/model";
const hooking = caller.map(
  (caller) =>
    new Request({
      caller,
      name: "makes a webhook",
      send: (_, service) => service.call(caller, "POST", webhooks, { url }),
      expected: (model) => {
        if (caller !== "adviser") return caller === "client" ? forbidden : done(201);
        // One is in the sample.
        return model.webhooks.size >= 19 ? refused("webhook.count.rule") : done(201);
      },
      become: (model, { body }) => {
        if (caller !== "adviser") return;
        model.webhooks.set(body.webhookId, "active");
        model.made.push(body.webhookId);
      },
    }),
);

const changingHook = fc
  .record({
    caller,
    which: fc.nat(30),
    does: fc.constantFrom("active", "paused", "removed", "pinged"),
  })
  .map(({ caller, which, does }) => {
    const idIn = ({ made }: Model) => made[which % made.length] ?? "";
    return new Request({
      caller,
      name: `has webhook ${which} ${does}`,
      send: (model, service) => {
        const path = `${webhooks}/${idIn(model)}`;
        if (does === "removed") return service.call(caller, "DELETE", path);
        if (does === "pinged") return service.call(caller, "POST", `${path}/ping`, {});
        return service.call(caller, "PUT", path, { status: does });
      },
      expected: (model) => {
        const status = model.webhooks.get(idIn(model));
        if (caller !== "adviser" || status === undefined) return forbidden;
        if (does === "pinged") {
          return status === "active" ? done(201) : refused("webhook.status.rule");
        }
        return done(200);
      },
      become: (model) => {
        if (does === "removed") model.webhooks.delete(idIn(model));
        else if (does !== "pinged") model.webhooks.set(idIn(model), does);
      },
    });
  });

const requests = [
  ...[placing, lifting, moving, judging, askingAgain, answering, acting, hooking, changingHook],
];

test(`${sequences} sequences of up to ${steps} changes are answered as the tables of life cycles say`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(requests, { maxCommands: steps, size: "max" }), async (of) => {
      const service = await openTestService();
      try {
        await fc.asyncModelRun(() => ({ model: firstModel(), real: service }), of);
        expect((await verifyAudit(service.db, testVault.auditKey)).faults).toEqual([]);
        expect(await impliedEventFaults(service.db)).toEqual([]);
      } finally {
        // It checks each entry, and that the entries record what is answered.
        await service.close();
      }
    }),
    { numRuns: sequences, ...(isProof ? {} : { seed: 13 }), endOnFailure: !isProof },
  );
}, 3_600_000);
