// A load that is confined to one firm refuses the rows of others and of the whole service.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext, lastDayOfSample as today } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { clientConfig } from "../../store/connection.ts";
import { sql } from "../../store/db.ts";
import { loadFolder } from "../apply/load-folder.ts";
import { LoadFault } from "../kinds/load-problem.ts";
import { columnFor } from "../load-kind.ts";

const firm = "1002";
let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("sample");
});
afterAll(() => store.drop());

async function faultsOf(
  files: Readonly<Record<string, readonly string[]>>,
  ofFirm = firm,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-firm-"));
  try {
    for (const [name, rows] of Object.entries(files)) {
      await writeFile(join(folder, `${name}.csv`), [...rows, ""].join("\n"));
    }
    // Records of another firm stay out of reach even where privileges may change.
    const options = { firm: ofFirm, today, check: true, allowPrivileges: true };
    await loadFolder(testContext(store.database), loadOrder, folder, options);
    return [];
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ file, line, column, reason }) =>
      [file, line, column, reason].join(" | "),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const firms = "firmOid,partnerCode,name,kind,state,billingLevel,programOids,underContract";
const members = "loginId,memberOid,firmOid,membershipType,firstName,lastName";
const accounts = "accountNumber,accountName,accountType,owners,openedOn";
const folios = "accountNumber,folioNumber,folioName,folioType";
const foreign = `It is not a record of firm ${firm}.`;

type Names = Record<"member" | "account" | "foreignMember" | "foreignAccount", string>;
let ofStore: Names;
beforeAll(async () => {
  const found = await store.database.first(sql<Names>`
    select (select min(login_id) from member where firm_oid = ${firm}::bigint) as "member",
      (select min(account_number) from account where firm_oid = ${firm}::bigint) as "account",
      (select min(login_id) from member where firm_oid = 1003) as "foreignMember",
      (select min(account_number) from account where firm_oid = 1003) as "foreignAccount"`);
  if (found === undefined) throw new Error("the sample has two advisers");
  ofStore = found;
});

test("kinds of the whole service are these, and every other says whose its rows are", () => {
  const ofService = loadOrder.filter(({ ofFirm }) => ofFirm === undefined);
  expect(ofService.map(({ name }) => name)).toEqual([
    "securities",
    "security-symbols",
    "splits",
    "exchange-days",
    "bank-days",
    "settlement-days",
    "settlement-periods",
    "backup-withholding",
    "prices",
    "check-addresses",
    "eft-instructions",
    "wire-instructions",
    "programs",
    "offer-approvals",
    "contra-firms",
    "corporate-events",
    "documents",
  ]);
});

test("what a row names of other firms' members and accounts is judged, or leads to its own firm", () => {
  const named = loadOrder.flatMap((kind) => {
    const own = kind.ofFirm && (kind.ofFirm.column ?? columnFor(kind, kind.ofFirm.field));
    const all = [kind, ...kind.lists].flatMap(({ references = [] }) => references);
    return all
      .filter(({ table, ofFirm }) => ["member", "account"].includes(table) && !ofFirm)
      .filter(({ columns }) => own === undefined || !columns.includes(own))
      .map(({ field }) => `${kind.name} ${field}`);
  });
  expect(named).toEqual([
    // Fixed: only a load that is not confined to a firm changes them.
    "firms issuerAccountNumber",
    "firms representativeLoginId",
    // Its firm and owners are judged by a rule of the kind.
    "billing-terms payerAccountNumber",
    // The issuer's own, not the firm's that creates the offer.
    "offers issuingFirmRepresentativeOid",
  ]);
});

test("a member of another firm is neither owner, nor permitted, nor given attention", async () => {
  const { account, foreignMember } = ofStore;
  const lists = (owners: string, permitted: string) => `I,${owners},${permitted},2024-01-02`;
  const both = '"[""new.client"",""FOREIGN""]"'.replace("FOREIGN", foreignMember);
  const own = '"[""new.client""]"';
  const files = {
    members: [members, `new.client,99001,${firm},client,New,Client`],
    accounts: [
      "accountNumber,accountName,accountType,owners,permittedLoginIds,openedOn",
      `RN00000001,One,${lists(both, "")}`,
      `RN00000002,Two,${lists(own, `"[""${foreignMember}""]"`)}`,
      `RN00000003,Three,${lists(own, "")}`,
    ],
    "items-for-attention": [
      "accountNumber,id,loginId,ifaType,ifaStatus,startDate",
      `${account},99001,${foreignMember},SA,I,2026-02-12`,
    ],
  };
  const named = `It names a record of another firm than ${firm}.`;
  expect(await faultsOf(files)).toEqual([
    `accounts.csv | 2 | owners | ${named}`,
    `accounts.csv | 3 | permittedLoginIds | ${named}`,
    `items-for-attention.csv | 2 | loginId | ${named}`,
  ]);
});

test("a joint owner of another firm whom the operator has entered may stay", async () => {
  const { account, foreignMember } = ofStore;
  const row = await store.database.first(sql<{
    name: string;
    type: string;
    own: string;
    on: string;
  }>`
    select account_name as "name", account_type as "type", primary_owner_login_id as "own",
      opened_on::text as "on" from account where account_number = ${account}`);
  const owners = `"[""${row?.own}"",""${foreignMember}""]"`;
  const files = {
    accounts: [accounts, `${account},${row?.name},${row?.type},${owners},${row?.on}`],
  };
  expect(await faultsOf(files)).toEqual([
    `accounts.csv | 2 | owners | It names a record of another firm than ${firm}.`,
  ]);
  const admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  try {
    await admin.query(
      "insert into account_owner (account_number, position, login_id) values ($1, 9, $2)",
      [account, foreignMember],
    );
    expect(await faultsOf(files)).toEqual([]);
  } finally {
    await admin.query("delete from account_owner where position = 9");
    await admin.end();
  }
});

test("a firm's own new records are loaded, with what belongs to them", async () => {
  const files = {
    members: [members, `new.client,99001,${firm},client,New,Client`],
    accounts: [accounts, 'RN00000001,New,I,"[""new.client""]",2024-01-02'],
    folios: [folios, "RN00000001,RN0000000103,Growth,folio"],
    "billing-plans": ["billingPlanOid,firmOid,kind,name", `99001,${firm},advisory,New`],
  };
  expect(await faultsOf(files)).toEqual([]);
});

test("rows of another firm are refused, new and stored, by line and field", async () => {
  const { member, account, foreignMember, foreignAccount } = ofStore;
  const files = {
    members: [
      members,
      "new.client,99001,1003,client,New,Client",
      // A stored member of another firm does not become the firm's.
      `${foreignMember},99002,${firm},client,New,Client`,
    ],
    accounts: [
      accounts,
      `RN00000001,New,I,"[""${foreignMember}""]",2024-01-02`,
      `${foreignAccount},New,I,"[""${member}""]",2024-01-02`,
    ],
    folios: [
      folios,
      `${foreignAccount},${foreignAccount}03,Growth,folio`,
      `${account},${account}77,Growth,folio`,
    ],
  };
  expect(await faultsOf(files)).toEqual([
    `members.csv | 2 | firmOid | ${foreign}`,
    `members.csv | 3 | firmOid | ${foreign}`,
    `accounts.csv | 3 | owners | ${foreign}`,
    `folios.csv | 2 | accountNumber | ${foreign}`,
  ]);
});

test("rows of the whole service are refused", async () => {
  expect(await faultsOf({ prices: ["securityId,date,close", "601,2026-09-30,1"] })).toEqual([
    `prices.csv | 2 | securityId | It belongs to the whole service, not to firm ${firm} alone.`,
  ]);
});

test("what only the operator decides of a firm stays, and its programs bound its models", async () => {
  const row = `${firm},HARBOR,Harbor Advisory,operator,NY,account,"[""999""]",true`;
  const found = await faultsOf({
    firms: [firms, row],
    models: [
      "modelOid,folioOid,firmOid,folioNumber,folioName,longName,cashSecurity,programOid,style,targetWeights",
      `99001,99001,${firm},M-1,One,One,BCASH,"[""999""]",X,` +
        '"[{""ticker"":""ACME"",""targetWeight"":""100.00""}]"',
    ],
  });
  const fixed = "Only a load that is not confined to a firm changes it.";
  expect(found).toEqual([
    `firms.csv | 2 | kind | ${fixed}`,
    `firms.csv | 2 | programOids | ${fixed}`,
    `firms.csv | 2 | underContract | ${fixed}`,
    `models.csv | 2 | programOid | Firm ${firm} does not take part in it.`,
  ]);
});

test("the store has to have the firm", async () => {
  const files = { members: [members, "new.client,99001,1999,client,New,Client"] };
  expect(await faultsOf(files, "1999")).toContain("--firm |  |  | The store has no firm 1999.");
});
