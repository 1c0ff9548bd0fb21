// Requests about webhooks.
import fc from "fast-check";
import { caller, done, forbidden, type Model, Request, refused } from "./model.ts";

const webhooks = "/restapi/webhooks";
const url = "https://hooks.example.com/model";
const hooking = caller.map(
  (caller) =>
    new Request({
      caller,
      name: "makes a webhook",
      send: (_, service) => service.call(caller, "POST", webhooks, { url }),
      expected: (model) => {
        if (caller !== "adviser") return caller === "client" ? forbidden : done(201);
        // One is in the sample.
        return model.webhooks.size >= 19 ? refused("webhook.count.rule") : done(201);
      },
      become: (model, { body }) => {
        if (caller !== "adviser") return;
        model.webhooks.set(body.webhookId, "active");
        model.made.push(body.webhookId);
      },
    }),
);

const changingHook = fc
  .record({
    caller,
    which: fc.nat(30),
    does: fc.constantFrom("active", "paused", "removed", "pinged", "read", "renewed", "listed"),
  })
  .map(({ caller, which, does }) => {
    const idIn = ({ made }: Model) => made[which % made.length] ?? "";
    return new Request({
      caller,
      name: `has webhook ${which} ${does}`,
      send: (model, service) => {
        const path = `${webhooks}/${idIn(model)}`;
        if (does === "removed") return service.call(caller, "DELETE", path);
        if (does === "pinged") return service.call(caller, "POST", `${path}/ping`, {});
        if (does === "renewed") return service.call(caller, "POST", `${path}/secrets`, {});
        if (does === "read") return service.call(caller, "GET", path);
        if (does === "listed") return service.call(caller, "GET", `${path}/deliveries`);
        return service.call(caller, "PUT", path, { status: does });
      },
      expected: (model) => {
        const status = model.webhooks.get(idIn(model));
        if (caller !== "adviser" || status === undefined) return forbidden;
        if (does === "pinged") {
          return status === "active" ? done(201) : refused("webhook.status.rule");
        }
        if (does === "read") return done(200, { webhookId: idIn(model), status });
        return done(does === "renewed" ? 201 : 200);
      },
      become: (model) => {
        if (does === "removed") model.webhooks.delete(idIn(model));
        else if (does === "active" || does === "paused") model.webhooks.set(idIn(model), does);
      },
    });
  });

/** Requests about webhooks; one that is made is changed more often. */
export const webhookRequests = [hooking, changingHook, changingHook, changingHook];
