// Where Prisma finds its schema.
import { defineConfig } from "prisma/config";

// biome-ignore lint/style/noDefaultExport: Prisma reads the default export.
export default defineConfig({ schema: "nest-prisma/schema.prisma" });
