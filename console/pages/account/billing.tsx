// The billing plan of an account, and the form to choose another.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "../../data/drafts.ts";
import { reads } from "../../data/reads.ts";
import { bursar, mayChange as mayChangeAny, type Shapes } from "../../data/service.ts";
import { grouped, money } from "../../data/texts.ts";
import { ChangeForm, Field } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { type OfAccount, whoChanges } from "./of-account.ts";

type Plan = Shapes["BillingPlan"];

/** The panel of the plan; its fees are read on request. */
export function Billing({ account, person }: OfAccount) {
  const [isChoosing, setChoosing] = useState(false);
  const { billingPlanOid } = account;
  const mayChange = person.kind === "institutional" && mayChangeAny();
  return (
    <Panel
      title="Billing"
      aside={
        mayChange && (
          <button type="button" className="button" onClick={() => setChoosing(true)}>
            {billingPlanOid === null ? "Choose" : "Change"}
            <span className="hidden-text"> billing plan</span>
          </button>
        )
      }
      footer={!mayChange && whoChanges(person)}
    >
      <p className="small">
        {billingPlanOid === null ? "No billing plan" : `Plan ${billingPlanOid}`}
      </p>
      {isChoosing && (
        <Dialog title="Billing plan" close={() => setChoosing(false)}>
          <Choose account={account} person={person} done={() => setChoosing(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface ChooseProps extends OfAccount {
  readonly done: () => void;
}

function Choose({ account, person, done }: ChooseProps) {
  const plans = useQuery(reads.advisoryPlans(person.firmId));
  const { accountNumber } = account;
  const form = `billing ${accountNumber}`;
  const [plan, setPlan] = useDraft(form, "plan", account.billingPlanOid ?? "");
  return (
    <ChangeForm
      name={form}
      record={account}
      values={plan === "" ? {} : { billingPlanOid: plan }}
      send={(body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}", {
          params: { path: { accountnumber: accountNumber } },
          body,
          ...how,
        })
      }
      renews={["account"]}
      done={done}
      action="Save"
      isRehearsedAtOnce
    >
      <Reading of={plans}>
        {(offered) =>
          offered.length === 0 ? (
            <Empty title="No billing plans" />
          ) : (
            <Field field="billingPlanOid" label="Plan">
              {({ className, ...given }) => (
                <div className="options" {...given} role="radiogroup" aria-label="Plan">
                  {offered.map((each) => (
                    <Option
                      key={each.billingPlanId}
                      plan={each}
                      isChosen={each.billingPlanId === plan}
                      choose={() => setPlan(each.billingPlanId)}
                    />
                  ))}
                </div>
              )}
            </Field>
          )
        }
      </Reading>
      <p className="tiny muted">
        If the firm bills by member, the plan applies to every account of the primary owner.
      </p>
    </ChangeForm>
  );
}

interface OptionProps {
  readonly plan: Plan;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function Option({ plan, isChosen, choose }: OptionProps) {
  return (
    <label className="option">
      <input type="radio" name="plan" checked={isChosen} onChange={choose} />
      <span>
        <span className="strong small">
          {plan.description ?? "Plan"} <span className="muted">({plan.billingPlanId})</span>
        </span>
        {plan.assetFees.map(({ fromAmount, annualRate }) => (
          <span key={fromAmount} className="tiny muted">
            {grouped(annualRate)}% per year on assets above {money(fromAmount)}
          </span>
        ))}
        {plan.commissionFees && (
          <span className="tiny muted">{money(plan.commissionFees)} per trade</span>
        )}
      </span>
    </label>
  );
}
