// Requests of the back office: notices, breaks, closes, corporate firms.
import fc from "fast-check";
import { type Actor, caller, done, forbidden, lastOf, Request, refused } from "./model.ts";
import { firmViewers } from "./visibility.ts";

/** More often whoever may, since one notice is sent before it is changed. */
const sender = fc.oneof({ weight: 2, arbitrary: fc.constant<Actor>("operator") }, caller);

const notifying = fc
  .record({ caller: sender, ticker: fc.constantFrom("ACME", "NONE.SUCH") })
  .map(({ caller, ticker }) => {
    const question = "Move the seat of the company to Delaware.";
    const body = {
      type: "P",
      ticker,
      issuer: "Acme Corporation",
      activity: "Special meeting",
      deadline: "2031-06-30",
      questions: [{ questionsId: "1", questionsType: "P", question, contested: false }],
    };
    const path = "/restapi/accounts/RA00000006/corporateactions";
    return new Request({
      caller,
      name: `sends a notice about ${ticker}`,
      send: (_, service) => service.call(caller, "POST", path, body),
      expected: () => {
        if (caller !== "operator") return forbidden;
        return ticker === "ACME" ? done(201) : refused("corporate.action.security.rule");
      },
      become: ({ sent }, response) => {
        sent.push(lastOf(response));
      },
    });
  });

const renoticing = fc.record({ caller: sender, which: fc.nat(1) }).map(({ caller, which }) => {
  const body = { deadline: "2031-05-29", activity: null };
  return new Request({
    caller,
    name: `changes notice ${which}`,
    send: (model, service) => {
      const path = `/restapi/accounts/RA00000006/corporateactions/${model.sent[which] ?? "CA-1"}`;
      return service.call(caller, "PUT", `${path}/notice`, body);
    },
    expected: ({ sent }) => {
      if (caller !== "operator") return forbidden;
      return done(sent[which] === undefined ? 404 : 200);
    },
    become: () => {},
  });
});

const resolving = fc
  .record({ caller, id: fc.constantFrom("4101", "4199") })
  .map(({ caller, id }) => {
    const path = `/restapi/accounts/RA00000003/reconciliationbreaks/${id}`;
    return new Request({
      caller,
      name: `resolves break ${id}`,
      send: (_, service) => service.call(caller, "PUT", path, { note: "Booked on 3 March." }),
      expected: () => {
        if (!firmViewers.includes(caller)) return forbidden;
        return done(id === "4101" ? 200 : 404);
      },
      become: () => {},
    });
  });

const pricing = fc
  .record({
    caller,
    security: fc.constantFrom("601", "69999"),
    close: fc.integer({ min: 80, max: 90 }),
  })
  .map(({ caller, security, close }) => {
    const path = `/restapi/securities/${security}/prices/2026-02-27`;
    return new Request({
      caller,
      name: `sets the close of ${security} to ${close}`,
      send: (_, service) => service.call(caller, "PUT", path, { close: `${close}.25` }),
      expected: () => {
        if (caller !== "operator") return forbidden;
        return done(security === "601" ? 200 : 404);
      },
      become: () => {},
    });
  });

/** Two firms of one tax id, or of one of their own; the last is that of a firm of the sample. */
const founding = fc
  .record({
    caller,
    firmTaxId: fc.constantFrom("98-7651234", "98-7651235"),
    representativeLoginId: fc.constantFrom("dmitri.ivanov", "dmitri.ivanov", "erin.cole"),
    firmType: fc.constantFrom("G", "G", "G", "L"),
  })
  .map(({ caller, firmTaxId, representativeLoginId, firmType }) => {
    const body = {
      firmType,
      firmTaxId,
      representativeLoginId,
      firmName: "Birch Street Partners LP",
      firmTaxIdType: "E",
      firmTelephone1: "518-555-0171",
      firmEmail1: "o@birch.example.com",
      primaryAddress: { line1: "3 Birch Street", city: "Troy", state: "NY", zipcode: "12180" },
    };
    return new Request({
      caller,
      name: `makes a firm ${firmType} of ${representativeLoginId} with ${firmTaxId}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/firms", body),
      expected: ({ taxIds }) => {
        if (caller !== "adviser" && caller !== "otherAdviser") return forbidden;
        if (firmType === "L") return refused("UNSUPPORTED");
        const isOwn = (representativeLoginId === "erin.cole") === (caller === "otherAdviser");
        if (!isOwn) return refused("group.firm.invalid.representative");
        return taxIds.has(firmTaxId) ? refused("firm.tax.id.rule") : done(201);
      },
      become: ({ taxIds }) => {
        taxIds.add(firmTaxId);
      },
    });
  });

const refounding = fc
  .record({
    caller,
    change: fc.constantFrom(
      { firmEmail1: "desk@alder.example.com" },
      { underContract: true },
      { firmTaxId: "98-7651299" },
    ),
  })
  .map(({ caller, change }) => {
    return new Request({
      caller,
      name: `changes the firm: ${Object.keys(change)}`,
      send: (_, service) => service.call(caller, "PUT", "/restapi/firms/1006", change),
      expected: () => {
        if (!firmViewers.includes(caller)) return forbidden;
        if ("firmTaxId" in change) return refused("firm.not.updateable");
        const isOperators = "underContract" in change && caller !== "operator";
        return isOperators ? refused("firm.operator.rule") : done(200);
      },
      become: () => {},
    });
  });

/** Requests of the back office. */
export const backOfficeRequests = [notifying, renoticing, resolving, pricing, founding, refounding];
