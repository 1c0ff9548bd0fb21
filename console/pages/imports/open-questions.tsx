// The questions of an import: the meaning of unknown words, and the owners of new accounts. Answers are checked together.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { csvText } from "../../data/csv-text.ts";
import { dropDraft, useDraft } from "../../data/drafts.ts";
import { questionNames } from "../../data/import-codes.ts";
import { saveFile } from "../../data/save-file.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import { grouped } from "../../data/texts.ts";
import { Failure, Panel, Wide } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { Drop } from "../back-office/drop.tsx";
import { filesToSend } from "./new-import.tsx";

type Report = Shapes["PreparedImportReport"];
type Question = Shapes["ImportQuestion"];
type Account = Shapes["ImportAccount"];

interface Answers {
  /** By subject and word. */
  readonly given: Readonly<Record<string, string>>;
  /** By the custodian's account. */
  readonly accounts: Readonly<Record<string, Account>>;
}

const keyOf = ({ about, word }: Pick<Question, "about" | "word">) => `${about} ${word}`;

/** The panels of an import that is undecided, and a way to add files. */
export function OpenQuestions({ report }: { readonly report: Report }) {
  const form = `completeImport ${report.importId}`;
  const [answers, setAnswers] = useDraft<Answers>(form, "answers", { given: {}, accounts: {} });
  const complete = useCompletion(report, answers, form);
  const asked = report.questions.filter(({ about }) => about !== "account" && about !== "owner");
  const isAny = asked.length + report.openAccounts.length > 0;
  if (!mayChange()) return null;
  return (
    <>
      {asked.length > 0 && (
        <Panel title="Questions" isBare>
          <Asked
            questions={asked}
            given={answers.given}
            set={(key, answer) =>
              setAnswers({ ...answers, given: { ...answers.given, [key]: answer } })
            }
          />
        </Panel>
      )}
      {report.openAccounts.length > 0 && (
        <Panel
          title="New accounts"
          isBare
          aside={
            <button
              type="button"
              className="button"
              onClick={() => saveFile(accountsFile(report.openAccounts), "accounts.csv")}
            >
              Download accounts.csv
            </button>
          }
        >
          <Accounts
            open={report.openAccounts}
            filled={answers.accounts}
            set={(account) =>
              setAnswers({
                ...answers,
                accounts: { ...answers.accounts, [account.custodianAccount]: account },
              })
            }
          />
        </Panel>
      )}
      <Panel title={isAny ? "Answer and check again" : "Add files"}>
        <div className="stack">
          <Drop take={(files) => complete.mutate(files)}>
            More exports, corrected ones of the same names, or a completed accounts.csv. They are
            checked at once.
          </Drop>
          {complete.error && <Failure error={complete.error} />}
          {complete.isPending && (
            <p className="small muted" role="status">
              Checking
            </p>
          )}
          {isAny && (
            <div className="form">
              <div className="end">
                <button
                  type="button"
                  className="button first"
                  disabled={complete.isPending}
                  onClick={() => complete.mutate([])}
                >
                  Save answers and check
                </button>
              </div>
            </div>
          )}
        </div>
      </Panel>
    </>
  );
}

function useCompletion(report: Report, { given, accounts }: Answers, form: string) {
  const cache = useQueryClient();
  const { importId, firmOid } = report;
  return useMutation({
    meta: { done: "Save and check" },
    mutationFn: async (files: readonly File[]) => {
      const fresh = report.questions.flatMap((question) => {
        const answer = given[keyOf(question)] ?? "";
        return answer === "" ? [] : [{ about: question.about, word: question.word, answer }];
      });
      const opened = report.openAccounts.map((open) => accounts[open.custodianAccount] ?? open);
      return bursar.put("/restapi/firms/{firmid}/imports/{importid}", {
        params: { path: { firmid: firmOid, importid: importId } },
        body: {
          answers: [...report.answers, ...fresh] as Shapes["ImportAnswer"][],
          accounts: [
            ...report.accounts.map(withoutEmpty),
            ...opened.filter(isFilled).map(withoutEmpty),
          ],
          ...(files.length > 0 && { files: await filesToSend(files) }),
        },
      });
    },
    onSuccess: async () => {
      dropDraft(form);
      await cache.invalidateQueries({ queryKey: ["imports"] });
    },
  });
}

/** A row that a person has begun to fill in. */
function isFilled({ accountNumber, accountType }: Partial<Account>): boolean {
  return Boolean(accountNumber || accountType);
}

function withoutEmpty(account: object): Account {
  const given = Object.entries(account).filter(([, cell]) => cell !== "" && cell !== null);
  return Object.fromEntries(given) as unknown as Account;
}

interface AskedProps {
  readonly questions: readonly Question[];
  readonly given: Readonly<Record<string, string>>;
  readonly set: (key: string, answer: string) => void;
}

function Asked({ questions, given, set }: AskedProps) {
  return (
    <Wide label="Questions">
      <Table columns={["Question", "Example", "Place", figures("Rows"), "Taken for"]}>
        {questions.map((question) => (
          <tr key={keyOf(question)}>
            <th scope="row">
              {questionNames[question.about]}
              <div className="tiny muted" style={{ fontWeight: 400 }}>
                {question.word}
              </div>
            </th>
            <td className="wraps">{question.firstRow}</td>
            <td className="nowrap">
              {question.file}, line {question.line}
            </td>
            <td className="right">{grouped(question.count, 0)}</td>
            <td>
              <Answer
                question={question}
                value={given[keyOf(question)] ?? ""}
                set={(answer) => set(keyOf(question), answer)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Wide>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly value: string;
  readonly set: (answer: string) => void;
}

/** One of the choices; of a spin-off, which has none, a text. */
function Answer({ question: { word, choices }, value, set }: AnswerProps) {
  const label = `Answer for ${word}`;
  if (choices.length === 0) {
    return (
      <input
        className="input"
        aria-label={label}
        placeholder="ACME 87.5"
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    );
  }
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => set(target.value)}
    >
      <option value="">Select an option</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}

const cells = [
  ["accountNumber", "Account here"],
  ["accountType", "Type"],
  ["accountName", "Name"],
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["dateOfBirth", "Birth date"],
] as const;

/** The columns of accounts.csv, as docs/importing.md describes them. */
const columns = [
  "custodianAccount",
  "accountNumber",
  "folioNumber",
  "accountName",
  "accountType",
  "openedOn",
  "firstName",
  "lastName",
  "dateOfBirth",
  "loginId",
] as const satisfies readonly (keyof Account)[];

/** The file that a spreadsheet completes where accounts are many. */
function accountsFile(open: readonly Account[]): Blob {
  return new Blob([
    csvText(
      open,
      columns.map((name) => [name, (of) => of[name] ?? ""]),
    ),
  ]);
}

interface AccountsProps {
  readonly open: readonly Shapes["ImportOpenAccount"][];
  readonly filled: Readonly<Record<string, Account>>;
  readonly set: (account: Account) => void;
}

function Accounts({ open, filled, set }: AccountsProps) {
  return (
    <Wide label="New accounts">
      <Table columns={["At the custodian", ...cells.map(([, name]) => name)]}>
        {open.map((account) => {
          const now: Account = { ...account, ...filled[account.custodianAccount] };
          return (
            <tr key={account.custodianAccount}>
              <th scope="row" className="mono">
                {account.custodianAccount}
              </th>
              {cells.map(([cell, name]) => (
                <td key={cell}>
                  <input
                    className="input"
                    aria-label={`${name} of ${account.custodianAccount}`}
                    style={{ width: "8rem" }}
                    value={now[cell] ?? ""}
                    onChange={({ target }) => set({ ...now, [cell]: target.value })}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </Wide>
  );
}
