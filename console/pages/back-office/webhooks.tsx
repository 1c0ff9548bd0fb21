// The list of webhooks.
import { useState } from "react";
import { Link } from "wouter";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, instant, words } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import { isAdministrator } from "./rights.ts";
import { NewWebhook, Secret } from "./webhook-forms.tsx";

interface WebhooksProps {
  readonly list: readonly Shapes["Webhook"][];
  readonly person: Session;
}

/** The webhooks of the firm; administrators add them. */
export function Webhooks({ list, person }: WebhooksProps) {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>();
  return (
    <Panel
      title="Webhooks"
      aside={
        isAdministrator(person) ? (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            Add<span className="hidden-text"> a webhook</span>
          </button>
        ) : (
          <span className="aside">Event subscriptions</span>
        )
      }
      isBare
    >
      {list.length === 0 ? (
        <Empty title="No webhooks">A webhook sends events to a URL of the firm.</Empty>
      ) : (
        <List of={list} />
      )}
      {isAdding && (
        <Dialog title="Add a webhook" close={() => setAdding(false)}>
          <NewWebhook
            done={(drawn) => {
              setAdding(false);
              setSecret(drawn);
            }}
          />
        </Dialog>
      )}
      {secret !== undefined && <Secret secret={secret} close={() => setSecret(undefined)} />}
    </Panel>
  );
}

function List({ of: list }: { readonly of: readonly Shapes["Webhook"][] }) {
  return (
    <Table columns={["URL", "Event types", "Created", "Status"]}>
      {list.map((webhook) => (
        <tr key={webhook.webhookId}>
          <th scope="row">
            <Link href={`/webhooks/${webhook.webhookId}`}>{webhook.url}</Link>
            {webhook.description && (
              <div className="tiny muted" style={{ fontWeight: 400 }}>
                {webhook.description}
              </div>
            )}
          </th>
          <td>{webhook.types === null ? "All" : webhook.types.join(", ")}</td>
          <td className="nowrap">{day(webhook.creationTS)}</td>
          <td>
            <WebhookStatus of={webhook} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The status of a webhook, and since when it has been failing. */
export function WebhookStatus({ of: webhook }: { readonly of: Shapes["Webhook"] }) {
  return (
    <>
      <span className={webhook.status === "active" ? "tag good" : "tag warn"}>
        {words(webhook.status)}
      </span>
      {webhook.failingSinceTS && (
        <div className="tiny muted">failing since {instant(webhook.failingSinceTS)}</div>
      )}
    </>
  );
}
