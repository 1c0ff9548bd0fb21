// The kinds of records that are loaded by request, their owners, and their senders.
import { describe, expect, test } from "vitest";
import { bodyOf, type Files, members, models, problemsOf } from "../../../../test/files-to-load.ts";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { requestRules } from "../../../loading/load-by-request.ts";
import { loadOrder } from "../../../loading/load-order.ts";

const service = useTestService();

const path = "/restapi/loads";
const load = (files: Files, caller: CallerName = "adviser") =>
  service.call(caller, "POST", path, bodyOf(files));
const get = (of: string) => service.call("adviser", "GET", of);
const command = "It is loaded by the command `bursar load` alone.";

describe("what may be sent", () => {
  test("is of a kind that the table names, once", async () => {
    const text = "firmOid\n1\n";
    const files = [
      "firms.csv",
      "api-users.csv",
      "programs.csv",
      "offer-documents.csv",
      "firm.csv",
      "models.csv",
      "models.ndjson",
      "prices.csv",
      "prices.csv",
    ].map((name) => ({ name, text }));
    const response = await service.call("operator", "POST", path, { files });
    expect(response.status).toBe(400);
    expect(problemsOf(response)).toEqual([
      `load.rule | firms.csv | ${command}`,
      `load.rule | api-users.csv | ${command}`,
      `load.rule | programs.csv | ${command}`,
      `load.rule | offer-documents.csv | ${command}`,
      "load.rule | firm.csv | No kind of record has a file with this name. (did you mean firms.csv?)",
      "load.rule | prices.csv | The file was sent twice.",
      "load.rule | models.csv, models.ndjson | Only one of the two files may be sent.",
    ]);
    const none = await service.call("operator", "POST", path, { files: [] });
    expect(problemsOf(none)).toEqual(["load.rule | files | There is no file of records."]);
  });

  test.each(loadOrder.filter(({ name }) => name !== "models").map(({ name }) => [name]))(
    "by a firm is not %s",
    async (name) => {
      const response = await load({ [`${name}.ndjson`]: "{}\n" });
      const isOperators = requestRules[name] !== undefined;
      const reason = isOperators ? "Only the operator loads these records." : command;
      expect(problemsOf(response)).toEqual([`load.rule | ${name}.ndjson | ${reason}`]);
    },
  );

  test("by the operator makes nobody one of the staff, and changes no privilege", async () => {
    const staff = "Staff, who have rights, are loaded by the command `bursar load` alone.";
    const made = members("new.person,9902,1001,staff,New,Person,administrator");
    const changed = members("harbor.park,2102,1002,staff,Noah,Park,administrator");
    for (const files of [made, changed]) {
      expect(problemsOf(await load(files, "operator"))).toEqual([
        `load.rule | members.csv:2:membershipType | ${staff}`,
      ]);
    }
    const demoted = members("harbor.park,2102,1002,client,Noah,Park,");
    expect(problemsOf(await load(demoted, "operator"))[0]).toContain(
      "members.csv:2:membershipType | It changes what callers may do or see",
    );
  });

  test("by a firm is no model of another, which is refused like one that is not there", async () => {
    const named = { folioName: "Another", folioOid: "712" };
    const absent = problemsOf(await load(models({ ...named, modelOid: "799" })));
    const foreign = problemsOf(await load(models({ ...named, modelOid: "702" })));
    const theirs = problemsOf(await load(models({ ...named, modelOid: "702", firmOid: "1003" })));
    expect(absent).toEqual([
      "load.rule | models.ndjson:1:modelOid | " +
        "The firm has no such model; a new one is created by a request of its own.",
    ]);
    expect([foreign, theirs]).toEqual([absent, absent]);
    expect(problemsOf(await load(models({ firmOid: "1003" })))).toEqual([
      "load.rule | models.ndjson:1:firmOid | It is not a record of firm 1002.",
    ]);
  });

  test("by a firm is a thousand rows", async () => {
    const rows = Array.from({ length: 1_001 }, (_, at) => ({ modelOid: String(at + 1) }));
    expect(problemsOf(await load(models(...rows)))).toEqual([
      "load.rule | models.ndjson | A load by request has 1000 rows at most; " +
        "`bursar load` has no such bound.",
    ]);
  });

  test("by a firm changes of a model what a request of it could", async () => {
    const fixed = {
      folioOid: "790",
      folioNumber: "OTHER",
      iaMemberOid: "2102",
      iaFirstName: "Noah",
      iaLastName: "Park",
    };
    const refused = problemsOf(await load(models(fixed)));
    expect(refused.map((each: string) => each.split(" | ")[1])).toEqual(
      Object.keys(fixed)
        .toSorted()
        .map((column) => `models.ndjson:1:${column}`),
    );
    const other = (await get("/restapi/models/714")).body.folioName;
    expect(problemsOf(await load(models({ folioName: other.toUpperCase() })))).toEqual([
      "load.rule | models.ndjson:1:folioName | The firm has another model with this folioName.",
    ]);
    expect(problemsOf(await load(models({ programOid: ["501", "599"] })))).toEqual([
      expect.stringMatching(/^load\.rule \| models\.ndjson:1:programOid \| /),
    ]);
  });

  test("by a firm names in a model only what every firm sees, and no index as a part", async () => {
    await service.load({
      "securities.csv":
        "securityId,ticker,name,instrumentType,issuingFirmOid\n" +
        "690,UNSEEN,Unseen Notes,PR,1004\n691,UNSOLD,Unsold Units,EQ,1004\n692,NDX,An index,IX,\n",
    });
    const parts = (ticker: string) => ({ targetWeights: [{ ticker, targetWeight: "100.00" }] });
    const refused = async (row: object) => problemsOf(await load(models(row)));
    const absent = await refused(parts("NONE"));
    expect(absent[0]).toContain("load.rule | models.ndjson:1:targetWeights | ");
    for (const ticker of ["UNSEEN", "UNSOLD", "NDX"]) {
      expect(await refused(parts(ticker)), ticker).toEqual(absent);
    }
    // A name that is left out is reported once.
    expect(await refused({ ...parts(""), cashSecurity: undefined })).toHaveLength(2);
    const withoutCash = await refused({ cashSecurity: "NONE" });
    expect(withoutCash[0]).toContain("load.rule | models.ndjson:1:cashSecurity | ");
    expect(await refused({ cashSecurity: "UNSEEN" })).toEqual(withoutCash);
    expect((await load(models({ cashSecurity: "0" }))).status).toBe(201);
    const unknown = await refused({ benchmarkItem: "NONE" });
    expect(unknown[0]).toContain("load.rule | models.ndjson:1:benchmarkItem | ");
    expect(await refused({ benchmarkItem: "unsold" })).toEqual(unknown);
    expect((await load(models({ benchmarkItem: "NDX" }))).status).toBe(201);
  });
});
