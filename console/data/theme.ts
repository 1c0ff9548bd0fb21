// Light or dark theme: the device's until the user chooses.

/** The themes on offer; `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const key = "bursar-theme";

/** The theme that was chosen on this device. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applies a theme and stores the choice. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    delete dataset.theme;
    localStorage.removeItem(key);
  } else {
    dataset.theme = theme;
    localStorage.setItem(key, theme);
  }
  document.dispatchEvent(new Event(themeEvent));
}

/** Dispatched to the document when the theme has changed: canvases must be redrawn. */
export const themeEvent = "bursar-theme";
