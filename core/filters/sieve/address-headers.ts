// Lists the headers that hold addresses, as common Sieve servers know them (RFC 5228 §5.1 leaves the list to them).

export const addressHeaders: ReadonlySet<string> = new Set([
  ...['from', 'to', 'cc', 'bcc', 'sender', 'reply-to'],
  ...['resent-from', 'resent-to', 'resent-cc', 'resent-bcc', 'resent-sender', 'resent-reply-to'],
  ...['delivered-to', 'x-original-to', 'errors-to', 'mail-followup-to', 'mail-reply-to', 'apparently-to'],
  ...['return-receipt-to', 'x-beenthere', 'x-complaints-to', 'x-report-abuse-to'],
])
