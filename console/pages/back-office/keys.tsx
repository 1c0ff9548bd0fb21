// The firm's API keys: listed, created and revoked by an administrator who has just signed in.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { dropDraft, useDraft } from "../../data/drafts.ts";
import {
  type ApiUser,
  type DrawnKey,
  type Key,
  keysRead,
  makeKey,
  revokeKey,
} from "../../data/keys.ts";
import type { Session } from "../../data/session.ts";
import { day, words } from "../../data/texts.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { AmountInput } from "../../parts/inputs.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Notice, Panel, Reading } from "../../parts/panel.tsx";
import { Table, untitled } from "../../parts/table.tsx";
import { isAdministrator } from "./rights.ts";

/** The page of API keys. */
export function KeysPage({ person }: { readonly person: Session }) {
  const read = useQuery({ ...keysRead, enabled: isAdministrator(person) });
  return (
    <>
      <PageHead title="API keys" sub={person.firmName}>
        <BackLink href="/" name="Back office" />
      </PageHead>
      {isAdministrator(person) ? (
        <Reading of={read}>{({ users, keys }) => <Keys users={users} keys={keys} />}</Reading>
      ) : (
        <Notice>Only administrators can create and revoke keys.</Notice>
      )}
    </>
  );
}

interface KeysProps {
  readonly users: readonly ApiUser[];
  readonly keys: readonly Key[];
}

function Keys({ users, keys }: KeysProps) {
  const [isMaking, setMaking] = useState(false);
  const [drawn, setDrawn] = useState<DrawnKey>();
  const [asked, setAsked] = useState<Key>();
  const valid = keys.filter(({ revokedTS }) => revokedTS === null);
  const nameOf = (apiUserId: string) =>
    users.find((each) => each.apiUserId === apiUserId)?.name ?? apiUserId;
  return (
    <Panel
      title="Active keys"
      aside={
        <button type="button" className="button" onClick={() => setMaking(true)}>
          <Icon name="plus" />
          Create key
        </button>
      }
      footer="Requires a sign-in within the last five minutes. Revoked keys stop working within five seconds."
      isBare
    >
      {valid.length === 0 ? (
        <Empty title="No API keys">Applications use keys to call the API.</Empty>
      ) : (
        <List of={valid} nameOf={nameOf} revoke={setAsked} />
      )}
      {isMaking && (
        <Dialog title="New API key" close={() => setMaking(false)}>
          <Make
            users={users.filter(({ mayHaveKey }) => mayHaveKey)}
            done={(key) => {
              setMaking(false);
              setDrawn(key);
            }}
          />
        </Dialog>
      )}
      {drawn && (
        <Dialog title="API key created" close={() => setDrawn(undefined)}>
          <Drawn of={drawn} />
        </Dialog>
      )}
      {asked && (
        <Dialog title={`Revoke key ${asked.keyId}`} close={() => setAsked(undefined)}>
          <Revoke of={asked} name={nameOf(asked.apiUserId)} done={() => setAsked(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface ListProps {
  readonly of: readonly Key[];
  readonly nameOf: (apiUserId: string) => string;
  readonly revoke: (key: Key) => void;
}

function List({ of: keys, nameOf, revoke }: ListProps) {
  return (
    <Table
      columns={["Key", "API user", "Type", "Acts as", "Created", "Expires", untitled("Actions")]}
    >
      {keys.map((key) => (
        <tr key={key.keyId}>
          <th scope="row" className="mono">
            {key.keyId}
          </th>
          <td>{nameOf(key.apiUserId)}</td>
          <td>{words(key.kind)}</td>
          <td>{key.loginId ?? "Any user"}</td>
          <td className="nowrap">{day(key.createdTS)}</td>
          <td className="nowrap">
            {key.expiresTS === null ? <span className="tag warn">Never</span> : day(key.expiresTS)}
          </td>
          <td>
            <button type="button" className="button danger" onClick={() => revoke(key)}>
              Revoke<span className="hidden-text"> key {key.keyId}</span>
            </button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const makesKey = "makeKey";

interface MakeProps {
  readonly users: readonly ApiUser[];
  readonly done: (drawn: DrawnKey) => void;
}

function Make({ users, done }: MakeProps) {
  const cache = useQueryClient();
  const id = useId();
  const [apiUserId, setUser] = useDraft(makesKey, "user", users[0]?.apiUserId ?? "");
  const [kind, setKind] = useDraft<Key["kind"]>(makesKey, "kind", "token");
  const [days, setDays] = useDraft(makesKey, "days", "90");
  const make = useMutation({
    // The response has the secret.
    gcTime: 0,
    mutationFn: () => makeKey({ apiUserId, kind, days }),
    onSuccess: async (drawn) => {
      dropDraft(makesKey);
      await cache.invalidateQueries({ queryKey: keysRead.queryKey });
      done(drawn);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor={`${id}-user`}>API user</label>
        <select
          id={`${id}-user`}
          className="input"
          value={apiUserId}
          onChange={({ target }) => setUser(target.value)}
        >
          {users.map((user) => (
            <option key={user.apiUserId} value={user.apiUserId}>
              {user.name} ({user.scopes.join(", ")})
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-kind`}>Type</label>
        <select
          id={`${id}-kind`}
          className="input"
          value={kind}
          onChange={({ target }) => setKind(target.value as Key["kind"])}
        >
          <option value="token">Token</option>
          <option value="signing">Signing key</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-days`}>Expires in (days)</label>
        <AmountInput
          id={`${id}-days`}
          className="input"
          inputMode="numeric"
          aria-describedby={`${id}-hint`}
          value={days}
          set={setDays}
        />
        <p id={`${id}-hint`} className="hint">
          1 to 366. The key acts as you, never as a client.
        </p>
      </div>
      {make.error && <Notice kind="bad">{make.error.message}</Notice>}
      <div className="end">
        <button type="submit" className="button first" disabled={make.isPending}>
          Create key
        </button>
      </div>
    </form>
  );
}

function Drawn({ of: { token, apiKey, sharedSecret } }: { readonly of: DrawnKey }) {
  return (
    <div className="stack">
      <p>You won’t see this again. Copy it now.</p>
      {token && <code className="secret">{token}</code>}
      {apiKey && (
        <>
          <p className="small muted">API key</p>
          <code className="secret">{apiKey}</code>
          <p className="small muted">Shared secret</p>
          <code className="secret">{sharedSecret}</code>
        </>
      )}
    </div>
  );
}

interface RevokeProps {
  readonly of: Key;
  readonly name: string;
  readonly done: () => void;
}

function Revoke({ of: { keyId }, name, done }: RevokeProps) {
  const cache = useQueryClient();
  const revoke = useMutation({
    meta: { done: "Revoke key" },
    mutationFn: () => revokeKey(keyId),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: keysRead.queryKey });
      done();
    },
  });
  return (
    <div className="stack">
      <p>Applications that use this key of {name} lose access immediately.</p>
      <ActButton change={revoke} className="button first danger">
        Revoke key
      </ActButton>
    </div>
  );
}
