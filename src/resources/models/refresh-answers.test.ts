// The stored answer for a model always matches its rows.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { sql } from "../../platform/store/db.ts";
import { bodyOf } from "./get-model.ts";
import { selectAnswer, selectModel } from "./queries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

async function staleModels(): Promise<string[]> {
  const all = await service.db.rows(sql<{ oid: string }>`select folio_oid as "oid" from model`);
  expect(all.length).toBeGreaterThan(2);
  const stale: string[] = [];
  for (const { oid } of all) {
    const model = await selectModel(service.db, oid);
    if (model === undefined || (await selectAnswer(service.db, oid)) !== bodyOf(model)) {
      stale.push(oid);
    }
  }
  return stale;
}

const read = (folioOid: string) => service.call("adviser", "GET", `/restapi/models/${folioOid}`);

test("a load stores the answer of every model", async () => {
  expect(await staleModels()).toEqual([]);
});

test("a load that changes only the weights rewrites the answer too", async () => {
  const [line = ""] = (await readFile("samples/models.ndjson", "utf8")).split("\n");
  const before = await read("711");
  await service.load({ "models.ndjson": line.replace('"31.42"', '"31.43"') });
  const after = await read("711");
  expect(after.text).toBe(before.text.replace('"31.42"', '"31.43"'));
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(await staleModels()).toEqual([]);
});

test("a new name of the managing firm appears in its models", async () => {
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,programOids\n" +
      '1002,HARBOR,Harbor Advice,institutional,NY,"[""501"",""503""]"\n',
  });
  expect((await read("711")).body.firmName).toBe("Harbor Advice");
  expect(await staleModels()).toEqual([]);
});

test("a model loaded before answers were stored is answered too", async () => {
  const { text } = await read("711");
  await service.admin("delete from model_answer");
  expect((await read("711")).text).toBe(text);
});
