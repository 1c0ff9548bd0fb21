// The bodies and queries that callers send, as class-validator holds them.
import { Type } from "class-transformer";
import {
  IsArray,
  IsEmail,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from "class-validator";

export class ContactBody {
  @IsString() @Length(1, 20) firstName!: string;
  @IsString() @Length(1, 35) lastName!: string;
  @IsOptional() @IsString() @MaxLength(40) relationship?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @Matches(/^[0-9-]{7,20}$/) telephone?: string;
}

export class ExclusionBody {
  @IsString() @Length(1, 64) exclusionValue!: string;
  @IsOptional() @IsISO8601() exclusionStartDate?: string;
  @IsOptional() @IsISO8601() exclusionEndDate?: string;
}

export class UpdateBody {
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ContactBody)
  trustedContacts?: ContactBody[];

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ExclusionBody)
  securityExclusions?: ExclusionBody[];

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ExclusionBody)
  issueExclusions?: ExclusionBody[];

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ExclusionBody)
  sectorExclusions?: ExclusionBody[];
}

export class CodeBody {
  @IsString() code!: string;
}

export class RestrictionBody {
  @IsOptional() @IsString() @MaxLength(255) inceptionInfo?: string;
  @ValidateNested() @Type(() => CodeBody) reason!: CodeBody;
  @ValidateNested() @Type(() => CodeBody) type!: CodeBody;
}

export class RangeQuery {
  @Matches(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/) daterange!: string;
}

export class TaxYearQuery {
  @Matches(/^\d{4}$/) taxyear!: string;
}
