// Beneficiaries of a retirement account, and the form that replaces both lists.
import { compare, subtract, sum } from "@bursar/client/decimal";
import { useState } from "react";
import { isAmount } from "../../data/amounts.ts";
import { beneficiaryCodes } from "../../data/beneficiary-codes.ts";
import { nameIn } from "../../data/codes.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, mayChange as mayChangeAny, type Shapes } from "../../data/service.ts";
import { day, dayIn, grouped } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { CodeInput, TextInput } from "../../parts/inputs.tsx";
import { Notice, Panel } from "../../parts/panel.tsx";
import { type OfAccount, whoChanges } from "./of-account.ts";

type Beneficiary = Shapes["Beneficiary"];

const retirement: ReadonlySet<Shapes["AccountTypeCode"]> = new Set(["9", "P", "Q", "R", "S"]);

const lists = {
  primaryBeneficiaries: "Primary",
  contingentBeneficiaries: "Contingent",
} as const;

type ListName = keyof typeof lists;
type Lists = Readonly<Record<ListName, readonly Beneficiary[]>>;
const listNames = Object.keys(lists) as ListName[];

/** The lists of an account, where the user's level shows them. */
function listsOf(account: OfAccount["account"]): Lists | undefined {
  const { primaryBeneficiaries, contingentBeneficiaries } = account;
  if (primaryBeneficiaries === null || contingentBeneficiaries === null) return undefined;
  return { primaryBeneficiaries, contingentBeneficiaries };
}

/** The panel of a retirement account; other accounts have none. */
export function Beneficiaries({ account, person }: OfAccount) {
  const [isChanging, setChanging] = useState(false);
  const known = listsOf(account);
  if (!retirement.has(account.accountType) || known === undefined) return null;
  const mayChange = person.kind === "institutional" && mayChangeAny();
  return (
    <Panel
      title="Beneficiaries"
      aside={
        mayChange && (
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Edit<span className="hidden-text"> beneficiaries</span>
          </button>
        )
      }
      footer={!mayChange && whoChanges(person)}
      isBare
    >
      <ul className="cards">
        {listNames.map((name) => (
          <li key={name} className="card-row">
            <span className="tiny muted">{lists[name]}</span>
            {known[name].length === 0 && <p className="small">{noneOf[name]}</p>}
            {known[name].map((each) => (
              <div key={`${each.firstName} ${each.lastName} ${each.SSN}`} className="card-line">
                <Named beneficiary={each} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {isChanging && (
        <Dialog title="Beneficiaries" close={() => setChanging(false)} isWide>
          <Change account={account} known={known} done={() => setChanging(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

const noneOf: Readonly<Record<ListName, string>> = {
  primaryBeneficiaries:
    "None. On the owner's death, assets pass to the default statutory beneficiary under the custodial agreement, and an hourly special-services fee applies.",
  contingentBeneficiaries: "None",
};

function Named({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { firstName, lastName, relationship, dateOfBirth, SSN, sharePct } = beneficiary;
  return (
    <>
      <div>
        <div className="strong small">
          {firstName} {lastName}
        </div>
        <div className="tiny muted">
          {nameIn(beneficiaryCodes.relationships, relationship)}
          {dateOfBirth && `, born ${day(dateOfBirth)}`}
          {SSN && `, SSN •••${SSN}`}
        </div>
      </div>
      <span className="strong small">{sharePct === null ? "100%" : `${grouped(sharePct)}%`}</span>
    </>
  );
}

/** A beneficiary as typed; empty fields are not sent. */
type Typed = Readonly<Record<keyof Shapes["NewBeneficiary"], string>> & { readonly key: number };

type Drafts = Readonly<Record<ListName, readonly Typed[]>>;

function typed(given: Partial<Beneficiary>, key: number): Typed {
  const { firstName = "", lastName = "", relationship = "", dateOfBirth, ...others } = given;
  return {
    key,
    firstName,
    lastName,
    relationship,
    dateOfBirth: dayIn(dateOfBirth ?? ""),
    SSN: others.SSN ?? "",
    citizenship: others.citizenship ?? "",
    sharePct: others.sharePct ?? "",
  };
}

function sent({ key: _, ...fields }: Typed): Shapes["NewBeneficiary"] {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return Object.fromEntries(given) as unknown as Shapes["NewBeneficiary"];
}

interface ChangeProps extends Pick<OfAccount, "account"> {
  readonly known: Lists;
  readonly done: () => void;
}

function Change({ account, known, done }: ChangeProps) {
  const { accountNumber: number } = account;
  const form = `beneficiaries ${number}`;
  const stored: Drafts = {
    primaryBeneficiaries: known.primaryBeneficiaries.map(typed),
    contingentBeneficiaries: known.contingentBeneficiaries.map(typed),
  };
  const [drafts, setDrafts] = useDraft<Drafts>(form, "lists", stored, (all) =>
    withoutNumbers(all, stored),
  );
  const put = (name: ListName, list: readonly Typed[]) => setDrafts({ ...drafts, [name]: list });
  const add = (name: ListName) => {
    const keys = listNames.flatMap((each) => drafts[each].map(({ key }) => key));
    put(name, [...drafts[name], typed({}, Math.max(1_000, ...keys) + 1)]);
  };
  return (
    <ChangeForm
      name={form}
      record={account}
      values={{
        primaryBeneficiaries: drafts.primaryBeneficiaries.map(sent),
        contingentBeneficiaries: drafts.contingentBeneficiaries.map(sent),
      }}
      send={(body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}", {
          params: { path: { accountnumber: number } },
          body,
          ...how,
        })
      }
      renews={["account", number]}
      done={done}
      action="Save beneficiaries"
    >
      <Notice>
        You may designate primary and contingent beneficiaries of this retirement account. The
        shares of each group must total 100 percent.
      </Notice>
      {listNames.map((name) => (
        <fieldset key={name} className="section">
          <legend>
            {lists[name]} <Shares of={drafts[name]} />
          </legend>
          {drafts[name].length === 0 && <p className="small muted">{noneOf[name]}</p>}
          {drafts[name].map((draft, at) => (
            <Entry
              key={draft.key}
              path={`${name}[${at}]`}
              draft={draft}
              set={(changed) => put(name, drafts[name].with(at, changed))}
              remove={() => put(name, drafts[name].toSpliced(at, 1))}
            />
          ))}
          <div>
            <button type="button" className="button" onClick={() => add(name)}>
              <Icon name="plus" />
              Add<span className="hidden-text"> a {lists[name].toLowerCase()} beneficiary</span>
            </button>
          </div>
        </fieldset>
      ))}
    </ChangeForm>
  );
}

/** The total of a list's shares, and how far it is under or over. A single share may be left out. */
function Shares({ of: list }: { readonly of: readonly Typed[] }) {
  const shares = list.map(({ sharePct }) => sharePct).filter((share) => share !== "");
  if (list.length === 0 || (list.length === 1 && shares.length === 0)) return null;
  const total = sum(["0", ...shares.filter(isAmount)]);
  const order = compare(total, whole);
  const left =
    order === 0
      ? ""
      : order < 0
        ? ` · ${grouped(subtract(whole, total))}% under`
        : ` · ${grouped(subtract(total, whole))}% over`;
  return (
    <span className={order === 0 ? "tag good" : "tag warn"} role="status">
      {grouped(total)}%{left}
    </span>
  );
}

const whole = "100";

/** The lists without the tax ids that were typed; the last digits of stored ones stay. */
function withoutNumbers(drafts: Drafts, stored: Drafts): Drafts {
  const unchanged = (name: ListName) =>
    drafts[name].map((each) => ({
      ...each,
      SSN: stored[name].find(({ key }) => key === each.key)?.SSN ?? "",
    }));
  return {
    primaryBeneficiaries: unchanged("primaryBeneficiaries"),
    contingentBeneficiaries: unchanged("contingentBeneficiaries"),
  };
}

interface EntryProps {
  readonly path: string;
  readonly draft: Typed;
  readonly set: (changed: Typed) => void;
  readonly remove: () => void;
}

const texts = [
  { name: "firstName", label: "First name", kind: "text" },
  { name: "lastName", label: "Last name", kind: "text" },
  { name: "sharePct", label: "Share (%)", kind: "amount" },
  { name: "dateOfBirth", label: "Date of birth", kind: "day" },
] as const;

function Entry({ path, draft, set, remove }: EntryProps) {
  const { firstName, lastName } = draft;
  return (
    <div className="entry">
      <div className="row">
        {texts.map(({ name, label, kind }) => (
          <TextInput
            key={name}
            field={`${path}.${name}`}
            label={label}
            kind={kind}
            value={draft[name]}
            set={(value) => set({ ...draft, [name]: value })}
          />
        ))}
        <CodeInput
          field={`${path}.relationship`}
          label="Relationship"
          list={beneficiaryCodes.relationships}
          value={draft.relationship}
          set={(relationship) => set({ ...draft, relationship })}
        />
        <TextInput
          field={`${path}.SSN`}
          label="Social Security number"
          hint="Leave as is to keep the SSN on file"
          value={draft.SSN}
          set={(SSN) => set({ ...draft, SSN })}
        />
        <CodeInput
          field={`${path}.citizenship`}
          label="Citizenship"
          list={beneficiaryCodes.citizenships}
          none="Not specified"
          value={draft.citizenship}
          set={(citizenship) => set({ ...draft, citizenship })}
        />
      </div>
      <button type="button" className="button quiet" onClick={remove}>
        <Icon name="close" />
        Remove
        <span className="hidden-text">
          {" "}
          {firstName} {lastName}
        </span>
      </button>
    </div>
  );
}
