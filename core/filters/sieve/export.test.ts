// Tests exporting filters as a Sieve script.
import { expect, test } from 'vitest'
import type { Action } from '../action.ts'
import type { Condition } from '../tree.ts'
import { exportSieve } from './export.ts'

const stop: Action[] = [{ kind: 'stop' }]
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code)
const written = (condition: Condition) => exportSieve([{ name: 'A', paused: false, condition, actions: stop }])
const testIn = (text: string) => /^if (.*?)\r$/m.exec(text)?.[1]

test('a script lists its extensions, and each filter with its test and actions', () => {
  const { text, warnings } = exportSieve([
    {
      name: 'Bills\nand co',
      paused: false,
      condition: {
        all: [
          { field: 'subject', operator: 'contains', values: ['bill'] },
          { field: 'size', operator: 'over', bytes: 1000 },
        ],
      },
      actions: [{ kind: 'forward', destinationIds: [] }, { kind: 'stop' }, { kind: 'flag' }],
    },
    {
      name: 'Off',
      paused: true,
      condition: { field: 'header', name: 'X-A', operator: 'missing' },
      actions: [{ kind: 'move', folder: 'A "b"' }],
    },
  ])
  expect(text.split('\r\n')).toEqual([
    'require ["fileinto", "imap4flags"];',
    '',
    '# rule:[Bills and co]',
    'if allof(header :contains "subject" "bill", size :over 1000)',
    '{',
    '  addflag "\\\\Flagged";',
    '  keep; # WhatsApp',
    '  stop;',
    '}',
    '',
    '# rule:[Off]',
    'if false # not exists "X-A"',
    '{',
    '  fileinto "A \\"b\\"";',
    '}',
    '',
    '',
  ])
  expect(warnings).toEqual([{ code: 'sieve.forward_keeps', at: { start: 0, end: 0 }, values: { filter: 'Bills\nand co' } }])
})

test('a filter with an unsupported test is written disabled, and every such test is named', () => {
  const { text, warnings } = written({
    any: [
      { field: 'amount', operator: 'over', amount: 500 },
      { field: 'first_time_sender', operator: 'is' },
      { field: 'sender_badge', operator: 'is', wanted: 'warning' },
      { field: 'language', operator: 'is', values: ['de'] },
      { field: 'subject', operator: 'is', values: ['a'] },
    ],
  })
  expect(text).toContain('if false\r\n')
  expect(warnings.map(({ values }) => values['what'])).toEqual(['amount', 'first_time_sender', 'sender_badge', 'language'])
})

test('non-ASCII letters are written in every case form, with a warning if there are too many', () => {
  const few = written({ field: 'subject', operator: 'is', values: ['Über'] })
  expect([testIn(few.text), few.warnings]).toEqual(['header :is "subject" ["Über", "über"]', []])
  const many = written({ field: 'subject', operator: 'is', values: ['счёт на оплату'] })
  expect(testIn(many.text)).toBe('header :is "subject" ["счёт на оплату", "СЧЁТ НА ОПЛАТУ", "Счёт На Оплату"]')
  expect(codes(many.warnings)).toEqual(['sieve.letters'])
})

test('the entries of a list are written out if they are known', () => {
  const filter = { name: 'A', paused: false, condition: { field: 'from', operator: 'in_list', list: 'Banks' }, actions: stop } as const
  const known = exportSieve([{ ...filter, actions: stop }], new Map([['Banks', new Set(['bank.example', 'n26'])]]))
  expect(testIn(known.text)).toBe('header :contains "from" ["bank.example", "n26"]')
  expect(codes(known.warnings)).toEqual(['sieve.list_copied'])
  expect(codes(exportSieve([{ ...filter, actions: stop }]).warnings)).toEqual(['sieve.not_in_sieve'])
})

test('line breaks and encoded-character syntax are encoded', () => {
  const { text } = exportSieve([
    {
      name: 'A',
      paused: true,
      condition: { field: 'exact', read: { kind: 'body', form: 'raw' }, compare: 'octets', operator: 'is', values: ['a\r\nb${hex:41}'] },
      actions: stop,
    },
  ])
  expect(text).toContain('if false # body :raw :is :comparator "i;octet" "a${unicode:d a}b${unicode:24}{hex:41}"\r\n')
  expect(text).toContain('require ["body", "encoded-character"];')
})

test.each<[Condition, string]>([
  [{ field: 'hour', operator: 'between', from: '22:00', to: '07:00' }, 'sieve.server_zone'],
  [{ field: 'body', operator: 'contains', values: ['a'] }, 'sieve.body_as_sent'],
  [{ field: 'newsletter', operator: 'is' }, 'sieve.fact_by_header'],
  [{ field: 'from', operator: 'starts', values: ['anna'] }, 'sieve.people_nearly'],
  [{ field: 'from', operator: 'is', values: ['Anna Boss'] }, 'sieve.people_nearly'],
  [{ field: 'attachment_name', operator: 'ends', values: ['.pdf'] }, 'sieve.files_by_header'],
  [{ field: 'subject', operator: 'wildcard', values: ['a?b'] }, 'sieve.question_mark'],
  [{ field: 'subject', operator: 'regexp', values: ['\\d+'] }, 'sieve.regexp_differs'],
  [{ field: 'sender_domain', operator: 'is', values: ['mail.example.com'] }, 'sieve.domain_as_sent'],
  [{ field: 'cc', operator: 'missing' }, 'sieve.presence_nearly'],
])('%j is written with a warning that it is only approximate', (condition, code) => {
  const { text, warnings } = written(condition)
  expect(testIn(text)).not.toBe('false')
  expect(codes(warnings)).toEqual([code])
})
