// The console's first script: theme, then the page.
import "./styles/console.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyTheme, chosenTheme } from "./data/theme.ts";

applyTheme(chosenTheme());
const place = document.getElementById("root");
if (place) createRoot(place).render(<App />);
