// A webhook: its settings, its actions, and its deliveries.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { officeReads as reads } from "../../data/office-reads.ts";
import { bursar, conditionOn, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { instant } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Failure, Notice, Panel, Reading } from "../../parts/panel.tsx";
import { Deliveries } from "./deliveries.tsx";
import { isAdministrator } from "./rights.ts";
import { ChangeWebhook, pathOf, RemoveWebhook, RenewSecret, Secret } from "./webhook-forms.tsx";
import { WebhookStatus } from "./webhooks.tsx";

type Webhook = Shapes["Webhook"];

interface WebhookPageProps {
  readonly id: string;
  readonly person: Session;
}

/** The page of a webhook. */
export function WebhookPage({ id, person }: WebhookPageProps) {
  const webhook = useQuery(reads.webhook(id));
  const mayAct = isAdministrator(person);
  if (isAbsent(webhook.error)) return <NotFound back={{ path: "/", name: "Back office" }} />;
  return (
    <>
      <PageHead title="Webhook" sub={person.firmName}>
        <BackLink href="/" name="Back office" />
        {webhook.data && mayAct && <Actions webhook={webhook.data} />}
      </PageHead>
      <div className="stack">
        <Reading of={webhook}>{(found) => <Terms of={found} />}</Reading>
        <Deliveries webhookId={id} mayAct={mayAct && webhook.data?.status === "active"} />
      </div>
    </>
  );
}

function Terms({ of: webhook }: { readonly of: Webhook }) {
  return (
    <Panel title={webhook.url}>
      <dl className="facts">
        <div>
          <dt>Status</dt>
          <dd>
            <WebhookStatus of={webhook} />
          </dd>
        </div>
        <div>
          <dt>Event types</dt>
          <dd>{webhook.types === null ? "All" : webhook.types.join(", ")}</dd>
        </div>
        {webhook.description && (
          <div>
            <dt>Description</dt>
            <dd>{webhook.description}</dd>
          </div>
        )}
        <div>
          <dt>Created</dt>
          <dd>{instant(webhook.creationTS)}</dd>
        </div>
        {webhook.earlierSecretUntilTS && (
          <div>
            <dt>Old secret valid until</dt>
            <dd>{instant(webhook.earlierSecretUntilTS)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

type Asked = "change" | "secret" | "remove";

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const cache = useQueryClient();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string | null>();
  const isActive = webhook.status === "active";
  const onSuccess = () => cache.invalidateQueries({ queryKey: ["webhooks"] });
  const ping = useMutation({
    mutationFn: () =>
      bursar.post("/restapi/webhooks/{webhookid}/ping", { ...pathOf(webhook), body: {} }),
    onSuccess,
  });
  const turn = useMutation({
    meta: { done: "Change status" },
    mutationFn: () =>
      bursar.put("/restapi/webhooks/{webhookid}", {
        ...pathOf(webhook),
        body: { status: isActive ? "paused" : "active" },
        headers: conditionOn(bursar.tagOf(webhook)),
      }),
    // After a rejected change the page reads the webhook again.
    onSettled: onSuccess,
  });
  const error = ping.error ?? turn.error;
  const close = () => setAsked(undefined);
  return (
    <>
      {error && <Failure error={error} />}
      {ping.isSuccess && <Notice kind="good">Test event sent</Notice>}
      {isActive && <Act name="Send test" act={() => ping.mutate()} isPending={ping.isPending} />}
      <Act
        name={isActive ? "Pause" : "Resume"}
        act={() => turn.mutate()}
        isPending={turn.isPending}
      />
      <Act name="Edit" act={() => setAsked("change")} />
      <Act name="Rotate secret" act={() => setAsked("secret")} />
      <Act name="Remove" act={() => setAsked("remove")} isDanger />
      {asked === "change" && (
        <Dialog title="Edit webhook" close={close}>
          <ChangeWebhook webhook={webhook} done={close} />
        </Dialog>
      )}
      {asked === "secret" && (
        <Dialog title="Rotate secret" close={close}>
          <RenewSecret
            webhook={webhook}
            done={(drawn) => {
              close();
              setSecret(drawn);
            }}
          />
        </Dialog>
      )}
      {asked === "remove" && (
        <Dialog title="Remove webhook" close={close}>
          <RemoveWebhook webhook={webhook} done={() => go("/", { replace: true })} />
        </Dialog>
      )}
      {secret !== undefined && <Secret secret={secret} close={() => setSecret(undefined)} />}
    </>
  );
}

interface ActProps {
  readonly name: string;
  readonly act: () => void;
  readonly isPending?: boolean;
  readonly isDanger?: boolean;
}

function Act({ name, act, isPending = false, isDanger = false }: ActProps) {
  return (
    <button
      type="button"
      className={isDanger ? "button danger" : "button"}
      onClick={act}
      disabled={isPending}
    >
      {name}
    </button>
  );
}
