// The guard that looks the bearer's token up in its table.
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UnauthorizedException,
} from "@nestjs/common";
import { hashOf } from "../answers.ts";
import { PrismaService } from "./prisma.service.ts";

/** The sender of a request. */
export interface CallerOfRequest {
  readonly apiUser: string;
  readonly firmOid: string;
}

interface Request {
  readonly headers: { readonly authorization?: string };
  caller?: CallerOfRequest;
}

@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly prisma: PrismaService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const tokenHash = hashOf(request.headers.authorization);
    const caller = await this.prisma.apiToken.findUnique({ where: { tokenHash } });
    if (caller === null) throw new UnauthorizedException();
    request.caller = caller;
    return true;
  }
}

/** The caller, as a parameter of a handler. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<Request>().caller;
});
