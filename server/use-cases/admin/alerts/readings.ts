// Measures what the rules compare with their thresholds: one function for each rule, in one list.
import { sql } from 'kysely'
import type { AlertRuleName } from '../../../../core/api/admin/alerts.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { countSetAsideSince } from '../../../foundation/db/set-aside.ts'
import { countEndings } from '../overview/counts.ts'
import { judgeEachPart, type PartInput } from '../overview/parts.ts'
import { readSignInAttacks } from './sign-in-attacks.ts'

export interface Reading {
  rule: AlertRuleName
  /** A part, a host, a certificate, a template or a network; empty for the whole service. */
  subject: string
  /** Null if it could not be measured. */
  value: number | null
}

export interface ReadingInput {
  db: Db
  parts: PartInput
  /** Days until each certificate expires; null for one that could not be read. */
  certificates: { name: string; daysLeft: number | null }[]
  machineNow: Date
}

type Measure = (input: ReadingInput) => Reading | Reading[] | Promise<Reading | Reading[]>

const minuteMs = 60_000
const ratedMinutes = 15
/** With fewer deliveries, a rate is meaningless. */
const ratedDeliveries = 20

/** Add a function here for each new rule. */
const measures: Measure[] = [
  ({ parts }) =>
    judgeEachPart(parts).map(({ part, state }) => ({ rule: 'part_failing', subject: part, value: state === 'failing' ? 1 : 0 })),
  ({ parts: { facts, now } }) => ({ rule: 'queue_age', subject: '', value: facts.dueSince ? minutesSince(facts.dueSince, now) : 0 }),
  ({ parts: { facts } }) => ({
    rule: 'mailboxes_down',
    subject: '',
    value: facts.mailboxesDown.reduce((sum, { count }) => sum + count, 0),
  }),
  async ({ db, parts }) => ({ rule: 'failure_rate', subject: '', value: toRate(await countEndings(db, parts.now, ratedMinutes)) }),
  ({ parts, machineNow }) =>
    parts.facts.hosts.map(({ id, beatAt }) => ({ rule: 'host_silent', subject: id, value: minutesSince(new Date(beatAt), machineNow) })),
  ({ parts }) =>
    parts.facts.hosts.map(({ id, load: { disk } }) => ({
      ...{ rule: 'disk_full', subject: id },
      value: disk && disk.totalBytes > 0 ? 100 * (1 - disk.freeBytes / disk.totalBytes) : null,
    })),
  async ({ db, machineNow }) => ({ rule: 'payment_webhook', subject: '', value: await minutesOfOldestEvent(db, machineNow) }),
  ({ certificates }) => certificates.map(({ name, daysLeft }) => ({ rule: 'certificate', subject: name, value: daysLeft })),
  // One for all languages of a template, or one pause would be several alerts.
  ({ parts: { facts } }) =>
    [...new Set(facts.refusedTemplates.map(({ name }) => name))].map(name => ({ rule: 'template_refused', subject: name, value: 1 })),
  ({ db, machineNow }) => readSignInAttacks(db, machineNow),
  async ({ db, parts }) => ({ rule: 'whatsapp_trouble', subject: '', value: await minutesOfTrouble(db, parts.now) }),
  async ({ db, machineNow }) => ({ rule: 'set_aside', subject: '', value: await countLatelySetAside(db, machineNow) }),
]

export async function takeReadings(input: ReadingInput): Promise<Reading[]> {
  const readings: Reading[] = []
  // One after the other, so that a check does not take the database connections that requests need.
  for (const measure of measures) readings.push(...[await measure(input)].flat())
  return readings
}

export function toRate({ failed, arrived }: { failed: number; arrived: number }): number {
  const all = failed + arrived
  return all < ratedDeliveries ? 0 : (100 * failed) / all
}

/** How long an event of the payment provider has waited to be worked on. */
async function minutesOfOldestEvent(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`select min(received_at) as since from billing_events where due_at is not null`.execute(
    db,
  )
  const since = rows[0]?.since
  return since ? minutesSince(since, now) : 0
}

/** How long WhatsApp has accepted nothing from us. */
async function minutesOfTrouble(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    since: Date | null
  }>`select min(trouble_since) as since from messenger_numbers where trouble_pauses > 0`.execute(db)
  const since = rows[0]?.since
  return since ? minutesSince(since, now) : 0
}

async function countLatelySetAside(db: Db, now: Date): Promise<number> {
  const kinds = await countSetAsideSince(db, new Date(now.getTime() - 60 * minuteMs))
  return kinds.reduce((sum, { count }) => sum + count, 0)
}

const minutesSince = (since: Date, now: Date): number => Math.max(0, (now.getTime() - since.getTime()) / minuteMs)
