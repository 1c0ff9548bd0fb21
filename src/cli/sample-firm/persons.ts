// People of the sample firm who have asked for something before anybody else does.
import type { Id } from "@bursar/values/ids";
import type { CallerFirm, Context, WriteContext } from "../../platform/change/context.ts";

/** A member of a firm's staff, with the API user of the firm. */
export interface Person {
  readonly apiUserId: string;
  readonly firm: CallerFirm;
  readonly loginId: string;
  readonly memberOid: string;
}

/** The advisory firm. */
export const harbor: CallerFirm = {
  oid: "1002" as Id,
  kind: "institutional",
  partnerCode: "HARBOR",
  programOids: ["501", "503"] as Id[],
};
const operator: CallerFirm = {
  oid: "1001" as Id,
  kind: "operator",
  partnerCode: "BURSAR",
  programOids: [],
};

/** An administrator of the advisory firm who is shown the console first. */
export const lin: Person = {
  apiUserId: "5001",
  firm: harbor,
  loginId: "harbor.lin",
  memberOid: "2101",
};

/** Its other administrator: what this one asks for, the first one may approve. */
export const park: Person = {
  apiUserId: "5001",
  firm: harbor,
  loginId: "harbor.park",
  memberOid: "2102",
};

/** An administrator of the operator. */
export const desk: Person = {
  apiUserId: "5004",
  firm: operator,
  loginId: "bursar.desk",
  memberOid: "2002",
};

/** The context of a request that a person sends with the firm's key. */
export function asPerson(
  ctx: WriteContext,
  { apiUserId, firm, loginId, memberOid }: Person,
): Context {
  const member = { loginId, memberOid: memberOid as Id, firm, isClient: false };
  return {
    ...ctx,
    actor: { apiUser: apiUserId as Id, firm: firm.oid, member: loginId },
    caller: {
      apiUserId: apiUserId as Id,
      firm,
      scopes: new Set(["read", firm.kind === "operator" ? "operate" : "write"]),
      member,
      actingFor: undefined,
      isAdministrator: true,
    },
  };
}
