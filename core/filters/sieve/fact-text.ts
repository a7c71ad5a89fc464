// Writes what is true of a mail as the Sieve tests of the headers that show it.
import type { FactTest } from '../tree.ts'
import { nearly, need, type SieveWriter, unsayable } from './writer.ts'

/** RFC 5322 §3.6.4: either names the mail that is answered. */
export const replyHeaders = ['in-reply-to', 'references']

export function factText(test: FactTest, writer: SieveWriter): string | null {
  const shown = shownBy(test, writer)
  return shown && (test.operator === 'is' ? shown : `not ${shown}`)
}

function shownBy(test: FactTest, writer: SieveWriter): string | null {
  switch (test.field) {
    case 'reply':
      return 'header :matches ["in-reply-to", "references"] "?*"'
    case 'newsletter':
      nearly(writer, 'fact_by_header', { fact: test.field })
      return 'exists "list-unsubscribe"'
    case 'automated':
      nearly(writer, 'fact_by_header', { fact: test.field })
      return 'anyof(header :contains "auto-submitted" "auto-", header :is "precedence" ["bulk", "junk", "auto_reply"], exists "list-unsubscribe")'
    case 'calendar':
      nearly(writer, 'fact_by_header', { fact: test.field })
      need(writer, 'mime')
      return test.method === 'any'
        ? 'header :mime :anychild :contenttype "content-type" "text/calendar"'
        : `header :mime :anychild :param "method" "content-type" "${test.method}"`
    case 'first_time_sender':
    case 'sender_badge':
      return unsayable(writer, test.field)
  }
}
