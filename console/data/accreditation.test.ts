// The accreditation that an issuer sees before and after acceptance.
import { describe, expect, test } from "vitest";
import { accreditationLabel, accreditationNote, isForAccreditedOnly } from "./accreditation.ts";

/** Rule 505 admits anyone, Rule 506(b) accredited investors, Rule 506(c) verified ones. */
const terms = (exemption: string, person: "A" | "E" = "E", corporation: "A" | "E" | "Q" = "E") => ({
  accreditationSetting: person,
  exemption,
  qualifiedInstitutionalBuyerSetting: corporation,
});
const waiting = { accredited: null, orderStatus: "INITIAL" } as const;

describe("the accreditation of a subscription", () => {
  test.each([
    ["an exemption for accredited investors alone", terms("H"), true],
    ["an exemption for anyone", terms("G"), false],
    ["both settings for accredited investors", terms("G", "A", "A"), true],
    ["qualified institutional buyers, who are accredited", terms("G", "A", "Q"), true],
    ["corporations that need not be accredited", terms("G", "A", "E"), false],
    ["persons who need not be accredited", terms("G", "E", "A"), false],
  ])("is required at subscription by %s: %s", (_, of, required) => {
    expect(isForAccreditedOnly(of)).toBe(required);
  });

  test("is what acceptance has recorded", () => {
    const decided = { accredited: false, orderStatus: "ACCEPTED" } as const;
    expect(accreditationLabel(terms("H"), decided)).toBe("Not accredited");
    expect(accreditationNote(terms("H"), { ...decided, accredited: true })).toBe(
      "All owners were accredited at acceptance.",
    );
  });

  test("is no claim about the investor before acceptance", () => {
    expect(accreditationLabel(terms("H"), waiting)).toBe("Accreditation required");
    expect(accreditationLabel(terms("G"), waiting)).toBe("Accreditation not required");
    expect(accreditationLabel(terms("G"), { accredited: null, orderStatus: "REJECTED" })).toBe("");
  });

  test("names what accepting checks", () => {
    expect(accreditationNote(terms("K"), waiting)).toContain("verified and in force");
    expect(accreditationNote(terms("G"), waiting)).toContain("at most 35 investors");
    expect(accreditationNote(terms("O"), waiting)).toBe(
      "Open to investors who are not accredited. " +
        "Acceptance records whether all owners are accredited.",
    );
  });
});
