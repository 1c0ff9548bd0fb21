// A search field, which asks after a pause in typing.
import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The search that is stored now. */
  readonly stored: string;
  readonly choose: (search: string) => void;
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly onFocus?: () => void;
}

/** Delay after typing, in milliseconds: browsers limit how often an address changes. */
const pauseMs = 200;

/** Searches after a pause in typing. */
export function SearchField({ label, placeholder, stored, choose, ...given }: SearchFieldProps) {
  const [typed, setTyped] = useState(stored);
  const pause = useRef(0);
  useEffect(() => setTyped(stored), [stored]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const ask = (search: string) => {
    setTyped(search);
    clearTimeout(pause.current);
    pause.current = window.setTimeout(() => choose(search), pauseMs);
  };
  return (
    <div className="search">
      <Icon name="search" />
      <input
        {...given}
        type="search"
        className="input"
        placeholder={placeholder}
        aria-label={label}
        value={typed}
        onChange={({ target }) => ask(target.value)}
      />
    </div>
  );
}
