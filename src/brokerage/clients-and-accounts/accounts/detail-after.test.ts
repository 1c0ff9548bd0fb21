// An account after a change is shown as its entry in the audit log says. (interface 2.2)
import fc from "fast-check";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";

const service = useTestService();

const read = (number: string) => service.call("operator", "GET", `/restapi/accounts/${number}`);

test("a plan that applies to all accounts of an owner is shown by each", async () => {
  // Summit bills by member, so a plan applies to every account of the primary owner.
  const billed = await service.call("otherAdviser", "PUT", "/restapi/accounts/RB00000001", {
    billingPlanOid: "3102",
  });
  expect(billed.status).toBe(200);
  expect((await read("RB00000002")).body.billingPlanOid).toBe("3102");
});

test("a load that changes only a list is shown", async () => {
  const row = 'RA00000006,Renamed,I,"[""carol.nguyen""]",3001,2019-03-04';
  const columns = "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn";
  await service.load({ "accounts.csv": `${columns},sectorExclusions\n${row},"[]"` });
  const before = await read("RA00000006");
  const contact = '{""firstName"":""Ida"",""lastName"":""Berg"",""email"":""ida@example.com""}';
  await service.load({ "accounts.csv": `${columns},trustedContacts\n${row},"[${contact}]"` });
  const after = await read("RA00000006");
  expect(after.body.trustedContacts).toMatchObject([{ email: "ida@example.com" }]);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

const optional = { requiredKeys: [] };
const day = fc.constantFrom("1980-02-29", "2001-12-31", "1999-07-04T20:30:00.000-0400");
const name = fc.constantFrom("Ida", "Ben", "Zoë");
const words = { firstName: name, lastName: fc.constantFrom("Berg", "O'Hara") };
const address = fc.record(
  {
    zipcode: fc.constantFrom("14203", "14203-1234"),
    state: fc.constant("NY"),
    city: fc.constant("Buffalo"),
    line1: fc.constant("1 Main St"),
    line2: fc.constant("B"),
  },
  { requiredKeys: ["zipcode", "state", "city", "line1"] },
);
const contact = fc.record(
  {
    ...words,
    telephone: fc.constant("716-555-0100"),
    email: fc.constant("i@example.com"),
    relationship: fc.constant("Friend"),
    mailingAddress: address,
    dateOfBirth: day,
  },
  { requiredKeys: ["firstName", "lastName", "telephone"] },
);
const beneficiary = fc.record(
  {
    ...words,
    relationship: fc.constantFrom("CHILD", "SPOUSE"),
    dateOfBirth: day,
    SSN: fc.constantFrom("987654321", "987-65-4329"),
    citizenship: fc.constant("C"),
    sharePct: fc.constantFrom("100", "100.0", 100),
  },
  { requiredKeys: ["firstName", "lastName", "relationship"] },
);
const exclusion = fc.record(
  {
    exclusionValue: fc.constantFrom("ACME", "BOLT", "Tobacco"),
    exclusionStartDate: fc.constant("2026-01-01"),
    exclusionEndDate: fc.constant("2027-01-31T23:00:00.000-0500"),
  },
  { requiredKeys: ["exclusionValue"] },
);
const exclusions = fc.array(exclusion, { maxLength: 2 });
const one = fc.array(beneficiary, { maxLength: 1 });
const lists = fc.record({ primaryBeneficiaries: one, contingentBeneficiaries: one }, optional);
const update = fc.record(
  {
    accountName: name,
    billingPlanOid: fc.constantFrom("3001", "3002"),
    rates: fc.constantFrom(
      { defaultTaxLotSelection: "LGHL" },
      { defaultTaxLotSelection: "WLFS", longTermTaxRate: "015.0", shortTermTaxRate: 32.25 },
      { defaultTaxLotSelection: "WGFS", longTermTaxRate: "0.100000", shortTermTaxRate: "37" },
    ),
    trustedContacts: fc.array(contact, { maxLength: 2 }),
    securityExclusions: exclusions,
    issueExclusion: exclusions,
    sectorExclusions: exclusions,
  },
  optional,
);

test("whatever an update sends, its entry is what the account then shows", async () => {
  let accepted = 0;
  const number = fc.constantFrom("RA00000001", "RA00000002");
  await fc.assert(
    fc.asyncProperty(number, update, lists, async (number, { rates, ...fields }, lists) => {
      const path = `/restapi/accounts/${number}`;
      // A taxable account takes rates, a retirement account beneficiaries.
      const body = { ...fields, ...(number === "RA00000001" ? rates : lists) };
      const { status } = await service.call("adviser", "PUT", path, body);
      if (status !== 200) return;
      accepted += 1;
      const [entry] = (await service.auditOf(number)).slice(-1);
      expect((await read(number)).body).toMatchObject(entry?.detail.after);
    }),
    { numRuns: 100, seed: 7 },
  );
  expect(accepted).toBeGreaterThan(30);
});
