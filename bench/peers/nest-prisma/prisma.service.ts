// Prisma's client as a provider, over pg.
import process from "node:process";
import { Injectable } from "@nestjs/common";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./dist/generated/client.ts";

@Injectable()
export class PrismaService extends PrismaClient {
  constructor() {
    super({
      adapter: new PrismaPg({
        ...JSON.parse(process.argv[2] ?? ""),
        max: 36,
      }),
    });
  }
}
