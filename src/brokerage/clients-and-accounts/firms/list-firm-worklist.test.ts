// The tasks that wait in a firm: the entries are those that the overview counts, and lead to their records.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

type Who = "adviser" | "readOnly" | "operator" | "otherAdviser" | "client" | "issuer";
const get = (path: string, who: Who = "adviser") => service.call(who, "GET", `/restapi/${path}`);
const read = async (path: string, who: Who = "adviser") => {
  const { status, body, text } = await get(path, who);
  expect(status, text).toBe(200);
  return body;
};

interface Entry {
  readonly kind: string;
  readonly accountNumber: string;
  readonly id: string;
  readonly loginId: string | null;
  readonly targetOid: string | null;
  readonly since: string | null;
  readonly due: string | null;
}

test("the entries of each kind are as many as the overview counts, and are there", async () => {
  await service.admin("update model_subscription set status = 'PENDING'");
  const list: readonly Entry[] = await read("firms/1002/worklist?limit=500");
  const { waiting } = await read("firms/1002/overview");
  const { accountsRestricted: _restricted, ...counts } = waiting;
  const found = Object.entries(counts).map(([kind, count]) => [
    kind,
    Number(count),
    list.filter((entry) => entry.kind === kind).length,
  ]);
  expect(found.filter(([, count, entries]) => count !== entries)).toEqual([]);
  expect(found.filter(([, count]) => count === 0)).toEqual([]);
  const paths = ({ kind, accountNumber: number, id, loginId }: Entry) =>
    ({
      itemsForAttention: `members/${loginId}/ifas/${id}`,
      ordersUndecided: `accounts/${number}/privateplacementorders/${id}`,
      transfersOpen: `accounts/${number}/acatin/${id}`,
      ballotsOpen: `accounts/${number}/corporateactions/${id}`,
      modelsPending: `accounts/${number}/folios/${id}`,
    })[kind] ?? kind;
  for (const { kind, targetOid } of list) {
    if (kind === "ordersUndecided")
      expect((await get(`privateplacementoffers/${targetOid}`)).status).toBe(200);
    if (kind === "modelsPending") expect((await get(`models/${targetOid}`)).status).toBe(200);
  }
  for (const entry of list) expect((await get(paths(entry))).status, paths(entry)).toBe(200);
});

test("what is due first comes first, then the oldest, and no more than asked for", async () => {
  const list: readonly Entry[] = await read("firms/1002/worklist?limit=500");
  const last = "9999";
  const keys = list.map(({ due, since, accountNumber }) =>
    [due ?? last, since ?? last, accountNumber].join(" "),
  );
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(list.map(({ due }) => due)).size).toBeGreaterThan(2);
  expect(await read("firms/1002/worklist?limit=3")).toEqual(list.slice(0, 3));
  for (const limit of ["0", "501", "x"])
    expect((await get(`firms/1002/worklist?limit=${limit}`)).status).toBe(400);
});

test("a firm lists itself and the firms that it manages, and the operator all", async () => {
  const own = await read("firms/1002/worklist?limit=500");
  expect(await read("firms/1002/worklist?limit=500", "readOnly")).toEqual(own);
  expect((await read("firms/1001/worklist?limit=500", "operator")).length).toBeGreaterThan(
    own.length - 1,
  );
  for (const who of ["otherAdviser", "issuer", "client"] as const)
    expect((await get("firms/1002/worklist", who)).status).toBe(403);
  expect((await get("firms/999999/worklist")).status).toBe(403);
});
