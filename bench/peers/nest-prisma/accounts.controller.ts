// The routes of accounts.
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
} from "@nestjs/common";
import { AccountsService } from "./accounts.service.ts";
import { AuthGuard, Caller, type CallerOfRequest } from "./auth.guard.ts";
import { RangeQuery, RestrictionBody, TaxYearQuery, UpdateBody } from "./bodies.ts";

interface Reply {
  header(name: string, value: string): void;
}

@Controller("restapi/accounts/:number")
@UseGuards(AuthGuard)
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  account(@Param("number") number: string, @Caller() caller: CallerOfRequest) {
    return this.accounts.account(number, caller);
  }

  @Get("performance/unitvalues")
  unitValues(
    @Param("number") number: string,
    @Query() { daterange }: RangeQuery,
    @Caller() caller: CallerOfRequest,
  ) {
    return this.accounts.unitValues(number, daterange, caller);
  }

  @Get("reportedtaxlots")
  lots(
    @Param("number") number: string,
    @Query() { taxyear }: TaxYearQuery,
    @Caller() caller: CallerOfRequest,
  ) {
    return this.accounts.lots(number, taxyear, caller);
  }

  @Put()
  @HttpCode(200)
  update(
    @Param("number") number: string,
    @Body() body: UpdateBody,
    @Caller() caller: CallerOfRequest,
  ) {
    return this.accounts.update(number, body, caller);
  }

  @Post("restrictions")
  async restrict(
    @Param("number") number: string,
    @Body() body: RestrictionBody,
    @Caller() caller: CallerOfRequest,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    const id = await this.accounts.restrict(number, body, caller);
    reply.header("Location", `/restapi/accounts/${number}/restrictions/${id}`);
  }
}
