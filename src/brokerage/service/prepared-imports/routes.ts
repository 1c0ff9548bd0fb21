// The requests for prepared imports. (docs/importing.md)

import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, sendPage, updated } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";
import { completeImport } from "./complete-import.ts";
import { decideImport } from "./decide-import.ts";
import { preparedImportErrors } from "./errors.ts";
import { getPreparedImport } from "./get-prepared-import.ts";
import { listPreparedImports } from "./list-prepared-imports.ts";
import { ImportPath } from "./paths.ts";
import { prepareImport } from "./prepare-import.ts";
import { rulesOfNewImport } from "./rules.ts";
import {
  ImportCompletion,
  ImportDecision,
  importBodyLimit,
  NewPreparedImport,
  PreparedImport,
  PreparedImportReport,
  PreparedImportsQuery,
} from "./schema.ts";

const path = "/restapi/firms/:firmid/imports";
const one = `${path}/:importid`;
// The files have the names and holdings of a whole firm's clients.
const access = {
  access: "ownFirm",
  callers: ["institutional", "operator"],
  adminOnly: true,
} as const;
const tags = [
  { name: "Imports", description: "Files of custodians, prepared by a firm and released." },
];
const {
  profile,
  files,
  lines,
  accounts,
  notFound,
  many,
  status,
  preparer,
  person,
  reviewed,
  content,
  busy,
} = preparedImportErrors;
const tooLargeHint = "send the files in several requests, or import them by `bursar import`";

/** Registers the requests for prepared imports; they bring records of kinds. */
export function preparedImportRoutes(kinds: readonly LoadKind[]) {
  return async (app: App): Promise<void> => {
    reads(app);
    preparations(app, kinds);
    decisions(app, kinds);
  };
}

function reads(app: App): void {
  app.get(
    path,
    {
      config: access,
      schema: {
        operationId: "listPreparedImports",
        summary: "List prepared imports, the newest first",
        tags,
        params: FirmPath,
        querystring: PreparedImportsQuery,
        response: { 200: Type.Array(PreparedImport, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(reply, PreparedImport, await listPreparedImports(context, params.firmid, query)),
  );

  app.get(
    one,
    {
      config: { ...access, errors: [notFound] },
      schema: {
        operationId: "getPreparedImport",
        summary: "Get a prepared import with what its check has found",
        tags,
        params: ImportPath,
        response: { 200: PreparedImportReport },
      },
    },
    async ({ context, params }) =>
      getPreparedImport(context, { firmOid: params.firmid, importId: params.importid }),
  );
}

function preparations(app: App, kinds: readonly LoadKind[]): void {
  app.post(
    path,
    {
      bodyLimit: importBodyLimit,
      config: {
        ...access,
        rules: rulesOfNewImport,
        errors: [profile, files, lines, accounts, many, busy],
        tooLargeHint,
      },
      schema: {
        operationId: "prepareImport",
        summary: "Keep and check files of a custodian",
        tags,
        params: FirmPath,
        body: NewPreparedImport,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const id = await prepareImport(context, { firmOid: params.firmid, kinds }, body);
      return created(reply, `/restapi/firms/${params.firmid}/imports/${id}`);
    },
  );

  app.put(
    one,
    {
      bodyLimit: importBodyLimit,
      config: {
        ...access,
        errors: [files, lines, accounts, notFound, many, status, preparer, busy],
        tooLargeHint,
      },
      schema: {
        operationId: "completeImport",
        summary: "Add files, answers and accounts to a prepared import, and check it again",
        tags,
        params: ImportPath,
        body: ImportCompletion,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const named = { firmOid: params.firmid, importId: params.importid };
      await completeImport(context, { ...named, kinds }, body);
      return updated(reply, `/restapi/firms/${named.firmOid}/imports/${named.importId}`);
    },
  );
}

function decisions(app: App, kinds: readonly LoadKind[]): void {
  app.put(
    `${one}/status`,
    {
      config: {
        ...access,
        errors: [notFound, status, person, reviewed, content, busy],
      },
      schema: {
        operationId: "decideImport",
        summary: "Release a prepared import, or discard it",
        tags,
        params: ImportPath,
        body: ImportDecision,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const named = { firmOid: params.firmid, importId: params.importid };
      await decideImport(context, { ...named, kinds }, body);
      return updated(reply, `/restapi/firms/${named.firmOid}/imports/${named.importId}`);
    },
  );
}
