// How the parts are judged: what stands, what is worth a word, and what is a fault.
import { expect, test } from 'vitest'
import type { HealthFacts } from './facts.ts'
import { type HealthInput, judge } from './judge.ts'

const now = new Date('2026-11-22T12:00:00Z')
const facts: HealthFacts = {
  ...{ postgres: '18.0', answeredMs: 2, needing: 0, unwatched: 0, dueSince: null },
  figures: { people: 3, mailboxes: 4, phones: 2, arrived: 9, forwarded: 5, failed: 0 },
  queue: [
    { state: 'held', count: 2 },
    { state: 'sending', count: 1 },
  ],
  letters: { waiting: 1, late: 0 },
  hosts: [],
}
const found: HealthInput = { facts, schema: '036', smtpPort: 25, hasRelay: true, isWhatsAppThere: true, rest: null, now }
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const partOf = (part: string, change: Partial<Omit<HealthInput, 'facts'>> = {}, known: Partial<HealthFacts> = {}) =>
  judge({ ...found, ...change, facts: { ...facts, ...known } }).find(one => one.part === part)

test('where all is well every part says so, with what it holds', () => {
  expect(judge(found).map(({ part, state }) => [part, state])).toEqual([
    ['database', 'ok'],
    ['smtp', 'ok'],
    ['mailboxes', 'ok'],
    ['delivery', 'ok'],
    ['whatsapp', 'ok'],
    ['letters', 'ok'],
  ])
  expect(partOf('delivery')?.values).toEqual({ n: 2 })
})

test('an account that no host watches is a fault, one that waits for its owner is not ours', () => {
  expect(partOf('mailboxes', {}, { needing: 1 })).toMatchObject({ state: 'note', values: { n: 1, all: 4 } })
  expect(partOf('mailboxes', {}, { needing: 1, unwatched: 2 })).toMatchObject({ state: 'failing', values: { n: 2, all: 4 } })
})

test('mail that is due and waits is worth a word, then a fault; while the number rests the word is WhatsApp’s', () => {
  expect(partOf('delivery', {}, { dueSince: minutesAgo(0.5) })?.state).toBe('ok')
  expect(partOf('delivery', {}, { dueSince: minutesAgo(3) })).toMatchObject({ state: 'note', values: { minutes: 3 } })
  expect(partOf('delivery', {}, { dueSince: minutesAgo(11) })?.state).toBe('failing')
  expect(partOf('delivery', { rest: 'Meta says no.' }, { dueSince: minutesAgo(11) })?.state).toBe('note')
  expect(partOf('whatsapp', { rest: 'Meta says no.' })).toMatchObject({ state: 'note', values: { why: 'Meta says no.' } })
  expect(partOf('whatsapp', { isWhatsAppThere: false, rest: 'Meta says no.' })?.state).toBe('failing')
})

test('what this host has not got is off and no fault, and a letter that waits long is told', () => {
  expect(partOf('smtp', { smtpPort: null })?.state).toBe('off')
  expect(partOf('letters', { hasRelay: false }, { letters: { waiting: 3, late: 3 } })?.state).toBe('off')
  expect(partOf('letters', {}, { letters: { waiting: 3, late: 2 } })).toMatchObject({ state: 'note', values: { n: 2 } })
})
