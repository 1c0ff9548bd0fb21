// Loads of events and of decisions on lines count as what a person has done, who then posts none of them.
import { expect, test } from "vitest";
import { account, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";

const desk = useEventDesk();
const { service, as, eventOf, lineOf, drafted, moved, swept } = desk;
const { another: _, ...row } = dividend;

const sentBy = (login: string, kind: string, loaded: object) =>
  as(login, "POST", "/restapi/loads", {
    files: [{ name: `${kind}.ndjson`, text: JSON.stringify(loaded) }],
  });

async function loadedBy(login: string, kind: string, loaded: object): Promise<void> {
  const response = await sentBy(login, kind, loaded);
  expect(response.status, response.text).toBe(201);
}

const posting = { status: "POSTING" };
const refusal = [{ errorCode: "corporate.event.person.rule" }];

test("whoever loads an event as announced has asked for it, and does not post it", async () => {
  const event = { ...row, eventId: "4501", status: "ANNOUNCED", autoPost: true };
  await loadedBy("bursar.ops", "corporate-events", event);
  await swept();
  expect((await as("bursar.ops", "PUT", `${path}/4501`, posting)).body).toMatchObject(refusal);
  expect(await eventOf("4501")).toMatchObject({
    status: "ENTITLED",
    createdBy: "bursar.ops",
    announcedBy: "bursar.ops",
  });
  await moved("4501", "bursar.desk", posting);
});

test("a load that changes announced terms makes the next version, which does not post itself", async () => {
  const id = await drafted({ ...dividend, autoPost: true });
  await moved(id, "bursar.desk", { status: "ANNOUNCED" });
  const known = { ...row, eventId: id, status: "ANNOUNCED", autoPost: true };
  await loadedBy("bursar.ops", "corporate-events", known);
  expect((await eventOf(id)).version).toBe("1");
  const components = [{ rate: "35", incomeKind: "qualified" }];
  await loadedBy("bursar.ops", "corporate-events", { ...known, components });
  const capital = { ...known, kind: "ROC", components: [{ rate: "35" }] };
  const other = await sentBy("bursar.ops", "corporate-events", capital);
  expect(other.body).toMatchObject([{ message: expect.stringContaining("are not changed") }]);
  await swept();
  await swept();
  expect(await eventOf(id)).toMatchObject({
    status: "ENTITLED",
    version: "2",
    createdBy: "bursar.ops",
    announcedBy: "bursar.desk",
  });
});

test("a load emits the events that requests do", async () => {
  const emitted = async (loaded: object) => {
    const before = (await service.eventsOf("security:601")).length;
    await service.load({ "corporate-events.ndjson": JSON.stringify(loaded) });
    const events = (await service.eventsOf("security:601")).slice(before);
    return events.map(({ type, data }) => [type, data.fields]);
  };
  const draft = { ...row, eventId: "4508" };
  expect(await emitted(draft)).toEqual([["corporateevent.created", []]]);
  expect(await emitted(draft)).toEqual([]);
  const other = { ...draft, payDate: "2026-02-26", components: [{ rate: "35" }] };
  expect(await emitted(other)).toEqual([["corporateevent.updated", ["components", "payDate"]]]);
  expect(await emitted({ ...other, status: "ANNOUNCED" })).toEqual([
    ["corporateevent.announced", []],
  ]);
  expect(await emitted({ ...row, eventId: "4509", status: "ANNOUNCED" })).toEqual([
    ["corporateevent.created", []],
    ["corporateevent.announced", []],
  ]);
});

test("whoever changes an event by a load does not post it", async () => {
  // Loaded by the command line, it names no person.
  const event = { ...row, eventId: "4503", status: "ANNOUNCED" };
  await service.load({ "corporate-events.ndjson": JSON.stringify(event) });
  await loadedBy("bursar.desk", "corporate-events", { ...event, payDate: "2026-02-26" });
  await swept();
  expect((await as("bursar.desk", "PUT", `${path}/4503`, posting)).body).toMatchObject(refusal);
  expect(await eventOf("4503")).toMatchObject({ version: "2", createdBy: null, announcedBy: null });
  await moved("4503", "bursar.ops", posting);
});

test("whoever decides lines by a load does not post the event", async () => {
  const event = { ...row, eventId: "4502", status: "ANNOUNCED" };
  await service.load({ "corporate-events.ndjson": JSON.stringify(event) });
  await swept();
  const decision = { eventId: "4502", accountNumber: account, comment: "The claim is open" };
  await loadedBy("bursar.desk", "corporate-event-lines", { ...decision, action: "hold" });
  await loadedBy("bursar.desk", "corporate-event-lines", { ...decision, action: "release" });
  expect((await lineOf("4502")).status).toBe("DUE");
  expect((await as("bursar.desk", "PUT", `${path}/4502`, posting)).body).toMatchObject(refusal);
  await loadedBy("bursar.ops", "corporate-event-lines", { ...decision, action: "release" });
  await moved("4502", "bursar.ops", posting);
});

test("a load that announces a split writes it, moves it with its terms, and it goes with the event", async () => {
  const split = { ...row, kind: "SPL", components: undefined, ratioNew: "3", ratioOld: "1" };
  const stockDividend = {
    ...split,
    kind: "SDV",
    exDate: "2026-03-02",
    ratioNew: "21",
    ratioOld: "20",
  };
  const splits = async () => {
    const { rows } = await service.admin(
      `select ex_on::text || ' ' || ratio_new || ':' || ratio_old as split
       from security_split where security_id = 601 order by ex_on`,
    );
    return rows.map((each) => each.split);
  };
  const load = (...events: readonly object[]) =>
    service.load({
      "corporate-events.ndjson": events.map((each) => JSON.stringify(each)).join("\n"),
    });
  const drafts = [
    { ...split, eventId: "4505" },
    { ...stockDividend, eventId: "4506" },
  ];
  await load(...drafts);
  expect(await splits()).toEqual([]);
  const announced = drafts.map((each) => ({ ...each, status: "ANNOUNCED" }));
  await load(...announced);
  expect(await splits()).toEqual(["2026-02-20 3:1", "2026-03-02 21:20"]);
  // One comes to the day of the other, which leaves it.
  const [first, second] = announced;
  await load({ ...first, exDate: "2026-03-02" }, { ...second, exDate: "2026-03-03" });
  expect(await splits()).toEqual(["2026-03-02 3:1", "2026-03-03 21:20"]);
  // A load that is refused leaves the splits as they are.
  const refused = {
    ...first,
    exDate: "2026-03-09",
    recordDate: "2026-03-09",
    payDate: "2026-03-02",
  };
  await expect(load(refused)).rejects.toThrow();
  expect(await splits()).toEqual(["2026-03-02 3:1", "2026-03-03 21:20"]);
  await moved("4505", "bursar.ops", { status: "CANCELLED", comment: "Called off" });
  await moved("4506", "bursar.ops", { status: "CANCELLED", comment: "Called off" });
  expect(await splits()).toEqual([]);
});
