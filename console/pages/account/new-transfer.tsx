// The request for an incoming transfer of an account, or of a part of one.
import { useQuery } from "@tanstack/react-query";
import { useDraft } from "../../data/drafts.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { personOf } from "../../data/texts.ts";
import { transferKinds } from "../../data/transfer-codes.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { CodeInput, FlagInput, TextInput } from "../../parts/inputs.tsx";
import { Loading } from "../../parts/panel.tsx";
import { type Signature, SignatureInput } from "../../parts/signature.tsx";

const files = ["svg", "png", "gif", "jpg", "jpeg"];

/** A position as typed. */
interface TypedStock {
  readonly key: number;
  readonly ticker: string;
  readonly amount: string;
  readonly transferAll: boolean;
}

/** A transfer as typed; empty fields are not sent. */
interface Draft {
  readonly loginId: string;
  readonly contraFirmName: string;
  readonly contraAccountNumber: string;
  readonly transferType: string;
  readonly stocks: readonly TypedStock[];
  readonly cashAmount: string;
  readonly transferAllCash: boolean;
  readonly rothFiveYear: string;
  readonly signatures: Readonly<Record<string, Signature | undefined>>;
}

function emptyDraft([first = ""]: readonly string[]): Draft {
  return {
    loginId: first,
    contraFirmName: "",
    contraAccountNumber: "",
    transferType: "full",
    stocks: [],
    cashAmount: "",
    transferAllCash: false,
    rothFiveYear: "",
    signatures: {},
  };
}

function withoutSignatures(draft: Draft): Draft {
  return { ...draft, signatures: {} };
}

/** The request; a full transfer lists no assets. */
function requestOf(
  draft: Draft,
  { accountType, owners }: Shapes["Account"],
): Shapes["NewTransfer"] {
  const { stocks, cashAmount, transferAllCash, rothFiveYear, signatures, ...texts } = draft;
  const signed = owners.flatMap((loginId) => {
    const signature = signatures[loginId];
    return signature === undefined ? [] : [{ loginId, ...signature }];
  });
  const [first] = signed;
  const given = Object.entries({ ...texts, rothFiveYear }).filter(([, text]) => text !== "");
  const moved = {
    ...(stocks.length > 0 && { stocks: stocks.map(stockOf) }),
    ...(cashAmount !== "" && { cashAmount }),
    ...(transferAllCash && { transferAllCash }),
  };
  return {
    ...Object.fromEntries(given),
    ...(draft.transferType !== "full" && moved),
    contraAccountType: accountType,
    signatureImageEncoding: first?.kind ?? "SVG",
    signatures: signed.map(({ loginId, data }) => ({ loginId, data })),
  } as Shapes["NewTransfer"];
}

function stockOf({ ticker, amount, transferAll }: TypedStock): Shapes["NewTransferStock"] {
  const named = { ticker: ticker.trim() };
  return { ...named, ...(amount !== "" && { amount }), ...(transferAll && { transferAll }) };
}

interface NewTransferProps {
  readonly account: Shapes["Account"];
  readonly done: () => void;
}

/** The form of a transfer, with the signature of each owner. */
export function NewTransfer({ account, done }: NewTransferProps) {
  const { accountNumber, owners } = account;
  const firms = useQuery(reads.contraFirms());
  const form = `createTransfer ${accountNumber}`;
  const [draft, setDraft] = useDraft(form, "transfer", () => emptyDraft(owners), withoutSignatures);
  const set = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  // An owner who has not signed has no entry in the request, and so no problems there.
  const signers = owners.filter((owner) => draft.signatures[owner] !== undefined);
  const placeOf = (owner: string) =>
    signers.includes(owner) ? signers.indexOf(owner) : signers.length + owners.indexOf(owner);
  if (firms.isPending) return <Loading />;
  return (
    <ChangeForm
      name={form}
      values={requestOf(draft, account)}
      send={(body, how) =>
        bursar.post("/restapi/accounts/{accountnumber}/acatin", {
          params: { path: { accountnumber: accountNumber } },
          body,
          ...how,
        })
      }
      renews={["account", accountNumber]}
      done={done}
      action="Submit transfer"
    >
      <Particulars account={account} firms={firms.data ?? []} draft={draft} set={set} />
      {draft.transferType !== "full" && <Assets draft={draft} set={set} />}
      {owners.map((owner) => (
        <SignatureInput
          key={owner}
          field={`signatures[${placeOf(owner)}].data`}
          label={`Signature of ${personOf(owner)}`}
          files={files}
          set={(signature) => set({ signatures: { ...draft.signatures, [owner]: signature } })}
        />
      ))}
    </ChangeForm>
  );
}

interface AssetsProps {
  readonly draft: Draft;
  readonly set: (changed: Partial<Draft>) => void;
}

interface ParticularsProps extends AssetsProps {
  readonly account: Shapes["Account"];
  readonly firms: readonly Shapes["ContraFirm"][];
}

function Particulars({ account, firms, draft, set }: ParticularsProps) {
  const { accountType, owners } = account;
  return (
    <div className="row">
      <CodeInput
        field="contraFirmName"
        label="Delivering firm"
        list={listed(
          firms.map(({ name }) => name),
          (name) => name,
        )}
        value={draft.contraFirmName}
        set={(contraFirmName) => set({ contraFirmName })}
      />
      <TextInput
        field="contraAccountNumber"
        label="Account number at delivering firm"
        value={draft.contraAccountNumber}
        set={(contraAccountNumber) => set({ contraAccountNumber })}
      />
      <CodeInput
        field="transferType"
        label="Transfer type"
        list={transferKinds}
        value={draft.transferType}
        set={(transferType) => set({ transferType })}
      />
      <CodeInput
        field="loginId"
        label="Requested by"
        list={listed(owners, personOf)}
        value={draft.loginId}
        set={(loginId) => set({ loginId })}
      />
      {accountType === "S" && (
        <TextInput
          field="rothFiveYear"
          label="First Roth contribution year"
          kind="amount"
          value={draft.rothFiveYear}
          set={(rothFiveYear) => set({ rothFiveYear })}
        />
      )}
    </div>
  );
}

function listed(values: readonly string[], nameOf: (value: string) => string) {
  return new Map(values.map((value) => [value, { name: nameOf(value), description: "" }]));
}

function Assets({ draft, set }: AssetsProps) {
  const { stocks, cashAmount, transferAllCash } = draft;
  const add = () => {
    const key = 1 + Math.max(0, ...stocks.map((stock) => stock.key));
    set({ stocks: [...stocks, { key, ticker: "", amount: "", transferAll: false }] });
  };
  return (
    <fieldset className="section">
      <legend>Assets to transfer</legend>
      {stocks.map((stock, at) => (
        <Stock
          key={stock.key}
          path={`stocks[${at}]`}
          stock={stock}
          set={(changed) => set({ stocks: stocks.with(at, changed) })}
          remove={() => set({ stocks: stocks.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <button type="button" className="button" onClick={add}>
          <Icon name="plus" />
          Add security
        </button>
      </div>
      <div className="row">
        <TextInput
          field="cashAmount"
          label="Cash amount ($)"
          kind="amount"
          value={cashAmount}
          set={(value) => set({ cashAmount: value })}
        />
        <FlagInput
          field="transferAllCash"
          label="All cash"
          value={transferAllCash}
          set={(value) => set({ transferAllCash: value })}
        />
      </div>
    </fieldset>
  );
}

interface StockProps {
  readonly path: string;
  readonly stock: TypedStock;
  readonly set: (changed: TypedStock) => void;
  readonly remove: () => void;
}

function Stock({ path, stock, set, remove }: StockProps) {
  return (
    <div className="entry">
      <div className="row">
        <TextInput
          field={`${path}.ticker`}
          label="Ticker"
          value={stock.ticker}
          set={(ticker) => set({ ...stock, ticker })}
        />
        <TextInput
          field={`${path}.amount`}
          label="Shares"
          kind="amount"
          value={stock.amount}
          set={(amount) => set({ ...stock, amount })}
        />
        <FlagInput
          field={`${path}.transferAll`}
          label="All shares"
          value={stock.transferAll}
          set={(transferAll) => set({ ...stock, transferAll })}
        />
      </div>
      <button type="button" className="button quiet" onClick={remove}>
        <Icon name="close" />
        Remove<span className="hidden-text"> {stock.ticker}</span>
      </button>
    </div>
  );
}
