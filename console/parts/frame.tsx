// The frame of every page: the rail with the ways that a person of this kind has, and the page.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { serviceUrl } from "../data/place.ts";
import type { Session } from "../data/session.ts";
import { applyTheme, chosenTheme, type Theme } from "../data/theme.ts";
import { Icon, type IconName, Sign } from "./icon.tsx";

/** A way in the rail. */
export interface Way {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

interface FrameProps {
  readonly person: Session;
  readonly ways: readonly Way[];
  readonly leave: () => void;
  readonly children: ReactNode;
}

/** The rail, and the page beside it. */
export function Frame({ person, ways, leave, children }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // Another page begins at its top, also for whoever hears it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => {
    setOpen(false);
    if (!first.current) main.current?.focus();
    first.current = false;
    scrollTo(0, 0);
  }, [path]);
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="rail" data-open={isOpen}>
        <div className="top">
          <Brand />
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
        {children}
      </main>
    </div>
  );
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

const kinds = {
  institutional: "Adviser",
  issuing: "Issuer",
  operator: "Operator",
  client: "Client",
} as const;

/** An adviser of an advisory firm is called that; other roles add what they are. */
function roleOf({ kind, role }: Session): string {
  return role === undefined || role === "adviser" ? kinds[kind] : `${kinds[kind]}, ${role}`;
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
      <a className="tiny" href={`${serviceUrl}/reference/`}>
        Reference of the interface
      </a>
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
