// The frame of every page: the navigation of this kind of user, and the page.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { serviceUrl } from "../data/place.ts";
import { notePlace, placeOfReturn } from "../data/places.ts";
import type { Session } from "../data/session.ts";
import { applyTheme, chosenTheme, type Theme } from "../data/theme.ts";
import { Icon, Sign } from "./icon.tsx";
import { isField, useListKeys } from "./list-keys.ts";
import type { Match } from "./matches.ts";
import { Palette } from "./palette.tsx";
import { Toasts } from "./toasts.tsx";
import type { Way } from "./way.ts";

interface FrameProps {
  readonly person: Session;
  readonly ways: readonly Way[];
  /** Pages below those of the navigation, for the search. */
  readonly below: readonly Way[];
  readonly leave: () => void;
  readonly children: ReactNode;
}

/** The navigation, and the page next to it. */
export function Frame({ person, ways, below, leave, children }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const [isFinding, setFinding] = useSearchKeys();
  useListKeys();
  // A new page starts at its top, also for screen readers; Back restores the position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => {
    setOpen(false);
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    return arrive();
  }, [path]);
  useEffect(() => {
    const note = () => notePlace("page", scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <header className="rail" data-open={isOpen}>
        <div className="top">
          <Brand />
          {person.isSandbox && <SandboxBadge />}
          <button
            type="button"
            className="button quiet icon-only"
            aria-label="Menu"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "close" : "menu"} />
          </button>
        </div>
        <Brand />
        {person.isSandbox && <SandboxBadge />}
        <button type="button" className="find" onClick={() => setFinding(true)}>
          <Icon name="search" />
          Search
          <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <nav aria-label="Pages">
          <ul>
            {ways.map((way) => (
              <li key={way.path}>
                <Link href={way.path} {...(isWithin(path, way.path) && { "aria-current": "page" })}>
                  <Icon name={way.icon} />
                  {way.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Who person={person} leave={leave} />
      </header>
      <main id="main" className="main" tabIndex={-1} ref={main}>
        {person.isSampleLoading && <SampleLoading />}
        {children}
      </main>
      <Toasts />
      {isFinding && (
        <Palette
          person={person}
          ways={ways}
          below={below}
          commands={commandsOf(leave)}
          close={() => setFinding(false)}
        />
      )}
    </div>
  );
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** Whether the search is open: Ctrl+K opens it everywhere, "/" where nothing is being typed. */
function useSearchKeys() {
  const [isFinding, setFinding] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isShortcut = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey;
      const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isField(event.target);
      if ((!isShortcut && !isSlash) || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return [isFinding, setFinding] as const;
}

/** The commands that can be given anywhere. */
function commandsOf(leave: () => void): readonly Match[] {
  const themes = [
    ["light", "Light theme", "sun"],
    ["dark", "Dark theme", "moon"],
    ["system", "Device theme", "device"],
  ] as const;
  return [
    ...themes.map(([theme, title, icon]) => ({
      key: theme,
      kind: "Command",
      title,
      note: "",
      icon,
      act: () => applyTheme(theme),
    })),
    { key: "out", kind: "Command", title: "Sign out", note: "", icon: "out", act: leave },
  ];
}

/** Scrolls to the stored position, once the page is high enough. After a second, the user is in
 * control. */
function arrive(): () => void {
  const offset = placeOfReturn("page");
  const until = performance.now() + 1_000;
  let frame = 0;
  const move = () => {
    scrollTo(0, offset);
    if (scrollY < offset - 1 && performance.now() < until) frame = requestAnimationFrame(move);
  };
  move();
  return () => cancelAnimationFrame(frame);
}

function isWithin(path: string, way: string): boolean {
  return path === way || path.startsWith(`${way}/`);
}

function Brand() {
  return (
    <Link href="/" className="brand">
      <Sign />
      Bursar
    </Link>
  );
}

function SandboxBadge() {
  return <span className="tag warn sandbox">Sandbox</span>;
}

function SampleLoading() {
  return (
    <p className="notice" role="status">
      The sample firm is being loaded. Prices, transactions and performance appear in a few seconds.
    </p>
  );
}

const kinds = {
  institutional: "Advisor",
  issuing: "Issuer",
  operator: "Operator",
  client: "Client",
} as const;

const roles = { viewer: "Viewer", administrator: "Admin" } as const;

/** The kind of user, and the role where it is not the usual one. */
function roleOf({ kind, role }: Session): string {
  return role === undefined || role === "adviser" ? kinds[kind] : `${kinds[kind]} · ${roles[role]}`;
}

function Who({ person, leave }: Pick<FrameProps, "person" | "leave">) {
  return (
    <div className="who">
      <div className="person">
        <div className="strong">{person.name}</div>
        <div className="tiny muted">
          {roleOf(person)} · {person.firmName}
        </div>
      </div>
      <div className="actions">
        <button type="button" className="button quiet" onClick={leave}>
          <Icon name="out" />
          Sign out
        </button>
        <ThemeButton />
      </div>
      {person.kind !== "client" && (
        <a className="tiny" href={`${serviceUrl}/reference/`}>
          API reference
        </a>
      )}
    </div>
  );
}

const next: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const themeIcons = { system: "device", light: "sun", dark: "moon" } as const;

function ThemeButton() {
  const [theme, setTheme] = useState(chosenTheme);
  const change = () => {
    applyTheme(next[theme]);
    setTheme(next[theme]);
  };
  return (
    <button
      type="button"
      className="button quiet icon-only"
      onClick={change}
      aria-label={`Theme: ${theme}. Change to ${next[theme]}`}
    >
      <Icon name={themeIcons[theme]} />
    </button>
  );
}
