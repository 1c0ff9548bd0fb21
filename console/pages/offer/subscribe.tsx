// Subscribing to an offering for an account, checked against all eligibility rules.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDraft } from "../../data/drafts.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { money, personOf } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { FlagInput, TextInput } from "../../parts/inputs.tsx";

interface SubscribeProps {
  readonly offer: Shapes["Offer"];
  readonly person: Session;
  readonly done: () => void;
}

/** The form of a subscription; an advisor subscribes for the primary owner of the account. */
export function Subscribe({ offer, person, done }: SubscribeProps) {
  const { privatePlacementOfferOid: oid, minimumInvestmentAmount, exemption } = offer;
  const draft = `subscribe to ${oid}`;
  const [account, setAccount] = useDraft(draft, "account", "");
  const [amount, setAmount] = useDraft(draft, "amount", "");
  const [isCertified, setCertified] = useDraft<boolean>(draft, "certified", false);
  const found = useQuery({
    ...reads.accountsNamed(account.trim()),
    placeholderData: keepPreviousData,
  });
  const accounts = found.data ?? [];
  const number = account.trim().toUpperCase();
  const [owner] = accounts.find(({ accountNumber }) => accountNumber === number)?.owners ?? [];
  const acting =
    person.kind === "institutional" && owner ? { "X-Associated-Member-Id": owner } : {};
  const body: Shapes["NewPrivatePlacementOrder"] = {
    privatePlacementOfferOid: oid,
    requestedDollarAmount: amount,
    ...(isCertified && { investmentLimitCertified: true }),
  };
  return (
    <ChangeForm
      name={`subscribe ${number} ${owner}`}
      draft={draft}
      values={body}
      send={(order, how) =>
        bursar.post("/restapi/accounts/{accountnumber}/privateplacementorders", {
          params: { path: { accountnumber: number || "none" }, header: acting },
          body: order,
          ...how,
        })
      }
      renews={["offers", oid]}
      done={done}
      action="Subscribe"
    >
      <p className="small muted">
        Minimum {money(minimumInvestmentAmount)}. Subject to issuer approval. By subscribing, the
        investor confirms having read the required documents.
      </p>
      <TextInput
        field="account"
        label="Account"
        hint={owner ? `For ${personOf(owner)}` : "Search by number, name or owner"}
        value={account}
        set={setAccount}
        offered={accounts.map(({ accountNumber, accountName, owners }) => ({
          value: accountNumber,
          name: `${accountName}, ${owners.map(personOf).join(" and ")}`,
        }))}
      />
      <TextInput
        field="requestedDollarAmount"
        label="Amount ($)"
        kind="amount"
        value={amount}
        set={setAmount}
      />
      {exemption === "A" && (
        <FlagInput
          field="investmentLimitCertified"
          label="Within 10% of the greater of annual income or net worth (Reg A)"
          value={isCertified}
          set={setCertified}
        />
      )}
    </ChangeForm>
  );
}
