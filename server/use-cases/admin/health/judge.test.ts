// Tests how each part's state is decided.
import { expect, test } from 'vitest'
import type { HealthFacts } from './facts.ts'
import { type HealthInput, judgeHealth } from './judge.ts'

const now = new Date('2026-11-22T12:00:00Z')
const facts: HealthFacts = {
  ...{ postgres: '18.0', answeredMs: 2, needingOwner: 0, unwatched: 0, dueSince: null },
  figures: { people: 3, mailboxes: 4, phones: 2, arrived: 9, forwarded: 5, failed: 0 },
  queue: [
    { state: 'held', count: 2 },
    { state: 'sending', count: 1 },
  ],
  systemEmails: { waiting: 1, late: 0 },
  hosts: [],
}
const found: HealthInput = { facts, schema: '036', smtpPort: 25, hasRelay: true, isWhatsAppReachable: true, rest: null, now }
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const partOf = (part: string, change: Partial<Omit<HealthInput, 'facts'>> = {}, known: Partial<HealthFacts> = {}) =>
  judgeHealth({ ...found, ...change, facts: { ...facts, ...known } }).find(one => one.part === part)

test('when everything works, each part is ok and shows its figures', () => {
  expect(judgeHealth(found).map(({ part, state }) => [part, state])).toEqual([
    ['database', 'ok'],
    ['smtp', 'ok'],
    ['mailboxes', 'ok'],
    ['delivery', 'ok'],
    ['whatsapp', 'ok'],
    ['letters', 'ok'],
  ])
  expect(partOf('delivery')?.values).toEqual({ n: 2 })
})

test('a mailbox that no host watches is a failure; one that needs its owner is only a note', () => {
  expect(partOf('mailboxes', {}, { needingOwner: 1 })).toMatchObject({ state: 'note', values: { n: 1, all: 4 } })
  expect(partOf('mailboxes', {}, { needingOwner: 1, unwatched: 2 })).toMatchObject({ state: 'failing', values: { n: 2, all: 4 } })
})

test('overdue deliveries are a note, then a failure; while the number is paused only WhatsApp reports it', () => {
  expect(partOf('delivery', {}, { dueSince: minutesAgo(0.5) })?.state).toBe('ok')
  expect(partOf('delivery', {}, { dueSince: minutesAgo(3) })).toMatchObject({ state: 'note', values: { minutes: 3 } })
  expect(partOf('delivery', {}, { dueSince: minutesAgo(11) })?.state).toBe('failing')
  expect(partOf('delivery', { rest: 'Meta says no.' }, { dueSince: minutesAgo(11) })?.state).toBe('note')
  expect(partOf('whatsapp', { rest: 'Meta says no.' })).toMatchObject({ state: 'note', values: { why: 'Meta says no.' } })
  expect(partOf('whatsapp', { isWhatsAppReachable: false, rest: 'Meta says no.' })?.state).toBe('failing')
})

test('parts that this host lacks are off; late system emails are a note', () => {
  expect(partOf('smtp', { smtpPort: null })?.state).toBe('off')
  expect(partOf('letters', { hasRelay: false }, { systemEmails: { waiting: 3, late: 3 } })?.state).toBe('off')
  expect(partOf('letters', {}, { systemEmails: { waiting: 3, late: 2 } })).toMatchObject({ state: 'note', values: { n: 2 } })
})
