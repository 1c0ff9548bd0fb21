// Documents of an offering, read on behalf of a client: views are recorded.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { personOf } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Failure, Panel, Reading } from "../../parts/panel.tsx";
import { Reader } from "../../parts/reader.tsx";

interface DocumentsProps {
  readonly offer: Shapes["Offer"];
  readonly orders: readonly Shapes["PrivatePlacementOrderOfOffer"][];
  readonly person: Session;
}

/** The panel of documents; issuers and the operator have no client to read them for. */
export function Documents({ offer, orders, person }: DocumentsProps) {
  if (person.kind === "client") return <List offer={offer} reader={person.loginId} />;
  return person.kind === "institutional" ? <OfClients offer={offer} orders={orders} /> : null;
}

/** The first subscriber is the default reader, unless it is another firm's client. Others are
 * searched for. */
function OfClients({ offer, orders }: Pick<DocumentsProps, "offer" | "orders">) {
  const [subscribed] = orders.map(({ loginId }) => loginId);
  const tried = useQuery({
    ...reads.documents(offer.privatePlacementOfferOid, subscribed ?? ""),
    enabled: subscribed !== undefined,
  });
  const [chosen, setChosen] = useState<string>();
  const reader = chosen ?? (tried.isError ? undefined : subscribed);
  const [typed = reader === undefined ? "" : personOf(reader), setTyped] = useState<string>();
  const [isEntered, setEntered] = useState(false);
  const accounts = useQuery({
    ...reads.accountsNamed(typed),
    enabled: isEntered,
    placeholderData: keepPreviousData,
  });
  const clients = [...new Set((accounts.data ?? []).flatMap(({ owners }) => owners))].toSorted();
  const id = useId();
  // A whole name may be typed before suggestions arrive; views are recorded for exactly one client.
  const [named, another] = clients.filter((client) => personOf(client) === typed);
  if (named !== undefined && another === undefined && named !== chosen) setChosen(named);
  const choice = (
    <span className="toolbar">
      <label htmlFor={id} className="tiny muted">
        Client
      </label>
      <input
        id={id}
        type="search"
        className="input small"
        style={{ width: "11rem" }}
        list={`${id}-offered`}
        placeholder="Name"
        value={typed}
        onFocus={() => setEntered(true)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={`${id}-offered`}>
        {clients.map((client) => (
          <option key={client} value={personOf(client)} label={client} />
        ))}
      </datalist>
    </span>
  );
  const isShown = reader !== undefined && (typed === "" || typed === personOf(reader));
  if (isShown) return <List offer={offer} reader={reader} choice={choice} />;
  const isUnknown = typed !== "" && accounts.isSuccess && !accounts.isPlaceholderData;
  return (
    <Panel title="Documents" aside={choice}>
      <Empty
        title={
          isUnknown && clients.length === 0 ? `No client matches “${typed}”` : "Select a client"
        }
      >
        Views are recorded.
      </Empty>
    </Panel>
  );
}

interface ListProps {
  readonly offer: Shapes["Offer"];
  readonly reader: string;
  readonly choice?: ReactNode;
}

function List({ offer, reader, choice }: ListProps) {
  const documents = useQuery(reads.documents(offer.privatePlacementOfferOid, reader));
  return (
    <Panel title="Documents" aside={choice} footer="Views are recorded." isBare>
      <Reading of={documents}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No documents" />
          ) : (
            <ul className="cards">
              {list.map((document) => (
                <Item
                  key={document.id}
                  oid={offer.privatePlacementOfferOid}
                  document={document}
                  reader={reader}
                />
              ))}
            </ul>
          )
        }
      </Reading>
    </Panel>
  );
}

interface ItemProps {
  readonly oid: string;
  readonly document: Shapes["OfferDocument"];
  readonly reader: string;
}

function Item({ oid, document, reader }: ItemProps) {
  const cache = useQueryClient();
  const [bytes, setBytes] = useState<Blob>();
  const read = useMutation({
    mutationFn: async () => {
      const response = await bursar.get(
        "/restapi/privateplacementoffers/{privateplacementofferoid}/documents/{documentid}",
        {
          params: {
            path: { privateplacementofferoid: oid, documentid: document.id },
            query: { version: document.version },
            header: { "X-Associated-Member-Id": reader },
          },
          parseAs: "blob",
        },
      );
      setBytes(response as unknown as Blob);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ["offers", oid, "documents"] }),
  });
  return (
    <li className="card-row">
      <div className="card-line">
        <span>
          <span className="strong">{document.title}</span>{" "}
          <span className="small muted">
            {document.name}, version {document.version}
          </span>
        </span>
        <span className="actions">
          {document.required && <span className="tag">Required</span>}
          {document.signable && <span className="tag blue">Signature required</span>}
          <button
            type="button"
            className="button"
            onClick={() => read.mutate()}
            disabled={read.isPending}
          >
            <Icon name="file" />
            View<span className="hidden-text"> {document.title}</span>
          </button>
        </span>
      </div>
      {read.isError && <Failure error={read.error} />}
      {bytes && (
        <Dialog title={document.title} close={() => setBytes(undefined)} isWide>
          <Reader bytes={bytes} name={document.name} title={document.title} />
        </Dialog>
      )}
    </li>
  );
}
