// Requests about a notice of several questions, and transfers that are more than a full one: answers
// to a part of the questions, assets named and not named.
import fc from "fast-check";
import { exampleSignature } from "../../src/brokerage/clients-and-accounts/agreements/signature.ts";
import { finalStatuses } from "../../src/brokerage/money/transfers/life-cycle.ts";
import { outcomes } from "./met-outcomes.ts";
import { caller, done, forbidden, lastOf, type Model, Request, refused } from "./model.ts";
import { seesAccount } from "./visibility.ts";

const meeting = "/restapi/accounts/RA00000006/corporateactions/CA-2001";
const directors = (choiceAnswer: string, ...choiceIds: readonly string[]) => ({
  questionId: "1",
  questionType: "D",
  choices: choiceIds.map((choiceId) => ({ choiceId, choiceAnswer })),
});
const plain = (questionId: string, questionType: string, answer?: string) => ({
  questionId,
  questionType,
  answer,
});
const others = [plain("2", "P", "0"), plain("3", "S", "1"), plain("4", "P", "2")];

/** The votes that are sent, each with the status to which it leads or the code by which it is refused. */
const votes = {
  "of all": [{ questions: [directors("For", "1A", "1B", "1C"), ...others] }, "Voted"],
  "by places": [{ questions: [directors("1", "1A", "1B", "1C"), ...others] }, "Voted"],
  "of three": [{ questions: others }, "New"],
  withdrawn: [{ questions: [] }, "New"],
  attending: [{ attendingMeeting: true }, "Attending Meeting"],
  "attending, with answers": [
    { attendingMeeting: true, questions: others },
    "corporate.action.answer.rule",
  ],
  "without questions": [{}, "corporate.action.answer.rule"],
  "without an answer": [{ questions: [plain("2", "P")] }, "corporate.action.answer.rule"],
  "beyond the list": [{ questions: [plain("2", "P", "3")] }, "corporate.action.answer.rule"],
  "by a strange word": [
    { questions: [directors("Against", "1A")] },
    "corporate.action.answer.rule",
  ],
  "of an unknown question": [
    { questions: [plain("9", "P", "0")] },
    "corporate.action.question.rule",
  ],
  "of a question twice": [
    { questions: [plain("2", "P", "0"), plain("2", "P", "1")] },
    "corporate.action.question.rule",
  ],
} as const satisfies Readonly<Record<string, readonly [object, string]>>;

const isRefusal = (outcome: string) => outcome.endsWith(".rule");
const asVote = outcomes(
  "vote",
  200,
  403,
  "corporate.action.answer.rule",
  "corporate.action.question.rule",
  "corporate.action.type.rule",
);

const voting = fc
  .record({
    caller,
    vote: fc.constantFrom(...(Object.keys(votes) as (keyof typeof votes)[])),
    type: fc.constantFrom("P", "P", "P", "P", "V"),
  })
  .map(({ caller, vote, type }) => {
    const [body, outcome] = votes[vote];
    return new Request({
      caller,
      name: `votes at the meeting, ${vote}${type === "P" ? "" : ", of another type"}`,
      send: (_, service) => service.call(caller, "PUT", meeting, { type, ...body }),
      expected: () => {
        // The operator votes for nobody, and the client does not own the account.
        if (caller !== "adviser") return asVote(forbidden);
        const codes = [
          ...(type === "P" ? [] : ["corporate.action.type.rule"]),
          ...(isRefusal(outcome) ? [outcome] : []),
        ];
        return asVote(codes.length === 0 ? done(200) : refused(...codes));
      },
      become: (model) => {
        model.meeting = outcome;
      },
    });
  });

const looking = caller.map((caller) => {
  return new Request({
    caller,
    name: "reads the notice of the meeting",
    send: (_, service) => service.call(caller, "GET", meeting),
    expected: ({ meeting: status }) =>
      seesAccount(caller, "RA00000006") ? done(200, { status }) : forbidden,
    become: () => {},
  });
});

const stocks = [{ ticker: "ACME", amount: "5" }];
/** Fields of a transfer in addition to the usual ones, and the codes of their faults, alone or with the facts. */
const transfers: Readonly<
  Record<string, readonly [object, shape?: string | undefined, fact?: string]>
> = {
  "of some": [{ transferType: "partial", stocks }],
  "of cash": [{ transferType: "partial", cashAmount: "10.00" }],
  "of nothing": [{ transferType: "partial" }, "acat.partial.assets.rule"],
  "of cash twice": [
    { transferType: "partial", cashAmount: "10.00", transferAllCash: true },
    "acat.partial.assets.rule",
  ],
  "of all and some": [{ transferType: "full", stocks }, "acat.full.assets.rule"],
  "by hand": [{ transferType: "non-ACAT", stocks }, undefined, "acat.contra.firm.eligible.rule"],
  "of another type": [
    { transferType: "partial", stocks, contraAccountType: "I" },
    undefined,
    "acat.account.type.rule",
  ],
  "of an unknown person": [
    { transferType: "partial", stocks, loginId: "carol.nguyen" },
    undefined,
    "acat.member.rule",
  ],
  "from nowhere": [
    { transferType: "partial", stocks, contraFirmName: "Nowhere" },
    undefined,
    "acat.contra.firm.rule",
  ],
};

const asTransfer = outcomes(
  "transfer",
  201,
  403,
  "acat.partial.assets.rule",
  "acat.full.assets.rule",
  "acat.duplicate.rule",
  "acat.contra.firm.eligible.rule",
  "acat.account.type.rule",
  "acat.member.rule",
  "acat.contra.firm.rule",
  "account.restricted.rule",
);

/** A restriction to sales lets transfers in. */
const isClosed = ({ restrictions }: Model) =>
  [...restrictions].some(([key, { reason }]) => reason !== "021" || key.endsWith("CR"));

const entering = fc
  .record({
    caller,
    number: fc.constantFrom("77-120045", "77-120046", "77-120047"),
    kind: fc.constantFrom("of some", ...Object.keys(transfers)),
  })
  .map(({ caller, number, kind }) => {
    const [sent, shape, fact] = transfers[kind] ?? [{}];
    const signers = ["ada.whitfield", "ben.whitfield"];
    const body = {
      loginId: "ada.whitfield",
      contraAccountNumber: number,
      contraAccountType: "K",
      contraFirmName: "Cedar Clearing",
      signatureImageEncoding: "SVG",
      signatures: signers.map((loginId) => ({ loginId, data: exampleSignature })),
      ...sent,
    };
    return new Request({
      caller,
      name: `enters a transfer of ${number} ${kind}`,
      send: (_, service) =>
        service.call(caller, "POST", "/restapi/accounts/RA00000009/acatin", body),
      expected: (model) => {
        if (caller !== "adviser") return asTransfer(forbidden);
        if (shape !== undefined) return asTransfer(refused(shape));
        const isTwice = [...model.transfers.values()].some(
          ({ type, contraNumber, status }) =>
            type === "full" && contraNumber === number && !finalStatuses.includes(status),
        );
        const codes = [
          ...(fact === undefined ? [] : [fact]),
          ...(isClosed(model) ? ["account.restricted.rule"] : []),
          ...(isTwice && kind !== "from nowhere" ? ["acat.duplicate.rule"] : []),
        ];
        return asTransfer(codes.length === 0 ? done(201) : refused(...codes));
      },
      become: ({ transfers }, answer) => {
        const entered = { status: "Request Pending", type: "partial", contraNumber: number };
        transfers.set(lastOf(answer), { ...entered, account: "RA00000009" });
      },
    });
  });

/** Requests about votes and transfers. */
export const voteRequests = [voting, voting, looking, entering, entering];
