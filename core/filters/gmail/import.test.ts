// Tests importing Gmail's exported filters: each clause is converted, or gives a warning at its position.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../tree.ts'
import { actionReaders } from './actions.ts'
import { conditionReaders } from './conditions.ts'
import { importGmail } from './import.ts'

const property = (name: string, value: string) =>
  `<apps:property name='${name}' value='${value.replace(/[&<']/g, letter => `&#${letter.charCodeAt(0)};`)}'/>`
const feed = (...entries: [string, string][][]) =>
  `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
  <title>Mail Filters</title>${entries.map(entry => `<entry><category term='filter'></category><title>Mail Filter</title><content></content>${entry.map(([name, value]) => property(name, value)).join('')}</entry>`).join('\n')}</feed>`
const one = (...entry: [string, string][]) => importGmail(feed(entry))
const from: [string, string] = ['from', 'a@example.com']
const fromA: Condition = { field: 'from', operator: 'contains', values: ['a@example.com'] }
const codes = (text: string) => importGmail(text).warnings.map(warning => warning.code)

test.each<[string, [string, string][], Condition]>([
  ['a sender', [from], fromA],
  ['one of several senders', [['from', 'a@example.com OR b@example.com']], { ...fromA, values: ['a@example.com', 'b@example.com'] }],
  ['any address of a domain', [['from', '*@example.com']], { ...fromA, values: ['@example.com'] }],
  ['a recipient, wherever it stands', [['to', 'a@example.com']], { ...fromA, field: 'recipient' }],
  [
    'words of the subject',
    [['subject', '"your bill" {may june}']],
    {
      all: [
        { field: 'subject', operator: 'contains', values: ['your bill'] },
        { field: 'subject', operator: 'contains', values: ['may', 'june'] },
      ],
    },
  ],
  [
    'signs that are none in Gmail',
    [['subject', '^a =b 50$']],
    {
      all: ['^a', '=b', '50$'].map(value => ({ field: 'subject', operator: 'contains', values: [value] })),
    },
  ],
  [
    'a whole query',
    [['hasTheWord', 'to:x has:attachment']],
    {
      all: [
        { field: 'recipient', operator: 'contains', values: ['x'] },
        { field: 'attachment', operator: 'exists' },
      ],
    },
  ],
  [
    'what must not be there, any of it',
    [from, ['doesNotHaveTheWord', 'a b']],
    { all: [fromA, { none: [{ field: 'any', operator: 'contains', values: ['a', 'b'] }] }] },
  ],
  ['an attachment', [['hasAttachment', 'true']], { field: 'attachment', operator: 'exists' }],
  [
    'a size with its unit',
    [
      ['size', '3'],
      ['sizeOperator', 's_ss'],
      ['sizeUnit', 's_smb'],
    ],
    { field: 'size', operator: 'under', bytes: 3_000_000 },
  ],
  ['a unit without a size', [from, ['sizeOperator', 's_sl'], ['sizeUnit', 's_smb']], fromA],
])('looks for %s', (_, entry, condition) => {
  expect(one(...entry, ['shouldStar', 'true'])).toEqual({
    filters: [{ name: expect.any(String), paused: false, condition, actions: [{ kind: 'flag' }] }],
    warnings: [],
  })
})

test('star, read, and a label with archiving become flag, mark read and move', () => {
  const { filters, warnings } = one(
    from,
    ['label', 'Bills'],
    ['shouldArchive', 'true'],
    ['shouldStar', 'true'],
    ['shouldMarkAsRead', 'true'],
  )
  expect(filters[0]).toMatchObject({
    name: 'Bills',
    paused: false,
    actions: [{ kind: 'move', folder: 'Bills' }, { kind: 'flag' }, { kind: 'mark_read' }],
  })
  expect(warnings).toEqual([])
})

test('a filter without actions or with an incomplete condition is imported paused', () => {
  expect(one(from, ['label', 'Bills'])).toMatchObject({
    filters: [{ paused: true, actions: [{ kind: 'forward' }] }],
    warnings: [{ code: 'gmail.no_action' }, { code: 'gmail.label' }],
  })
  expect(one(from, ['hasTheWord', 'is:unread'], ['shouldStar', 'true']).filters).toMatchObject([{ paused: true, condition: fromA }])
  expect(one(['hasTheWord', 'is:unread'], ['shouldStar', 'true']).filters).toEqual([])
})

test('a problem within a query is located in the file, across XML entities', () => {
  const text = feed([
    ['hasTheWord', `subject:'a' "b & c" is:muted x`],
    ['shouldStar', 'true'],
  ])
  const found = importGmail(text).warnings.find(warning => warning.code === 'query.is_dealt_with')
  expect(text.slice(found?.at.start, found?.at.end)).toBe('muted')
})

test('no clause is dropped silently: unknown properties and values give warnings everywhere', () => {
  const known = [...conditionReaders, ...actionReaders].map(([name]) => name)
  const name = fc
    .oneof(fc.stringMatching(/^[A-Za-z]{1,12}$/), fc.constantFrom('shouldSnooze', 'From', 'hasTheWords', 'constructor', '__proto__'))
    .filter(one => !known.includes(one))
  const clause = fc.constantFrom<[string, string]>(from, ['subject', 'x'], ['shouldStar', 'true'], ['label', 'L'])
  fc.assert(
    fc.property(fc.array(clause, { maxLength: 4 }), name, fc.nat(4), (clauses, unknown, at) => {
      const text = feed(clauses.toSpliced(at, 0, [unknown, 'true']))
      const warnings = importGmail(text).warnings.filter(warning => warning.code === 'gmail.property_unknown')
      expect(warnings.map(warning => text.slice(warning.at.start, warning.at.end))).toEqual([property(unknown, 'true')])
    }),
  )
  for (const [switched] of known.filter(one => /^(should|has|exclude)/.test(one) && !/Word/.test(one)).map(one => [one]))
    expect(codes(feed([from, [switched ?? '', 'maybe']]))).toContain('gmail.value_unknown')
  for (const [sized, value] of [
    ['size', 'big'],
    ['sizeOperator', 's_x'],
    ['sizeUnit', 's_x'],
  ] as const)
    expect(one(from, [sized, value])).toMatchObject({
      filters: [{ paused: true }],
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'gmail.value_unknown' })]),
    })
})

test.each([
  ['', 'unreadable'],
  ['not xml', 'unreadable'],
  ['<feed><entry></feed>', 'unreadable'],
  ['<feed>&lol;</feed>', 'unreadable'],
  ['<!DOCTYPE feed [<!ENTITY lol "lol">]><feed>&lol;</feed>', 'doctype'],
  ['<!DOCTYPE feed SYSTEM "file:///etc/passwd"><feed/>', 'doctype'],
  ['<html/>', 'no_feed'],
  ['<feed><oops/></feed>', 'element_unknown'],
  ['<feed><apps:property name="from" value="a"/></feed>', 'property_lost'],
  ['<feed><entry><apps:property name="from"/></entry></feed>', 'property_lost'],
])('rejected or reported: %.60s', (text, code) => {
  expect(codes(text)).toContain(`gmail.${code}`)
  expect(importGmail(text).filters).toEqual([])
})

test('a file that is too long is refused at the first character beyond the limit', () => {
  expect(importGmail(feed([from, ['subject', 'x'.repeat(2_000_000)]])).warnings).toMatchObject([
    { code: 'gmail.too_long', at: { start: 1_500_000 } },
  ])
})

test('any text is read without throwing, and every warning points into it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<feed>',
      '</feed>',
      '<entry>',
      '</entry>',
      property('from', 'a'),
      property('hasTheWord', '"('),
      '&#65;',
      '<',
      '<!--',
      ']]>',
      '"',
    ),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, isFeed) => {
      const text = isFeed ? `<feed><entry>${pieces.join('')}` : pieces.join('')
      for (const { at } of importGmail(text).warnings) expect(0 <= at.start && at.start <= at.end && at.end <= text.length).toBe(true)
    }),
    { numRuns: 400 },
  )
})
