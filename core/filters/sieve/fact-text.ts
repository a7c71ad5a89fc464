// Writes fact tests as Sieve tests of the headers that indicate the fact.
import type { FactTest } from '../tree.ts'
import { requireExtension, type SieveWriter, unsupported, warnApproximate } from './writer.ts'

/** Either header names the email being answered (RFC 5322 §3.6.4). */
export const replyHeaders = ['in-reply-to', 'references']

export function factText(test: FactTest, writer: SieveWriter): string | null {
  const text = headerTest(test, writer)
  return text && (test.operator === 'is' ? text : `not ${text}`)
}

function headerTest(test: FactTest, writer: SieveWriter): string | null {
  switch (test.field) {
    case 'reply':
      return 'header :matches ["in-reply-to", "references"] "?*"'
    case 'newsletter':
      warnApproximate(writer, 'fact_by_header', { fact: test.field })
      return 'exists "list-unsubscribe"'
    case 'automated':
      warnApproximate(writer, 'fact_by_header', { fact: test.field })
      return 'anyof(header :contains "auto-submitted" "auto-", header :is "precedence" ["bulk", "junk", "auto_reply"], exists "list-unsubscribe")'
    case 'calendar':
      warnApproximate(writer, 'fact_by_header', { fact: test.field })
      requireExtension(writer, 'mime')
      return test.method === 'any'
        ? 'header :mime :anychild :contenttype "content-type" "text/calendar"'
        : `header :mime :anychild :param "method" "content-type" "${test.method}"`
    case 'first_time_sender':
    case 'sender_badge':
      return unsupported(writer, test.field)
  }
}
