// NestJS and Prisma as their documentation teaches them: controllers, a guard, a validation pipe
// and Prisma's client as a provider; on Nest's adapter for Fastify.
import "reflect-metadata";
import process from "node:process";
import { Module, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { AccountsController } from "./accounts.controller.ts";
import { AccountsService } from "./accounts.service.ts";
import { AuthGuard } from "./auth.guard.ts";
import { PrismaService } from "./prisma.service.ts";

@Module({
  controllers: [AccountsController],
  providers: [AccountsService, AuthGuard, PrismaService],
})
class AppModule {}

const adapter = new FastifyAdapter();
const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(0, "127.0.0.1");
process.on("disconnect", () => process.exit(0));
process.send?.({ port: Number(new URL(await app.getUrl()).port) });
