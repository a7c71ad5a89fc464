// Random messages, arrivals and conditions for property tests.
import fc from 'fast-check'
import type { Arrival } from '../message/arrival.ts'
import { Badge, BadgeWanted, ReasonKind } from '../message/sender-check/badge.ts'
import type { MailView } from '../message/view.ts'
import { openReading, type Reading } from './fields.ts'
import { fold } from './text.ts'
import { type Condition, type Lists, type Test, TextField, type TextTest, Weekday } from './tree.ts'
import type { Wishes } from './wishes.ts'

const word = fc.constantFrom(
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
const address = fc.constantFrom(
  'boss@example.com',
  'shop@xn--mnchen-3ya.example',
  'no-reply@list.example',
  'a@b.example.co.uk',
  'a@notexample.com',
  'boss@mail.example.com',
)
const people = fc.array(fc.record({ name: words, address }), { maxLength: 3 })
const checked = fc.constantFrom('pass', 'fail', 'none')
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
  sender: fc.option(fc.record({ badge: fc.constantFrom(...Badge.options), reasons: fc.array(reason, { maxLength: 2 }) }), {
    nil: undefined,
  }),
})

// Few, so that tests of times meet them at their very edges.
const anyTime = fc
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

export const anyReading: fc.Arbitrary<Reading> = fc
  .tuple(anyView, anyArrival, anyLists)
  .map(([view, arrival, lists]) => openReading(view, arrival, lists))

const value = fc.oneof(
  word,
  address,
  fc.constantFrom('münchen', '@', '\u00ad', 'boss', 'example', 'STRASSE <'),
  fc.string({ minLength: 1, maxLength: 6 }).filter(text => text.trim() === text),
)
/** What these fields may really hold. */
const known: Partial<Record<TextField, fc.Arbitrary<string>>> = {
  sender_domain: fc.constantFrom('example.co.uk', 'example.com', 'b.example.co.uk', 'mail.example.com', 'münchen.example', 'com'),
  attachment_type: fc.constantFrom('pdf', 'image', 'document', 'archive', 'text', 'gz', 'png', 'text/plain', 'application/'),
  attachment_name: fc.constantFrom('invoice.pdf', 'strasse 42.png', 'A.TAR.GZ', '.pdf', 'b'),
  list: fc.constantFrom('news.list.example', 'Team', 'a.b.example', '<news.list.example>'),
  mailbox: fc.constantFrom('boss', 'a', 'example.com', 'münchen.example', 'boss@example.com'),
  language: fc.constantFrom('en', 'EN', 'de'),
}
const wildcard = fc.constantFrom(
  '*',
  '?',
  '??',
  'inv*',
  '* 42',
  'a*a',
  'a*ba',
  'ab*ba',
  'a?a',
  '*42*',
  '?2',
  '*@example.*',
  'stra??e',
  '*.pdf',
  '?*',
)
const pattern = fc.constantFrom('inv.*e', '^a', '4\\d', 'stra(ss|ß)e', '(a|b)+$', '[^@]+@example', '(?-i)STRASSE', '\\bpaid\\b', '(')
const place: fc.Arbitrary<{ field: TextField } | { field: 'header'; name: string }> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ field: fc.constantFrom(...TextField.options) }) },
  {
    weight: 1,
    arbitrary: fc.record({ field: fc.constant('header' as const), name: fc.constantFrom('List-ID', 'X-Spam', 'x-spam', 'in-reply-to') }),
  },
)
const wordsFor = (field: TextField | 'header'): fc.Arbitrary<Pick<TextTest, 'operator' | 'values'>> => {
  const one = (field !== 'header' && known[field]) || value
  const some = (each: fc.Arbitrary<string>) => fc.array(each, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ operator: fc.constantFrom('contains', 'is', 'starts', 'ends'), values: some(fc.oneof(one, value)) }),
    },
    { weight: 1, arbitrary: fc.record({ operator: fc.constant('wildcard'), values: some(fc.oneof(one, wildcard)) }) },
    { weight: 1, arbitrary: fc.record({ operator: fc.constant('regexp'), values: some(pattern) }) },
  )
}
const wordsTest: fc.Arbitrary<TextTest> = place.chain(where => wordsFor(where.field).map(what => ({ ...where, ...what })))
const presence = fc.record({ operator: fc.constantFrom('exists' as const, 'missing' as const) })
const truth = fc.constantFrom('is' as const, 'is_not' as const)
const side = fc.constantFrom('over' as const, 'under' as const)
const timeOfDay = anyTime.map(time => time.slice(11, 16))
const day = anyTime.map(time => time.slice(0, 10))

export const anyTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 8, arbitrary: wordsTest },
  {
    weight: 2,
    arbitrary: fc.tuple(place, fc.constantFrom('Mine', 'Lost')).map(([where, list]) => ({ ...where, operator: 'in_list' as const, list })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.oneof(place, fc.constant({ field: 'attachment' as const })), presence).map(([a, b]) => ({ ...a, ...b })),
  },
  fc.record({
    field: fc.constantFrom('size' as const, 'attachment_size' as const),
    operator: side,
    bytes: fc.constantFrom(1, 500, 1000, 2000),
  }),
  fc.record({
    field: fc.constant('attachment_count' as const),
    operator: fc.constantFrom('over' as const, 'under' as const, 'is' as const),
    count: fc.nat(3),
  }),
  fc.record({
    field: fc.constant('date' as const),
    operator: fc.constantFrom('before' as const, 'on' as const, 'on_or_after' as const),
    day,
  }),
  fc.record({
    field: fc.constant('weekday' as const),
    operator: fc.constant('in' as const),
    days: fc.subarray(Weekday.options, { minLength: 1 }),
  }),
  fc.record({ field: fc.constant('hour' as const), operator: fc.constant('between' as const), from: timeOfDay, to: timeOfDay }),
  fc.record({
    field: fc.constant('auth' as const),
    check: fc.constantFrom('spf' as const, 'dkim' as const, 'dmarc' as const, 'any' as const),
    operator: fc.constant('is' as const),
    verdict: checked,
  }),
  fc.record({
    field: fc.constantFrom('automated' as const, 'newsletter' as const, 'reply' as const, 'first_time_sender' as const),
    operator: truth,
  }),
  fc.record({
    field: fc.constant('calendar' as const),
    operator: truth,
    method: fc.constantFrom('any' as const, 'request' as const, 'cancel' as const, 'reply' as const),
  }),
  fc.record({ field: fc.constant('sender_badge' as const), operator: truth, wanted: fc.constantFrom(...BadgeWanted.options) }),
)

const parts = (condition: fc.Arbitrary<Condition>) => fc.array(condition, { minLength: 1, maxLength: 4 })

export const anyCondition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyTest,
    fc.record({ all: parts(tie('node')) }),
    fc.record({ any: parts(tie('node')) }),
    fc.record({ none: parts(tie('node')) }),
  ),
})).node

export const plainWishes: Wishes = { isUrgent: false, digest: null, quiet: null, perHour: null }

/** A plain mail to change for a table of cases. */
export const plainView = (change: Partial<MailView> = {}): MailView => ({
  from: [{ name: 'Anna Boss', address: 'anna@example.com' }],
  to: [{ name: '', address: 'me@example.net' }],
  cc: [],
  replyTo: [],
  subject: 'Invoice 42',
  date: null,
  messageId: null,
  headers: [],
  body: 'Please find attached\r\nyour invoice.\r\n',
  attachments: [],
  sizeBytes: 1200,
  truncated: false,
  unparsed: null,
  fetched: 'all',
  deliveredTo: [],
  calendar: null,
  auth: null,
  ...change,
})

/** A Saturday, shortly before midnight in Greenwich. */
export const plainArrival = (change: Partial<Arrival> = {}): Arrival => ({
  arrivedAt: '2026-11-21T23:40:00.000Z',
  timeZone: 'UTC',
  mailbox: { address: 'me@example.net', kind: 'imap' },
  isFirstTimeSender: null,
  ...change,
})

/** The plain mail as it arrived, opened. */
export const plainReading = (view: Partial<MailView> = {}, arrival: Partial<Arrival> = {}, lists: Lists = new Map()): Reading =>
  openReading(plainView(view), plainArrival(arrival), lists)
