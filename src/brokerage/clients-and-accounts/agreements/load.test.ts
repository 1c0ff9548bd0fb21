// Items for attention as they are loaded.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";
import { codeList } from "../../../reference/codes.ts";

const service = useTestService();

const header =
  "accountNumber,id,loginId,ifaType,ifaStatus,targetOid,viewsRemaining,startDate,expirationDate";
const load = (...rows: string[]) =>
  service.load({ "items-for-attention.csv": [header, ...rows].join("\n") });

test("an item is stored, changed by a later load and audited once each", async () => {
  const before = (await service.auditOf("RA00000001")).length;
  await load("RA00000001,9001,ada.whitfield,NO,I,77,3,2026-02-24,2026-05-24");
  await load("RA00000001,9001,ada.whitfield,NO,V,77,2,2026-02-24,2026-05-24");
  await load("RA00000001,9001,ada.whitfield,NO,V,77,2,2026-02-24,2026-05-24");
  const stored = await service.db.rows(sql`
    select login_id, ifa_type, ifa_status, target_oid, views_remaining, start_on, expires_on
    from item_for_attention where account_number = 'RA00000001' and ifa_id = 9001`);
  expect(stored).toMatchInlineSnapshot(`
    [
      {
        "expires_on": "2026-05-24",
        "ifa_status": "V",
        "ifa_type": "NO",
        "login_id": "ada.whitfield",
        "start_on": "2026-02-24",
        "target_oid": "77",
        "views_remaining": 2,
      },
    ]
  `);
  expect((await service.auditOf("RA00000001")).length).toBe(before + 2);
});

test("the sample has every type and every status", async () => {
  const column = async (statement: ReturnType<typeof sql<{ code: string }>>) =>
    (await service.db.rows(statement)).map(({ code }) => code);
  const types = await column(sql<{ code: string }>`
    select distinct ifa_type as code from item_for_attention order by 1`);
  const statuses = await column(sql<{ code: string }>`
    select distinct ifa_status as code from item_for_attention order by 1`);
  const codes = (name: "ifa-type" | "ifa-status") => codeList(name).rows.map(({ code }) => code);
  expect(types).toEqual(codes("ifa-type").toSorted());
  expect(statuses).toEqual(codes("ifa-status").toSorted());
});

test("an impossible row is refused with its line and column", async () => {
  const fault = await load(
    "RA99999999,1,ada.whitfield,SA,I,,,2026-02-24,",
    "RA00000001,2,nobody,SA,I,,,2026-02-24,",
    "RA00000001,x,ada.whitfield,SX,Q,,-1,2026-02-30,",
    "RA00000001,4,ada.whitfield,SA,I,,,2026-02-24,2026-02-23",
  ).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(LoadFault);
  const { problems } = fault as LoadFault;
  expect(
    problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
  ).toMatchInlineSnapshot(`
    [
      "4 id: The value is not accepted (invalid.id).",
      "4 ifaType: The value is not in the field's code list.",
      "4 ifaStatus: The value is not in the field's code list.",
      "4 viewsRemaining: It is below 0.",
      "4 startDate: The value is not a calendar date in ISO 8601.",
      "5 expirationDate: It is before startDate.",
      "2 accountNumber: Neither the store nor this load has this account.",
      "3 loginId: Neither the store nor this load has this member.",
    ]
  `);
});
