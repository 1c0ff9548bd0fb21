// The work behind the routes of accounts, done through Prisma.
import { Injectable, NotFoundException } from "@nestjs/common";
import { accountOf } from "../account-answer.ts";
import { daysOf, instantOf } from "../answers.ts";
import { sentExclusions } from "../change.ts";
import { lotOf } from "../lot-answer.ts";
import type { CallerOfRequest } from "./auth.guard.ts";
import type { RestrictionBody, UpdateBody } from "./bodies.ts";
import { PrismaService } from "./prisma.service.ts";

/** The digits after the point of amounts that do not have two. */
const places: Readonly<Record<string, number>> = { shareQuantity: 5, salePrice: 6 };

function dayOf(date: Date): string;
function dayOf(date: Date | null): string | null;
function dayOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString().slice(0, 10);
}

const dateOf = (day: string | undefined) => (day === undefined ? null : new Date(day));
const byPosition = { orderBy: { position: "asc" } } as const;

@Injectable()
export class AccountsService {
  constructor(private readonly prisma: PrismaService) {}

  async account(number: string, { firmOid }: CallerOfRequest) {
    const row = await this.prisma.account.findUnique({
      where: { number, firmOid },
      include: { beneficiaries: byPosition, trustedContacts: byPosition, exclusions: byPosition },
    });
    if (row === null) throw new NotFoundException();
    const exclusions = row.exclusions.map((each) => ({
      ...each,
      startOn: dayOf(each.startOn),
      endOn: dayOf(each.endOn),
    }));
    return accountOf({ ...row, exclusions });
  }

  async unitValues(number: string, daterange: string, caller: CallerOfRequest) {
    await this.checkSeen(number, caller);
    const [first, last] = daysOf(daterange);
    const rows = await this.prisma.unitValue.findMany({
      select: { valuedOn: true, value: true },
      where: { accountNumber: number, valuedOn: { gte: new Date(first), lte: new Date(last) } },
      orderBy: { valuedOn: "asc" },
    });
    const values = rows.map(({ valuedOn, value }) => ({
      date: instantOf(dayOf(valuedOn)),
      value: value.toFixed(5),
    }));
    return { identifierType: "ACCOUNT", identifierValue: number, values };
  }

  async lots(number: string, taxYear: string, caller: CallerOfRequest) {
    await this.checkSeen(number, caller);
    const where = { accountNumber: number, taxYear };
    const rows = await this.prisma.reportedLot.findMany({ where, ...byPosition });
    return rows.map((row) => {
      const written = Object.entries(row).map(([field, value]) => {
        if (value instanceof Date) return [field, dayOf(value)];
        const isAmount = typeof value === "object" && value !== null;
        return [field, isAmount ? value.toFixed(places[field] ?? 2) : value];
      });
      return lotOf(Object.fromEntries(written));
    });
  }

  async update(number: string, body: UpdateBody, caller: CallerOfRequest): Promise<void> {
    await this.checkSeen(number, caller);
    const { trustedContacts: contacts } = body;
    const sent = sentExclusions(body);
    const trustedContacts = contacts && {
      deleteMany: {},
      create: contacts.map((contact, at) => ({ ...contact, position: at + 1 })),
    };
    const exclusions = {
      deleteMany: { kind: { in: sent.map(({ kind }) => kind) } },
      create: sent.flatMap(({ kind, list }) =>
        list.map((each, at) => ({
          kind,
          position: at + 1,
          value: each.exclusionValue,
          startOn: dateOf(each.exclusionStartDate),
          endOn: dateOf(each.exclusionEndDate),
        })),
      ),
    };
    const detail = JSON.parse(JSON.stringify(body));
    const entry = { accountNumber: number, apiUser: caller.apiUser, action: "account.updated" };
    await this.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from account where number = ${number} for update`;
      await tx.account.update({ where: { number }, data: { trustedContacts, exclusions } });
      await tx.auditEntry.create({ data: { ...entry, detail } });
    }, patience);
  }

  async restrict(number: string, body: RestrictionBody, caller: CallerOfRequest) {
    await this.checkSeen(number, caller);
    const data = {
      accountNumber: number,
      inceptionInfo: body.inceptionInfo ?? null,
      typeCode: body.type.code,
      reasonCode: body.reason.code,
    };
    const detail = JSON.parse(JSON.stringify(body));
    const entry = { accountNumber: number, apiUser: caller.apiUser, action: "restriction.created" };
    return this.prisma.$transaction(async (tx) => {
      const { id } = await tx.restriction.create({ data });
      await tx.auditEntry.create({ data: { ...entry, detail } });
      return id;
    }, patience);
  }

  private async checkSeen(number: string, { firmOid }: CallerOfRequest): Promise<void> {
    const where = { number, firmOid };
    const found = await this.prisma.account.findUnique({ where, select: { number: true } });
    if (found === null) throw new NotFoundException();
  }
}

/** More than the 2 s for which Prisma waits for a connection by itself. */
const patience = { maxWait: 10_000, timeout: 10_000 };
