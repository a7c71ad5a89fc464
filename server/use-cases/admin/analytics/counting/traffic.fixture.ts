// Random users, emails and deliveries for tests of the rollups, and what a plain count of them gives.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bucketOf } from '../../../../../core/analytics/histogram.ts'
import { unpack } from '../../../../analytics/durations-owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'

export interface Email {
  userId: string
  id: string
  arrivedAt: Date
  decision: 'matched' | 'not_matched'
  /** Null: not forwarded. */
  delivery: Sent | null
}

export interface Sent {
  id: string
  state: 'queued' | 'accepted' | 'delivered' | 'failed' | 'expired'
  reason: string | null
  acceptedAt: Date | null
  deliveredAt: Date | null
  failedAt: Date | null
  waitUntil: Date | null
}

export const emailOf = (userId: string, arrivedAt: Date, delivery: Partial<Sent> | null = null): Email => ({
  ...{ userId, id: randomUUID(), arrivedAt },
  decision: delivery ? 'matched' : 'not_matched',
  delivery: delivery && {
    ...{ id: randomUUID(), state: 'queued', reason: null, acceptedAt: null, deliveredAt: null, failedAt: null, waitUntil: null },
    ...delivery,
  },
})

export async function insertUser(db: Db, createdAt: Date): Promise<string> {
  const id = randomUUID()
  await sql`insert into users (id, created_at, updated_at) values (${id}, ${createdAt}, ${createdAt})`.execute(db)
  return id
}

export async function insertEmails(db: Db, emails: readonly Email[]): Promise<void> {
  if (emails.length === 0) return
  const destinationId = randomUUID()
  await db
    .insertInto('messages')
    .values(
      emails.map(email => ({
        ...{ user_id: email.userId, id: email.id, mailbox_id: destinationId, source_key: email.id, content_hash: Buffer.alloc(0) },
        ...{ size_bytes: 1, arrived_at: email.arrivedAt, dated_at: email.arrivedAt },
      })),
    )
    .execute()
  await db
    .insertInto('decisions')
    .values(emails.map(email => ({ user_id: email.userId, message_id: email.id, decision: email.decision, at: email.arrivedAt })))
    .execute()
  const rows = emails.flatMap(({ userId, id, arrivedAt, delivery }) =>
    delivery
      ? [
          {
            ...{
              user_id: userId,
              id: delivery.id,
              message_id: id,
              destination_id: destinationId,
              state: delivery.state,
              reason: delivery.reason,
            },
            ...{
              created_at: arrivedAt,
              accepted_at: delivery.acceptedAt,
              delivered_at: delivery.deliveredAt,
              failed_at: delivery.failedAt,
            },
            wait_until: delivery.waitUntil,
            updated_at: delivery.failedAt ?? delivery.deliveredAt ?? delivery.acceptedAt ?? arrivedAt,
          },
        ]
      : [],
  )
  await sql`
    insert into deliveries (user_id, id, message_id, destination_id, state, reason, created_at, accepted_at, delivered_at, failed_at, wait_until, updated_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id uuid, id uuid, message_id uuid, destination_id uuid, state text,
      reason text, created_at timestamptz, accepted_at timestamptz, delivered_at timestamptz, failed_at timestamptz, wait_until timestamptz,
      updated_at timestamptz)`.execute(db)
}

const hourMs = 3_600_000
const dayMs = 86_400_000

/** `metric tier time label` → how many, before `until`; only of what these emails can cause. */
export function countPlainly(emails: readonly Email[], until: Date): Record<string, number> {
  const counts: Record<string, number> = {}
  const add = (metric: string, at: Date | null, label: string | number) => {
    if (!at || at >= until) return
    for (const [tier, stepMs] of [
      ['hour', hourMs],
      ['day', dayMs],
    ] as const) {
      const key = `${metric} ${tier} ${new Date(Math.floor(at.getTime() / stepMs) * stepMs).toISOString()} ${label}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  for (const { arrivedAt, decision, delivery } of emails) {
    add('arrived', arrivedAt, '')
    add('decided', arrivedAt, decision)
    if (!delivery) continue
    const { state, reason, acceptedAt, deliveredAt, failedAt, waitUntil } = delivery
    add('accepted', acceptedAt, '')
    add('delivered', deliveredAt, '')
    if (state === 'failed' || state === 'expired') add(state, failedAt ?? arrivedAt, reason ?? '')
    if (waitUntil) continue
    if (acceptedAt) add('until_accepted', acceptedAt, bucketOf((acceptedAt.getTime() - arrivedAt.getTime()) / 1000))
    if (deliveredAt) add('until_delivered', deliveredAt, bucketOf((deliveredAt.getTime() - arrivedAt.getTime()) / 1000))
  }
  return counts
}

const ofEmails = 'arrived decided accepted delivered failed expired until_accepted until_delivered'.split(' ')

/** The same from the rollups. */
export async function readRollups(db: Db): Promise<Record<string, number>> {
  const counts = await db.selectFrom('analytics_counts').selectAll().where('metric', 'in', ofEmails).execute()
  const durations = await db.selectFrom('analytics_durations').selectAll().where('metric', 'in', ofEmails).execute()
  return Object.fromEntries([
    ...counts.map(row => [`${row.metric} ${row.tier} ${row.at.toISOString()} ${row.label}`, Number(row.count)]),
    ...durations.flatMap(row =>
      [...unpack(row.counts)].map(([bucket, count]) => [`${row.metric} ${row.tier} ${row.at.toISOString()} ${bucket}`, count]),
    ),
  ])
}
