// Reads the facts that the overview shows and that alerts compare with their thresholds.
import { sql } from 'kysely'
import type { State } from '../../../../core/delivery/states.ts'
import { elapsed } from '../../../foundation/clock.ts'
import { readOpenIncidents } from '../../../foundation/db/incidents.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { countFailures, countNewUsers, countQueue, readDueSince } from './counts.ts'
import { type HostReport, readHosts } from './hosts.ts'
import { countMailboxesDown, countUnwatched, type DownCount } from './mailboxes.ts'
import { type RefusedTemplate, readRefusedTemplates } from './refused-templates.ts'

export interface OverviewFacts {
  postgres: string
  /** The database's response time for a trivial query. */
  answeredMs: number
  queue: { state: State; count: number }[]
  dueSince: Date | null
  mailboxesDown: DownCount[]
  unwatched: number
  systemEmails: { waiting: number; late: number }
  failures: { reason: string | null; count: number }[]
  hosts: HostReport[]
  newUsers: { today: number; week: number }
  refusedTemplates: RefusedTemplate[]
  /** The oldest first. */
  incidents: Row<'incidents'>[]
}

/** `now` is the clock of deliveries, which the sandbox can move; `machineNow` that of hosts, mailboxes and users. */
export interface Clocks {
  now: Date
  machineNow: Date
}

const lateEmailMs = 600_000
const maxIncidents = 50

export async function readOverviewFacts(db: Db, hostId: string, { now, machineNow }: Clocks): Promise<OverviewFacts> {
  const [database, queue, dueSince, mailboxesDown, unwatched, systemEmails, failures, hosts, newUsers, refusedTemplates, incidents] =
    await Promise.all([
      askDatabase(db),
      countQueue(db),
      readDueSince(db, now),
      countMailboxesDown(db),
      countUnwatched(db, machineNow),
      countSystemEmails(db, machineNow),
      countFailures(db, now),
      readHosts(db, hostId, machineNow),
      countNewUsers(db, machineNow),
      readRefusedTemplates(db, now),
      readOpenIncidents(db, maxIncidents),
    ])
  return { ...database, queue, dueSince, mailboxesDown, unwatched, systemEmails, failures, hosts, newUsers, refusedTemplates, incidents }
}

async function askDatabase(db: Db): Promise<{ postgres: string; answeredMs: number }> {
  const began = elapsed()
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  return { postgres: rows[0]?.server_version.split(' ')[0] ?? '', answeredMs: Math.round(elapsed() - began) }
}

/** Emails of our own that wait for the relay. */
export async function countSystemEmails(db: Db, now: Date): Promise<OverviewFacts['systemEmails']> {
  const late = new Date(now.getTime() - lateEmailMs)
  const { rows } = await sql<OverviewFacts['systemEmails']>`
    select count(*)::int as waiting, count(*) filter (where created_at < ${late})::int as late
    from (select created_at from outbox where due_at is not null limit 100001) waiting`.execute(db)
  return rows[0] ?? { waiting: 0, late: 0 }
}
