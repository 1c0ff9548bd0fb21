// A second person posts and reverses an event: one who had no part in it, step by step.
import { expect, test } from "vitest";
import { account, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";

const { as, drafted, announced, moved, posted, swept } = useEventDesk();

const post = { status: "POSTING" };
const reverse = { status: "REVERSING", comment: "Wrong rate" };
const again = { ...post, recomputeDiffering: true };

/** The codes with which a step is refused; none where it is taken. */
async function codesOf(login: string, id: string, body: object): Promise<string[]> {
  const response = await as(login, "PUT", `${path}/${id}`, body);
  return response.status === 200
    ? []
    : response.body.map((each: { errorCode: string }) => each.errorCode);
}
const other = ["corporate.event.person.rule"];

test("whoever drafts, changes or announces an event does not post it", async () => {
  const id = await drafted(dividend);
  await moved(id, "bursar.desk", { status: "ANNOUNCED" });
  await swept();
  expect(await codesOf("bursar.ops", id, post)).toEqual(other);
  expect(await codesOf("bursar.desk", id, post)).toEqual(other);
  const changed = await announced(dividend);
  await moved(changed, "bursar.desk", { payDate: "2026-02-26" });
  await swept();
  expect(await codesOf("bursar.desk", changed, post)).toEqual(other);
});

test("whoever entitles an event by hand may post it, and then reverse it", async () => {
  const id = await announced(dividend);
  await moved(id, "bursar.desk", { status: "ENTITLED" });
  expect(await codesOf("bursar.ops", id, post)).toEqual(other);
  await moved(id, "bursar.desk", post);
  expect(await codesOf("bursar.ops", id, reverse)).toEqual(other);
  await moved(id, "bursar.desk", reverse);
});

test("whoever corrects, retries or decides a line of what is posted does not reverse it", async () => {
  const corrected = await posted(dividend);
  // A correction and a retry need no second person.
  await moved(corrected, "bursar.ops", { components: [{ rate: "0.4", incomeKind: "qualified" }] });
  await swept();
  await moved(corrected, "bursar.desk", { payDate: "2026-02-26" });
  await swept();
  expect(await codesOf("bursar.desk", corrected, reverse)).toEqual(other);
  const retried = await posted(dividend);
  await moved(retried, "bursar.desk", again);
  await swept();
  expect(await codesOf("bursar.desk", retried, reverse)).toEqual(other);
  const held = await announced(dividend);
  await swept();
  const line = `${path}/${held}/lines/${account}`;
  await moved(held, "bursar.desk", post);
  const hold = { action: "hold", comment: "The claim is open" };
  expect((await as("bursar.desk", "PUT", line, hold)).status).toBe(200);
  expect(await codesOf("bursar.desk", held, reverse)).toEqual(other);
});

test("anyone of the operator cancels an event that is not posted", async () => {
  const id = await announced(dividend);
  await moved(id, "bursar.ops", { status: "CANCELLED", comment: "Called off" });
});
