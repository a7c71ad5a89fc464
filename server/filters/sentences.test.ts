// Tests that every problem in a query or file reads as a full sentence.
import { expect, test } from 'vitest'
import { readFilterFile } from '../../core/filters/exchange/read.ts'
import { exportGmail } from '../../core/filters/gmail/export.ts'
import { importGmail } from '../../core/filters/gmail/import.ts'
import { parseQuery } from '../../core/filters/query/parse.ts'
import { loadWords } from '../foundation/words.ts'

const queries = [
  ...[
    '',
    'from:',
    'subject:""',
    `from:${'x'.repeat(1001)}`,
    '"',
    'subject:/x',
    'subject:/(/',
    '(a',
    '()',
    'a)',
    '- a',
    'a OR',
    '{a AND b}',
    'a NOT b',
  ],
  ...[
    'a AROUND b',
    'fron:a',
    'colour:a',
    'subject:to:x',
    'header:',
    'header:x',
    'to:me',
    'bcc:a',
    'label:a',
    'category:a',
    'in:a',
    'newer_than:1d',
  ],
  ...[
    'is:read',
    'is:odd',
    'has:drive',
    'larger:x',
    'attachmentsize:x',
    'attachments:x',
    'on:x',
    'day:x',
    'hour:x',
    'spf:x',
    'exact:x',
    '('.repeat(50),
  ],
]
const files = [
  ...[
    '',
    '{"mailferry":2}',
    'mailferry: 1\nx: 1',
    '{"mailferry":1,"filters":{}}',
    '{"mailferry":1,"filters":[1]}',
    'mailferry: 1\nfilters:\n- name: "',
    '&a',
  ],
  ...[
    {},
    { name: 'a' },
    { name: 'a'.repeat(81), condition: 'x' },
    { name: 'a', condition: 1 },
    { name: 'a', condition: { all: [] } },
    { name: 'a', x: 1 },
  ].map(wrapped),
  ...[{ field: 'x' }, { field: 'size', operator: 'x' }, { field: 'size', operator: 'over', bytes: 'x' }].map(condition =>
    wrapped({ name: 'a', condition }),
  ),
  ...[['x'], [], ['stop', 'stop']].map(actions => wrapped({ name: 'a', condition: 'x', actions })),
  ...[{ paused: 1 }, { name: ' ' }].map(part => wrapped({ name: 'a', condition: 'x', ...part })),
  ...['[]', '{"a":1}', '{"a":[1]}'].map(lists => `{"mailferry":1,"lists":${lists}}`),
  `{"mailferry":1,"filters":[${'{"name":"a","condition":"x"},'.repeat(2)}1]}`,
  '['.repeat(100),
]
function wrapped(filter: object): string {
  return JSON.stringify({ mailferry: 1, filters: [filter] })
}
const property = (name: string, value: string) => `<property name="${name}" value="${value}"/>`
const feeds = [
  '<x/>',
  '<feed',
  '<!DOCTYPE x><feed/>',
  `<feed><odd/>${property('from', 'a')}<entry>${property('odd', 'x')}${property('size', 'x')}</entry></feed>`,
  `<feed><entry>${['label', 'forwardTo', 'smartLabelToApply'].map(name => property(name, 'x')).join('')}${property('hasTheWord', 'a is:read')}</entry></feed>`,
  `<feed><entry>${['shouldArchive', 'shouldTrash', 'shouldNeverSpam', 'shouldAlwaysMarkAsImportant', 'excludeChats'].map(name => property(name, 'true')).join('')}${property('from', 'a')}</entry></feed>`,
]
const leaving = [
  { name: 'Mine', paused: true, condition: parseQuery('from:a').condition, actions: [] },
  { name: 'Mine', paused: false, condition: parseQuery('from:=a').condition, actions: [] },
  { name: 'Mine', paused: false, condition: parseQuery('to:a').condition, actions: [{ kind: 'stop' as const }] },
].flatMap(({ condition, ...rest }) => (condition ? [{ ...rest, condition }] : []))

test('every problem reads as a sentence', () => {
  const told = [
    ...queries.flatMap(text => parseQuery(text).problems),
    ...files.flatMap(text => readFilterFile(text).warnings),
    ...feeds.flatMap(text => importGmail(text).warnings),
    ...exportGmail(leaving).warnings,
  ]
  expect(new Set(told.map(({ code }) => code)).size).toBeGreaterThan(80)
  for (const { code, values } of told) {
    const sentence = loadWords().byId(code, values)
    expect(sentence, code).toMatch(/^[A-Z“].{10,}[.?]$/)
    expect(sentence, code).not.toMatch(/undefined|null|\{\w*\}|“”|  /)
  }
})
