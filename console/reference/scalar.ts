// The object that the script of Scalar puts into the page. The bundle has the script itself here.
// (src/web-pages/scalar-script.ts)

/** The configuration of the reference. (https://scalar.com/products/api-references/configuration) */
export interface Configuration {
  readonly url: string;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly customFetch: typeof fetch;
  readonly [option: string]: unknown;
}

declare global {
  /** Of Scalar's script. */
  var Scalar: {
    createApiReference(place: string, configuration: Configuration): unknown;
  };
}
