// The restrictions of an account, and forms to add and remove them.
import { useState } from "react";
import { codes, flagIn } from "../../data/codes.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, mayChange as mayChangeAny, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Notice, Panel } from "../../parts/panel.tsx";

type Restriction = Shapes["Restriction"];

interface RestrictionsProps {
  readonly number: string;
  readonly list: readonly Restriction[];
  readonly person: Session;
}

/** The restrictions in force; staff add and remove them. */
export function Restrictions({ number, list, person }: RestrictionsProps) {
  const [isPlacing, setPlacing] = useState(false);
  const [asked, setAsked] = useState<Restriction>();
  const [removed, setRemoved] = useState<Restriction>();
  const mayChange = person.kind !== "client" && mayChangeAny();
  return (
    <Panel
      title="Restrictions"
      aside={
        mayChange && (
          <button type="button" className="button" onClick={() => setPlacing(true)}>
            <Icon name="plus" />
            Add<span className="hidden-text"> a restriction</span>
          </button>
        )
      }
      isBare
    >
      {removed && (
        <div className="body">
          <Notice kind="good">The restriction “{removed.type.title}” was removed.</Notice>
        </div>
      )}
      {list.length === 0 ? (
        <Empty title="No restrictions" />
      ) : (
        <ul className="cards">
          {list.map((each) => (
            <Item
              key={each.accountRestrictionId}
              restriction={each}
              {...(mayChange && mayLift(each, person) && { lift: () => setAsked(each) })}
            />
          ))}
        </ul>
      )}
      {isPlacing && (
        <Dialog title="Add restriction" close={() => setPlacing(false)}>
          <Place number={number} person={person} done={() => setPlacing(false)} />
        </Dialog>
      )}
      {asked && (
        <Dialog title="Remove restriction" close={() => setAsked(undefined)}>
          <Lift
            number={number}
            restriction={asked}
            done={() => {
              setRemoved(asked);
              setAsked(undefined);
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

/** The code of restrictions that the firm itself sets. */
const setByFirm = "021";

/** The reason on screen. For firms' own restrictions the list has the wording of the interface. */
function reasonName({ code, name }: { readonly code: string; readonly name: string }): string {
  return code === setByFirm ? "Set by firm" : name;
}

/** Only the operator may remove some reasons. */
function mayLift({ reason }: Restriction, { kind }: Session): boolean {
  return kind === "operator" || flagIn(codes.restrictionReasons, reason.code, "firmsMayLift");
}

interface ItemProps {
  readonly restriction: Restriction;
  /** Absent if the user may not remove it. */
  readonly lift?: () => void;
}

function Item({ restriction, lift }: ItemProps) {
  const { type, reason, inceptionInfo, creationTs } = restriction;
  return (
    <li className="card-row">
      <div className="card-line">
        <span className="tag warn">
          <Icon name="lock" />
          {type.title}
        </span>
        {lift && (
          <button type="button" className="button danger" onClick={lift}>
            Remove<span className="hidden-text"> restriction {type.title}</span>
          </button>
        )}
      </div>
      <p className="small">{inceptionInfo ?? type.description}</p>
      <p className="tiny muted">
        {reasonName(reason)}, since {day(creationTs)}
      </p>
    </li>
  );
}

interface LiftProps {
  readonly number: string;
  readonly restriction: Restriction;
  readonly done: () => void;
}

/** Asks for confirmation before a restriction is removed. */
function Lift({ number, restriction, done }: LiftProps) {
  const { accountRestrictionId: id, type, reason } = restriction;
  return (
    <ChangeForm
      name={`liftRestriction ${id}`}
      values={{}}
      send={(_, how) =>
        bursar.delete("/restapi/accounts/{accountnumber}/restrictions/{restrictionid}", {
          params: { path: { accountnumber: number, restrictionid: id } },
          ...how,
        })
      }
      renews={["account", number]}
      done={done}
      action="Remove restriction"
      isRehearsedAtOnce
      isDanger
    >
      <p>
        Removes “{type.title}” ({reasonName(reason)}) from account {number}. Blocked activity is
        allowed again immediately.
      </p>
    </ChangeForm>
  );
}

interface PlaceProps {
  readonly number: string;
  readonly person: Session;
  readonly done: () => void;
}

function Place({ number, person, done }: PlaceProps) {
  const form = `createRestriction ${number}`;
  const [type, setType] = useDraft<"CR" | "SO">(form, "type", "SO");
  const [info, setInfo] = useDraft(form, "info", "");
  const [reason, setReason] = useDraft<Shapes["RestrictionReasonCode"]>(form, "reason", setByFirm);
  const reasons = [...codes.restrictionReasons].filter(
    ([code]) => person.kind === "operator" || flagIn(codes.restrictionReasons, code, "firmsMaySet"),
  );
  return (
    <ChangeForm
      name={form}
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
      action="Add restriction"
    >
      <Field field="type.code" label="Type">
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
            {reasons.map(([code, { description }]) => (
              <option key={code} value={code}>
                {reasonName({ code, name: description })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field field="inceptionInfo" label="Reason details" hint="Visible to everyone with access">
        {(given) => (
          <textarea {...given} value={info} onChange={({ target }) => setInfo(target.value)} />
        )}
      </Field>
    </ChangeForm>
  );
}
