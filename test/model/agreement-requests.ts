// Requests about the agreement of a new joint account: both owners sign, here or on paper, and its
// restriction ends with the last.
import fc from "fast-check";
import { exampleSignature } from "../../src/brokerage/clients-and-accounts/agreements/signature.ts";
import { caller, done, forbidden, type Model, Request, refused } from "./model.ts";
import { firmViewers } from "./visibility.ts";

const path = "/restapi/accounts/RA00000008";
const owners = ["dmitri.ivanov", "elena.rossi"];
const owner = fc.constantFrom(...owners);
const items: Readonly<Record<string, string>> = { "dmitri.ivanov": "4517", "elena.rossi": "4518" };

const image = {
  signatureMethod: "SIGNATURE_IMAGE",
  signatureImageEncoding: "SVG",
  signatureData: exampleSignature,
};
const pdf = Buffer.from("%PDF-1.7\n%%EOF\n").toString("base64");
/** The signatures that are sent, each with the code of a fault that the request alone shows. */
const signatures: readonly (readonly [string, object, string?])[] = [
  ["a drawing", image],
  [
    "a drawing behind another's tag",
    { ...image, signatureData: `data:image/gif;base64,${exampleSignature}` },
  ],
  ["a document", { signatureMethod: "SIGNED_PDF", signatureData: pdf, w9Withhold: "TRUE" }],
  ["no method", { ...image, signatureMethod: undefined }, "null.signature.method"],
  ["no encoding", { ...image, signatureImageEncoding: undefined }, "null.signature.image.encoding"],
  ["an unknown encoding", { ...image, signatureImageEncoding: "BMP" }, "invalid.choice"],
  [
    "a drawing said to be another",
    { ...image, signatureImageEncoding: "PNG" },
    "invalid.signature.data",
  ],
  ["no Base64", { ...image, signatureData: "not Base64" }, "invalid.signature.data"],
  ["an unknown field", { ...image, w9withhold: true }, "SYNTAX"],
];

const open = ["I", "V"];
const agreed = ["A", "Y", "O"];

/** The restriction ends once a signature of each owner is stored, or the item was agreed otherwise. */
function liftWhenSigned({ joint }: Model): void {
  const isSigned = (each: string) =>
    joint.signed.has(each) || agreed.includes(joint.items[each]?.status ?? "");
  if (owners.every(isSigned)) joint.restriction = undefined;
}

const signing = fc
  .record({
    caller,
    signature: fc.constantFrom(...signatures.slice(0, 3), ...signatures),
    loginId: fc.oneof(owner, owner, owner, fc.constant("ben.whitfield")),
  })
  .map(({ caller, signature: [name, signature, code], loginId }) => {
    return new Request({
      caller,
      name: `signs the agreement of two for ${loginId} with ${name}`,
      send: (_, service) =>
        service.call(caller, "POST", `${path}/customeragreement`, { loginId, ...signature }),
      expected: () => {
        if (caller !== "adviser") return forbidden;
        if (code !== undefined) return refused(code);
        return owners.includes(loginId) ? done(200) : refused("agreement.signer.rule");
      },
      become: (model) => {
        const item = model.joint.items[loginId];
        if (item && open.includes(item.status)) item.status = "A";
        model.joint.signed.add(loginId);
        liftWhenSigned(model);
      },
    });
  });

/** Everybody views the item; on paper it is answered by the operator alone. It is in force for 82 days. */
const onPaper = fc
  .record({ caller, loginId: owner, action: fc.constantFrom("V", "A", "R") })
  .map(({ caller, loginId, action }) => {
    const item = `/restapi/members/${loginId}/ifas/${items[loginId]}`;
    return new Request({
      caller,
      name: `answers ${action} to the agreement's item of ${loginId}`,
      send: (_, service) => service.call(caller, "PUT", item, { action }),
      expected: ({ joint, day }) => {
        if (!firmViewers.includes(caller)) return forbidden;
        const codes = [
          ...(open.includes(joint.items[loginId]?.status ?? "") ? [] : ["ifa.status.rule"]),
          ...(day > 82 ? ["ifa.date.rule"] : []),
          ...(action === "V" || caller === "operator" ? [] : ["ifa.action.rule"]),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: (model) => {
        const own = model.joint.items[loginId];
        if (own === undefined) return;
        own.status = { V: "V", A: "O", R: "X" }[action] ?? "";
        if (action === "V") own.views += 1;
        if (action === "A") liftWhenSigned(model);
      },
    });
  });

const lifting = caller.map((caller) => {
  return new Request({
    caller,
    name: "lifts what waits for the agreement",
    send: ({ joint }, service) =>
      service.call(caller, "DELETE", `${path}/restrictions/${joint.restriction ?? "4003"}`),
    expected: ({ joint }) => {
      if (!firmViewers.includes(caller)) return forbidden;
      if (joint.restriction === undefined) return done(404);
      return caller === "operator" ? done(200) : refused("restriction.lift.rule");
    },
    become: ({ joint }) => {
      joint.restriction = undefined;
    },
  });
});

const placing = caller.map((caller) => {
  const body = { reason: { code: "020" }, type: { code: "CR" } };
  return new Request({
    caller,
    name: "has the agreement waited for again",
    send: (_, service) => service.call(caller, "POST", `${path}/restrictions`, body),
    expected: ({ joint }) => {
      if (!firmViewers.includes(caller)) return forbidden;
      if (caller !== "operator") return refused("restriction.reason.rule");
      return joint.restriction === undefined ? done(201) : refused("restriction.unique.rule");
    },
    become: ({ joint }, { headers }) => {
      joint.restriction = String(headers.location).split("/").at(-1);
    },
  });
});

const listing = caller.map((caller) => {
  return new Request({
    caller,
    name: "lists what waits for the agreement",
    send: (_, service) => service.call(caller, "GET", `${path}/restrictions`),
    expected: ({ joint: { restriction } }) => {
      if (!firmViewers.includes(caller)) return forbidden;
      const inForce = { accountRestrictionId: restriction, reason: { code: "020" } };
      return done(200, restriction === undefined ? [] : [inForce]);
    },
    become: () => {},
  });
});

const readingItem = fc.record({ caller, loginId: owner }).map(({ caller, loginId }) => {
  const id = items[loginId];
  return new Request({
    caller,
    name: `reads the agreement's item of ${loginId}`,
    send: (_, service) => service.call(caller, "GET", `/restapi/members/${loginId}/ifas/${id}`),
    expected: ({ joint }) => {
      if (!firmViewers.includes(caller)) return forbidden;
      const { status, views } = joint.items[loginId] ?? {};
      return done(200, { id, ifaType: "SA", ifaStatus: status, numberOfViews: `${views}` });
    },
    become: () => {},
  });
});

/** Requests about the agreement of a joint account. */
export const agreementRequests = [
  signing,
  signing,
  onPaper,
  lifting,
  placing,
  listing,
  readingItem,
];
