// Every list has one order, also where rows differ only in the last tie-breaker.
import { beforeAll, expect, test } from "vitest";
import { selectRestrictionsInForce } from "../src/brokerage/clients-and-accounts/restrictions/queries.ts";
import { selectKeys } from "../src/brokerage/service/api-users/key-queries.ts";
import { useTestService } from "./harness.ts";

const service = useTestService();
beforeAll(async () => {
  // Without an order rows come as they lie in the table, which the tests below make the reverse of
  // the expected order.
  await service.admin(
    "do $$ begin execute format('alter database %I set enable_indexscan = off', current_database()); end $$",
  );
});

/** Runs a statement once for each key, so that the rows lie in the table in that order. */
async function layInOrder(statement: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) await service.admin(statement, [key]);
}

const idsOf = async (path: string, name: string): Promise<string[]> => {
  const { status, body } = await service.call("adviser", "GET", path);
  expect(status).toBe(200);
  return body.map((each: Readonly<Record<string, string>>) => each[name]);
};

test("transfers of one moment are ordered by their ids, the greatest first", async () => {
  const list = () => idsOf("/restapi/accounts/RA00000006/acatin", "acatid");
  const wanted = await list();
  expect(wanted).toEqual(wanted.toSorted().toReversed());
  await layInOrder(
    `update transfer set created_at = '2023-01-01', last_modified_at = '2026-03-02'
     where account_number = 'RA00000006' and acat_id = $1`,
    wanted.toReversed(),
  );
  expect(await list()).toEqual(wanted);
});

test("corporate actions of one deadline are ordered by their ids", async () => {
  const list = () => idsOf("/restapi/accounts/RA00000006/corporateactions", "notifid");
  const wanted = (await list()).toSorted();
  await layInOrder(
    `update corporate_action set deadline_at = '2026-06-01'
     where account_number = 'RA00000006' and notif_id = $1`,
    wanted.toReversed(),
  );
  expect(await list()).toEqual(wanted);
});

test("offers of one moment are ordered by their ids, the greatest first", async () => {
  const path = "/restapi/privateplacementoffers";
  const list = () => idsOf(path, "privatePlacementOfferOid");
  const wanted = (await list()).toSorted().toReversed();
  await layInOrder(
    "update offer set created_at = '2024-01-01', modified_at = '2026-03-02' where offer_oid = $1",
    wanted.toReversed(),
  );
  expect(await list()).toEqual(wanted);
  const { headers } = await service.call("adviser", "GET", path);
  const etag = { "If-None-Match": String(headers.etag) };
  expect((await service.call("adviser", "GET", path, undefined, etag)).status).toBe(304);
});

test("restrictions of one moment are ordered by their ids", async () => {
  await service.load({
    "restrictions.csv": [
      "accountNumber,accountRestrictionId,reason.code,type.code,inceptionInfo,creationTs",
      "RA00000001,9003,020,CR,,2026-02-12T10:30:00-05:00",
      "RA00000001,9002,021,SO,,2026-02-12T10:30:00-05:00",
      "RA00000001,9001,022,CR,,2026-02-12T10:30:00-05:00",
    ].join("\n"),
  });
  await layInOrder("update restriction set inception_info = '' where restriction_id = $1", [
    "9003",
    "9002",
    "9001",
  ]);
  const inForce = await selectRestrictionsInForce(service.db, "RA00000001");
  expect(inForce.map(({ id }) => id)).toEqual(["9001", "9002", "9003"]);
});

test("credentials of one moment are ordered by their ids", async () => {
  const ids = (await selectKeys(service.db)).map(({ keyId }) => keyId);
  const wanted = ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  await layInOrder(
    "update api_credential set created_at = '2026-01-01' where api_key_id = $1",
    wanted.toReversed(),
  );
  expect((await selectKeys(service.db)).map(({ keyId }) => keyId)).toEqual(wanted);
});
