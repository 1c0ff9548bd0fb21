// The terms of an event as facts.
import { nameIn } from "../../data/codes.ts";
import {
  type CorporateEvent,
  type DayField,
  dayFields,
  fractionRules,
  incomeKinds,
  type TermField,
  termFields,
} from "../../data/event-codes.ts";
import { day, grouped } from "../../data/texts.ts";
import { Panel } from "../../parts/panel.tsx";

/** The panel of terms. */
export function Terms({ of: event }: { readonly of: CorporateEvent }) {
  return (
    <Panel title="Terms">
      <div className="stack">
        {event.text && <p className="small">{event.text}</p>}
        <dl className="facts">
          {factsOf(event).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {event.docs.map(({ name, url }) => (
          <p key={url} className="small">
            {name}: <span className="mono">{url}</span>
          </p>
        ))}
      </div>
    </Panel>
  );
}

function factsOf(event: CorporateEvent): readonly (readonly [string, string])[] {
  const { components, options, expectedExDate, fractions, received, source, externalId } = event;
  const days = (Object.keys(dayFields) as DayField[]).flatMap((field) =>
    event[field] === null ? [] : [[dayFields[field], day(event[field])] as const],
  );
  const terms = (Object.keys(termFields) as TermField[]).flatMap((field) => {
    const value = event[field];
    return value === null ? [] : [[termFields[field].label, textOf(value)] as const];
  });
  return [
    ...days,
    ...(expectedExDate !== null && expectedExDate !== event.exDate
      ? [["Expected ex-date", day(expectedExDate)] as const]
      : []),
    ...components.map(
      ({ rate, incomeKind }, at) =>
        [
          `Payment ${at + 1}`,
          `$${grouped(rate)} per share${incomeKind === null ? "" : `, ${nameIn(incomeKinds, incomeKind)}`}`,
        ] as const,
    ),
    ...terms,
    ...(fractions === "KEEP" ? [] : [["Fractions", nameIn(fractionRules, fractions)] as const]),
    ...options.map((option) => [`Option ${option.optionId}`, optionText(option)] as const),
    ...(received === null ? [] : [["Received from custodian", `$${grouped(received)}`] as const]),
    ...(source === null ? [] : [["Source", `${source} ${externalId ?? ""}`.trim()] as const]),
  ];
}

function textOf(value: string): string {
  return /^\d+\.\d+$/.test(value) ? grouped(value, 0) : value;
}

function optionText(option: CorporateEvent["options"][number]): string {
  const { name, rate, price, ratioNew, ratioOld, prorationPct } = option;
  const parts = [
    name,
    rate !== null && `$${grouped(rate)} per share`,
    price !== null && `at $${grouped(price)}`,
    ratioNew !== null && `${textOf(ratioNew)} for ${textOf(ratioOld ?? "")}`,
    prorationPct !== null && `prorated ${textOf(prorationPct)}%`,
    option.default && "default",
  ];
  return parts.filter(Boolean).join(", ");
}
