// Forms of webhooks: add, edit, rotate the secret, remove.
import { useState } from "react";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LinesInput, TextInput } from "../../parts/inputs.tsx";
import { Notice } from "../../parts/panel.tsx";

type Types = NonNullable<Shapes["NewWebhook"]["types"]>;

/** The event types that were typed, one per line or separated by commas. */
function typesIn(text: string): Types {
  return text.split(/[\s,]+/).filter((type) => type !== "") as Types;
}

interface DoneWithSecret {
  /** Null if the response no longer shows the secret. */
  readonly done: (secret: string | null) => void;
}

/** The form of a new webhook; only its response has the signing secret. */
export function NewWebhook({ done }: DoneWithSecret) {
  const [url, setUrl] = useDraft("createWebhook", "url", "");
  const [types, setTypes] = useDraft("createWebhook", "types", "");
  const [description, setDescription] = useDraft("createWebhook", "description", "");
  const named = typesIn(types);
  return (
    <ChangeForm
      name="createWebhook"
      values={{
        ...(url !== "" && { url }),
        ...(named.length > 0 && { types: named }),
        ...(description !== "" && { description }),
      }}
      send={(body, how) =>
        bursar.post("/restapi/webhooks", { body: body as Shapes["NewWebhook"], ...how })
      }
      renews={["webhooks"]}
      done={(made) => done("body" in made ? made.body.secret : null)}
      action="Add webhook"
    >
      <Terms
        url={url}
        setUrl={setUrl}
        types={types}
        setTypes={setTypes}
        description={description}
        setDescription={setDescription}
      />
    </ChangeForm>
  );
}

interface OfWebhook {
  readonly webhook: Shapes["Webhook"];
  readonly done: () => void;
}

/** The form to edit a webhook. */
export function ChangeWebhook({ webhook, done }: OfWebhook) {
  const form = `updateWebhook ${webhook.webhookId}`;
  const [url, setUrl] = useDraft(form, "url", webhook.url);
  const [types, setTypes] = useDraft(form, "types", (webhook.types ?? []).join("\n"));
  const [description, setDescription] = useDraft(form, "description", webhook.description ?? "");
  const named = typesIn(types);
  return (
    <ChangeForm
      name={form}
      record={webhook}
      values={{ url, types: named.length > 0 ? named : null, description: description || null }}
      send={(body, how) =>
        bursar.put("/restapi/webhooks/{webhookid}", { ...pathOf(webhook), body, ...how })
      }
      renews={["webhooks"]}
      done={done}
      action="Save webhook"
    >
      <Terms
        url={url}
        setUrl={setUrl}
        types={types}
        setTypes={setTypes}
        description={description}
        setDescription={setDescription}
      />
    </ChangeForm>
  );
}

interface TermsProps {
  readonly url: string;
  readonly setUrl: (text: string) => void;
  readonly types: string;
  readonly setTypes: (text: string) => void;
  readonly description: string;
  readonly setDescription: (text: string) => void;
}

function Terms(of: TermsProps) {
  return (
    <>
      <TextInput
        field="url"
        label="URL"
        hint="HTTPS on port 443 or 8443, on a public host."
        value={of.url}
        set={of.setUrl}
      />
      <LinesInput
        field="types"
        label="Event types"
        hint="One per line, such as transfer.updated. Leave empty for all types."
        value={of.types}
        set={of.setTypes}
      />
      <TextInput
        field="description"
        label="Description"
        value={of.description}
        set={of.setDescription}
      />
    </>
  );
}

/** Asks for confirmation before the secret is rotated. */
export function RenewSecret({
  webhook,
  done,
}: DoneWithSecret & { readonly webhook: Shapes["Webhook"] }) {
  return (
    <ChangeForm
      name={`renewWebhookSecret ${webhook.webhookId}`}
      values={{}}
      send={(body, how) =>
        bursar.post("/restapi/webhooks/{webhookid}/secrets", { ...pathOf(webhook), body, ...how })
      }
      renews={["webhooks"]}
      done={(made) => done("body" in made ? made.body.secret : null)}
      action="Rotate secret"
    >
      <p>Both secrets sign events for one day, so that the receiver loses none.</p>
    </ChangeForm>
  );
}

/** Asks for confirmation before a webhook is removed. */
export function RemoveWebhook({ webhook, done }: OfWebhook) {
  return (
    <ChangeForm
      name={`deleteWebhook ${webhook.webhookId}`}
      record={webhook}
      values={{}}
      send={(_, how) =>
        bursar.delete("/restapi/webhooks/{webhookid}", { ...pathOf(webhook), ...how })
      }
      renews={["webhooks"]}
      done={done}
      action="Remove webhook"
      isDanger
    >
      <p>No more events are sent to {webhook.url}. Pending events are discarded.</p>
    </ChangeForm>
  );
}

/** The path of a webhook's requests. */
export function pathOf({ webhookId }: Pick<Shapes["Webhook"], "webhookId">) {
  return { params: { path: { webhookid: webhookId } } };
}

interface SecretProps {
  readonly secret: string | null;
  readonly close: () => void;
}

/** A secret, which is shown once. */
export function Secret({ secret, close }: SecretProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Dialog title="Webhook secret" close={close}>
      {secret === null ? (
        <Notice kind="warn">The secret is no longer available. Rotate it for a new one.</Notice>
      ) : (
        <div className="stack">
          <p>
            The receiver verifies signatures with this secret. You won’t see this again. Copy it
            now.
          </p>
          <code className="secret">{secret}</code>
          <div className="toolbar">
            <button type="button" className="button" onClick={() => void copy(secret)}>
              <Icon name={isCopied ? "check" : "copy"} />
              {isCopied ? "Copied" : "Copy"}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
