// Generates random conditions that Sieve can express exactly, with words that occur in the emails of mails.ts.
import * as fc from 'fast-check'
import { AddressPart, Compare, DatePart, ExactOperator, type ExactRead, type ExactTest } from '../../core/filters/exact/test.ts'
import { addressHeaders } from '../../core/filters/sieve/exact-text.ts'
import type { Condition, Test, TextField } from '../../core/filters/tree.ts'

/** Letters of several scripts, with and without case, and all that Sieve's own signs are made of. */
export const words = [
  ...['invoice', 'Bank', 'Über', 'naïve', 'Жук', 'счёт', 'Φως', '日本', 'שלום', 'émigré', 'Ñandú', 'Łódź', 'Straße'],
  ...['42', '007', 'x*y', 'a?b', 'back\\slash', 'say "hi"', 'a b', 'foo.bar', '50%', 'C++', '${hex:41}', 'q'],
]
export const domains = ['example.com', 'mail.example.com', 'example.co.uk', 'news.example.co.uk', 'bank.example', 'Example.NET']
export const locals = ['anna', 'Bob', 'anna+news', 'b.o.b', 'o+', 'me', 'no-reply', '42']
export const headerNames = ['X-A', 'x-b', 'Subject', 'Precedence', 'List-Unsubscribe', 'X-None']

const word = fc.constantFrom(...words)
const address = fc.tuple(fc.constantFrom(...locals), fc.constantFrom(...domains)).map(([local, domain]) => `${local}@${domain}`)
const piece = fc.oneof(
  word,
  word,
  fc.tuple(word, word).map(two => two.join(' ')),
  fc.constantFrom('in', 'e', 'an', '4', 'ü', 'Ж', '*', '?'),
)
const some = <T>(of: fc.Arbitrary<T>) => fc.uniqueArray(of, { minLength: 1, maxLength: 3 })
const fromWords = (field: fc.Arbitrary<{ field: TextField } | { field: 'header'; name: string }>) =>
  fc
    .record({ place: field, operator: fc.constantFrom('contains', 'is', 'starts', 'ends'), values: some(piece) })
    .map(({ place, operator, values }): Test => ({ ...place, operator, values: unlike(values) }))

/** Values that differ but in case are one value there and back. */
const unlike = (values: string[]): string[] => values.filter((value, i) => values.findIndex(other => alike(other) === alike(value)) === i)
const alike = (value: string): string => value.toUpperCase()

const textTest = fromWords(
  fc.oneof(
    fc.constant({ field: 'subject' as const }),
    fc.constantFrom('X-A', 'x-b', 'X-None').map(name => ({ field: 'header' as const, name })),
  ),
)
const wildcard = fc
  .record({
    place: fc.constantFrom<{ field: 'subject' } | { field: 'header'; name: string }>(
      { field: 'subject' },
      { field: 'header', name: 'X-A' },
    ),
    values: some(fc.tuple(piece, piece).map(([a, b]) => `${a}*${b}`)),
  })
  .map(
    ({ place, values }): Test => ({
      ...place,
      operator: 'wildcard',
      values: unlike(values).map(value => value.replaceAll('?', '')),
    }),
  )
  .filter(isMiddleWildcard)
const regexp = fc.record({
  field: fc.constant('subject' as const),
  operator: fc.constant('regexp' as const),
  values: some(fc.constantFrom('inv.*e', '^(re|fwd):', '[0-9]+', 'bank|q$', 'C[+]+', '(in)+voice', '^.*42', 'a b?')),
})
const person = fc.record({
  field: fc.constantFrom<TextField>('from', 'to', 'cc', 'reply_to', 'recipient'),
  operator: fc.constant('contains' as const),
  values: some(fc.oneof(address, fc.constantFrom('anna', 'Über', 'bank', 'Жук', 'example.co', 'naïve', 'boss', 'no one'))).map(unlike),
})
const whole = fc.oneof(
  fc.record({
    field: fc.constantFrom<TextField>('from', 'to', 'cc', 'reply_to'),
    operator: fc.constant('is' as const),
    values: some(address).map(unlike),
  }),
  fc.record({
    field: fc.constantFrom<TextField>('from', 'to', 'cc', 'reply_to'),
    operator: fc.constant('ends' as const),
    values: some(fc.constantFrom(...domains).map(domain => `@${domain}`)).map(unlike),
  }),
)
const domain = fc.oneof(
  fc.record({
    field: fc.constant('sender_domain' as const),
    operator: fc.constantFrom('contains' as const, 'ends' as const),
    values: some(fc.constantFrom('example', '.uk', 'ample.com', 'mail', 'bank')),
  }),
  fc.record({
    field: fc.constant('sender_domain' as const),
    operator: fc.constant('is' as const),
    values: some(fc.constantFrom('example.com', 'example.co.uk', 'bank.example')),
  }),
)
const list = fc.record({
  field: fc.constant('list' as const),
  operator: fc.constantFrom('contains' as const, 'is' as const),
  values: some(fc.constantFrom('team.example.com', 'team', 'news.example')),
})
const presence = fc.record({
  field: fc.constant('header' as const),
  name: fc.constantFrom(...headerNames),
  operator: fc.constantFrom('exists' as const, 'missing' as const),
})
const size = fc.record({
  field: fc.constant('size' as const),
  operator: fc.constantFrom('over' as const, 'under' as const),
  bytes: fc.integer({ min: 2, max: 1500 }),
})
const reply = fc.record({ field: fc.constant('reply' as const), operator: fc.constantFrom('is' as const, 'is_not' as const) })

function isMiddleWildcard(test: Test): boolean {
  return 'values' in test && test.values.every(value => !/^[^*]*\*$|^\*[^*]*$|\*\*|^\s|\s$| {2}/.test(value))
}

const nth = fc.option(fc.constantFrom(1, 2, 3, -1, -2), { nil: undefined, freq: 2 })
const parts = fc.option(fc.constant(true as const), { nil: undefined, freq: 2 })
const names = some(fc.constantFrom('subject', 'X-A', 'x-b', 'to', 'received', 'content-type', 'content-disposition', 'from', 'x-none'))
const part = fc.constantFrom(...AddressPart.options)
const known = [...addressHeaders].filter(name => ['from', 'to', 'cc', 'bcc', 'reply-to', 'resent-to', 'sender'].includes(name))

const read: fc.Arbitrary<ExactRead> = fc
  .oneof(
    fc.record({ kind: fc.constant('header' as const), names, nth, parts }),
    fc.record({
      kind: fc.constant('media' as const),
      names: some(fc.constantFrom('content-type', 'content-disposition')),
      parts,
      part: fc.oneof(
        fc.constantFrom('type' as const, 'subtype' as const, 'media_type' as const),
        fc.record({ params: some(fc.constantFrom('charset', 'filename', 'name', 'boundary', 'METHOD')) }),
      ),
    }),
    fc.record({ kind: fc.constant('address' as const), names: some(fc.constantFrom(...known)), nth, parts, part }),
    fc.record({ kind: fc.constant('envelope' as const), who: some(fc.constantFrom('from' as const, 'to' as const)), part }),
    fc.record({ kind: fc.constant('body' as const), form: fc.constantFrom('raw' as const, 'text' as const) }),
    fc.record({
      kind: fc.constant('content' as const),
      types: some(fc.constantFrom('text', 'text/plain', 'TEXT/HTML', 'image', 'multipart', 'message', 'message/rfc822', '')),
    }),
    fc.record({
      kind: fc.constant('date' as const),
      header: fc.constantFrom('date', 'received', 'resent-date'),
      nth,
      zone: fc.constantFrom('own' as const, 'original' as const, '+0200', '-0930'),
      part: fc.constantFrom(...DatePart.options),
    }),
  )
  .map(made => JSON.parse(JSON.stringify(made)))

const exactValue = fc.oneof(
  piece,
  address,
  fc.constantFrom(...locals, ...domains),
  fc.constantFrom(
    '',
    'text',
    'plain',
    'text/html',
    'utf-8',
    'attachment',
    'bill.pdf',
    'news',
    '2026',
    '11',
    '21',
    '0',
    '6',
    '21:40:10',
    '+0200',
    '2026-11-21',
  ),
  fc.constantFrom('*', '?*', '*a*', '\\*', '*\\**', 'x\\*y', '??', '*ü*', '[a-z]+', '^$', '4.*', 'invoice$', ' ', 'q\r\n'),
)
const exact: fc.Arbitrary<Test> = fc
  .record({
    field: fc.constant('exact' as const),
    read,
    compare: fc.constantFrom(...Compare.options, 'ascii' as const),
    operator: fc.constantFrom(...ExactOperator.options, 'contains' as const),
    counted: fc.constantFrom(undefined, undefined, undefined, undefined, true as const),
    values: some(exactValue),
  })
  .filter(isSieve)
  .map(made => JSON.parse(JSON.stringify(made)))

function isSieve({ operator, compare, counted, values, read: of }: Omit<ExactTest, 'counted'> & { counted: true | undefined }): boolean {
  const isText = operator === 'contains' || operator === 'wildcard' || operator === 'regexp'
  if (isText && (compare === 'number' || counted === true)) return false
  // Pigeonhole 0.5.19 counts 0 of the last one there is, where RFC 5260 §6 leaves one.
  if (counted && 'nth' in of && of.nth !== undefined && of.kind !== 'date') return false
  // Keys that are no pattern at all, and letters that one engine takes by octets and the other whole.
  if (operator === 'regexp')
    return values.every(value => /^[\x20-\x7e]*$/.test(value) && !/[*+?\\${}]/.test(value.replace(/^\^|\$$|\.\*|\]\+/g, '')))
  return of.kind !== 'body' || operator !== 'differs'
}

export const sayableTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 4, arbitrary: textTest },
  { weight: 1, arbitrary: wildcard },
  { weight: 1, arbitrary: regexp },
  { weight: 3, arbitrary: person },
  { weight: 2, arbitrary: whole },
  { weight: 2, arbitrary: domain },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: presence },
  { weight: 1, arbitrary: size },
  { weight: 1, arbitrary: reply },
  { weight: 8, arbitrary: exact },
)

const group = (condition: fc.Arbitrary<Condition>) => fc.array(condition, { minLength: 1, maxLength: 3 })

export const sayable: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>(tie => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: sayableTest },
    { weight: 1, arbitrary: fc.record({ all: group(tie('node')) }) },
    { weight: 1, arbitrary: fc.record({ any: group(tie('node')) }) },
    { weight: 1, arbitrary: fc.record({ none: group(tie('node')) }) },
  ),
})).node
