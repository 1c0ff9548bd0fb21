// Signing in by a link that works once.
import { type FormEvent, useEffect, useId, useState } from "react";
import { secretIn, takeLink } from "../data/session.ts";
import { Sign } from "../parts/icon.tsx";
import { Notice } from "../parts/panel.tsx";

interface SignInProps {
  readonly begin: (secret: string) => Promise<void>;
  /** Why the user has to sign in, if there is more to say. */
  readonly reason: string | undefined;
}

/** The page of a visitor who is not signed in. */
export function SignIn({ begin, reason }: SignInProps) {
  const [link, setLink] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useId();
  // A link that is opened in this tab changes the address alone, and loads nothing.
  useEffect(() => {
    const follow = () => {
      const secret = takeLink();
      if (secret) void begin(secret).catch((error: Error) => setProblem(error.message));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [begin]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (link.trim() === "") return setProblem("Paste your sign-in link.");
    setBusy(true);
    await begin(secretIn(link)).catch((error: Error) => setProblem(error.message));
    setBusy(false);
  };
  return (
    <main className="signin">
      <div className="card stack">
        <div>
          <div className="brand">
            <Sign />
            Bursar
          </div>
          <h1>Sign in</h1>
          <p className="small muted">
            Use your sign-in link, or paste it here. It works once and expires in 15 minutes.
          </p>
        </div>
        {reason && <Notice kind="warn">{reason}</Notice>}
        <form className="form" onSubmit={(event) => void submit(event)} noValidate>
          <div className="field">
            <label htmlFor={field}>Link</label>
            <input
              id={field}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={link}
              onChange={({ target }) => {
                setLink(target.value);
                setProblem(undefined);
              }}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? `${field}-problem` : undefined}
            />
            {problem && (
              <p id={`${field}-problem`} className="problem" role="alert">
                {problem}
              </p>
            )}
          </div>
          <button type="submit" className="button first" disabled={isBusy}>
            Sign in
          </button>
        </form>
        <p className="tiny faint">
          A new link comes from your administrator. On the service’s own machine{" "}
          <code>npx bursar console link &lt;login&gt;</code> prints one.
        </p>
        <p className="tiny faint">
          To try the sample: <code>npm start</code> in a terminal prints links for the advisor,
          client, issuer and operator. Without a terminal, as in a container, it prints the command
          for one, <code>npx bursar console link harbor.lin</code>.
        </p>
      </div>
    </main>
  );
}
