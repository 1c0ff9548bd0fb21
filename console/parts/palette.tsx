// Everything by typing: pages, commands and records, by Ctrl+K or "/".
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { namedBy, spelledLike } from "../data/match-names.ts";
import type { Session } from "../data/session.ts";
import { Icon } from "./icon.tsx";
import { type Match, useMatches } from "./matches.ts";
import { commandsOfPage } from "./page-commands.ts";
import type { Way } from "./way.ts";

interface PaletteProps {
  readonly person: Session;
  readonly ways: readonly Way[];
  /** Pages below those, found once something is typed. */
  readonly below: readonly Way[];
  /** The commands that can be given anywhere. */
  readonly commands: readonly Match[];
  readonly close: () => void;
}

/** Delay after typing before the service is asked, in milliseconds. */
const pauseMs = 150;

/** The dialog in which the user types; Enter opens what is chosen. */
export function Palette({ person, ways, below, commands, close }: PaletteProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  // Enter was pressed before the results of the text had come.
  const [isWaiting, setWaiting] = useState(false);
  const asked = usePaused(typed.trim());
  const [, go] = useLocation();
  const { matches, isReading } = useMatches(asked, ways, person);
  // The page is behind the dialog as it was when this opened.
  const [here] = useState(commandsOfPage);
  const isTyped = typed.trim() !== "";
  const named = [...here, ...pagesOf(ways), ...pagesOf(isTyped ? below : []), ...commands];
  const own = namedBy(named, typed);
  const shown = [...own, ...(isTyped ? matches : []), ...spelledLike(named, typed)];
  const chosen = Math.min(at, shown.length - 1);
  const isBusy = isReading || asked !== typed.trim();
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const take = (match: Match | undefined) => {
    if (match === undefined) return;
    close();
    if (match.path === undefined) match.act?.();
    else go(match.path);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results of the text have come
  useEffect(() => {
    if (isWaiting && !isBusy) take(shown[chosen]);
    if (!isBusy) setWaiting(false);
  }, [isWaiting, isBusy]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + shown.length) % Math.max(shown.length, 1));
    else if (event.key === "Enter" && isBusy && Math.max(chosen, 0) >= own.length) setWaiting(true);
    else if (event.key === "Enter") take(shown[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={box} className="dialog palette" aria-label="Search" onClose={close}>
      <TypedText
        list={id}
        chosen={shown.length > 0 ? `${id}-${chosen}` : undefined}
        typed={typed}
        set={(text) => {
          setTyped(text);
          setAt(0);
        }}
        press={press}
      />
      <div id={id} role="listbox" aria-label="Results" {...(isBusy && { "aria-busy": true })}>
        {shown.map((match, index) => (
          <Result
            key={match.key}
            id={`${id}-${index}`}
            match={match}
            isChosen={index === chosen}
            point={() => setAt(index)}
            take={() => take(match)}
          />
        ))}
      </div>
      {shown.length === 0 && (
        <p className="empty" role="status">
          {isBusy ? "Searching" : "No matches"}
        </p>
      )}
    </dialog>
  );
}

interface TypedTextProps {
  /** The id of the list of results. */
  readonly list: string;
  /** The id of the result that Enter opens. */
  readonly chosen: string | undefined;
  readonly typed: string;
  readonly set: (text: string) => void;
  readonly press: (event: KeyboardEvent) => void;
}

function TypedText({ list, chosen, typed, set, press }: TypedTextProps) {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        className="input"
        placeholder="Search accounts, people, securities and pages"
        aria-label="Search everything"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => set(target.value)}
        onKeyDown={press}
      />
    </div>
  );
}

interface ResultProps {
  readonly id: string;
  readonly match: Match;
  readonly isChosen: boolean;
  readonly point: () => void;
  readonly take: () => void;
}

function Result({ id, match, isChosen, point, take }: ResultProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // The focus stays in the field, whose keys choose and open; a pointer may do so too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      className="result"
      onMouseMove={point}
      onClick={take}
    >
      <Icon name={match.icon} />
      <span className="cut">
        {match.title} <span className="small muted">{match.note}</span>
      </span>
      <span className="tiny muted">{match.kind}</span>
    </div>
  );
}

function pagesOf(ways: readonly Way[]): Match[] {
  return ways.map(({ path, name, icon, words = "" }) => ({
    key: `${path} ${name}`,
    kind: "Page",
    title: name,
    note: "",
    words,
    icon,
    path,
  }));
}

/** The text once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  return paused;
}
