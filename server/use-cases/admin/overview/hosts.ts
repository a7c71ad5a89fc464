// Reads the hosts with what they last reported, idle ones too.
import { sql } from 'kysely'
import { HostLoad } from '../../../../core/api/admin/host.ts'
import type { HostView } from '../../../../core/api/admin/overview.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { silentAfterMs } from '../../../foundation/hosts.ts'

export type HostReport = Omit<HostView, 'mailboxes'>

interface HostFound {
  id: string
  roles: HostView['roles']
  version: string
  started_at: Date
  beat_at: Date
  load: unknown
}

/** `now` comes from the machine's clock, as heartbeats do. This host comes first. */
export async function readHosts(db: Db, ownId: string, now: Date): Promise<HostReport[]> {
  const { rows } = await sql<HostFound>`select * from hosts order by id <> ${ownId}, id limit 500`.execute(db)
  return rows.map(row => toReport(row, ownId, now))
}

const toReport = ({ id, roles, version, started_at, beat_at, load }: HostFound, ownId: string, now: Date): HostReport => ({
  ...{ id, roles, version },
  isThis: id === ownId,
  startedAt: started_at.toISOString(),
  beatAt: beat_at.toISOString(),
  isSilent: now.getTime() - beat_at.getTime() > silentAfterMs,
  load: HostLoad.parse(load),
})

/** How many mailboxes each host watches. Counts all of them, so call it rarely. */
export async function countMailboxesByHost(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ host: string; count: number }>`
    select lease_host as host, count(*)::int as count from mailboxes where lease_host is not null group by lease_host`.execute(db)
  return new Map(rows.map(({ host, count }) => [host, count]))
}
