// A ballot: the questions, the board's recommendations, and the holder's answers.
import { codes } from "../../data/codes.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { grouped, personOf } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { AmountInput } from "../../parts/inputs.tsx";

type Action = Shapes["CorporateAction"];
type Question = Shapes["BallotQuestion"];

interface BallotProps {
  readonly account: Shapes["Account"];
  readonly action: Action;
  readonly person: Session;
  readonly done: () => void;
}

/** Answers by question, and by choice within it. */
type Answers = Readonly<Record<string, string>>;

/** The form of a vote; unanswered questions are left out. */
export function Ballot({ account, action, person, done }: BallotProps) {
  const { accountNumber, owners } = account;
  const { notifid, type, questions, shares } = action;
  const form = `replaceVote ${notifid}`;
  const isThere = action.status === "Attending Meeting";
  const [answers, setAnswers] = useDraft<Answers>(form, "answers", {});
  const [isAttending, setAttending] = useDraft<boolean>(form, "attending", isThere);
  const set = (key: string, value: string) => setAnswers({ ...answers, [key]: value });
  const vote = isAttending
    ? { type, attendingMeeting: true }
    : { type, questions: questions.flatMap((question) => voteOf(question, answers)) };
  const [owner] = owners;
  const acting =
    person.kind === "institutional" && owner ? { "X-Associated-Member-Id": owner } : {};
  return (
    <ChangeForm
      name={form}
      values={vote}
      send={(body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}/corporateactions/{notifid}", {
          params: { path: { accountnumber: accountNumber, notifid }, header: acting },
          body,
          ...how,
        })
      }
      renews={["account", accountNumber, "actions"]}
      done={done}
      action="Submit vote"
    >
      <p className="small muted">
        {grouped(shares)} shares{owner && person.kind !== "client" && `, for ${personOf(owner)}`}.{" "}
        {action.introText} This vote replaces any earlier one.
      </p>
      {type === "P" && (
        <label className="small">
          <input
            type="checkbox"
            checked={isAttending}
            onChange={({ target }) => setAttending(target.checked)}
          />{" "}
          Attend meeting
        </label>
      )}
      {!isAttending &&
        questions.map((question, at) => (
          <fieldset key={question.questionsId} className="question">
            <legend className="strong small">
              {at + 1}. {question.question}
              {question.answered && <span className="tag good">answered</span>}
            </legend>
            <QuestionFields question={question} at={at} answers={answers} set={set} />
          </fieldset>
        ))}
    </ChangeForm>
  );
}

/** A ballot, read only. */
export function ReadBallot({ action }: { readonly action: Action }) {
  const { shares, introText, questions } = action;
  return (
    <div className="stack">
      <p className="small muted">
        {grouped(shares)} shares. {introText}
      </p>
      {questions.map((question, at) => (
        <div key={question.questionsId} className="question">
          <p className="strong small">
            {at + 1}. {question.question}
            {question.answered && <span className="tag good">answered</span>}
          </p>
          <ul className="small">
            {suggestions(question).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The board's recommendations, for the question or for each of its choices. */
function suggestions({ choices = [], managementSuggestion }: Question): string[] {
  const recommended = (suggestion: string | null) =>
    suggestion === null ? "" : `board recommends: ${suggestion}`;
  if (choices.length === 0)
    return managementSuggestion === null ? [] : [`Board recommends: ${managementSuggestion}`];
  return choices.map(({ choice, managementSuggestion: suggestion }) =>
    [choice, recommended(suggestion)].filter((text) => text).join(" · "),
  );
}

interface FieldsProps {
  readonly question: Question;
  readonly at: number;
  readonly answers: Answers;
  readonly set: (key: string, value: string) => void;
}

function QuestionFields({ question, at, answers, set }: FieldsProps) {
  const { questionsId, questionsType, choices = [], possibleChoiceAnswers = [] } = question;
  if (choices.length === 0) {
    const list = questionsType === "S" ? codes.payAnswers : codes.proposalAnswers;
    const offered = [...list].map(([value, { name }]) => ({ value, name }));
    const suggested = question.managementSuggestion;
    return questionsType === "C" ? (
      <Shares
        field={`questions[${at}].sharesElected`}
        label="Shares"
        value={answers[questionsId]}
        set={(value) => set(questionsId, value)}
      />
    ) : (
      <Answer
        field={`questions[${at}].answer`}
        label={suggestedText(suggested)}
        offered={offered}
        value={answers[questionsId]}
        set={(value) => set(questionsId, value)}
      />
    );
  }
  return choices.map(({ choice, choiceId, managementSuggestion }, place) => {
    const key = `${questionsId} ${choiceId}`;
    const field = `questions[${at}].choices[${place}]`;
    if (questionsType === "C") {
      return (
        <Shares
          key={key}
          field={`${field}.sharesElected`}
          label={`${choice}: shares`}
          value={answers[key]}
          set={(value) => set(key, value)}
        />
      );
    }
    const offered = possibleChoiceAnswers.map((name) => ({ value: name, name }));
    const label = `${choice}${managementSuggestion ? ` (board recommends: ${managementSuggestion})` : ""}`;
    return (
      <Answer
        key={key}
        field={`${field}.choiceAnswer`}
        label={label}
        offered={offered}
        value={answers[key]}
        set={(value) => set(key, value)}
      />
    );
  });
}

function suggestedText(suggestion: string | null): string {
  return suggestion === null ? "Answer" : `Answer (board recommends: ${suggestion})`;
}

interface ControlProps {
  readonly field: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly set: (value: string) => void;
}

interface AnswerProps extends ControlProps {
  readonly offered: readonly { readonly value: string; readonly name: string }[];
}

function Answer({ field, label, offered, value = "", set }: AnswerProps) {
  return (
    <Field field={field} label={label}>
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => set(target.value)}>
          <option value="">No answer</option>
          {offered.map((each) => (
            <option key={each.value} value={each.value}>
              {each.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Shares({ field, label, value = "", set }: ControlProps) {
  return (
    <Field field={field} label={label}>
      {(given) => <AmountInput {...given} value={value} set={set} />}
    </Field>
  );
}

function voteOf(question: Question, answers: Answers): Shapes["VoteQuestion"][] {
  const { questionsId: questionId, questionsType: questionType, choices = [] } = question;
  const base = { questionId, questionType };
  if (choices.length === 0) {
    const answer = answers[questionId];
    if (!answer) return [];
    return [questionType === "C" ? { ...base, sharesElected: answer } : { ...base, answer }];
  }
  const given = choices.flatMap(({ choiceId }) => {
    const answer = answers[`${questionId} ${choiceId}`];
    if (!answer) return [];
    return [
      questionType === "C"
        ? { choiceId, sharesElected: answer }
        : { choiceId, choiceAnswer: answer },
    ];
  });
  return given.length === 0 ? [] : [{ ...base, choices: given }];
}
