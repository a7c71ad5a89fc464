// Tests which emails count as copies, and which phones still get them.
import { expect, test } from 'vitest'
import { plainPreferences, plainView } from '../filters/testing/plain-message.fixture.ts'
import { copyText, type FirstCopy, withoutRepeats } from './copies.ts'
import type { FinalDecision } from './final-decision.ts'

const view = plainView({
  messageId: '<1@example.com>',
  date: '2026-11-20T10:00:00.000Z',
  from: [{ name: 'Anna', address: 'anna@example.com' }],
  subject: 'Invoice 42',
  body: 'Please pay.\n\nAnna',
})

test('two copies of an email match, whatever was added on each path', () => {
  const other = {
    ...view,
    headers: [{ name: 'Delivered-To', value: 'work@example.net' }],
    deliveredTo: ['work@example.net'],
    sizeBytes: 9999,
    body: 'Please pay.\r\n\r\nAnna\r\n',
    fetched: 'text' as const,
    auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const,
  }
  expect(copyText(other)).toBe(copyText(view))
})

test.each([
  ['another Message-ID', { messageId: '<2@example.com>' }],
  ['another date', { date: '2026-11-20T10:00:01.000Z' }],
  ['another sender', { from: [{ name: 'Anna', address: 'anna@example.net' }] }],
  ['another subject', { subject: 'Invoice 43' }],
  ['another text', { body: 'Please do not pay.' }],
  ['another file', { attachments: [{ name: '42.pdf', type: 'application/pdf', sizeBytes: 1 }] }],
])('%s makes it a different email', (_, change) => {
  expect(copyText({ ...view, ...change })).not.toBe(copyText(view))
})

test.each([
  ['without a Message-ID', { messageId: null }],
  ['that could not be parsed', { unparsed: 'broken' }],
  ['of which only the headers are known', { fetched: 'headers' as const }],
  ['of which only the parts are known', { fetched: 'structure' as const }],
])('an email %s is never a copy', (_, change) => {
  expect(copyText({ ...view, ...change })).toBe(null)
})

const now = new Date('2026-11-22T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const first: FirstCopy = { messageId: 'm1', mailboxId: 'home', folder: 'INBOX', at: daysAgo(1), sentTo: ['mine'] }
const elsewhere = { messageId: 'm2', mailboxId: 'work', folder: 'INBOX' }
const to = (...ids: string[]): FinalDecision => ({
  result: 'matched',
  reason: null,
  forwards: ids.map(destinationId => ({
    filterId: 'f',
    filterName: 'F',
    destinationId,
    redact: null,
    show: null,
    preferences: plainPreferences,
  })),
  mailboxActions: [],
  explanations: [],
  isIncomplete: false,
})

test('a phone that has it does not get it again from another mailbox or folder', () => {
  for (const mine of [elsewhere, { ...elsewhere, mailboxId: 'home', folder: 'Bills' }, { ...elsewhere, folder: null }])
    expect(withoutRepeats(to('mine'), mine, first, now)).toEqual({
      decision: { ...to(), result: 'suppressed', reason: 'copy' },
      next: first,
    })
})

test('a phone that does not have it gets it, and is remembered', () => {
  const { decision, next } = withoutRepeats(to('mine', 'hers'), elsewhere, first, now)
  expect(decision).toEqual(to('hers'))
  expect(next).toEqual({ ...first, sentTo: ['mine', 'hers'] })
})

test('an email that arrives twice in one folder was sent twice', () => {
  expect(withoutRepeats(to('mine'), { ...elsewhere, mailboxId: 'home' }, first, now)).toEqual({ decision: to('mine'), next: first })
})

test('after seven days it counts as another email', () => {
  const old = { ...first, at: daysAgo(7.1) }
  expect(withoutRepeats(to('mine'), elsewhere, old, now)).toEqual({
    decision: to('mine'),
    next: { ...elsewhere, at: now, sentTo: ['mine'] },
  })
  expect(withoutRepeats(to('mine'), elsewhere, { ...first, at: daysAgo(6.9) }, now).decision.reason).toBe('copy')
})

test('a first copy that was sent to no phone excludes nothing', () => {
  expect(withoutRepeats(to('mine'), elsewhere, { ...first, sentTo: [] }, now)).toEqual({
    decision: to('mine'),
    next: { ...elsewhere, at: now, sentTo: ['mine'] },
  })
})
