// What is restricted, placed and lifted.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { codes } from "../../data/codes.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure, Panel } from "../../parts/panel.tsx";

interface RestrictionsProps {
  readonly number: string;
  readonly list: readonly Shapes["Restriction"][];
  readonly person: Session;
}

/** The restrictions in force; staff place and lift them. */
export function Restrictions({ number, list, person }: RestrictionsProps) {
  const [isPlacing, setPlacing] = useState(false);
  const mayChange = person.kind !== "client";
  return (
    <Panel
      title="Restrictions"
      aside={
        mayChange && (
          <button type="button" className="button" onClick={() => setPlacing(true)}>
            <Icon name="plus" />
            Place
          </button>
        )
      }
      isBare
    >
      {list.length === 0 ? (
        <Empty title="Nothing is restricted." />
      ) : (
        <ul className="cards">
          {list.map((each) => (
            <Item
              key={each.accountRestrictionId}
              number={number}
              restriction={each}
              mayLift={mayChange}
            />
          ))}
        </ul>
      )}
      {isPlacing && (
        <Dialog title="Place a restriction" close={() => setPlacing(false)}>
          <Place number={number} done={() => setPlacing(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface ItemProps {
  readonly number: string;
  readonly restriction: Shapes["Restriction"];
  readonly mayLift: boolean;
}

function Item({ number, restriction, mayLift }: ItemProps) {
  const { accountRestrictionId, type, reason, inceptionInfo, creationTs } = restriction;
  const cache = useQueryClient();
  const lift = useMutation({
    mutationFn: () =>
      bursar.delete("/restapi/accounts/{accountnumber}/restrictions/{restrictionid}", {
        params: { path: { accountnumber: number, restrictionid: accountRestrictionId } },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["account", number] }),
  });
  return (
    <li className="card-row">
      <div className="card-line">
        <span className="tag warn">
          <Icon name="lock" />
          {type.title}
        </span>
        {mayLift && (
          <button
            type="button"
            className="button"
            onClick={() => lift.mutate()}
            disabled={lift.isPending}
          >
            Lift<span className="hidden-text"> the restriction {type.title}</span>
          </button>
        )}
      </div>
      <p className="small">{inceptionInfo ?? type.description}</p>
      <p className="tiny muted">
        {reason.name}, since {day(creationTs)}
      </p>
      {lift.isError && <Failure error={lift.error} />}
    </li>
  );
}

function Place({ number, done }: { readonly number: string; readonly done: () => void }) {
  const [type, setType] = useState<"CR" | "SO">("SO");
  const [info, setInfo] = useState("");
  const [reason, setReason] = useState<Shapes["RestrictionReasonCode"]>("021");
  return (
    <ChangeForm
      name="createRestriction"
      values={{
        type: { code: type },
        reason: { code: reason },
        ...(info !== "" && { inceptionInfo: info }),
      }}
      send={(body, how) =>
        bursar.post("/restapi/accounts/{accountnumber}/restrictions", {
          params: { path: { accountnumber: number } },
          body,
          ...how,
        })
      }
      renews={["account", number]}
      done={done}
      action="Place restriction"
    >
      <Field field="type.code" label="Kind">
        {(given) => (
          <select
            {...given}
            value={type}
            onChange={({ target }) => setType(target.value as typeof type)}
          >
            {[...codes.restrictionTypes].map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field field="reason.code" label="Reason">
        {(given) => (
          <select
            {...given}
            value={reason}
            onChange={({ target }) => setReason(target.value as typeof reason)}
          >
            {[...codes.restrictionReasons].map(([code, { description }]) => (
              <option key={code} value={code}>
                {description}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        field="inceptionInfo"
        label="Why it is placed"
        hint="Shown to whoever sees the account."
      >
        {(given) => (
          <textarea {...given} value={info} onChange={({ target }) => setInfo(target.value)} />
        )}
      </Field>
    </ChangeForm>
  );
}
