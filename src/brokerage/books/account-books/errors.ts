// The error codes of booking transactions.

export const transactionErrors = {
  books: {
    code: "transaction.rule",
    sentence: "The books of the account refuse a transaction: the message names the row and why.",
  },
} as const;
