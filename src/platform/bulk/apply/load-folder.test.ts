// The conditions for a folder to be loaded; a load is all or nothing.
import { link, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { offerKind } from "../../../brokerage/placements/offers/load.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { id, text } from "../../../values/scalars.ts";
import { object } from "../../../values/wire.ts";
import { selectAuditEntries } from "../../change/audit.ts";
import { sql } from "../../store/db.ts";
import { LoadBusy, LoadFault, type LoadProblem } from "../kinds/load-problem.ts";
import { type LoadKind, loadKind } from "../load-kind.ts";
import { type LoadReport, loadFolder } from "./load-folder.ts";

let store: TestDatabase;
let root: string;

beforeAll(async () => {
  store = await newDatabase();
  root = await mkdtemp(join(tmpdir(), "bursar-load-"));
  await load(firm);
});

afterAll(async () => {
  await store.drop();
  await rm(root, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(root, "folder-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function load(files: Files, kinds: readonly LoadKind[] = loadOrder): Promise<LoadReport> {
  const options = { allowPrivileges: true };
  return loadFolder(testContext(store.database), kinds, await folderOf(files), options);
}

async function faultOf(work: Promise<unknown>): Promise<LoadFault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LoadFault) return error;
  throw new Error("a LoadFault was expected", { cause: error });
}

const line = ({ file, line: at, column, reason }: LoadProblem) =>
  [file, at ?? "-", column ?? "-", reason].join(" | ");

const firmHeader = "firmOid,partnerCode,name,kind,state";
const memberHeader = "loginId,memberOid,firmOid,membershipType,firstName,lastName,tid";
const accountHeader = "accountNumber,accountName,accountType,owners,openedOn";

const firm: Files = {
  "firms.csv": `${firmHeader}\n2001,HARBOR,Harbor Advisers,institutional,MA\n`,
  "members.csv": [
    memberHeader,
    "ann,5001,2001,client,Ann,Whitfield,900-12-3456",
    "ben,5002,2001,client,Ben,Okafor,",
  ].join("\n"),
  "accounts.ndjson": [
    {
      accountNumber: "RA1234ABCD",
      accountName: "Everyday",
      accountType: "I",
      owners: ["ann"],
      openedOn: "2019-03-04",
      trustedContacts: [{ firstName: "Cy", lastName: "Lee", email: "cy@example.com" }],
    },
    {
      accountNumber: "RA1234ABCE",
      accountName: "Later",
      accountType: "R",
      owners: ["ann"],
      openedOn: "2019-03-04",
      primaryBeneficiaries: [
        { firstName: "Di", lastName: "Lee", relationship: "CHILD", SSN: "987-65-4321" },
      ],
    },
  ]
    .map((row) => JSON.stringify(row))
    .join("\n"),
};

/** The example of offers, for other firms and members, as a line of JSON. */
function offerOf(ticker: string, oid: string, firm: string): string {
  const [header = "", row = ""] = offerKind.example.split("\n");
  const cells = row.match(/("([^"]|"")*"|[^,]+)/g) ?? [];
  const fields = header.split(",").map((name, index) => {
    const cell = cells[index] ?? "";
    const isJson = cell.startsWith('"');
    return [name, isJson ? JSON.parse(cell.slice(1, -1).replaceAll('""', '"')) : cell];
  });
  return JSON.stringify({
    ...Object.fromEntries(fields),
    ticker,
    privatePlacementOfferOid: oid,
    creatingFirmOid: "2001",
    issuingFirmOid: "2001",
    creatingFirmRepresentativeOid: "5001",
    issuingFirmRepresentativeOid: "5002",
    participatingFirms: [{ participatingFirmId: firm, participatingFirmStatus: "P" }],
  });
}

async function auditCount(): Promise<string | undefined> {
  const row = await store.database.first(sql<{ count: string }>`
    select count(*) as "count" from audit_entry`);
  return row?.count;
}

describe("a folder is refused with every problem, and nothing is stored", () => {
  const cases: readonly (readonly [why: string, files: Files, problems: readonly string[]])[] = [
    [
      "an unknown file",
      { "firm.csv": "", "README.md": "", ".hidden": "" },
      ["firm.csv | - | - | No kind of record has a file with this name."],
    ],
    [
      "one kind in two files",
      { "firms.csv": "", "firms.ndjson": "" },
      ["firms.csv, firms.ndjson | - | - | Only one of the two files may exist."],
    ],
    [
      "an empty CSV file",
      { "firms.csv": "" },
      ["firms.csv | 1 | - | The file is empty; its first line names the columns."],
    ],
    [
      "columns that are unknown, doubled and missing, each once",
      { "firms.csv": "firmOid,partnerCode,kind,kind,colour\n7,A,issuing,issuing,red\n" },
      [
        "firms.csv | 1 | colour | The column is unknown.",
        "firms.csv | 1 | kind | The column appears twice.",
        "firms.csv | 1 | name | The column is missing.",
      ],
    ],
    [
      "columns under other spellings, which are suggested",
      { "firms.csv": "FirmOID,partner_code,Name,kind,hue\n7,A,x,issuing,red\n" },
      [
        "firms.csv | 1 | FirmOID | The column is unknown; did you mean firmOid?",
        "firms.csv | 1 | partner_code | The column is unknown; did you mean partnerCode?",
        "firms.csv | 1 | Name | The column is unknown; did you mean name?",
        "firms.csv | 1 | hue | The column is unknown.",
        "firms.csv | 1 | firmOid | The column is missing.",
        "firms.csv | 1 | partnerCode | The column is missing.",
        "firms.csv | 1 | name | The column is missing.",
      ],
    ],
    [
      "semicolons instead of commas",
      { "firms.csv": `${firmHeader.replaceAll(",", ";")}\n7;A;x;issuing;CA\n` },
      ["firms.csv | 1 | - | The columns are separated by semicolons; save the file with commas."],
    ],
    [
      "tabs instead of commas",
      { "firms.csv": `${firmHeader.replaceAll(",", "\t")}\n7\tA\tx\tissuing\tCA\n` },
      ["firms.csv | 1 | - | The columns are separated by tabs; save the file with commas."],
    ],
    [
      "a value behind the last column",
      { "firms.csv": `${firmHeader},,\n7,A,x,issuing,CA,,9\n` },
      ["firms.csv | 2 | - | The row has 7 cells and the header 5."],
    ],
    [
      "a row of another length",
      { "firms.csv": `${firmHeader}\n7,A,x\n` },
      ["firms.csv | 2 | - | The row has 3 cells and the header 5."],
    ],
    [
      "a quote that is not doubled, by the line of its row",
      { "firms.csv": `${firmHeader}\n7,A,"two\nlines",issuing,CA\n8,B,"a "quote"",issuing,CA\n` },
      [
        "firms.csv | 2 | name | " +
          "The text contains a control character, U+0000 or half of a surrogate pair.",
        "firms.csv | 4 | - | The file cannot be read on: In a cell in quotes, a quote is not doubled.",
      ],
    ],
    [
      "a quote that never ends, by the line of its row",
      { "firms.csv": `${firmHeader}\n7,A,"Acme",issuing,CA\n8,B,"never\nends,issuing,CA\n` },
      [
        "firms.csv | 3 | - | " +
          "The file cannot be read on: A cell begins with a quote and never ends with one.",
      ],
    ],
    [
      "bad values, all of a row",
      { "firms.csv": `${firmHeader}\n07,A,"",bank,ZZ\n` },
      [
        "firms.csv | 2 | firmOid | The value is not accepted (invalid.firm.oid).",
        "firms.csv | 2 | name | The value is not accepted (invalid.name).",
        "firms.csv | 2 | kind | The value is not in the field's code list.",
        "firms.csv | 2 | state | The value is not in the field's code list.",
      ],
    ],
    [
      "a required value left empty",
      { "firms.csv": `${firmHeader}\n7,A,,issuing,\n` },
      ["firms.csv | 2 | name | A value is required."],
    ],
    [
      "a cell that is not JSON",
      { "accounts.csv": `${accountHeader}\nRA00000077,New,I,ann,2020-01-01\n` },
      ["accounts.csv | 2 | owners | The cell is not JSON: " + "A value is missing, at position 1."],
    ],
    [
      "lines that are not JSON objects",
      { "firms.ndjson": '[]\n\n{"firmOid":}\n{"firmOid":"7","firmOid":"8"}\n' },
      [
        "firms.ndjson | 1 | - | The line is not a JSON object.",
        expect.stringMatching(/^firms.ndjson \| 3 \| - \| The line is not JSON: /) as never,
        expect.stringMatching(/^firms.ndjson \| 4 \| - \| The line is not JSON: /) as never,
      ],
    ],
    [
      "a key that stands there twice",
      { "firms.csv": `${firmHeader}\n7,A,x,issuing,\n8,B,x,issuing,\n7,C,x,issuing,\n` },
      ["firms.csv | 4 | firmOid | The key stands in the file twice. Line 2 has it."],
    ],
    [
      "a code that another row or the store has",
      { "firms.csv": `${firmHeader}\n7,A,x,issuing,\n8,A,x,issuing,\n9,HARBOR,x,issuing,\n` },
      [
        "firms.csv | 3 | partnerCode | Another firm has this partner code. Line 2 has it.",
        "firms.csv | 4 | partnerCode | Another firm has this partner code.",
      ],
    ],
    [
      "references to nothing",
      {
        "members.csv": `${memberHeader}\ncal,5003,99,client,Cal,Ito,\n`,
        "accounts.csv": `${accountHeader}\nRA00000077,New,I,"[""cal"",""dee""]",2020-01-01\n`,
      },
      [
        "members.csv | 2 | firmOid | Neither the store nor this load has this firm.",
        "accounts.csv | 2 | owners | Neither the store nor this load has this member.",
      ],
    ],
    [
      "references to nothing of a row that has other faults, entries that are sound",
      {
        "accounts.csv":
          `${accountHeader},permittedLoginIds\n` +
          'RA00000077,New,I,"[""cal"",7,""ann""]",2020-13-01,"[""dee""]"\n',
        "models.ndjson":
          `{"modelOid":"7","folioOid":"8","firmOid":"2001","folioNumber":"M","folioName":"x",` +
          `"longName":"y","programOid":[],"targetWeights":[{"ticker":"NONE","targetWeight":"1"},null],"style":"X"}`,
      },
      [
        "accounts.csv | 2 | owners[1] | The value must be a text.",
        "accounts.csv | 2 | openedOn | The value is not a calendar date in ISO 8601.",
        "models.ndjson | 1 | cashSecurity | A value is required.",
        "models.ndjson | 1 | targetWeights[1] | A value is required.",
        "accounts.csv | 2 | owners | Neither the store nor this load has this member.",
        "accounts.csv | 2 | permittedLoginIds | Neither the store nor this load has this member.",
        "models.ndjson | 1 | targetWeights | Neither the store nor this load has this security.",
      ],
    ],
    [
      "a trustee as the owner of an account",
      {
        "members.csv": `${memberHeader}\ntru,5003,2001,trustee,Tru,Ito,\n`,
        "accounts.csv": `${accountHeader}\nRA00000077,New,J,"[""ann"",""tru""]",2020-01-01\n`,
      },
      ["accounts.csv | 2 | owners | A trustee owns no account."],
    ],
    [
      "a number that another member has, however it is written",
      { "members.csv": `${memberHeader}\ncal,5003,2001,client,Cal,Ito,900123456\n` },
      ["members.csv | 2 | tid | Another member of the firm has this number."],
    ],
    [
      "an owner's second account of one name, ignoring case and outer blanks",
      { "accounts.csv": `${accountHeader}\nRA00000077, EVERYDAY,I,"[""ann""]",2020-01-01\n` },
      ["accounts.csv | 2 | accountName | An owner has another account with this name."],
    ],
    [
      "what a kind of account does not have",
      {
        "accounts.csv":
          `${accountHeader},defaultTaxLotSelection,longTermTaxRate,initContributionDate\n` +
          'RA00000077,New,R,"[""ann""]",2020-01-01,FIFO,15.0,2020-01-01\n',
      },
      [
        "accounts.csv | 2 | defaultTaxLotSelection | " +
          "AVGC is for retirement accounts, the others for taxable.",
        "accounts.csv | 2 | longTermTaxRate | A retirement account has no tax rates.",
        "accounts.csv | 2 | initContributionDate | Only a SIMPLE IRA has it.",
      ],
    ],
    [
      "a ticker that another row has in other letters",
      {
        "securities.csv": "securityId,ticker,name,instrumentType\n1,acme,Acme,EQ\n2,ACME,Acme,EQ\n",
      },
      ["securities.csv | 3 | ticker | Another security has this ticker. Line 2 has it."],
    ],
    [
      "what only a constraint of the store knows",
      {
        "firms.csv": `${firmHeader}\n7,A,x,institutional,\n`,
        "members.csv": [
          memberHeader,
          "cal,5003,7,client,Cal,Ito,",
          "ben,5002,2001,client,Ben,Okafor-Lee,",
          "ann,5001,7,client,Ann,Whitfield,",
          "dee,5004,7,client,Dee,Lund,",
        ].join("\n"),
      },
      ["members.csv | 4 | firmOid | A member who owns an account cannot change its firm."],
    ],
    [
      "what only a constraint of the store knows of the entries of a list",
      {
        "offers.ndjson": ["PRIV.AA", "PRIV.BB", "PRIV.CC"]
          .map((ticker, index) =>
            offerOf(ticker, `${index + 1}`, index === 1 ? "NOBODY" : "HARBOR"),
          )
          .join("\n"),
      },
      [
        "offers.ndjson | 2 | participatingFirms | " +
          "A participating firm must be DEFAULT, IAFIRM or the partner code of a firm.",
      ],
    ],
  ];

  test.each(cases)("%s", async (_why, files, problems) => {
    const before = await auditCount();
    const fault = await faultOf(load(files));
    expect(fault.problems.map(line)).toEqual(problems);
    expect(fault.count).toBe(problems.length);
    expect(await auditCount()).toBe(before);
  });

  test("a folder without a file of records, whatever other files it has", async () => {
    const folder = await folderOf({
      "README.md": "",
      "documents/a.pdf": "",
      ".DS_Store": "",
      "Thumbs.db": "",
      "desktop.ini": "",
      "~$prices.xlsx": "",
      "__MACOSX/._prices.csv": "",
    });
    const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
    expect(fault.problems).toEqual([{ file: folder, reason: "It has no file of records." }]);
  });

  test("invalid UTF-8", async () => {
    const folder = await folderOf({});
    await writeFile(join(folder, "firms.csv"), Buffer.from([0x66, 0xff, 0x0a]));
    const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
    expect(fault.problems.map(line)).toEqual([
      "firms.csv | 1 | - | The file is not UTF-8 from here on; save it as CSV UTF-8.",
    ]);
  });

  test.each(["utf-16le", "utf-16le with a mark"])("%s", async (form) => {
    const folder = await folderOf({});
    const mark = form.endsWith("mark") ? "\ufeff" : "";
    await writeFile(join(folder, "firms.csv"), Buffer.from(`${mark}${firmHeader}\n`, "utf16le"));
    const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
    expect(fault.problems).toEqual([
      {
        file: "firms.csv",
        line: 1,
        reason: "The file is UTF-16; save it as CSV UTF-8, or let `bursar load --mend` read it.",
      },
    ]);
  });

  test.each([
    ["members.csv", "utf8"],
    ["members.csv", "latin1"],
    ["offers.csv", "utf8"],
  ] as const)(
    "%s without a heading line, whose cells are not shown, in %s",
    async (name, encoding) => {
      const folder = await folderOf({});
      const row = "Zebulon,Quillfeather,900-12-3456,Müllerweg 1\n";
      await writeFile(join(folder, name), Buffer.from(row + row, encoding));
      const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
      expect(fault.problems).toMatchObject([{ file: name, line: 1 }]);
      expect(JSON.stringify(fault.problems)).not.toMatch(/Zebulon|Quill|900|weg/);
      if (encoding === "latin1") return;
      expect(fault.problems[0]?.reason).toMatch(
        /^The first line is not a heading line; expected columns (loginId|privatePlacementOfferOid), /,
      );
    },
  );

  test("Windows-1252 is found by its line, column and character", async () => {
    const folder = await folderOf({});
    const text = `${firmHeader}\n1001,AB,"Müller, Ü",issuing,NY\n1002,CD,Café,issuing,NY\n`;
    const at = (character: string) => text.indexOf(character);
    const bytes = Buffer.from(text, "latin1");
    // The first name is UTF-8, as in a file that two programs have written.
    const mixed = Buffer.concat([
      Buffer.from(text.slice(0, at("\n1002")), "utf8"),
      bytes.subarray(at("\n1002")),
    ]);
    await writeFile(join(folder, "firms.csv"), mixed);
    const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
    expect(fault.problems).toMatchObject([{ line: 3, column: "name", value: "é" }]);
    await writeFile(join(folder, "firms.csv"), bytes);
    const first = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
    expect(first.problems).toMatchObject([{ line: 2, column: "name", value: "ü" }]);
  });

  test.each([
    ["Accounts.csv", "did you mean accounts.csv?"],
    ["account.csv", "did you mean accounts.csv?"],
    ["unit_values.csv", "did you mean unit-values.csv?"],
    ["acounts.txt", "did you mean accounts.csv?"],
    ["prices.xlsx", "save it from the spreadsheet as CSV UTF-8, named prices.csv"],
    ["notes.txt", undefined],
  ])("an unknown file: %s", async (name, cure) => {
    const fault = await faultOf(load({ [name]: "" }));
    const reason = "No kind of record has a file with this name.";
    expect(fault.problems).toEqual([{ file: name, reason, ...(cure && { cure }) }]);
  });

  test("of many problems the first hundred are shown and all are counted", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `${index + 1},${index}x y,n,issuing,`);
    const fault = await faultOf(load({ "firms.csv": [firmHeader, ...rows].join("\n") }));
    expect(fault.problems).toHaveLength(100);
    expect(fault.count).toBe(250);
    const members = rows.map((_, index) => `m${index},${index + 9000},99,client,A,B,`);
    const broken = await faultOf(load({ "members.csv": [memberHeader, ...members].join("\n") }));
    expect(broken.count).toBe(250);
  });

  test("of equal problems three are shown, with how many there are beyond", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `${index + 1},x y,n,issuing,`);
    const members = rows.map((_, index) => `m${index},${index + 9000},99,client,A,B,`);
    const alike = async (files: Files) => {
      const { problems, count } = await faultOf(load(files));
      return [count, ...problems.map((each) => [each.line, each.alike])];
    };
    const expected = [250, [2, undefined], [3, undefined], [4, 247]];
    expect(await alike({ "firms.csv": [firmHeader, ...rows].join("\n") })).toEqual(expected);
    expect(await alike({ "members.csv": [memberHeader, ...members].join("\n") })).toEqual(expected);
  });

  test("a good file next to a bad one is not stored", async () => {
    await faultOf(
      load({
        "firms.csv": `${firmHeader}\n7,A,x,issuing,\n`,
        "members.csv": `${memberHeader}\ncal,x,7,client,Cal,Ito,\n`,
      }),
    );
    expect(await store.database.rows(sql`select from firm where firm_oid = 7`)).toEqual([]);
  });
});

test("empty columns behind the last one, as spreadsheets write them, are ignored", async () => {
  const [header = "", row = ""] = (firm["firms.csv"] ?? "").split("\n");
  const [report] = await load({ "firms.csv": `${header},,\n${row},,,\n` });
  expect(report).toMatchObject({ rows: 1, added: 0, changed: 0 });
});

test("the same folder twice changes nothing and leaves no audit entry", async () => {
  const before = await auditCount();
  const report = await load(firm);
  expect(report).toEqual([
    { file: "firms.csv", rows: 1, added: 0, changed: 0 },
    { file: "members.csv", rows: 2, added: 0, changed: 0 },
    { file: "accounts.ndjson", rows: 2, added: 0, changed: 0 },
  ]);
  expect(await auditCount()).toBe(before);
});

test("a changed row is updated and audited once, its number never in the clear", async () => {
  const changed = { "members.csv": firm["members.csv"]?.replace("900-12-3456", "900-12-9999") };
  const report = await load(changed as Files);
  expect(report).toEqual([{ file: "members.csv", rows: 2, added: 0, changed: 1 }]);
  const [, entry, ...more] = await selectAuditEntries(store.database, "member:ann");
  expect(more).toEqual([]);
  expect(entry?.operation).toBe("loadFolder");
  const { before, after } = JSON.parse(entry?.detail ?? "");
  expect(before.members).toMatchObject([{ loginId: "ann", tid: "sealed", tidLast4: "3456" }]);
  expect(after.members).toMatchObject([{ loginId: "ann", tid: "changed", tidLast4: "9999" }]);
  expect(entry?.detail).not.toMatch(/90012/);
  await load({ "members.csv": firm["members.csv"] ?? "" });
});

test("a list left out stays as it is, and an empty one removes its entries", async () => {
  const header = `${accountHeader},trustedContacts`;
  const row = 'RA1234ABCD,Everyday,I,"[""ann""]",2019-03-04,';
  const contacts = () =>
    store.database.rows(sql`
      select first_name as "firstName" from trusted_contact where account_number = 'RA1234ABCD'`);
  expect((await load({ "accounts.csv": `${header}\n${row}\n` }))[0]?.changed).toBe(0);
  expect(await contacts()).toEqual([{ firstName: "Cy" }]);
  expect((await load({ "accounts.csv": `${header}\n${row}[]\n` }))[0]?.changed).toBe(1);
  expect(await contacts()).toEqual([]);
});

test("CSV may have a byte order mark, CRLF, quoted lines and empty cells", async () => {
  const rows = [
    "\ufeffbillingPlanOid,firmOid,kind,name,description",
    '31,2001,advisory,"Say ""plan"", twice",',
    "",
    "32,2001,advisory,Plain,tab\\and back",
  ];
  await load({ "billing-plans.csv": rows.join("\r\n") });
  const stored = await store.database.rows(sql`
    select name, description from billing_plan order by billing_plan_oid`);
  expect(stored).toEqual([
    { name: 'Say "plan", twice', description: null },
    { name: "Plain", description: "tab\\and back" },
  ]);
});

test("daily rows are audited by count, first, last and SHA-256", async () => {
  const header = "accountNumber,folioNumber,date,grossUnitValue,netUnitValue";
  const day = (date: string) => `RA1234ABCD,,${date},100.5,100.25`;
  const days = ["2026-01-06", "2026-01-05", "2026-01-07"].map(day);
  await load({ "unit-values.csv": [header, ...days].join("\n") });
  const entry = (await selectAuditEntries(store.database, "RA1234ABCD")).at(-1);
  expect(JSON.parse(entry?.detail ?? "")).toEqual({
    detail: {
      "unit-values": {
        count: "3",
        first: "2026-01-05",
        last: "2026-01-07",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  });
});

test("a second load at the same time is refused", async () => {
  await store.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(6271907206)`);
    await expect(load(firm)).rejects.toThrow(LoadBusy);
  });
  const both = await Promise.allSettled([load(firm), load(firm)]);
  expect(both.map(({ status }) => status)).toContain("fulfilled");
});

test("documents are read only from their folder, and no link is followed", async () => {
  const kind = loadKind({
    name: "notes",
    about: "A kind of this test.",
    columns: object({ securityId: id(), file: text() }),
    table: "security",
    key: ["securityId"],
    fields: { file: null },
    derived: {
      columns: ["ticker", "name", "instrument_type"],
      of: async ({ file }, tools) => ({
        ticker: "NOTE",
        instrument_type: "EQ",
        name: (await tools.document("file", file))?.toString(),
      }),
    },
    subject: (row) => `security:${row.securityId}`,
    example: "",
  });
  const tried = ["good.txt", "../notes.csv", "link.txt", "linked/good.txt", "/etc/hosts", "none"];
  tried.push("shared.txt", "large.txt");
  const folder = await folderOf({
    "notes.csv": `securityId,file\n${tried.map((name, at) => `${at + 1},${name}`).join("\n")}`,
    "documents/good.txt": "Good",
  });
  await symlink("../notes.csv", join(folder, "documents", "link.txt"));
  await symlink(".", join(folder, "documents", "linked"));
  await writeFile(join(folder, "other"), "Shared");
  await link(join(folder, "other"), join(folder, "documents", "shared.txt"));
  await rename(join(folder, "other"), join(folder, ".other"));
  await writeFile(join(folder, "documents", "large.txt"), "");
  await truncate(join(folder, "documents", "large.txt"), 16 * 1_048_576 + 1);
  const fault = await faultOf(loadFolder(testContext(store.database), [kind], folder));
  expect(fault.problems.map((problem) => problem.line)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  await writeFile(join(folder, "notes.csv"), "securityId,file\n1,good.txt\n");
  await loadFolder(testContext(store.database), [kind], folder);
  expect(await store.database.rows(sql`select name from security`)).toEqual([{ name: "Good" }]);
});

test("a file that has another name, or is larger than its kind can be, is refused unread", async () => {
  const folder = await folderOf({ "firms.csv": "", "members.csv": "" });
  await link(join(folder, "firms.csv"), join(folder, ".other"));
  await truncate(join(folder, "members.csv"), 1024 ** 3 + 1);
  const fault = await faultOf(loadFolder(testContext(store.database), loadOrder, folder));
  expect(fault.problems).toEqual([
    { file: "firms.csv", reason: "It has other names (hard links): load a copy." },
    { file: "members.csv", reason: "It is larger than 1 GiB." },
  ]);
});
