// Light or dark: as the system says, until the person chooses.

/** What a person may choose; `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const key = "bursar-theme";

/** What was chosen on this device. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Shows the page in a theme, and keeps the choice. */
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

/** What is sent to the document when the theme has changed: a canvas must be drawn anew. */
export const themeEvent = "bursar-theme";
