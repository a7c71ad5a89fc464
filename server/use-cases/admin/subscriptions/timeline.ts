// Merges the history of an owner's subscriptions into one list: changes, events, requests, staff actions and notifications.
import { z } from 'zod/mini'
import type * as api from '../../../../core/api/admin/subscriptions.ts'
import { ownerOf } from '../../../../core/plans/subscription.ts'
import { decodeCursor, encodeCursor } from '../../../foundation/db/cursor.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import type { AdminSubscriptionDeps } from './deps.ts'
import {
  type ChangeRow,
  type EventRow,
  listChanges,
  listEvents,
  listNotices,
  listRequests,
  listStaffActions,
  type StaffRow,
  type TimedRow,
} from './timeline-owners.ts'

type Entry = api.TimelineEntry
type Say = AdminSubscriptionDeps['say']

/** Ids of events are the provider's own. */
const TimelineCursor = z.tuple([z.iso.datetime(), z.string().check(z.maxLength(100))])

export const timelineHandler =
  (deps: AdminSubscriptionDeps): UserHandler<typeof api.listTimelineApi> =>
  async ({ params, query: { cursor, limit } }) => {
    const { db } = deps.billing
    const position = decodeCursor(cursor, TimelineCursor)
    const before = position && { at: new Date(position[0]), id: position[1] }
    const page = { ownerId: ownerOf(params.id), before, limit: limit + 1 }
    const entries = [
      ...(await listChanges(db, page)).map(row => changeEntry(deps.say, row)),
      ...(await listEvents(db, page)).map(row => eventEntry(deps.say, row)),
      ...(await listRequests(db, page)).map(row => entry('request', row, deps.say(`request.${row.kind}`, { state: row.state }))),
      ...(await listStaffActions(db, page)).map(row => staffEntry(deps.say, row)),
      ...(await listNotices(db, page)).map(row => entry('notice', row, deps.say('notice', { kind: row.kind }))),
    ]
    const sorted = entries.toSorted(newestFirst)
    const last = sorted[limit - 1]
    return { items: sorted.slice(0, limit), next: sorted.length > limit && last ? encodeCursor([last.at, last.id]) : null }
  }

/** As the pages are ordered: by time, then by id. */
const newestFirst = (a: Entry, b: Entry): number => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1)

const entry = (kind: Entry['kind'], { id, at }: TimedRow, text: string, who: Partial<Pick<Entry, 'actor' | 'reason'>> = {}): Entry => ({
  ...{ id, at: at.toISOString(), kind, text, actor: null, reason: null },
  ...who,
})

function changeEntry(say: Say, row: ChangeRow): Entry {
  const { state_before: from, state_after: to, plan_before: oldPlan, plan_after: plan, event } = row
  if (from === null) return entry('change', row, say('change.began', { plan, state: to }))
  const parts = [
    ...(event ? [say('change.event', { event })] : []),
    ...(from !== to ? [say('change.state', { from, to })] : []),
    ...(oldPlan !== plan ? [say('change.plan', { from: oldPlan ?? '', to: plan })] : []),
  ]
  return entry('change', row, parts.join(' ') || say('change.price', { plan }))
}

const eventEntry = (say: Say, row: EventRow): Entry =>
  entry('event', row, say('event', { kind: row.kind, read: row.is_processed ? 'yes' : 'no' }))

const Details = z.object({ reason: z.optional(z.string()) })

function staffEntry(say: Say, row: StaffRow): Entry {
  const details = Details.safeParse(row.details)
  const reason = (details.success ? details.data.reason : undefined) ?? null
  const kind = row.action.includes('plan_gift') ? 'gift' : 'staff'
  return entry(kind, row, say('staff', { action: row.action.replace(/^admin\./, '').replace('.', '_') }), { actor: row.actor, reason })
}
