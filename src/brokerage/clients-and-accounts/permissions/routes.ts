// The requests for permissions. (interface 6.2)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, linkTo, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { readBy } from "../accounts/reads.ts";
import { permissionErrors } from "./errors.ts";
import { getPermission } from "./get-permission.ts";
import { grantPermission } from "./grant-permission.ts";
import { listPermissions } from "./list-permissions.ts";
import { modifyPermission } from "./modify-permission.ts";
import { revokePermission } from "./revoke-permission.ts";
import { rulesOfGrant, rulesOfModification } from "./rules.ts";
import { NewPermission, Permission } from "./schema.ts";

const NewPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });
const ListPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000006"] }) });
const MemberPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000006"] }),
  loginid: Type.String({ examples: ["ben.whitfield"] }),
});
const path = "/restapi/accounts/:accountnumber/permissions";
const tags = [
  { name: "Permissions", description: "Rights of members to accounts that they do not own." },
];
const listAt = (account: string) => `/restapi/accounts/${account}/permissions`;
const addressOf = (account: string, login: string) =>
  `${listAt(account)}/${encodeURIComponent(login)}`;

/** Registers the requests for permissions. */
export async function permissionRoutes(app: App): Promise<void> {
  readsOfPermissions(app);
  grants(app);
  changesOfOne(app);
}

function readsOfPermissions(app: App): void {
  app.get(
    path,
    {
      config: { ...readBy("papers"), responseHeaders: ["Link"] },
      schema: {
        operationId: "listPermissions",
        summary: "Get who may do what with an account",
        tags,
        params: ListPath,
        response: { 200: Type.Array(Permission) },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const permissions = await listPermissions(request.context, account);
      // Set only now, so that a refusal by the read has the same bytes as any other.
      reply.header(
        "Link",
        linkTo(request, { path: listAt(account), title: "grantPermission", does: "creation" }),
      );
      return permissions;
    },
  );

  app.get(
    `${path}/:loginid`,
    {
      config: {
        ...readBy({ own: "summary", others: "papers" }),
        responseHeaders: ["Link"],
        errors: [permissionErrors.existence],
      },
      schema: {
        operationId: "getPermission",
        summary: "Get what a member may do with an account",
        tags,
        params: MemberPath,
        response: { 200: Permission },
      },
    },
    async (request, reply) => {
      const { accountnumber: account, loginid } = request.params;
      const permission = await getPermission(request.context, account, loginid);
      reply.header(
        "Link",
        linkTo(request, {
          path: addressOf(account, loginid),
          title: "modifyPermission",
          does: "update",
        }),
      );
      return permission;
    },
  );
}

function grants(app: App): void {
  const { alertLevel, creator, member, unique } = permissionErrors;
  app.post(
    path,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional"],
        rules: rulesOfGrant,
        errors: [valueErrors.uriMatching, alertLevel, creator, member, unique],
      },
      schema: {
        operationId: "grantPermission",
        summary: "Permit a member on an account",
        tags,
        params: NewPath,
        body: NewPermission,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      await grantPermission(request.context, account, request.body);
      return created(reply, addressOf(account, request.body.loginId));
    },
  );
}

function changesOfOne(app: App): void {
  const { alertLevel, creator, existence } = permissionErrors;
  app.put(
    `${path}/:loginid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional"],
        rules: rulesOfModification,
        errors: [valueErrors.uriMatching, alertLevel, existence, creator],
      },
      schema: {
        operationId: "modifyPermission",
        summary: "Change what a member may do with an account",
        tags,
        params: MemberPath,
        body: NewPermission,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await modifyPermission(context, params.accountnumber, body);
      return updated(reply, addressOf(params.accountnumber, params.loginid));
    },
  );

  app.delete(
    `${path}/:loginid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional"],
        errors: [existence, creator],
      },
      schema: {
        operationId: "revokePermission",
        summary: "Take what a member may do with an account",
        tags,
        params: MemberPath,
        response: { 200: Located },
      },
    },
    async ({ context, params }, reply) => {
      await revokePermission(context, params.accountnumber, params.loginid);
      return updated(reply, addressOf(params.accountnumber, params.loginid));
    },
  );
}
