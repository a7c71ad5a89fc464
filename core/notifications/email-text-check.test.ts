// Tests what staff may not do to the text of an email: break its syntax, lose what it needs, or add markup.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type EmailKind, type EmailTexts, emailKinds } from './email-kinds.ts'
import { checkEmailTexts } from './email-text-check.ts'

const check = (kind: EmailKind, texts: EmailTexts) =>
  checkEmailTexts(kind, texts, compileMessageOrThrow).map(({ part, kind: problem, detail }) =>
    [part, problem, detail].filter(Boolean).join(' '),
  )

test('a text with the values of its email is fine', () => {
  expect(check('changeNew', { subject: 'Is {to} yours?', text: 'From {from}\nto {to}' })).toEqual([])
  expect(check('payment_failed', { text: '{provider, select, stripe {Card} other {Transfer}}: {amount} for {plan}' })).toEqual([])
  expect(check('mailbox_backlog', { text: '{came, plural, one {# email} other {{came} emails}} came to {address}' })).toEqual([])
  expect(check('shared', { life: 'It works for {minutes} min.' })).toEqual([])
})

test('a link that nobody could see is refused: a button, an unsubscribe link and the line above a code need words', () => {
  expect(check('recovery', { action: '' })).toEqual(['action empty'])
  expect(check('shared', { stop: '  \n' })).toEqual(['stop empty'])
  expect(check('reauthenticate', { codeAlone: '' })).toEqual(['codeAlone empty'])
})

test.each<[EmailKind, EmailTexts, string[]]>([
  ['changeNew', { text: 'Confirm your address.' }, ['text missingValue to']],
  ['shared', { life: 'It works once.' }, ['life missingValue minutes']],
  ['invoice_open', { subject: 'Your invoice' }, ['subject missingValue amount']],
])('%s without what it is about is refused', (kind, texts, problems) => expect(check(kind, texts)).toEqual(problems))

test.each<[string, string, string[]]>([
  ['an unclosed brace', 'Hello {to', ['text syntax']],
  ['a value of another email', '{to} {minutes}', ['text unknownValue minutes']],
  ['a property of every object', '{to} {constructor}', ['text unknownValue constructor']],
  ['a word used as a number', '{to, plural, one {#} other {#}}', ['text misusedValue to']],
  ['a date format', '{to, date, short}', ['text misusedValue to']],
  ['markup', '{to} <b>now</b>', ['text tag <b>']],
  ['an unclosed tag', '{to} <img src=x onerror=alert(1)', ['text tag <img src=x onerror=alert(1)']],
  ['a direction override', '{to} \u202egpj', ['text control']],
  ['a bell', '{to} \u0007', ['text control']],
  ['a novel', `{to} ${'x'.repeat(2000)}`, ['text tooLong 2000']],
])('%s is refused', (_, text, problems) =>
  expect(check('changeNew', { text }).map(problem => problem.replace(/^(text syntax).*/, '$1'))).toEqual(problems),
)

test('a subject is one line, so that nobody adds headers', () => {
  expect(check('recovery', { subject: 'Hello\r\nBcc: everyone@example.com' })).toEqual(['subject lineBreak'])
  expect(check('recovery', { subject: 'Hello\u2028there' })).toEqual(['subject lineBreak'])
})

test('a value hidden in one branch is found', () => {
  expect(check('key_made', { text: '{scope, select, write {{name}} other {{secret}}}' })).toEqual(['text unknownValue secret'])
  expect(check('key_made', { text: '{scope, select, write {Writes} read {Reads}}' })).toEqual([
    expect.stringMatching(/^text (noOther|syntax)/),
  ])
})

test('every needed value is one that the email knows', () => {
  for (const { values, needed, keys } of Object.values(emailKinds))
    for (const [part, names] of Object.entries(needed)) {
      expect(Object.keys(keys)).toContain(part)
      expect(Object.keys(values)).toEqual(expect.arrayContaining([...names]))
    }
})
