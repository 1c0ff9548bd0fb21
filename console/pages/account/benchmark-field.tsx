// The choice of a benchmark among accounts, models and securities.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { reads } from "../../data/reads.ts";

/** A benchmark, in the service's format, and its name. */
export interface Benchmark {
  readonly value: string;
  readonly name: string;
}

interface Offered extends Benchmark {
  /** The unique text in the list. */
  readonly text: string;
}

interface BenchmarkFieldProps {
  readonly number: string;
  readonly securities: readonly { readonly id: string; readonly name: string }[];
  readonly choose: (benchmark: Benchmark | undefined) => void;
}

/** A field that suggests matches; nothing is read before it has focus. */
export function BenchmarkField({ number, securities, choose }: BenchmarkFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isEntered, setEntered] = useState(false);
  const chosen = useRef(false);
  const accounts = useQuery({
    ...reads.accountsNamed(typed),
    enabled: isEntered,
    placeholderData: keepPreviousData,
  });
  const models = useQuery({ ...reads.models(), enabled: isEntered });
  const offered: readonly Offered[] = [
    ...securities.map((each) => offer("security", each.id, each.name)),
    ...(models.data ?? []).flatMap((program) =>
      program.models.map(({ modelOid, longName }) => offer("model", modelOid, longName)),
    ),
    ...(accounts.data ?? [])
      .filter(({ accountNumber }) => accountNumber !== number)
      .map(({ accountNumber, accountName }) => ({
        ...offer("account", accountNumber, accountName ?? accountNumber),
        text: `${accountName ?? "Account"} (${accountNumber})`,
      })),
  ];
  const change = (text: string) => {
    setTyped(text);
    const found = offered.find((each) => each.text === text);
    // The benchmark is what the field says, or none.
    if (found !== undefined || text === "" || chosen.current) choose(found);
    chosen.current = found !== undefined;
  };
  const isKnown = typed === "" || offered.some((each) => each.text === typed);
  const isRead = models.isSuccess && accounts.isSuccess && !accounts.isPlaceholderData;
  const fits = offered.some(({ text }) => text.toLowerCase().includes(typed.toLowerCase()));
  return (
    <div className="toolbar">
      <label className="small muted" htmlFor={id}>
        Compare to
      </label>
      <input
        id={id}
        type="search"
        className="input small"
        style={{ width: "15rem" }}
        list={`${id}-offered`}
        placeholder="Account, model or security"
        value={typed}
        aria-describedby={isKnown ? undefined : `${id}-hint`}
        onFocus={() => setEntered(true)}
        onChange={({ target }) => change(target.value)}
      />
      <datalist id={`${id}-offered`}>
        {offered.map(({ value, text }) => (
          <option key={value} value={text} />
        ))}
      </datalist>
      {!isKnown && (
        <span id={`${id}-hint`} className="hint" role="status">
          {isRead && (fits ? "Select an option." : `No matches for “${typed}”.`)}
        </span>
      )}
    </div>
  );
}

function offer(kind: "security" | "model" | "account", id: string, name: string): Offered {
  return { value: `${kind}:${id}`, name, text: name };
}
