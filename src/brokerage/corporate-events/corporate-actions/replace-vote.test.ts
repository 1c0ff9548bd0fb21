// Notices and votes over HTTP: given, changed, voted on, expired.

import type { AccountNumber } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import { expireNotice } from "./expire-notice.ts";
import { selectDueNotices } from "./notice-queries.ts";

const service = useTestService();

const account = "RA00000006";
const path = (id = "", of = account) => `/restapi/accounts/${of}/corporateactions${id && `/${id}`}`;
const put = (id: string, body: object, caller: CallerName = "adviser") =>
  service.call(caller, "PUT", path(id), body);
const read = async (id: string) => (await service.call("adviser", "GET", path(id))).body;

async function give(body: object): Promise<string> {
  const answer = await service.call("operator", "POST", path(), body);
  expect([answer.status, answer.text]).toEqual([201, ""]);
  return String(answer.headers.location).split("/").at(-1) ?? "";
}

const proposal = { questionsId: "1", questionsType: "P", question: "Agree?", contested: false };
const notice = {
  type: "P",
  ticker: "ACME",
  issuer: "Acme Corporation",
  deadline: "2026-03-31",
  questions: [proposal],
};
const yes = { type: "P", questions: [{ questionId: "1", questionType: "P", answer: "0" }] };
const no = { type: "P", questions: [{ questionId: "1", questionType: "P", answer: "1" }] };

const answersOf = (id: string) =>
  service.db.rows(sql`
    select questions_id as id, choice_id as choice, answer, shares_elected::text as shares
    from corporate_action_answer where notif_id = ${id} order by position`);

describe("replaceVote", () => {
  test("stores the answers in place of the earlier ones, audited, with its event", async () => {
    const id = await give(notice);
    const answer = await put(id, yes);
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(String(answer.headers.location)).toMatch(new RegExp(`${path(id)}$`));
    expect(await read(id)).toMatchObject({ status: "Voted", questions: [{ answered: true }] });
    expect(await answersOf(id)).toEqual([{ id: "1", choice: null, answer: "0", shares: null }]);
    await put(id, no);
    expect(await answersOf(id)).toEqual([{ id: "1", choice: null, answer: "1", shares: null }]);
    expect((await service.auditOf(account)).at(-1)).toMatchObject({
      operation: "replaceVote",
      detail: {
        before: { notifid: id, status: "Voted", answers: [{ answer: "0" }] },
        after: { notifid: id, status: "Voted", answers: [{ answer: "1" }] },
      },
    });
    expect((await service.eventsOf(account)).at(-1)).toEqual({
      type: "vote.replaced",
      data: { notifid: id, status: "Voted" },
    });
    await put(id, { type: "P", questions: [] });
    expect(await read(id)).toMatchObject({ status: "New", questions: [{ answered: false }] });
    expect(await answersOf(id)).toEqual([]);
  });

  test("that says what is stored changes nothing", async () => {
    const id = await give(notice);
    await put(id, yes);
    const before = await service.auditOf(account);
    expect((await put(id, yes)).status).toBe(200);
    expect(await service.auditOf(account)).toEqual(before);
  });

  test("that says what is stored in another order or form changes nothing", async () => {
    const choices = ["cash", "stock"].map((choiceId) => ({ choiceId, choice: choiceId }));
    const election = { questionsId: "2", questionsType: "C", question: "?", contested: false };
    const id = await give({
      ...notice,
      type: "V",
      shares: "100",
      questions: [proposal, { ...election, choices }],
    });
    const elect = (cash: string, stock: string) => ({
      questionId: "2",
      questionType: "C",
      choices: [
        { choiceId: "cash", sharesElected: cash },
        { choiceId: "stock", sharesElected: stock },
      ],
    });
    const [agree] = yes.questions;
    await put(id, { type: "V", questions: [agree, elect("79.5", "20.5")] });
    const before = [await service.auditOf(account), await service.eventsOf(account)];
    const { questionId, questionType, choices: elected } = elect("79.50", "20.50000");
    const reversed = { questionId, questionType, choices: elected.toReversed() };
    const again = await put(id, { type: "V", questions: [reversed, agree] });
    expect([again.status, again.text]).toEqual([200, ""]);
    expect([await service.auditOf(account), await service.eventsOf(account)]).toEqual(before);
    // The same shares the other way round are another vote.
    await put(id, { type: "V", questions: [agree, elect("20.5", "79.5")] });
    expect((await answersOf(id)).map(({ shares }) => shares)).toEqual([null, "20.5", "79.5"]);
  });

  test("drops the answers of a holder who attends the meeting, and takes new ones after", async () => {
    const id = await give(notice);
    await put(id, yes);
    await put(id, { type: "P", attendingMeeting: true });
    expect(await read(id)).toMatchObject({ status: "Attending Meeting" });
    expect(await answersOf(id)).toEqual([]);
    await put(id, yes);
    expect(await read(id)).toMatchObject({ status: "Voted" });
  });

  test("elects shares of a ballot with one choice", async () => {
    const questions = [{ questionId: "1", questionType: "C", sharesElected: "80" }];
    expect((await put("CA-2002", { type: "V", questions })).status).toBe(200);
    expect(await answersOf("CA-2002")).toEqual([
      { id: "1", choice: "T", answer: null, shares: "80" },
    ]);
    const more = [{ questionId: "1", questionType: "C", sharesElected: "80.00001" }];
    expect(errorCodesOf(await put("CA-2002", { type: "V", questions: more }))).toEqual([
      "corporate.action.shares.rule",
    ]);
  });

  test("is refused with every code", async () => {
    const send = async (id: string, body: object) => errorCodesOf(await put(id, body));
    expect(await send("CA-2003", { type: "M", questions: [] })).toEqual([
      "corporate.action.mandatory.rule",
    ]);
    const late = await send("CA-2005", { type: "P", questions: [{ ...yes.questions[0] }] });
    expect(late).toEqual([
      "corporate.action.deadline.rule",
      "corporate.action.type.rule",
      "corporate.action.question.rule",
    ]);
    expect(await send("CA-2001", { type: "P" })).toEqual(["corporate.action.answer.rule"]);
    expect(await send("CA-9999", yes)).toEqual(["corporate.action.not.found"]);
    expect(await send("CA-2001", { ...yes, notifid: "CA-2002" })).toEqual(["uri.matching.rule"]);
    const restriction = { reason: { code: "021" }, type: { code: "CR" } };
    const place = `/restapi/accounts/${account}/restrictions`;
    const placed = await service.call("adviser", "POST", place, restriction);
    const elect = [{ questionId: "1", questionType: "C", sharesElected: "1" }];
    expect(await send("CA-2002", { type: "V", questions: elect })).toEqual([
      "account.restricted.rule",
    ]);
    const lifted = String(placed.headers.location).replace("http://bursar.test", "");
    await service.call("adviser", "DELETE", lifted);
  });

  test("is for the firm, owners and managers: not for those who may only see, nor the operator", async () => {
    const id = await give(notice);
    expect((await put(id, yes, "operator")).status).toBe(403);
    expect((await put(id, yes, "otherAdviser")).status).toBe(403);
    const as = (loginId: string, body: object = yes) =>
      service.signed("adviser", "PUT", path(id), {
        body,
        members: { FOLIOWS_MEMBER_ID: loginId },
      });
    const permissions = `/restapi/accounts/${account}/permissions`;
    const owners = await service.db.rows(sql<{ loginId: string }>`
      select login_id as "loginId" from account_owner where account_number = ${account}`);
    expect((await as(owners[0]?.loginId ?? "")).status).toBe(200);
    const permit = { loginId: "dmitri.ivanov", alertLevel: "all", listOnReport: false };
    const granted = await service.call("adviser", "POST", permissions, {
      ...permit,
      permission: "DV",
    });
    expect(granted.status, granted.text).toBe(201);
    expect((await as("dmitri.ivanov", no)).status).toBe(403);
    const manage = { ...permit, permission: "AM" };
    await service.call("adviser", "PUT", `${permissions}/dmitri.ivanov`, manage);
    expect((await as("dmitri.ivanov", no)).status).toBe(200);
  });

  test("of two at once both succeed, and one of them stands whole", async () => {
    const id = await give(notice);
    const answers = await Promise.all([put(id, yes), put(id, no)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answersOf(id)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "Voted" });
  });
});

describe("createNotice and updateNotice", () => {
  test("give and change a notice, whose shares are by default those held", async () => {
    const id = await give({ ...notice, deadline: "2026-07-01" });
    const held = await service.call("adviser", "GET", `/restapi/accounts/${account}/positions`);
    const shares = held.body.find((each: { ticker: string }) => each.ticker === "ACME")?.shares;
    expect(await read(id)).toMatchObject({
      notifid: id,
      status: "New",
      ticker: "ACME",
      activity: null,
      docs: [],
      deadline: "2026-07-01T23:59:59.999-04:00",
      shares: shares ?? "0.00000",
    });
    const change = { deadline: "2026-08-01T12:00:00-04:00", activity: "Meeting", shares: "7" };
    expect((await put(`${id}/notice`, change, "operator")).status).toBe(200);
    expect(await read(id)).toMatchObject({
      deadline: "2026-08-01T12:00:00.000-04:00",
      activity: "Meeting",
      shares: "7.00000",
      questions: [{ questionsId: "1" }],
    });
    await put(`${id}/notice`, { activity: null, deadline: null }, "operator");
    expect(await read(id)).toMatchObject({ activity: null, deadline: null });
    expect((await service.eventsOf(account)).at(-1)).toEqual({
      type: "notice.updated",
      data: { notifid: id, status: "New" },
    });
    const before = await service.auditOf(account);
    expect((await put(`${id}/notice`, {}, "operator")).status).toBe(200);
    expect(await service.auditOf(account)).toEqual(before);
  });

  test("drop the answers to a question that has changed, and reopen the ballot", async () => {
    const id = await give(notice);
    await put(id, yes);
    const reworded = { questions: [{ ...proposal, question: "Agree now?" }] };
    await put(`${id}/notice`, reworded, "operator");
    expect(await read(id)).toMatchObject({ status: "Voted" });
    const other = { questions: [{ ...proposal, questionsType: "S" }] };
    await put(`${id}/notice`, other, "operator");
    expect(await read(id)).toMatchObject({ status: "New", questions: [{ answered: false }] });
    expect(await answersOf(id)).toEqual([]);
  });

  test("drop the answer to a choice that names somebody else, not to one suggested anew", async () => {
    const directors = (choice: string, managementSuggestion: string) => [
      {
        questionsId: "1",
        questionsType: "D",
        question: "Who?",
        contested: false,
        choices: [{ choiceId: "1A", choice, managementSuggestion }],
        possibleChoiceAnswers: ["For", "Withhold"],
      },
    ];
    const id = await give({ ...notice, questions: directors("Ann Lee", "For") });
    const vote = { questionId: "1", questionType: "D" };
    const choices = [{ choiceId: "1A", choiceAnswer: "For" }];
    expect((await put(id, { type: "P", questions: [{ ...vote, choices }] })).status).toBe(200);
    await put(`${id}/notice`, { questions: directors("Ann Lee", "Withhold") }, "operator");
    expect(await read(id)).toMatchObject({ status: "Voted" });
    await put(`${id}/notice`, { questions: directors("Bo Park", "Withhold") }, "operator");
    expect(await read(id)).toMatchObject({ status: "New", questions: [{ answered: false }] });
    expect(await answersOf(id)).toEqual([]);
  });

  test("refuse an unknown security, a ballot that is none, and an absent notice", async () => {
    const bad = { ...notice, ticker: "NONE", questions: [proposal, proposal] };
    const answer = await service.call("operator", "POST", path(), bad);
    expect(errorCodesOf(answer)).toEqual([
      "corporate.action.security.rule",
      "corporate.action.ballot.rule",
    ]);
    expect(answer.body[1].message).toBe("1 appears more than once.");
    const id = await give(notice);
    const ballot = { questions: [{ ...proposal, choices: [] }] };
    expect(errorCodesOf(await put(`${id}/notice`, ballot, "operator"))).toEqual([
      "corporate.action.ballot.rule",
    ]);
    expect(errorCodesOf(await put(`${id}/notice`, { ticker: "NONE" }, "operator"))).toEqual([
      "corporate.action.security.rule",
    ]);
    expect(errorCodesOf(await put("CA-9999/notice", {}, "operator"))).toEqual([
      "corporate.action.not.found",
    ]);
    expect((await put(`${id}/notice`, {}, "adviser")).status).toBe(403);
  });
});

test("time expires what nobody has voted on, once, and a later deadline opens it again", async () => {
  const id = await give({ ...notice, deadline: "2026-03-02T10:00:00-05:00" });
  const at = (ms: number) => new Date(Date.parse("2026-03-02T15:00:00Z") + ms);
  const due = async (ms: number) =>
    (await selectDueNotices(service.db, at(ms), 1_000)).some(({ notifId }) => notifId === id);
  expect([await due(0), await due(1)]).toEqual([false, true]);
  const key = { accountNumber: account as AccountNumber, notifId: id };
  const sweep = (ms: number) => expireNotice(testContext(service.db, at(ms)), key);
  expect([await sweep(0), await sweep(1), await sweep(1)]).toEqual([false, true, false]);
  expect(await read(id)).toMatchObject({ status: "Expired" });
  expect((await service.eventsOf(account)).at(-1)).toEqual({
    type: "notice.expired",
    data: { notifid: id, status: "Expired" },
  });
  await put(`${id}/notice`, { deadline: "2026-02-01" }, "operator");
  expect(await read(id)).toMatchObject({ status: "Expired" });
  await put(`${id}/notice`, { deadline: "2026-04-01" }, "operator");
  expect(await read(id)).toMatchObject({ status: "New" });
});

test.each([
  ["", null],
  ["2026-04-01T17:00:00-04:00", "2026-04-01T17:00:00.000-04:00"],
])(
  "an expired notice that was loaded with the deadline %j is opened by another alone",
  async (given, deadline) => {
    const id = `CA-${given === "" ? "E1" : "E2"}`;
    await service.load({
      "corporate-actions.csv": `accountNumber,notifid,type,status,ticker,issuer,shares,deadline
${account},${id},P,Expired,ACME,Acme Corporation,40,${given}`,
    });
    const change = (body: object) => put(`${id}/notice`, body, "operator");
    const before = await service.auditOf(account);
    expect((await change({})).status).toBe(200);
    expect(await service.auditOf(account)).toEqual(before);
    await change({ activity: "Meeting", ...(deadline !== null && { deadline }) });
    expect(await read(id)).toMatchObject({ status: "Expired", activity: "Meeting", deadline });
    await change({ deadline: null });
    expect(await read(id)).toMatchObject({ status: "Expired", deadline: null });
    await change({ deadline: "2026-05-01" });
    expect(await read(id)).toMatchObject({ status: "New" });
  },
);
