// Random messages as they arrive, and random lists, for property tests.
import fc from 'fast-check'
import type { Arrival } from '../../message/arrival.ts'
import { ReasonKind, SenderBadgeKind } from '../../message/sender-check/badge.ts'
import type { MailView } from '../../message/view.ts'
import { fold } from '../../text/fold.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import type { Lists } from '../tree.ts'

export const word = fc.constantFrom(
  'invoice',
  'Ｉｎｖｏｉｃｅ',
  'STRASSE',
  'Straße',
  'ΟΔΟΣ',
  'οδοσ',
  'paid',
  '42',
  '421',
  'É',
  'a',
  'b',
  'aba',
  'İ',
)
const words = fc.array(word, { maxLength: 4 }).map(list => list.join(' '))
const anyText = fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) })
export const address = fc.constantFrom(
  'boss@example.com',
  'shop@xn--mnchen-3ya.example',
  'no-reply@list.example',
  'a@b.example.co.uk',
  'a@notexample.com',
  'boss@mail.example.com',
)
const people = fc.array(fc.record({ name: words, address }), { maxLength: 3 })
export const checked = fc.constantFrom('pass', 'fail', 'none')
const attachment = fc.record({
  name: fc.constantFrom('invoice.pdf', 'Straße 42.PNG', 'a.tar.gz', '', 'b'),
  type: fc.constantFrom('text/plain', 'application/pdf', 'image/png', 'application/octet-stream'),
  sizeBytes: fc.constantFrom(0, 500, 1000),
})
const header = fc.record({
  name: fc.constantFrom('List-Id', 'X-Spam', 'list-id', 'In-Reply-To', 'Auto-Submitted', 'Precedence', 'List-Unsubscribe'),
  value: fc.oneof(
    anyText,
    fc.constantFrom('<news.list.example>', 'Team <a.b.example>', 'auto-replied', 'no', 'bulk', 'list', '', '', ' ', '<x@b.example>'),
  ),
})

const reason = fc.record({ kind: fc.constantFrom(...ReasonKind.options), seen: address, real: address })

export const anyView: fc.Arbitrary<MailView> = fc.record({
  from: people,
  to: people,
  cc: people,
  replyTo: people,
  subject: anyText,
  date: fc.constant(null),
  messageId: fc.constant(null),
  headers: fc.array(header, { maxLength: 3 }),
  body: fc.oneof(
    anyText,
    anyText.map(text => text.repeat(40)),
    fc.array(anyText, { maxLength: 3 }).map(lines => lines.join('\n> ')),
    fc.array(anyText, { maxLength: 3 }).map(lines => lines.join('\n-- \n')),
    fc.constantFrom(
      'Total: 42.00 EUR',
      'Amount due: $500.00\nShipping: $3.00',
      'Importe total: $ 42,50 para los próximos pagos de la factura',
      'Send me 1,200 EUR and 500 USD, please.',
      'That was €42.50.',
    ),
    fc.constantFrom('Tracking number: 20418', 'Please find the invoice attached to this mail.'),
  ),
  attachments: fc.array(attachment, { maxLength: 3 }),
  sizeBytes: fc.constantFrom(0, 500, 1000, 2000),
  truncated: fc.constant(false),
  unparsed: fc.constant(null),
  fetched: fc.constant('all'),
  deliveredTo: fc.array(address, { maxLength: 2 }),
  calendar: fc.constantFrom(null, 'request', 'cancel', 'reply', 'other'),
  auth: fc.option(fc.record({ spf: checked, dkim: checked, dmarc: checked })),
  sender: fc.option(fc.record({ badge: fc.constantFrom(...SenderBadgeKind.options), reasons: fc.array(reason, { maxLength: 2 }) }), {
    nil: undefined,
  }),
})

/** Only a few values, so that time tests often meet their bounds. */
export const anyTime = fc
  .record({
    day: fc.constantFrom('2026-03-29', '2026-11-20', '2026-11-21', '2026-11-22'),
    hour: fc.nat(23),
    minute: fc.constantFrom('00', '30'),
  })
  .map(({ day, hour, minute }) => `${day}T${String(hour).padStart(2, '0')}:${minute}:00.000Z`)

export const anyArrival: fc.Arbitrary<Arrival> = fc.record({
  arrivedAt: anyTime,
  timeZone: fc.constantFrom('UTC', 'Europe/Istanbul', 'America/New_York', 'Asia/Kathmandu', 'Nowhere/Land'),
  mailbox: fc.record({ address, kind: fc.constantFrom('imap', 'address') }),
  isFirstTimeSender: fc.constantFrom(true, false, null),
})

const listEntry = fc.constantFrom(
  'boss@example.com',
  'example.com',
  '@example.co.uk',
  'münchen.example',
  'invoice',
  'straße 42',
  'b',
  '4',
  '42',
  'a',
)
export const anyLists: fc.Arbitrary<Lists> = fc
  .array(listEntry, { maxLength: 4 })
  .map(entries => new Map([['Mine', new Set(entries.map(entry => fold(entry).text))]]))

export const anyReading: fc.Arbitrary<FilterInput> = fc
  .tuple(anyView, anyArrival, anyLists)
  .map(([view, arrival, lists]) => toFilterInput(view, arrival, lists))
