// A folder changes what stored callers may do or see only when it is allowed to.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { type LoadOptions, type LoadReport, loadFolder } from "./load-folder.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
  await load({ firms: firms[0], members: members[0], "api-users": users[0] });
});
afterAll(() => store.drop());

type Rows = readonly [header: string, ...rows: string[]];

async function load(
  files: Readonly<Record<string, Rows>>,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-privileges-"));
  try {
    for (const [name, rows] of Object.entries(files)) {
      await writeFile(join(folder, `${name}.csv`), [...rows, ""].join("\n"));
    }
    return await loadFolder(testContext(store.database), loadOrder, folder, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ofFirms = "firmOid,partnerCode,name,kind,programOids";
const harbor = '1002,HARBOR,Harbor Advisory,institutional,"[""501""]"';
const other = "1003,SUMMIT,Summit Partners,institutional,[]";
const firms = [
  [ofFirms, harbor, other],
  [ofFirms, harbor.replace("institutional", "operator"), other],
  [ofFirms, harbor.replace("501", "502"), other],
] as const;

const ofMembers = "loginId,memberOid,firmOid,membershipType,firstName,lastName";
const ann = "ann.whitfield,5001,1002,client,Ann,Whitfield";
const ben = "ben.okafor,5002,1002,staff,Ben,Okafor";
const members = [
  [ofMembers, ann, ben],
  [ofMembers, ann.replace("client", "staff")],
  [ofMembers, ann.replace("1002", "1003")],
] as const;

const ofUsers = "apiUserId,firmOid,name,scopes,boundLoginId";
const office = '9001,1002,Harbor back office,"[""read""]",ben.okafor';
const users = [
  [ofUsers, office],
  [ofUsers, office.replace('""read""', '""read"",""operate""')],
  [ofUsers, office.replace("ben.okafor", "")],
  [ofUsers, office.replace("1002", "1003").replace("ben.okafor", "")],
] as const;

test.each([
  ["a firm's kind", { firms: firms[1] }, "firms.csv", ["kind"]],
  ["a firm's programs", { firms: firms[2] }, "firms.csv", ["programOids"]],
  ["a member's type", { members: members[1] }, "members.csv", ["membershipType"]],
  ["a member's firm", { members: members[2] }, "members.csv", ["firmOid"]],
  ["an API user's scopes", { "api-users": users[1] }, "api-users.csv", ["scopes"]],
  ["whom an API user acts as", { "api-users": users[2] }, "api-users.csv", ["boundLoginId"]],
  ["an API user's firm", { "api-users": users[3] }, "api-users.csv", ["firmOid", "boundLoginId"]],
])("%s changes only when it is allowed to", async (_, files, file, columns) => {
  const reason = "It changes what callers may do or see, which needs --allow-privileges.";
  for (const options of [{}, { check: true }, { allowPrivileges: false }]) {
    await expect(load(files, options)).rejects.toMatchObject({
      problems: columns.map((column) => ({ file, line: 2, column, reason })),
    });
  }
  const [report] = await load(files, { check: true, allowPrivileges: true });
  expect(report).toMatchObject({ file, changed: 1 });
});

test("new rows and other columns need no permission", async () => {
  const report = await load({
    firms: [ofFirms, harbor.replace("Harbor Advisory", "Harbor Advisers"), "9,OPS,Ops,operator,[]"],
    "api-users": [ofUsers, office.replace("back office", "desk"), '9002,9,Ops,"[""operate""]",'],
  });
  expect(report).toMatchObject([
    { added: 1, changed: 1 },
    { added: 1, changed: 1 },
  ]);
});
