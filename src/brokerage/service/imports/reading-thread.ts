// The thread in which custodians' files are read.
import type { CustodianFile, Profile } from "@bursar/custodian-files";
import { answerQuestions } from "../../../platform/process/threads.ts";
import { type EncodedRead, encodeRead } from "./encoded-reading.ts";
import { readFiles } from "./files-read.ts";
import { answersOf, type GivenAnswer } from "./questions.ts";

answerQuestions<ToRead, EncodedRead>(async ({ profile, files, answers }) =>
  encodeRead(readFiles(profile, files, answersOf(answers))),
);

/** The files that the thread is asked to read, with what was answered about them. */
export interface ToRead {
  readonly profile: Profile;
  readonly files: readonly CustodianFile[];
  readonly answers: readonly GivenAnswer[];
}
