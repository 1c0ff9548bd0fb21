// uPlot formats numbers in the browser's language as soon as it is imported. A browser without a locale names one that
// no formatter takes ("en-US@posix").

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}
