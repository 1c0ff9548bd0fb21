// The cost of a hostile file to a load: it is refused promptly with its reason, and leaves nothing behind.
import { expect, test } from "vitest";
import { LoadFault } from "../src/platform/bulk/kinds/load-problem.ts";
import { useTestService } from "./harness.ts";

const service = useTestService();

const million = 1_000_000;
const header = "firmOid,partnerCode,name,kind,state\n";

test.each([
  ["a header of half a million columns", "firms.csv", `${"a,".repeat(500_000)}b\n`],
  ["a cell without an end", "firms.csv", `${header}"${"a".repeat(17 * 1_048_576)}`],
  ["a cell of megabytes", "firms.csv", `${header}9001,${"A".repeat(10 * million)},n,issuing,NY\n`],
  ["a line without an end", "firms.ndjson", `{"name":"${"a".repeat(17 * 1_048_576)}`],
  ["a line of brackets", "firms.ndjson", "[".repeat(10 * million)],
  ["a number of a million digits", "firms.ndjson", `{"firmOid":${"9".repeat(million)}}`],
  ["a cell with U+0000", "firms.csv", `${header}9001,A\u0000,n,issuing,NY\n`],
  ["a key of the prototype", "firms.ndjson", '{"__proto__":{"firmOid":"9001"}}'],
  ["a column of the prototype", "firms.csv", `__proto__,${header}1,9001,AAA,n,issuing,NY\n`],
])("%s is refused", async (_, name, content) => {
  const fault = await service.load({ [name]: content }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(LoadFault);
  expect((fault as LoadFault).message.length).toBeLessThan(20_000);
  const { rows } = await service.admin("select count(*)::int as count from firm");
  expect(rows).toEqual([{ count: 7 }]);
});
