// Tests how sentences are understood, part by part, and that any text is parsed quickly and without errors.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Action } from '../../core/filters/action.ts'
import { findBrokenLimit } from '../../core/filters/limits.ts'
import { parseSentence } from '../../core/filters/speech/speech.ts'
import { Condition } from '../../core/filters/tree.ts'
import { tookMs } from '../took.ts'
import { english } from './wide/english.ts'
import { spanish } from './wide/spanish.ts'

const shown = (text: string) => {
  const found = parseSentence(text)
  return found.parts.map(({ start, end, as, path }) => [text.slice(start, end), as, ...(path ? [path.join('.')] : [])])
}

test('every stretch of a sentence says what became of it', () => {
  expect(shown('send me invoices from Tarnwick with a PDF, but no newsletters, urgently')).toEqual([
    ['send me', 'filler'],
    ['invoices', 'condition', '0'],
    ['from Tarnwick', 'condition', '1'],
    ['with a PDF', 'condition', '2'],
    [',', 'joint'],
    ['but no', 'joint'],
    ['newsletters', 'condition', '3.0'],
    [',', 'joint'],
    ['urgently', 'action'],
  ])
})

test('what sets nothing is shown as unused, never dropped', () => {
  expect(shown('CI mails from Buildotter, also at night')).toEqual([
    ['CI', 'unused'],
    ['mails', 'filler'],
    ['from Buildotter', 'condition', ''],
    [',', 'joint'],
    ['also at night', 'unused'],
  ])
})

test.each([
  ['mails from Ada, zibbled', 'zibbled'],
  ['receipts from Ada with the digits zibbled', 'zibbled'],
  ['receipts from Ada, zibble the card numbers', 'zibble'],
  ['zibble mails from Ada', 'zibble'],
  ['correos de Ada, zimbelados', 'zimbelados'],
  ['رسائل من Ada، زغبرها', 'زغبرها'],
])('a word that no list knows is asked about, never a condition: %s', (text, word) => {
  const found = parseSentence(text)
  expect(found.kind).toBe('question')
  expect(JSON.stringify(found.condition)).not.toContain(word)
})

test('a sentence stays the same filter with an unknown word behind it, and asks about that word', () => {
  for (const { text } of [...english, ...spanish].filter(sentence => sentence.class === 'clear')) {
    const [plain, longer] = [parseSentence(text), parseSentence(`${text}, zibbledy`)]
    expect(longer, text).toMatchObject({ kind: 'question' })
    expect(JSON.stringify(longer.condition), text).not.toContain('zibbledy')
    expect(longer.actions, text).toEqual(plain.actions)
  }
})

test('a misspelled keyword is understood, a name that looks like one is not touched', () => {
  expect(parseSentence('newsleters once a day').condition).toEqual({ field: 'newsletter', operator: 'is' })
  expect(parseSentence('mails from Attachmend').condition).toMatchObject({ field: 'from', values: ['attachmend'] })
})

test('an unknown noun is looked for where a noun is expected', () => {
  const found = parseSentence('grumblewarts from Tarnwick')
  expect(found).toMatchObject({
    kind: 'tree',
    condition: {
      all: [
        { field: 'any', values: ['grumblewart'] },
        { field: 'from', values: ['tarnwick'] },
      ],
    },
  })
})

test('senders that were named together are one test, and each of them is marked', () => {
  const found = parseSentence('from Ada or from ben@example.com or Cleo')
  expect(found.condition).toEqual({
    any: [
      { field: 'from', operator: 'contains', values: ['ada', 'cleo'] },
      { field: 'from', operator: 'is', values: ['ben@example.com'] },
    ],
  })
})

test('a date without a year takes that of today, and is asked for where nobody knows today', () => {
  expect(parseSentence('everything since June', 'en', { today: '2026-11-21' }).condition).toEqual({
    field: 'date',
    operator: 'on_or_after',
    day: '2026-06-01',
  })
  expect(parseSentence('everything since June')).toMatchObject({ kind: 'question', about: 'date' })
})

test('a mailbox is found by a word of its address, and asked for where the word fits none or two', () => {
  const around = (...mailboxes: string[]) => ({ today: null, mailboxes })
  const sentence = 'everything in my work mailbox'
  expect(parseSentence(sentence, 'en', around('ada@work.example', 'ada@home.example')).condition).toMatchObject({
    values: ['ada@work.example'],
  })
  expect(parseSentence(sentence, 'en', around('ada@home.example'))).toMatchObject({
    kind: 'question',
    question: { code: 'mailbox', values: { who: 'work' } },
  })
  expect(parseSentence(sentence, 'en', around('a@work.example', 'b@work.example'))).toMatchObject({ kind: 'question' })
})

test('a sentence about the mailbox alone forwards nothing', () => {
  expect(parseSentence('mark newsletters as read').actions).toEqual([{ kind: 'mark_read' }])
  expect(parseSentence('forward newsletters and mark them as read').actions.map(action => action.kind)).toEqual(['forward', 'mark_read'])
})

test('what cannot be had is named with its place, beside the part that can', () => {
  const text = 'translate mails from Hoshinoki'
  expect(parseSentence(text)).toMatchObject({
    kind: 'unsupported',
    missing: [{ code: 'translate', at: { start: 0, end: 9 } }],
    condition: { field: 'from', values: ['hoshinoki'] },
  })
})

test.each([
  ['emails from Ada, Sundays no', [{ field: 'from' }, { none: [{ field: 'weekday', days: ['sun'] }] }]],
  ['emails from Ada with a PDF, without attachments', [{ field: 'from' }, { field: 'attachment_type' }]],
  ['sent to a@x.example or b@x.example', null],
  ['hold emails from Ada between 10pm and 7am', null],
  [
    'emails that mention jetty and repair',
    [
      { field: 'any', values: ['jetty'] },
      { field: 'any', values: ['repair'] },
    ],
  ],
  ['ticket closed in the subject', null],
  ['from matron Oduya', null],
])('what stands around a clause decides what it means: %s', (text, all) => {
  const found = parseSentence(text)
  expect(found.kind).toBe('tree')
  if (all) expect(found.condition).toMatchObject({ all })
  else expect(found.condition).not.toHaveProperty('all')
})

test('hours of what is held are no condition, and an address in a list of recipients is one of them', () => {
  expect(parseSentence('hold emails from Ada between 10pm and 7am')).toMatchObject({
    condition: { field: 'from', values: ['ada'] },
    actions: [{ kind: 'forward' }, { kind: 'quiet', from: '22:00', to: '07:00' }],
  })
  expect(parseSentence('emails sent to a@x.example or b@x.example').condition).toMatchObject({ field: 'recipient' })
  expect(parseSentence('ticket closed in the subject').condition).toMatchObject({ field: 'subject', values: ['ticket closed'] })
  expect(parseSentence('from matron Oduya').condition).toMatchObject({ field: 'from', values: ['oduya'] })
})

test.each([
  ['a negation that denies nothing', 'emails from Ada, not'],
  ['a choice that was not understood', 'subject includes offer or !!!'],
  ['days that exclude each other', 'emails from Ada on Saturdays but on Mondays after 6pm'],
  ['at once and bundled', 'emails from Ada once a day, urgent'],
  ['more to hide than is known', 'emails from Ada, hide card numbers and birthdays'],
  ['a number that shall not be hidden', "emails from Ada, don't hide the codes"],
  ['people of a kind', 'emails from gardeners'],
  ['a part of an email', 'emails from Ada, kindly the title'],
])('asks about %s', (_, text) => {
  expect(parseSentence(text)).toMatchObject({ kind: 'question' })
})

test('an action that is denied is not taken', () => {
  expect(parseSentence("emails from Ada but don't archive them").actions).toEqual([{ kind: 'forward', destinationIds: [] }])
  expect(parseSentence('emails from Ada, but not urgent').actions).toEqual([{ kind: 'forward', destinationIds: [] }])
})

test.each(['constructor', '__proto__', 'hasOwnProperty'])('%s is a word like any other', word => {
  const values = [word.toLowerCase()]
  expect(parseSentence(`from ${word}`, 'en').condition).toEqual({ field: 'from', operator: 'contains', values })
  expect(parseSentence(`correos de ${word}`, 'es').condition).toEqual({ field: 'from', operator: 'contains', values })
})

const vocabulary = fc.constantFrom(
  ...'from to de not no but except unless or and y o , . ( ) " “ with the my about subject starts contains over 5 MB between 9 and 17 every day at hide codes list invoices Teo x@y.example .example.org [A] PW-*-1 what is in mails in copy attachments urgent until 31 August 2026 hold them from 22 to 7 pictures of tell me if is down answered por favor correos de la asunto'.split(
    ' ',
  ),
)

test('any text gives an answer whose tree and actions are whole, within 50 ms', () => {
  parseSentence('warm up')
  parseSentence('calentar los correos', 'es')
  const texts = fc.oneof(
    { weight: 4, arbitrary: fc.array(vocabulary, { maxLength: 300 }).map(words => words.join(' ').slice(0, 2000)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2000 }) },
    { weight: 1, arbitrary: fc.tuple(vocabulary, fc.nat(1000)).map(([word, n]) => `${word} `.repeat(n).slice(0, 2000)) },
  )
  let slowestMs = 0
  fc.assert(
    fc.property(texts, fc.constantFrom('en' as const, 'es' as const, 'ar' as const, undefined), (text, language) => {
      const found = parseSentence(text, language)
      slowestMs = Math.max(
        slowestMs,
        tookMs(() => parseSentence(text, language)),
      )
      if (found.condition !== null) {
        expect(Condition.safeParse(found.condition).error).toBeUndefined()
        expect(findBrokenLimit(found.condition)).toBeNull()
      }
      for (const action of found.actions) expect(Action.safeParse(action).error).toBeUndefined()
      for (const part of found.parts) expect(part.start).toBeLessThanOrEqual(part.end)
    }),
    { numRuns: 300 },
  )
  expect(slowestMs).toBeLessThan(50)
  process.stdout.write(`slowest sentence ${slowestMs.toFixed(1)} ms\n`)
})
