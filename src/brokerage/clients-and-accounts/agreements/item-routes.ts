// The requests for items for attention. (interface 6.3)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { MemberPath, memberPath } from "../members/reads.ts";
import { createItemForAttention } from "./create-item-for-attention.ts";
import { itemErrors } from "./errors.ts";
import { getItemForAttention } from "./get-item-for-attention.ts";
import { rulesOfAction, rulesOfNewItem } from "./item-rules.ts";
import { ItemAction, ItemForAttention, ItemsQuery, NewItemForAttention } from "./item-schema.ts";
import { listItemsForAttention } from "./list-items-for-attention.ts";
import { storageError } from "./reads.ts";
import { signatureErrors } from "./signature.ts";
import { updateItemForAttention } from "./update-item-for-attention.ts";

const itemPath = (loginid: string, ifaid: string) =>
  Type.Object({
    ...memberPath(loginid).properties,
    ifaid: Type.String({ examples: [ifaid] }),
  });
const path = "/restapi/members/:loginid/ifas";
const tags = [
  { name: "Items for attention", description: "Items that need a member's attention." },
];
const readers = ["institutional", "issuing", "operator", "client"] as const;
const addressOf = (loginId: string, id: string) =>
  `/restapi/members/${encodeURIComponent(loginId)}/ifas/${id}`;

/** Registers the requests for items for attention. */
export async function itemForAttentionRoutes(app: App): Promise<void> {
  readsOfItems(app);
  newItems(app);
  actions(app);
}

function readsOfItems(app: App): void {
  app.get(
    path,
    {
      config: { access: "member", callers: readers },
      schema: {
        operationId: "listItemsForAttention",
        summary: "Get what needs a member's attention",
        tags,
        params: MemberPath,
        querystring: ItemsQuery,
        response: { 200: Type.Array(ItemForAttention) },
      },
    },
    async ({ context, params, query }) =>
      listItemsForAttention(context, params.loginid, query.ifastatus),
  );

  app.get(
    `${path}/:ifaid`,
    {
      config: { access: "member", callers: readers, errors: [itemErrors.notFound] },
      schema: {
        operationId: "getItemForAttention",
        summary: "Get an item for attention",
        tags,
        params: itemPath("ada.whitfield", "4503"),
        response: { 200: ItemForAttention },
      },
    },
    async ({ context, params }) => getItemForAttention(context, params.loginid, params.ifaid),
  );
}

function newItems(app: App): void {
  const { expiration, account, type } = itemErrors;
  app.post(
    path,
    {
      config: {
        access: "member",
        callers: ["institutional", "operator"],
        rules: rulesOfNewItem,
        errors: [expiration, account, type],
      },
      schema: {
        operationId: "createItemForAttention",
        summary: "Ask for a member's attention",
        tags,
        params: MemberPath,
        body: NewItemForAttention,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      const id = await createItemForAttention(request.context, loginid, request.body);
      return created(reply, addressOf(loginid, id));
    },
  );
}

function actions(app: App): void {
  const { statusWord, expiration, account, type, ...ofAction } = itemErrors;
  app.put(
    `${path}/:ifaid`,
    {
      bodyLimit: app.frame.signatureBodyLimit,
      config: {
        access: "member",
        callers: ["institutional", "operator", "client"],
        rules: rulesOfAction,
        errors: [
          valueErrors.uriMatching,
          signatureErrors.data,
          signatureErrors.size,
          ...Object.values(ofAction),
          storageError,
        ],
      },
      schema: {
        operationId: "updateItemForAttention",
        summary: "View, agree to or reject an item for attention",
        tags,
        params: itemPath("dmitri.ivanov", "4516"),
        body: ItemAction,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { loginid: loginId, ifaid: id } = params;
      await updateItemForAttention(context, { loginId, id }, body, app.frame.storedBytesOfFirm);
      return updated(reply, addressOf(loginId, id));
    },
  );
}
