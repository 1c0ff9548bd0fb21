// The error codes of delivery preferences. (docs/documents.md)

export const deliveryErrors = {
  consent: {
    code: "null.consent",
    sentence: "Electronic papers need the member's consent, which is not recorded.",
  },
  signedConsent: {
    code: "null.signed.consent",
    sentence: "A firm sends the consent that the member has signed.",
  },
  signedConsentData: {
    code: "invalid.signed.consent",
    sentence:
      "The signed consent is not strict Base64 of a PDF of at most 1 MiB, or the member sends it, whose `consent` is enough.",
  },
} as const;
