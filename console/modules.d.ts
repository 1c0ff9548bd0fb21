// Files that esbuild bundles besides scripts.
declare module "*/pdf.worker.min.mjs" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: esbuild gives the file's address as the module's default
  export default address;
}
declare module "*.css";
declare module "*.csv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: esbuild gives a text as the module's default
  export default text;
}
