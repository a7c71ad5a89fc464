// Tests the state of each part of the service, from facts.
import { expect, test } from 'vitest'
import { loadWords } from '../../../foundation/words.ts'
import type { OverviewFacts } from './facts.ts'
import type { HostReport } from './hosts.ts'
import { judgeEachPart, type PartInput, type PartName } from './parts.ts'

const now = new Date('2026-11-26T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const host: HostReport = {
  ...{ id: 'web-1', isThis: true, roles: ['web', 'mail', 'delivery'], version: '0.1.0', isSilent: false },
  ...{ startedAt: now.toISOString(), beatAt: now.toISOString() },
  load: { loopDelayMs: 1, memoryBytes: 1, cpuPercent: 1, disk: null, connections: { max: 1, open: 1, idle: 1, waiting: 0 } },
}
const healthy: OverviewFacts = {
  ...{ postgres: '18.0', answeredMs: 2, queue: [], dueSince: null, mailboxesDown: [], unwatched: 0, failures: [] },
  ...{ systemEmails: { waiting: 0, late: 0 }, hosts: [host], newUsers: { today: 0, week: 0 }, refusedTemplates: [], incidents: [] },
}
const input = { schema: '100_baseline', hasRelay: true, isWhatsAppReachable: true, pauseReason: null, now }

const partOf = (part: PartName, changes: Partial<PartInput> = {}, facts: Partial<OverviewFacts> = {}) =>
  judgeEachPart({ ...input, ...changes, facts: { ...healthy, ...facts } }).find(judged => judged.part === part)

test('everything works, and each text can be said with its values', () => {
  const say = loadWords().of('adminoverview')
  const judged = judgeEachPart({ ...input, facts: healthy })
  expect(judged.map(({ state }) => state)).toEqual(Array(6).fill('ok'))
  for (const { word, values } of judged) expect(say(word, values ?? {})).not.toMatch(/[{}]/)
})

test('mailboxes that no host watches fail; those that are down are a note with their list', () => {
  const down = [{ state: 'needs_you' as const, reason: 'wrong_password', count: 3 }]
  expect(partOf('mailboxes', {}, { unwatched: 2, mailboxesDown: down })).toMatchObject({ state: 'failing', values: { n: 2 } })
  expect(partOf('mailboxes', {}, { mailboxesDown: down })).toMatchObject({
    ...{ state: 'note', link: '/admin?list=mailboxes' },
    values: { n: 3, owners: 3 },
  })
  const retried = [...down, { state: 'waiting' as const, reason: 'refused', count: 2 }]
  expect(partOf('mailboxes', {}, { mailboxesDown: retried })).toMatchObject({ values: { n: 5, owners: 3 } })
  const say = (values: { n: number; owners: number }) => loadWords().of('adminoverview')('part.mailboxes.note', values)
  expect(say({ n: 1, owners: 1 })).toBe('One account can’t receive email until its owner fixes it.')
  expect(say({ n: 5, owners: 3 })).toBe('5 accounts can’t receive email. 3 need action from their owners.')
})

test('a role that no living host has fails; a silent host is a note, and says since when', () => {
  const silent = { ...host, id: 'mail-2', isSilent: true, roles: ['mail' as const], beatAt: minutesAgo(5).toISOString() }
  expect(partOf('hosts', {}, { hosts: [host, silent] })).toMatchObject({ state: 'note', since: silent.beatAt })
  expect(partOf('hosts', {}, { hosts: [{ ...host, roles: ['web'] }, silent] })).toMatchObject({
    ...{ state: 'failing', values: { roles: 'mail, delivery' } },
  })
})

test('deliveries that wait too long are a note, then a failure; while our number is paused only WhatsApp reports it', () => {
  expect(partOf('delivery', {}, { dueSince: minutesAgo(0.5) })?.state).toBe('ok')
  expect(partOf('delivery', {}, { dueSince: minutesAgo(3) })).toMatchObject({ state: 'note', values: { minutes: 3 } })
  expect(partOf('delivery', {}, { dueSince: minutesAgo(11) })?.state).toBe('failing')
  expect(partOf('delivery', { pauseReason: 'Meta says no.' }, { dueSince: minutesAgo(11) })?.state).toBe('note')
  expect(partOf('whatsapp', { pauseReason: 'Meta says no.' })).toMatchObject({ state: 'note', values: { why: 'Meta says no.' } })
  expect(partOf('whatsapp', { isWhatsAppReachable: false, pauseReason: 'Meta says no.' })?.state).toBe('failing')
})

test('without a relay our own emails are skipped; late ones are a note', () => {
  expect(partOf('emails', { hasRelay: false }, { systemEmails: { waiting: 3, late: 3 } })?.state).toBe('skipped')
  expect(partOf('emails', {}, { systemEmails: { waiting: 3, late: 2 } })).toMatchObject({ state: 'note', values: { n: 2 } })
})
