// The media type with which the bytes of a signature are returned. (interface 2.1)

const pdf = "application/pdf";

const ofImages: Readonly<Record<string, string>> = {
  SVG: "image/svg+xml",
  GIF: "image/gif",
  JPG: "image/jpeg",
  PNG: "image/png",
};

/** Every media type that a signature may have. */
export const mediaTypes: readonly string[] = [pdf, ...Object.values(ofImages)];

/** The media type of a signature by the encoding of its image; one without is a signed PDF. */
export function mediaTypeOf(imageEncoding: string | null): string {
  return ofImages[imageEncoding ?? ""] ?? pdf;
}
