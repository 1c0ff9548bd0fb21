// The variables of signing in by OpenID Connect.
import { type Decoded, mustBe, type Variable, value, variable } from "./values.ts";

function text(
  name: string,
  { what, form, meaning }: { what: string; form: RegExp; meaning: string },
): Variable<string | undefined> {
  const decode = (given: string): Decoded<string> =>
    form.test(given) ? value(given) : mustBe(what);
  return variable<string | undefined>({ name, preset: undefined, bounds: what, meaning, decode });
}

/** The sign-in of a firm's people, as rows of the table of variables. */
export const signIn = {
  oidcIssuer: text("OIDC_ISSUER", {
    what: "an https address, or http of this machine",
    form: /^(?:https:\/\/[^\s/?#]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/,
    meaning:
      "The OpenID Connect provider by which people of `OIDC_FIRM` sign in to the console. Absent: " +
      "by links alone.",
  }),
  oidcClientId: text("OIDC_CLIENT_ID", {
    what: "1 to 256 visible characters; required with `OIDC_ISSUER`",
    form: /^[\x21-\x7e]{1,256}$/,
    meaning: "The client id of the service at the issuer.",
  }),
  oidcClientSecret: text("OIDC_CLIENT_SECRET", {
    what: "1 to 512 visible characters; required with `OIDC_ISSUER`",
    form: /^[\x21-\x7e]{1,512}$/,
    meaning: "The secret that proves the service to the issuer.",
  }),
  oidcFirm: text("OIDC_FIRM", {
    what: "the id of a firm; required with `OIDC_ISSUER`",
    form: /^[1-9]\d{0,18}$/,
    meaning: "The firm whose members may sign in by a verified e-mail address of theirs.",
  }),
};

const oidcVariables = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_FIRM"];

/** Faults of the variables of signing in by OpenID Connect: all four are given, or none. */
export function faultsOfSignIn(isGiven: (name: string) => boolean): string[] {
  const missing = oidcVariables.filter((name) => !isGiven(name));
  if (missing.length === oidcVariables.length) return [];
  return missing.map((name) => `${name} is required with the other variables of OIDC_ISSUER.`);
}
