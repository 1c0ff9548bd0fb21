// Requests about who is permitted on an account.
import fc from "fast-check";
import { type Actor, caller, done, forbidden, type Model, Request, refused } from "./model.ts";

const path = "/restapi/accounts/RA00000009/permissions";
/** One of the firm, who may be permitted; an owner; one of another firm; one who is permitted. */
const member = fc.constantFrom(
  "elena.rossi",
  "elena.rossi",
  "ben.whitfield",
  "erin.cole",
  "frank.cole",
);
const level = fc.constantFrom("SV", "DV", "TR", "AM", "AM", "AC");
const alertLevel = fc.constantFrom("all", "all", "none");
const creator = "ada.whitfield";
const isOfFirm = (login: string) => login === "elena.rossi" || login === "ben.whitfield";
const isOwner = (login: string) => login === creator || login === "ben.whitfield";

const readers: readonly Actor[] = ["adviser", "client", "operator"];
const missing = done(404);

const granting = fc
  .record({ caller, member, level, alertLevel })
  .map(({ caller, member, level, alertLevel }) => {
    const body = { loginId: member, permission: level, alertLevel, listOnReport: false };
    return new Request({
      caller,
      name: `permits ${member} ${level} with ${alertLevel}`,
      send: (_, service) => service.call(caller, "POST", path, body),
      expected: ({ permissions }) => {
        if (caller !== "adviser") return forbidden;
        if (level === "AM" && alertLevel !== "all") {
          return refused("account.permission.alert.level.rule");
        }
        const codes = [
          ...(level === "AC" ? ["account.permission.for.account.creator.rule"] : []),
          ...(isOfFirm(member) && !isOwner(member) ? [] : ["account.permission.member.rule"]),
          ...(permissions.has(member) ? ["account.permission.unique.rule"] : []),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: ({ permissions }) => {
        permissions.set(member, level);
      },
    });
  });

const modifying = fc
  .record({ caller, member, level, alertLevel })
  .map(({ caller, member, level, alertLevel }) => {
    const body = { loginId: member, permission: level, alertLevel, listOnReport: true };
    return new Request({
      caller,
      name: `gives ${member} ${level} with ${alertLevel}`,
      send: (_, service) => service.call(caller, "PUT", `${path}/${member}`, body),
      expected: ({ permissions }) => {
        if (caller !== "adviser") return forbidden;
        if (level === "AM" && alertLevel !== "all") {
          return refused("account.permission.alert.level.rule");
        }
        if (!permissions.has(member)) return missing;
        return level === "AC" ? refused("account.permission.for.account.creator.rule") : done(200);
      },
      become: ({ permissions }) => {
        permissions.set(member, level);
      },
    });
  });

const revoking = fc
  .record({ caller, member: fc.oneof(member, fc.constant(creator)) })
  .map(({ caller, member }) => {
    return new Request({
      caller,
      name: `takes the permission of ${member}`,
      send: (_, service) => service.call(caller, "DELETE", `${path}/${member}`),
      expected: ({ permissions }) => {
        if (caller !== "adviser") return forbidden;
        if (member === creator) return refused("account.permission.for.account.creator.rule");
        return permissions.has(member) ? done(200) : missing;
      },
      become: ({ permissions }) => {
        permissions.delete(member);
      },
    });
  });

const listed = ({ permissions }: Model) =>
  [...permissions, [creator, "AC"] as const]
    .map(([loginId, permission]) => ({ loginId, permission }))
    .toSorted((one, other) => (one.loginId < other.loginId ? -1 : 1));

const listing = caller.map((caller) => {
  return new Request({
    caller,
    name: "lists who is permitted",
    send: (_, service) => service.call(caller, "GET", path),
    expected: (model) => (readers.includes(caller) ? done(200, listed(model)) : forbidden),
    become: () => {},
  });
});

const reading = fc.record({ caller, member }).map(({ caller, member }) => {
  return new Request({
    caller,
    name: `reads the permission of ${member}`,
    send: (_, service) => service.call(caller, "GET", `${path}/${member}`),
    expected: ({ permissions }) => {
      if (!readers.includes(caller)) return forbidden;
      const permission = permissions.get(member);
      return permission ? done(200, { loginId: member, permission }) : missing;
    },
    become: () => {},
  });
});

/** Requests about permissions. */
export const permissionRequests = [granting, granting, modifying, revoking, listing, reading];
