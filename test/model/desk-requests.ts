// Requests of a firm's desk: accounts opened and changed, agreements signed, items and documents added,
// approvals, offers.
import fc from "fast-check";
import { exampleSignature } from "../../src/brokerage/clients-and-accounts/agreements/signature.ts";
import { caller, done, forbidden, lastOf, type Model, Request, refused } from "./model.ts";
import { firmViewers, seesAccount } from "./visibility.ts";

/** Whether an owner has an account of this name. */
const isNamed = ({ opened, everyday }: Model, owner: string, name: string) =>
  (owner === "ada.whitfield" && everyday.accountName === name) ||
  opened.some((each) => each.owner === owner && each.name === name);

const opening = fc
  .record({
    caller,
    owner: fc.constantFrom("ada.whitfield", "ada.whitfield", "gina.moss", "erin.cole"),
    name: fc.constantFrom("Lake house", "Boat", "Other"),
    plan: fc.constantFrom("3001", "3002", "3101"),
  })
  .map(({ caller, owner, name, plan }) => {
    const body = {
      accountName: name,
      accountType: "I",
      primaryAccountOwner: owner,
      billingPlanOid: plan,
    };
    return new Request({
      caller,
      name: `opens ${name} of ${owner} with plan ${plan}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/accounts", body),
      expected: (model) => {
        const firm = caller === "adviser" ? "1002" : "1003";
        if (caller !== "adviser" && caller !== "otherAdviser") return forbidden;
        const isOwn = (owner === "erin.cole") === (firm === "1003");
        const codes = [
          ...(isOwn ? [] : ["account.invalid.primary.owner"]),
          ...(isOwn && owner === "gina.moss" && model.verification === "FAILED"
            ? ["member.verification.rule"]
            : []),
          ...(isOwn && isNamed(model, owner, name) ? ["account.unique.rule"] : []),
          ...((plan === "3101") === (firm === "1003") ? [] : ["account.billing.plan.rule"]),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: ({ opened }, response) => {
        opened.push({
          number: lastOf(response),
          owner,
          name,
          isOfClient: owner === "ada.whitfield",
        });
      },
    });
  });

const changing = fc
  .record({
    caller,
    change: fc.oneof(
      fc.record({ accountName: fc.constantFrom("Everyday", "Other", "Boat") }),
      fc.record({ billingPlanOid: fc.constantFrom("3001", "3002", "3101") }),
    ),
  })
  .map(({ caller, change }) => {
    return new Request({
      caller,
      name: `changes the account: ${JSON.stringify(change)}`,
      send: (_, service) => service.call(caller, "PUT", "/restapi/accounts/RA00000001", change),
      expected: (model) => {
        if (caller !== "adviser") return forbidden;
        if ("billingPlanOid" in change) {
          const isOwn = change.billingPlanOid !== "3101";
          return isOwn ? done(200) : refused("account.billing.plan.rule");
        }
        const isOther = change.accountName !== model.everyday.accountName;
        const isTaken = isOther && isNamed(model, "ada.whitfield", change.accountName);
        return isTaken ? refused("account.unique.rule") : done(200);
      },
      become: ({ everyday }) => {
        Object.assign(everyday, change);
      },
    });
  });

const signing = fc
  .record({
    caller,
    account: fc.constantFrom("RA00000001", "RA00000007"),
    loginId: fc.constantFrom("ada.whitfield", "dmitri.ivanov"),
  })
  .map(({ caller, account, loginId }) => {
    const body = {
      loginId,
      signatureMethod: "SIGNATURE_IMAGE",
      signatureImageEncoding: "SVG",
      signatureData: exampleSignature,
    };
    const path = `/restapi/accounts/${account}/customeragreement`;
    return new Request({
      caller,
      name: `signs the agreement of ${account} for ${loginId}`,
      send: (_, service) => service.call(caller, "POST", path, body),
      expected: () => {
        const isCaller = caller === "adviser" || caller === "client";
        if (!isCaller || !seesAccount(caller, account)) return forbidden;
        if (caller === "client" && loginId !== "ada.whitfield") return forbidden;
        const isOwner = (account === "RA00000001") === (loginId === "ada.whitfield");
        return isOwner ? done(200) : refused("agreement.signer.rule");
      },
      become: (model, response) => {
        if (account === "RA00000001") model.agreement = lastOf(response);
      },
    });
  });

const asking = fc
  .record({
    caller,
    account: fc.constantFrom("RA00000001", "RA00000001", "RA00000006"),
    ifaType: fc.constantFrom("DU", "NO", "MD", "SA"),
  })
  .map(({ caller, account: accountNumber, ifaType }) => {
    const body = { accountNumber, ifaType, title: "Passport" };
    return new Request({
      caller,
      name: `adds item ${ifaType} on ${accountNumber}`,
      send: (_, service) =>
        service.call(caller, "POST", "/restapi/members/ada.whitfield/ifas", body),
      expected: () => {
        if (!firmViewers.includes(caller)) return forbidden;
        const isAllowed = ifaType !== "SA" && (ifaType !== "MD" || caller === "operator");
        const codes = [
          ...(accountNumber === "RA00000001" ? [] : ["ifa.account.rule"]),
          ...(isAllowed ? [] : ["ifa.type.rule"]),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: (model) => {
        model.items += 1;
      },
    });
  });

const approving = fc.record({ caller, approved: fc.boolean() }).map(({ caller, approved }) => {
  const body = { ticker: "PRIV.RWZ", approved, approvalDate: "2026-03-02" };
  return new Request({
    caller,
    name: `${approved ? "approves" : "disapproves"} a ticker`,
    send: (_, service) => service.call(caller, "PUT", "/restapi/firms/1004/offerapprovals", body),
    expected: () => (caller === "operator" ? done(200) : forbidden),
    become: (model) => {
      model.approved = approved;
    },
  });
});

const filing = fc
  .record({ caller, version: fc.integer({ min: 0, max: 9 }) })
  .map(({ caller, version }) => {
    const body = {
      ticker: "PRIV.RWN",
      id: "rwn-overview",
      version: `1.${version}`,
      name: "Overview.txt",
      title: "Overview",
      required: false,
      signable: false,
      documentData: "UmVkLgo=",
    };
    return new Request({
      caller,
      name: `files version 1.${version} of a document`,
      send: (_, service) =>
        service.call(caller, "POST", "/restapi/firms/1004/offerdocuments", body),
      expected: (model) => {
        if (caller !== "operator") return forbidden;
        return version > model.version ? done(201) : refused("offer.document.version.rule");
      },
      become: (model) => {
        model.version = version;
      },
    });
  });

const newOffer = {
  blueSkyedStates: ["CA", "NY"],
  clientsHaveAccess: true,
  closingDate: "2031-06-30",
  corporateAccreditationSetting: "A",
  creatingFirmRepresentativeOid: "2101",
  daysFromClosingCashIsRequired: "0",
  documentationExternal: false,
  industry: "OTC",
  executionType: "PART_OR_NONE",
  exemption: "RULE_506_B",
  issuerSize: "R2",
  issuingFirmOid: "1004",
  issuingFirmRepresentativeOid: "2301",
  maximumInvestmentAmount: "250000.00",
  minimumInvestmentAmount: "10000.00",
  minimumAnnualIncomeRange: "4",
  minimumLiquidNetWorthRange: "5",
  minimumNetWorthRange: "5",
  naturalPersonAccreditationSetting: "A",
  offerSize: "2000000.00",
  offerName: "Series N",
  participatingFirms: [],
  physicalSignatureRequired: false,
  published: false,
  previousExperienceSetting: "N",
  securityType: "EQUITY",
};

const offerOf = { creator: "adviser", path: "/restapi/privateplacementoffers/801" } as const;

/** In progress, so that what an offer is made of is fixed; its subscriptions ask for less. */
const amending = fc
  .record({
    caller,
    change: fc.constantFrom<Readonly<Record<string, string>>>(
      { offerSize: "3500000.00" },
      { offerSize: "3600000.00" },
      { offerName: "Redwood Notes" },
      { exemption: "RULE_506_C" },
      { iraApproved: "true" },
    ),
  })
  .map(({ caller, change }) => {
    const body = "iraApproved" in change ? { iraApproved: true } : change;
    return new Request({
      caller,
      name: `changes the offer: ${JSON.stringify(change)}`,
      send: (_, service) => service.call(caller, "PUT", offerOf.path, body),
      expected: () => {
        if (!firmViewers.includes(caller)) return forbidden;
        if ("offerName" in change) return refused("offer.in.progress.rule");
        if ("exemption" in change) return refused("offer.not.updateable");
        const isOperators = "iraApproved" in change && caller !== "operator";
        return isOperators ? refused("offer.operator.rule") : done(200);
      },
      become: ({ notes }) => {
        if (change.offerSize) notes.offerSize = change.offerSize;
      },
    });
  });

const offering = fc
  .record({
    caller,
    ticker: fc.constantFrom("PRIV.NEW", "PRIV.NEW", "PRIV.RWN"),
    offerMinimum: fc.constantFrom("500000.00", "500000.00", "2000000.01"),
  })
  .map(({ caller, ticker, offerMinimum }) => {
    const body = { ...newOffer, offerMinimum, security: { ticker, previousClosingPrice: "12.50" } };
    return new Request({
      caller,
      name: `creates an offer of ${ticker} from ${offerMinimum}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/privateplacementoffers", body),
      expected: ({ tickers }) => {
        if (caller !== "adviser" && caller !== "otherAdviser") return forbidden;
        const isTaken = ticker === "PRIV.RWN" || tickers.has(ticker);
        // Faults of the body alone are reported alone.
        if (offerMinimum === "2000000.01") return refused("offer.minimum.size.rule");
        // A caller who names another firm's representative learns nothing of the tickers of others.
        if (caller !== "adviser") return refused("offer.creating.firm.representative.rule");
        return isTaken ? refused("offer.ticker.unique.rule") : done(201);
      },
      become: ({ tickers }) => {
        tickers.add(ticker);
      },
    });
  });

/** Requests of the desk. */
export const deskRequests = [
  opening,
  changing,
  signing,
  signing,
  signing,
  asking,
  approving,
  filing,
  amending,
  offering,
];
