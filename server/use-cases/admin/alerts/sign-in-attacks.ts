// Counts failed sign-ins of the last minutes by network and by account, as signs of an attack.
import { sql } from 'kysely'
import { compileNetworks, networkAround, parseNetwork } from '../../../../core/session/networks.ts'
import { readBlocks } from '../../../auth/blocked/owners.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const countedMinutes = 15
/** At most this many attempts are read, the newest first. */
const maxAttempts = 10_000
const maxNetworks = 10
/** A household that mistypes a password is no attack, whatever the threshold. */
const minAttempts = 5

export interface SignInReading {
  rule: 'sign_in_network' | 'sign_in_accounts'
  /** The network; empty for all accounts together. */
  subject: string
  value: number
}

export interface FailedSignIn {
  ip: string | null
  /** The user, or the address that was tried. */
  account: string
}

/** What came from a network that is blocked by now is dealt with. */
export async function readSignInAttacks(db: Db, now: Date): Promise<SignInReading[]> {
  const since = new Date(now.getTime() - countedMinutes * 60_000)
  // Only entries that the server itself wrote: what a browser reports may be made up.
  const { rows } = await sql<FailedSignIn>`
    select ip_address as ip, coalesce(user_id::text, lower(email), '') as account from activity_logs
    where action = 'failed_login_attempt' and source = 'server' and created_at >= ${since}
    order by created_at desc limit ${maxAttempts}`.execute(db)
  const blocked = compileNetworks((await readBlocks(db, now)).flatMap(({ network }) => parseNetwork(network) ?? []))
  return judgeFailedSignIns(rows.filter(({ ip }) => ip === null || !blocked.has(ip)))
}

/** One reading for each of the busiest networks, and one for all accounts together. */
export function judgeFailedSignIns(attempts: readonly FailedSignIn[]): SignInReading[] {
  const networks = Map.groupBy(
    attempts.flatMap(({ ip }) => (ip === null ? [] : [networkAround(ip)])),
    network => network,
  )
  const busiest = [...networks]
    .map(([network, tries]) => ({ network, count: tries.length }))
    .filter(({ count }) => count >= minAttempts)
    .toSorted((a, b) => b.count - a.count || (a.network < b.network ? -1 : 1))
    .slice(0, maxNetworks)
  return [
    ...busiest.map(({ network, count }) => ({ rule: 'sign_in_network' as const, subject: network, value: count })),
    { rule: 'sign_in_accounts', subject: '', value: new Set(attempts.map(({ account }) => account)).size },
  ]
}
