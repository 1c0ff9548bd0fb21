// Action items of an account's owner.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, personOf } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import type { OfAccount } from "./of-account.ts";
import { Certify, SignAgreement } from "./sign.tsx";

type Item = Shapes["ItemForAttention"];

interface ItemsProps extends OfAccount {
  readonly owner: string;
}

/** An owner's items of this account, open ones first. */
export function Items({ owner, account, person }: ItemsProps) {
  const items = useQuery(reads.items(owner));
  return (
    <Panel title={`Action items for ${personOf(owner)}`} isBare>
      <Reading of={items}>
        {(all) => {
          const own = all.filter(({ accountNumber }) => accountNumber === account.accountNumber);
          const sorted = own.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
          if (sorted.length === 0) return <Empty title="All caught up" />;
          return (
            <ul className="cards">
              {sorted.map((item) => (
                <Row key={item.id} item={item} owner={owner} person={person} />
              ))}
            </ul>
          );
        }}
      </Reading>
    </Panel>
  );
}

function isOpen({ ifaStatus }: Item): boolean {
  return ifaStatus === "I" || ifaStatus === "V";
}

/** The responses that each type of item accepts; the service rejects every other. */
const answers: Readonly<Record<string, readonly Shapes["ItemActionCode"][]>> = {
  NO: ["V"],
  AN: ["A"],
  BV: ["A", "R"],
  IA: ["A", "R"],
  CA: ["A", "R"],
};

/** Types of items that are signed rather than accepted, with their forms. */
const forms: Readonly<Record<string, typeof SignAgreement>> = { SA: SignAgreement, AA: Certify };

const answerNames = { V: "Mark as read", A: "Agree", R: "Reject" } as const;

interface RowProps {
  readonly item: Item;
  readonly owner: string;
  readonly person: Session;
}

function Row({ item, owner, person }: RowProps) {
  const cache = useQueryClient();
  const response = useMutation({
    meta: { done: item.title },
    mutationFn: (action: Shapes["ItemActionCode"]) =>
      bursar.put("/restapi/members/{loginid}/ifas/{ifaid}", {
        params: { path: { loginid: owner, ifaid: item.id } },
        body: { id: item.id, action },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["member", owner] }),
  });
  const [isSigning, setSigning] = useState(false);
  const SignedBy = isOpen(item) && mayChange() ? forms[item.ifaType] : undefined;
  const maySign = person.kind === "institutional" || person.loginId === owner;
  const { accountNumber: number } = item;
  // The instructions of a type are shown while its item is open.
  const explanation =
    item.text ?? (isOpen(item) ? codes.itemTypes.get(item.ifaType)?.description : null);
  const offered = isOpen(item) && mayChange() ? (answers[item.ifaType] ?? []) : [];
  return (
    <li className="card-row">
      <div className="card-line">
        <span className="strong">{item.title}</span>
        <span className={isOpen(item) ? "tag blue" : "tag"}>
          {item.ifaStatus === "I" ? "New" : nameIn(codes.itemStatuses, item.ifaStatus)}
        </span>
      </div>
      {explanation && <p className="small">{explanation}</p>}
      <div className="card-line">
        <span className="tiny muted">
          Created {day(item.startDate)}
          {item.expirationDate && isOpen(item) && `, due ${day(item.expirationDate)}`}
          {item.actionDateTime && `, completed ${day(item.actionDateTime)}`}
        </span>
        <span className="actions">
          {SignedBy && maySign && (
            <button type="button" className="button first" onClick={() => setSigning(true)}>
              Sign<span className="hidden-text">: {item.title}</span>
            </button>
          )}
          {offered.map((each) => (
            <button
              key={each}
              type="button"
              className={each === "R" ? "button danger" : "button"}
              disabled={response.isPending}
              onClick={() => response.mutate(each)}
            >
              {answerNames[each]}
              <span className="hidden-text">: {item.title}</span>
            </button>
          ))}
        </span>
      </div>
      {response.isError && <Failure error={response.error} />}
      {SignedBy && !maySign && <p className="tiny muted">Requires {personOf(owner)}’s signature</p>}
      {SignedBy && isSigning && (
        <Dialog title={item.title} close={() => setSigning(false)}>
          <SignedBy number={number} owner={owner} item={item} done={() => setSigning(false)} />
        </Dialog>
      )}
    </li>
  );
}
