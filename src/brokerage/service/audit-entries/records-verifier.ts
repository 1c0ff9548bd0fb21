// The verifier that goes with each export of records, and the page that explains it. It needs a shell,
// sha256sum and openssl, and no program of this project. (docs/records.md)

/** `verify.sh` */
export const verifier = String.raw`#!/bin/sh
# Checks an export of records: its signature, every file, every chain of entries, and that each document
# is the one that an entry names. It names all that was altered. Needs sh, sha256sum and openssl.
#   sh verify.sh [public-key.pem]
# The key in this folder shows that nothing was altered since the export. Give the key that was deposited
# elsewhere to know who made it.
set -u
cd "$(dirname "$0")" || exit 2
key=${"$"}{1:-key.pem}
faults=0
fault() { echo "NOT VERIFIED: $1" >&2; faults=$((faults + 1)); }

openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in index.txt -sigfile index.sig >/dev/null 2>&1 ||
  fault "the signature of index.txt"
sha256sum --quiet --strict --check index.txt >&2 || fault "files that are not as they were exported; each is named above"

entries=0
documents=0
while IFS= read -r folder; do
  previous=0000000000000000000000000000000000000000000000000000000000000000
  number=0
  named=0
  exec 3<"$folder/entries.ndjson" 4<"$folder/chain.txt"
  while IFS= read -r line <&3; do
    number=$((number + 1))
    if ! IFS= read -r wanted <&4; then
      fault "$folder/entries.ndjson: the chain ends before line $number"
      break
    fi
    hash=$(printf '%s' "$line" | sha256sum)
    found=$(printf '%s%s' "$previous" "${"$"}{hash%% *}" | sha256sum)
    if [ "${"$"}{found%% *}" != "$wanted" ] && [ "$named" -lt 10 ]; then
      fault "$folder/entries.ndjson: line $number is altered or not in its place"
      named=$((named + 1))
    fi
    # The next line is checked against the chain as it was exported.
    previous=$wanted
  done
  IFS= read -r wanted <&4 && fault "$folder/entries.ndjson: entries are missing behind line $number"
  exec 3<&- 4<&-
  entries=$((entries + number))
  while read -r hash path; do
    found=no
    while IFS= read -r line; do
      case $line in *"$hash"*) found=yes; break ;; esac
    done <"$folder/entries.ndjson"
    [ "$found" = yes ] || fault "$path: no entry names this document"
    printf '%s  %s\n' "$hash" "$path" | sha256sum --status --check - 2>/dev/null ||
      fault "$path: not as it was stored"
    documents=$((documents + 1))
  done <"$folder/documents.txt"
done <subjects.txt
[ "$faults" -eq 0 ] || exit 1
echo "Verified: $entries entries, $documents documents."
`;

/** `README.txt` */
export const explanation = `Records exported by Bursar
=========================

summary.json        when, which subjects and days, and whether each chain was whole in the store
subjects.txt        one folder for each account, member or firm
  entries.ndjson    the audit entries: one line each, in the order in which they were written, with
                    the time (UTC), the operation, who asked from where, and what was before and after
  chain.txt         for each entry the SHA-256 of the line before it in this file and of the entry's hash
  states.ndjson     of an account or an offer: the record as each entry left it
  documents.ndjson  the documents that these entries name, with holds and first readings
  documents/        their bytes; a document past its time has none
  documents.txt     the SHA-256 of each
index.txt           the SHA-256 of every file above
index.sig           an Ed25519 signature over index.txt
key.pem             the public key; compare it with the one that was deposited
verify.sh           checks all of it: sh verify.sh deposited-key.pem

The field "mac" of an entry authenticates it together with the entry before it under a key that does not
leave the service: "bursar audit verify" checks it there, and summary.json has the result.
`;
