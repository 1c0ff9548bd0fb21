// Forming a household, renaming it, and putting accounts in it and taking them out.
import { useQuery } from "@tanstack/react-query";
import { useDraft } from "../../data/drafts.ts";
import type { Household } from "../../data/household-reads.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { ChangeForm, useSettled } from "../../parts/change-form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { TextInput } from "../../parts/inputs.tsx";

/** The reads that a change of a household makes old. */
const renews = ["household"];

interface NewHouseholdProps {
  readonly done: (oid: string) => void;
}

/** The form of a new household. */
export function NewHousehold({ done }: NewHouseholdProps) {
  const form = "createHousehold";
  const [name, setName] = useDraft(form, "name", "");
  const [accounts, setAccounts] = useDraft<readonly TypedAccount[]>(form, "accounts", firstEntry);
  return (
    <ChangeForm
      name={form}
      values={{ name: name.trim(), accounts: accounts.filter(isTyped).map(sent) }}
      send={(body, how) => bursar.post("/restapi/households", { body, ...how })}
      renews={["households"]}
      done={({ id }) => done(id)}
      action="Create household"
    >
      <TextInput field="name" label="Name" value={name} set={setName} />
      <Accounts accounts={accounts} set={setAccounts} />
    </ChangeForm>
  );
}

interface EditHouseholdProps {
  readonly household: Household;
  readonly done: () => void;
}

/** The form of a household. */
export function EditHousehold({ household, done }: EditHouseholdProps) {
  const { householdOid } = household;
  const form = `updateHousehold ${householdOid}`;
  const [name, setName] = useDraft(form, "name", household.name);
  const [accounts, setAccounts] = useDraft<readonly TypedAccount[]>(
    form,
    "accounts",
    typedAccounts(household),
  );
  return (
    <ChangeForm
      name={form}
      values={{ name: name.trim(), accounts: accounts.filter(isTyped).map(sent) }}
      send={(body, how) =>
        bursar.put("/restapi/households/{householdoid}", {
          params: { path: { householdoid: householdOid } },
          body,
          ...how,
        })
      }
      renews={renews}
      done={done}
      action="Save household"
    >
      <TextInput field="name" label="Name" value={name} set={setName} />
      <Accounts accounts={accounts} set={setAccounts} />
      <p className="small muted">
        An account that you remove was in the household until yesterday. A household without
        accounts has ended.
      </p>
    </ChangeForm>
  );
}

/** An account as typed; empty days are not sent. */
interface TypedAccount {
  readonly key: number;
  readonly accountNumber: string;
  readonly from: string;
  readonly to: string;
}

const emptyAccount = { accountNumber: "", from: "", to: "" };
const firstEntry: readonly TypedAccount[] = [{ key: 0, ...emptyAccount }];

/** The accounts that are in the household from now on. */
function typedAccounts({ accounts }: Household): readonly TypedAccount[] {
  return accounts
    .filter(({ overview }) => overview !== undefined)
    .map(({ accountNumber, from, to }, key) => ({ key, accountNumber, from, to: to ?? "" }));
}

function isTyped({ accountNumber, from, to }: TypedAccount): boolean {
  return accountNumber !== "" || from !== "" || to !== "";
}

function sent({ accountNumber, from, to }: TypedAccount): Shapes["NewHouseholdAccount"] {
  return { accountNumber, ...(from !== "" && { from }), ...(to !== "" && { to }) };
}

interface AccountsProps {
  readonly accounts: readonly TypedAccount[];
  readonly set: (accounts: readonly TypedAccount[]) => void;
}

function Accounts({ accounts, set }: AccountsProps) {
  const put = (at: number, changed: Partial<TypedAccount>) =>
    set(accounts.map((each, place) => (place === at ? { ...each, ...changed } : each)));
  const nextKey = Math.max(-1, ...accounts.map(({ key }) => key)) + 1;
  return (
    <fieldset className="section">
      <legend>Accounts</legend>
      {accounts.map((account, at) => (
        <div key={account.key} className="entry">
          <div className="row">
            <AccountInput
              field={`accounts[${at}].accountNumber`}
              value={account.accountNumber}
              set={(accountNumber) => put(at, { accountNumber })}
            />
            <TextInput
              field={`accounts[${at}].from`}
              label="First day"
              hint="Today if empty"
              kind="day"
              value={account.from}
              set={(from) => put(at, { from })}
            />
            <TextInput
              field={`accounts[${at}].to`}
              label="Last day"
              hint="Open-ended if empty"
              kind="day"
              value={account.to}
              set={(to) => put(at, { to })}
            />
          </div>
          <button
            type="button"
            className="button quiet"
            onClick={() => set(accounts.toSpliced(at, 1))}
          >
            Remove<span className="hidden-text"> account {account.accountNumber || at + 1}</span>
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="button"
          onClick={() => set([...accounts, { key: nextKey, ...emptyAccount }])}
        >
          <Icon name="plus" />
          Add account
        </button>
      </div>
    </fieldset>
  );
}

interface AccountInputProps {
  readonly field: string;
  readonly value: string;
  readonly set: (accountNumber: string) => void;
}

/** An account by its number; names and owners are suggested. */
function AccountInput({ field, value, set }: AccountInputProps) {
  const search = useSettled(value).trim().slice(0, 64);
  const found = useQuery(reads.accountsNamed(search));
  const offered = found.data ?? [];
  const chosen = offered.find(({ accountNumber }) => accountNumber === value);
  return (
    <TextInput
      field={field}
      label="Account"
      hint={chosen?.accountName ?? "Number, name or owner"}
      value={value}
      set={(text) =>
        set(text.trim().toUpperCase().startsWith("R") ? text.trim().toUpperCase() : text)
      }
      offered={offered.map(({ accountNumber, accountName }) => ({
        value: accountNumber,
        name: accountName,
      }))}
    />
  );
}
