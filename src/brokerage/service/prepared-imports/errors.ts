// The error codes of prepared imports, in order of precedence. (docs/importing.md)

export const preparedImportErrors = {
  profile: {
    code: "import.profile.rule",
    sentence: "The profile is none of those that are shipped; the message names them.",
  },
  files: {
    code: "import.files.rule",
    sentence:
      "An import has from 1 to 500 files of different names with at most 16 MiB in total; import more by `bursar import`.",
  },
  lines: {
    code: "import.lines.rule",
    sentence:
      "The files have more than 200,000 lines in total: send them in several imports, or import them by `bursar import`.",
  },
  accounts: {
    code: "import.accounts.rule",
    sentence:
      "The file accounts.csv has the columns of the accounts that the request takes, at most 2,000 rows, and cells of at most 200 characters: `custodianAccount` is needed, and no other column is known.",
  },
  notFound: {
    code: "import.not.found",
    sentence: "The firm has no prepared import with this id.",
  },
  many: {
    code: "import.many.rule",
    sentence:
      "At most 20 imports of a firm wait for a decision, with 64 MiB of files in total: have one released, or discard it.",
  },
  status: {
    code: "import.status.rule",
    sentence: "The status of the import does not allow this step.",
  },
  preparer: {
    code: "import.preparer.rule",
    sentence:
      "Only the firm that has prepared an import completes it: discard this one, and prepare another.",
  },
  person: {
    code: "import.person.rule",
    sentence: "Another person than those who prepared and completed the import releases it.",
  },
  reviewed: {
    code: "import.reviewed.rule",
    sentence:
      "The digest is not that of the import as it is: read what its last check has found, and send the digest with the release.",
  },
  content: {
    code: "import.content.rule",
    sentence:
      "The outcome of the files has changed since the check: send the answers again to check anew.",
  },
  busy: {
    code: "load.busy.rule",
    sentence: "Another load is running, and one runs at a time; try again.",
  },
} as const;
