// Requests about members, trustees, verified accreditation, and where money is sent: what the interface
// says of who is unique and of who sees whom is written here once more.
import fc from "fast-check";
import { type Actor, caller, done, forbidden, type Model, Request, refused } from "./model.ts";

const firms: Partial<Record<Actor, string>> = { adviser: "1002", otherAdviser: "1003" };
/** Two ways of writing one, one of a member of the sample and one of its trustee. */
const loginId = fc.constantFrom("max.new", "Max.New", "mary.new", "ada.whitfield", "rosa.kim");
const email1 = fc.constantFrom("one@example.com", "two@example.com");
/** The last is that of a member of the sample. */
const tid = fc.constantFrom("900-55-0001", "900-55-0002", "900-55-0003", "987-65-4320");

const known = ({ members }: Model, login: string) => members.get(login.toLowerCase());
const memberKey = (login: string) => login.toLowerCase();
const isTaken = (model: Model, login: string) =>
  known(model, login) !== undefined || login === "ada.whitfield";
const addressed = fc.constantFrom("max.new", "mary.new", "rosa.kim");
/** As it was written when it was made. */
const written = (model: Model, login: string) => known(model, login)?.loginId ?? login;

const adding = fc
  .record({
    caller,
    loginId,
    email1,
    tid,
    firmOid: fc.constantFrom(undefined, undefined, "1002", "1002", "999999"),
  })
  .map(({ caller, loginId, email1, tid, firmOid }) => {
    const body = {
      loginId,
      email1,
      tid,
      firmOid,
      membershipType: "N",
      firstName: "Max",
      lastName: "New",
      dateOfBirth: "1980-05-02",
      mobileTelephone: "518-555-0190",
      citizenship: "C",
      primaryAddress: { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" },
      employmentStatus: "EMPLOYED",
    };
    return new Request({
      caller,
      name: `adds member ${loginId} with ${tid}${firmOid ? ` to ${firmOid}` : ""}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/members", body),
      expected: (model) => {
        const isOperator = caller === "operator";
        if (!isOperator && firms[caller] === undefined) return forbidden;
        if (isOperator && firmOid === undefined) return refused("null.firm.oid");
        if (!isOperator && firmOid !== undefined) return refused("member.operator.rule");
        // Claims are checked last, and a tax id only within its own firm.
        if (firmOid === "999999") return refused("member.firm.rule");
        const firm = firms[caller] ?? firmOid;
        const isSsnTaken = [...model.members.values()].some(
          (each) => each.tid === tid && each.firm === firm,
        );
        const codes = [
          ...(isTaken(model, loginId) ? ["member.unique.login.id"] : []),
          ...(isSsnTaken || (tid === "987-65-4320" && firm === "1002")
            ? ["member.unique.ssn.rule"]
            : []),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: ({ members }) => {
        const firm = firms[caller] ?? firmOid ?? "";
        members.set(memberKey(loginId), { loginId, kind: "client", firm, email1, tid });
      },
    });
  });

const isYoung = fc.constantFrom(false, false, false, true);
const entrusting = fc
  .record({ caller, loginId, email1, isYoung })
  .map(({ caller, loginId, email1, isYoung }) => {
    const dateOfBirth = isYoung ? "2010-01-01" : "1960-01-01";
    const body = { loginId, email1, dateOfBirth, firstName: "Max", lastName: "New" };
    return new Request({
      caller,
      name: `adds trustee ${loginId}${isYoung ? " of 16" : ""}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/trustees", body),
      expected: (model) => {
        if (firms[caller] === undefined) return forbidden;
        if (isYoung) return refused("member.legal.age.state.rule");
        return isTaken(model, loginId) ? refused("member.unique.login.id") : done(201);
      },
      become: ({ members }) => {
        const firm = firms[caller] ?? "";
        members.set(memberKey(loginId), { loginId, kind: "trustee", firm, email1 });
      },
    });
  });

const paths = { client: "/restapi/members", trustee: "/restapi/trustees" } as const;
const kind = fc.constantFrom<"client" | "trustee">("client", "client", "trustee");

/** The member that the caller sees under a path; neither path leads to those of the other. */
function seen(model: Model, caller: Actor, kind: "client" | "trustee", login: string) {
  const member = known(model, login);
  if (member === undefined || member.kind !== kind) return undefined;
  return caller === "operator" || firms[caller] === member.firm ? member : undefined;
}

const changing = fc
  .record({
    caller,
    kind,
    login: addressed,
    change: fc.oneof(
      fc.record({ email1 }),
      fc.record({ email1 }),
      fc.constantFrom<object>({}, { dateOfBirth: "1961-01-01" }, { loginId: "another.one" }),
    ),
  })
  .map(({ caller, kind, login, change }) => {
    return new Request({
      caller,
      name: `changes ${kind} ${login}: ${JSON.stringify(change)}`,
      send: (model, service) =>
        service.call(caller, "PUT", `${paths[kind]}/${written(model, login)}`, change),
      expected: (model) => {
        const isAllowed = kind === "client" || caller !== "operator";
        if (!isAllowed || seen(model, caller, kind, login) === undefined) return forbidden;
        if ("dateOfBirth" in change) return refused("member.not.updateable");
        return "loginId" in change ? refused("uri.matching.rule") : done(200);
      },
      become: (model) => {
        const member = known(model, login);
        if (member && "email1" in change) member.email1 = String(change.email1);
      },
    });
  });

const reading = fc.record({ caller, kind, login: addressed }).map(({ caller, kind, login }) => {
  return new Request({
    caller,
    name: `reads ${kind} ${login}`,
    send: (model, service) =>
      service.call(caller, "GET", `${paths[kind]}/${written(model, login)}`),
    expected: (model) => {
      const member = seen(model, caller, kind, login);
      if (member === undefined) return forbidden;
      const { loginId, email1, tid } = member;
      return done(200, { loginId, email1, ...(tid && { tid: tid.slice(-4) }) });
    },
    become: () => {},
  });
});

const listing = caller.map((caller) => {
  return new Request({
    caller,
    name: "lists trustees",
    send: (_, service) => service.call(caller, "GET", paths.trustee),
    expected: (model) => {
      if (caller !== "operator" && firms[caller] === undefined) return forbidden;
      const trustees = [...model.members.values()]
        .filter(({ loginId }) => seen(model, caller, "trustee", loginId))
        .map(({ loginId, email1 }) => ({ loginId, email1 }))
        .toSorted((one, other) => (one.loginId < other.loginId ? -1 : 1));
      return done(200, trustees);
    },
    become: () => {},
  });
});

const day = "2027-03-01";
const firstDay = "2026-03-02";
/** Records of accreditation, and what each breaks. */
const records: readonly (readonly [Readonly<Record<string, string>>, string?])[] = [
  [{ parentVerifyLevel: "A", parentVerifyLevelExpirationDate: day, verifyMethod: "I" }],
  [{ parentVerifyLevel: "A", parentVerifyLevelExpirationDate: firstDay, verifyMethod: "N" }],
  [{ parentVerifyLevel: "N", verifyMethod: "I" }],
  [{ parentVerifyLevel: "A", verifyMethod: "I" }, "null.parent.verify.level.expiration.date"],
  [
    { parentVerifyLevel: "A", parentVerifyLevelExpirationDate: "2026-03-01", verifyMethod: "N" },
    "invalid.parent.verify.level.expiration.date",
  ],
  [
    { parentVerifyLevel: "A", parentVerifyLevelExpirationDate: day, verifyMethod: "A" },
    "invalid.accreditation.verification.method",
  ],
  [{ parentVerifyLevel: "N", verifyMethod: "T" }, "null.verify.note"],
];
const accreditation = "/restapi/verifiedaccreditation/members/dmitri.ivanov";

const recording = fc
  .record({ caller, record: fc.constantFrom(...records) })
  .map(({ caller, record: [body, code] }) => {
    return new Request({
      caller,
      name: `records accreditation ${JSON.stringify(body)}`,
      send: (_, service) => service.call(caller, "PUT", accreditation, body),
      expected: ({ day }) => {
        if (caller !== "adviser" && caller !== "operator") return forbidden;
        const isPast = body.parentVerifyLevelExpirationDate === firstDay && day > 0;
        if (isPast) return refused("invalid.parent.verify.level.expiration.date");
        return code === undefined ? done(200) : refused(code);
      },
      become: (model) => {
        const { parentVerifyLevel = "", verifyMethod = "" } = body;
        model.accreditation = { parentVerifyLevel, verifyMethod };
      },
    });
  });

const readingRecord = caller.map((caller) => {
  return new Request({
    caller,
    name: "reads accreditation",
    send: (_, service) => service.call(caller, "GET", accreditation),
    expected: (model) => {
      if (caller !== "adviser" && caller !== "operator") return forbidden;
      return model.accreditation === undefined ? done(404) : done(200, model.accreditation);
    },
    become: () => {},
  });
});

/** The instructions for sending money in the sample, by kind and account. */
const instructions: Readonly<Record<string, (account: string) => object>> = {
  checkinstructions: (accountNumber) => ({ accountNumber, payableTo: "Bursar Brokerage" }),
  expresscheckinstructions: (accountNumber) => ({ accountNumber, payableTo: "Bursar Brokerage" }),
  eftinstructions: (account) => ({
    achAccountNumber: `4410${account}`,
    achRoutingAbaNumber: "999900004",
  }),
  wireinstructions: () => ({ accountNumber: "900178", routingAbaNumber: "999900004" }),
};

const instructing = fc
  .record({
    caller,
    kind: fc.constantFrom(...Object.keys(instructions)),
    account: fc.constantFrom("RA00000001", "RA00000006", "RB00000001"),
  })
  .map(({ caller, kind, account }) => {
    const whoSees: readonly Actor[] = account.startsWith("RB")
      ? ["operator", "otherAdviser"]
      : ["operator", "adviser", ...(account === "RA00000001" ? (["client"] as const) : [])];
    return new Request({
      caller,
      name: `reads ${kind} of ${account}`,
      send: (_, service) =>
        service.call(caller, "GET", `/restapi/accounts/${account}/cashtransfers/${kind}`),
      expected: () =>
        whoSees.includes(caller) ? done(200, instructions[kind]?.(account)) : forbidden,
      become: () => {},
    });
  });

/** Requests about members and where money is sent. */
export const memberRequests = [
  adding,
  entrusting,
  changing,
  changing,
  reading,
  listing,
  recording,
  readingRecord,
  instructing,
];
