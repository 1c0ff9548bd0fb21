// The words of the consent to electronic papers. Each consent is stored with the words it was given to, so
// that they may change. (15 USC 7001(c))

/** The words to which a member agrees now. */
export const consentWords =
  "I agree to receive the papers that I have chosen electronically in place of paper. I can open PDF files, " +
  "and I will read the papers through this service. I may choose paper again or withdraw this consent at any " +
  "time, without a charge, by the same settings or by writing to my adviser. I may ask for a copy on paper of " +
  "any paper. I will keep my e-mail address up to date. My consent is in force until I withdraw it.";
