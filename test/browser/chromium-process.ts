// Unpacks the packaged Chromium into the temporary folder of its process.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
