// How API users are loaded; their keys and secrets are never in a file, `keys create` makes them.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { id, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";
import { apiUserMacTable } from "../credentials/reads.ts";

const ApiUserRecord = object({
  apiUserId: id({ examples: ["9001"] }),
  firmOid: id({ description: "The firm for which the user calls." }),
  name: text({ max: 100 }),
  scopes: list(text({ pattern: /^(read|write|operate)$/, description: "read, write or operate" }), {
    max: 3,
    description: "The scopes of its keys: `read`, `write`, `operate`.",
  }),
  boundLoginId: optional(
    text({
      max: 64,
      description: "The member of the firm on whose behalf every key of the user acts.",
    }),
  ),
  email: optional(text({ max: 254, pattern: /^[^\s@]+@[^\s@]+$/ })),
});

/** The file `api-users`. */
export const apiUserKind = loadKind({
  name: "api-users",
  about: "Users who may call the service; keys and secrets are created by `bursar keys create`.",
  columns: ApiUserRecord,
  table: "api_user",
  key: ["apiUserId"],
  macs: apiUserMacTable,
  ofFirm: { field: "firmOid" },
  privateFields: ["email"],
  privileges: ["firmOid", "scopes", "boundLoginId"],
  references: [
    { fields: ["firmOid"], table: "firm", columns: ["firm_oid"] },
    {
      fields: ["firmOid", "boundLoginId"],
      table: "member",
      columns: ["firm_oid", "login_id"],
    },
  ],
  subject: (row) => `firm:${row.firmOid}`,
  example: [
    "apiUserId,firmOid,name,scopes,boundLoginId",
    '9001,1002,Harbor back office,"[""read"",""write""]",',
  ].join("\n"),
});
