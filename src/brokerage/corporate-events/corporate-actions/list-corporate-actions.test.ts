// The list of an account's corporate actions. (interface 4.7)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

const path = (account: string) => `/restapi/accounts/${account}/corporateactions`;

interface Action {
  readonly notifid: string;
  readonly questions: { readonly questionsType: string; readonly answered: unknown }[];
}

async function actionOf(account: string, notifid: string): Promise<Action | undefined> {
  const { body } = await service.call("adviser", "GET", path(account));
  return (body as Action[]).find((action) => action.notifid === notifid);
}

describe("listCorporateActions", () => {
  test("answers the latest deadline first, those without one last", async () => {
    const { status, headers, body } = await service.call("adviser", "GET", path("RA00000006"));
    expect([status, headers["content-type"], headers.link]).toEqual([
      200,
      "application/json; charset=utf-8",
      undefined,
    ]);
    expect(
      body.map(({ notifid, deadline }: { notifid: string; deadline: string }) => [
        notifid,
        deadline,
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          "CA-2001",
          "2031-05-14T23:59:00.000-04:00",
        ],
        [
          "CA-2006",
          "2031-04-22T09:00:00.000-04:00",
        ],
        [
          "CA-2007",
          "2031-03-27T17:00:00.000-04:00",
        ],
        [
          "CA-2002",
          "2031-03-20T17:00:00.000-04:00",
        ],
        [
          "CA-2005",
          "2026-01-30T17:00:00.000-05:00",
        ],
        [
          "CA-2004",
          "2025-11-20T23:59:00.000-05:00",
        ],
        [
          "CA-2003",
          null,
        ],
      ]
    `);
  });

  test("a proxy has directors, proposals and say on pay, each with its own keys", async () => {
    expect(await actionOf("RA00000006", "CA-2001")).toMatchInlineSnapshot(`
      {
        "activity": "Annual meeting",
        "companyWebsite": "https://acme.example",
        "deadline": "2031-05-14T23:59:00.000-04:00",
        "description": "Annual meeting of the holders of Acme Corporation.",
        "docs": [
          {
            "name": "How to vote",
            "url": "https://acme.example/proxy/2031/how-to-vote",
          },
          {
            "name": "Letter of the chair",
            "url": "https://acme.example/proxy/2031/letter",
          },
        ],
        "dutchAuction": null,
        "eventId": null,
        "exchangeOffer": null,
        "financialReport": "https://acme.example/reports/2025",
        "introText": "The board asks for your vote on four questions.",
        "issuer": "Acme Corporation",
        "mergerElection": null,
        "notifid": "CA-2001",
        "proxyStatement": "https://acme.example/proxy/2031",
        "purchaseOffer": null,
        "questions": [
          {
            "answered": false,
            "choices": [
              {
                "choice": "Maria Olsen",
                "choiceId": "1A",
                "managementSuggestion": "For",
              },
              {
                "choice": "Thomas Achebe",
                "choiceId": "1B",
                "managementSuggestion": "For",
              },
              {
                "choice": "Grace Lindqvist, proposed by holders",
                "choiceId": "1C",
                "managementSuggestion": null,
              },
            ],
            "contested": true,
            "managementSuggestion": "For all",
            "possibleChoiceAnswers": [
              "For",
              "Withhold",
            ],
            "question": "Elect three directors.",
            "questionsId": "1",
            "questionsType": "D",
          },
          {
            "answered": false,
            "contested": false,
            "managementSuggestion": "For",
            "question": "Ratify the appointment of the auditor.",
            "questionsId": "2",
            "questionsType": "P",
          },
          {
            "answered": false,
            "contested": false,
            "managementSuggestion": "One year",
            "question": "How often should holders vote on the pay of executives?",
            "questionsId": "3",
            "questionsType": "S",
          },
          {
            "answered": false,
            "contested": true,
            "managementSuggestion": "Against",
            "question": "Report each year on the use of water, as holders propose.",
            "questionsId": "4",
            "questionsType": "P",
          },
        ],
        "rightsOffer": null,
        "shares": "120.50000",
        "status": "New",
        "tenderOffer": null,
        "ticker": "ACME",
        "type": "P",
        "warrentsOffer": null,
      }
    `);
  });

  test("a voluntary action has an actionable question and the links of its terms", async () => {
    expect(await actionOf("RA00000006", "CA-2007")).toMatchInlineSnapshot(`
      {
        "activity": "Merger with election",
        "companyWebsite": null,
        "deadline": "2031-03-27T17:00:00.000-04:00",
        "description": "Each share becomes 30.00 in cash or 0.75 share of Acme Corporation.",
        "docs": [],
        "dutchAuction": "https://crux.example/merger/auction",
        "eventId": null,
        "exchangeOffer": "https://crux.example/merger/exchange",
        "financialReport": null,
        "introText": "Elect cash or shares. Without an election you receive cash.",
        "issuer": "Crux Mining plc",
        "mergerElection": "https://crux.example/merger/election",
        "notifid": "CA-2007",
        "proxyStatement": null,
        "purchaseOffer": "https://crux.example/merger/purchase",
        "questions": [
          {
            "answered": true,
            "choices": [
              {
                "choice": "Cash",
                "choiceId": "C",
                "managementSuggestion": null,
              },
              {
                "choice": "Shares of Acme Corporation",
                "choiceId": "S",
                "managementSuggestion": "Shares",
              },
            ],
            "contested": false,
            "managementSuggestion": null,
            "possibleChoiceAnswers": [],
            "question": "How many shares do you elect for each kind of payment?",
            "questionsId": "1",
            "questionsType": "C",
          },
        ],
        "rightsOffer": null,
        "shares": "45.12345",
        "status": "Voted",
        "tenderOffer": null,
        "ticker": "CRUX",
        "type": "V",
        "warrentsOffer": null,
      }
    `);
  });

  test("a mandatory action without a ballot has every key, null where unknown", async () => {
    expect(await actionOf("RA00000006", "CA-2003")).toMatchInlineSnapshot(`
      {
        "activity": "Stock split",
        "companyWebsite": null,
        "deadline": null,
        "description": "Two shares for each share held. Nothing needs to be done.",
        "docs": [
          {
            "name": "Notice of the split",
            "url": "https://crux.example/split.pdf",
          },
        ],
        "dutchAuction": null,
        "eventId": null,
        "exchangeOffer": null,
        "financialReport": null,
        "introText": null,
        "issuer": "Crux Mining plc",
        "mergerElection": null,
        "notifid": "CA-2003",
        "proxyStatement": null,
        "purchaseOffer": null,
        "questions": [],
        "rightsOffer": null,
        "shares": "45.12345",
        "status": "New",
        "tenderOffer": null,
        "ticker": "CRUX",
        "type": "M",
        "warrentsOffer": null,
      }
    `);
  });

  test("a question is answered once every choice of it has an answer", async () => {
    const { body } = await service.call("adviser", "GET", path("RA00000006"));
    const answered = (body as Action[]).map(({ notifid, questions }) => [
      notifid,
      questions.map((question) => `${question.questionsType} ${question.answered}`),
    ]);
    expect(Object.fromEntries(answered)).toEqual({
      "CA-2001": ["D false", "P false", "S false", "P false"],
      "CA-2002": ["C false"],
      "CA-2003": [],
      "CA-2004": ["D true", "P true", "S true"],
      "CA-2005": ["C false"],
      "CA-2006": ["D false", "P true"],
      "CA-2007": ["C true"],
    });
  });

  test("an account without corporate actions has an empty list", async () => {
    const { status, text } = await service.call("adviser", "GET", path("RA00000004"));
    expect([status, text]).toEqual([200, "[]"]);
  });
});

test.each<[CallerName | null, string, number]>([
  ["adviser", "RA00000006", 200],
  ["readOnly", "RA00000006", 200],
  ["operator", "RA00000006", 200],
  ["client", "RA00000001", 200],
  ["issuer", "RC00000001", 200],
  ["client", "RA00000006", 403],
  ["issuer", "RA00000006", 403],
  ["otherAdviser", "RA00000006", 403],
  ["adviser", "RB00000001", 403],
  ["adviser", "RA99999999", 403],
  [null, "RA00000006", 401],
])("listCorporateActions by %s on %s: %i", async (caller, account, status) => {
  const answer = await service.call(caller, "GET", path(account));
  expect(answer.status).toBe(status);
});

describe("loading corporate actions", () => {
  const record = {
    accountNumber: "RA00000005",
    notifid: "L1",
    type: "P",
    status: "New",
    ticker: "ACME",
    issuer: "Acme Corporation",
    shares: "10",
    deadline: "2026-04-01T12:00:00Z",
    questions: [{ questionsId: "1", questionsType: "P", question: "Ratify?", contested: "True" }],
  };
  const load = (...records: object[]) =>
    service.load({
      "corporate-actions.ndjson": records.map((each) => JSON.stringify(each)).join("\n"),
    });

  test("a load without answers leaves those stored, one with an empty list removes them", async () => {
    const isAnswered = async () => (await actionOf("RA00000005", "L1"))?.questions[0]?.answered;
    await load({ ...record, answers: [{ questionsId: "1", answer: "0" }] });
    expect(await isAnswered()).toBe(true);
    await load({ ...record, status: "Voted" });
    expect(await isAnswered()).toBe(true);
    await load({ ...record, answers: [] });
    expect(await isAnswered()).toBe(false);
    expect((await service.auditOf("RA00000005")).at(-1)?.detail).toMatchObject({
      before: { "corporate-actions": [{ notifid: "L1", answers: [{ answer: "0" }] }] },
      after: { "corporate-actions": [{ notifid: "L1", answers: [] }] },
    });
  });

  test("texts of a ballot come back exactly as they were loaded", async () => {
    const question = String.raw`Shall "A\B" {become} 'C', 100 %?  Ünïcode 🗳`;
    const [asked] = record.questions;
    const possibleChoiceAnswers = [String.raw`a "quoted" \ one`, "{b,c}", "NULL"];
    const choices = [{ choiceId: "1", choice: question }];
    const directors = { ...asked, question, questionsType: "D", choices, possibleChoiceAnswers };
    await load({ ...record, notifid: "L2", questions: [directors] });
    expect((await actionOf("RA00000005", "L2"))?.questions).toMatchObject([
      { question, possibleChoiceAnswers, choices, contested: true },
    ]);
  });

  test("every bad record is named", async () => {
    const [asked] = record.questions;
    const fault = await load(
      { ...record, notifid: "B1", type: "X" },
      { ...record, notifid: "B2", ticker: "NONE" },
      { ...record, notifid: "B3", accountNumber: "RA88888888" },
      { ...record, notifid: "B4", questions: [asked, asked] },
      { ...record, notifid: "B5", questions: [{ ...asked, questionsType: "D" }] },
      { ...record, notifid: "B6", answers: [{ questionsId: "2", answer: "0" }] },
      { ...record, notifid: "B7", proxyStatement: "javascript:alert(1)" },
      { ...record, notifid: "B8", shares: "1.123456" },
      { ...record, notifid: "B9", questions: [{ ...asked, contested: "maybe" }] },
      { ...record, notifid: "B10", docs: [{ name: "A", link: "https://acme.example" }] },
    ).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    expect((fault as LoadFault).problems).toMatchInlineSnapshot(`
      [
        {
          "column": "type",
          "cure": "write one of P, M, V",
          "file": "corporate-actions.ndjson",
          "line": 1,
          "reason": "The value is not in the field's code list.",
          "value": "X",
        },
        {
          "column": "questions",
          "file": "corporate-actions.ndjson",
          "line": 4,
          "reason": "1 appears more than once.",
        },
        {
          "column": "questions",
          "file": "corporate-actions.ndjson",
          "line": 5,
          "reason": "Question 1 needs choices.",
        },
        {
          "column": "answers",
          "file": "corporate-actions.ndjson",
          "line": 6,
          "reason": "There is no question 2.",
        },
        {
          "column": "proxyStatement",
          "file": "corporate-actions.ndjson",
          "line": 7,
          "reason": "The value is not accepted (invalid.proxy.statement).",
          "value": "javascript:alert(1)",
        },
        {
          "column": "shares",
          "cure": "round it to 1.12346",
          "file": "corporate-actions.ndjson",
          "line": 8,
          "reason": "The column takes at most 5 places: 1.123456.",
          "value": "1.123456",
        },
        {
          "column": "questions[0].contested",
          "cure": "write true or false",
          "file": "corporate-actions.ndjson",
          "line": 9,
          "reason": "The value is not accepted (invalid.questions.contested).",
          "value": "maybe",
        },
        {
          "column": "docs[0].link",
          "file": "corporate-actions.ndjson",
          "line": 10,
          "reason": "The field is unrecognized.",
        },
        {
          "column": "docs[0].url",
          "file": "corporate-actions.ndjson",
          "line": 10,
          "reason": "A value is required.",
        },
        {
          "column": "accountNumber",
          "file": "corporate-actions.ndjson",
          "line": 3,
          "reason": "Neither the store nor this load has this account.",
          "value": "RA88888888",
        },
        {
          "column": "ticker",
          "file": "corporate-actions.ndjson",
          "line": 2,
          "reason": "Neither the store nor this load has this security.",
          "value": "NONE",
        },
      ]
    `);
  });
});

test("a load that changes only a list is shown", async () => {
  const header = "accountNumber,notifid,type,status,ticker,issuer,shares,";
  const row = "RA00000004,K1,M,New,CRUX,Crux Mining plc,3,";
  const docs = (name: string) => `"[{""name"":""${name}"",""url"":""https://crux.example/a""}]"`;
  for (const name of ["First", "Second"]) {
    const text = `${header}docs\n${row}${docs(name)}`;
    await service.load({ "corporate-actions.csv": text });
    expect(await actionOf("RA00000004", "K1")).toMatchObject({ docs: [{ name }] });
  }
});

test("a list shows each corporate action as it is answered by itself", async () => {
  const { body } = await service.call("operator", "GET", path("RA00000006"));
  expect(body.length).toBeGreaterThan(1);
  for (const action of body) {
    const one = await service.call("operator", "GET", `${path("RA00000006")}/${action.notifid}`);
    expect(one.body).toEqual(action);
  }
});
