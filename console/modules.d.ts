// What esbuild bundles beside scripts.
declare module "*.css";
declare module "*.csv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: esbuild gives a text as the module's default
  export default text;
}
