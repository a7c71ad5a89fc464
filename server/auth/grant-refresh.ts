// Serves POST /token?grant_type=refresh_token: exchanges a refresh token while holding the session's row lock.
import { z } from 'zod/mini'
import { decideRefresh, type FamilyToken, type RefreshDecision } from '../../core/session/refresh.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { digest } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import type { AuthRequest } from './endpoint.ts'
import { refuse } from './errors.ts'
import { noteSecurityEvent } from './events.ts'
import { sessionByToken } from './owners.ts'
import { isOurRefreshToken, newRefreshToken, openRefreshToken, refreshEnd, sessionBody } from './session.ts'
import type { Session } from './shapes.ts'
import { endSessions, lockSession, readFamily, readUser, revokeToken, touchSession } from './store.ts'
import { isBeforeBan, refuseBanned } from './users.ts'

const Refresh = z.object({ refresh_token: z.string().check(z.minLength(1), z.maxLength(200)) })

export async function grantRefresh(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  const parsed = Refresh.safeParse(request.body)
  if (!parsed.success) throw refuse('validation_failed', { message: 'Refresh token is not valid' })
  const presentedHash = digest(parsed.data.refresh_token)
  // Guesses count against their IP address and cost no look-up; a session's own refreshes only against itself, because a 429 would sign the user out.
  const owner = isOurRefreshToken(deps, parsed.data.refresh_token) ? await sessionByToken(deps.db, presentedHash) : null
  await (owner ? deps.counters.consume('refresh', owner.sessionId) : deps.counters.consume('token', request.ip))
  if (!owner) throw refuse('refresh_token_not_found')
  const exchanged = await deps.db.transaction().execute(tx => exchange(deps, tx, request, owner, presentedHash))
  if (exchanged.session) return exchanged.session
  deps.check.clearCache()
  if (exchanged.decision === 'expired') throw refuse('session_expired')
  throw refuse(exchanged.decision === 'not_found' ? 'refresh_token_not_found' : 'refresh_token_already_used')
}

interface Owner {
  userId: string
  sessionId: string
}

interface Exchange {
  decision: RefreshDecision
  session: Session | null
}

/** Returns refusals instead of throwing: the sessions that they end must be committed. */
async function exchange(deps: AuthDeps, tx: Tx, request: AuthRequest, owner: Owner, presentedHash: Buffer): Promise<Exchange> {
  const { userId, sessionId } = owner
  const row = await lockSession(tx, userId, sessionId)
  if (!row) return { decision: 'not_found', session: null }
  const user = (await readUser(tx, userId))?.user
  if (user) refuseBanned(user, deps.now(), 400)
  const { presented, active } = await readFamily(tx, userId, sessionId, presentedHash)
  const family = { presented: toFamilyToken(presented), active: toFamilyToken(active), endsAt: refreshEnd(deps, row) }
  const isOver = !user || isBeforeBan(user, row)
  const decision = isOver ? 'expired' : decideRefresh(family, deps.now(), deps.switches.reuseIntervalMs)
  if (decision === 'rotate') return { decision, session: await sessionBody(deps, tx, row, await rotate(deps, tx, row, presentedHash)) }
  if (decision === 'return_active_late') await noteReuse(deps, tx, request, owner, false)
  if ((decision === 'return_active' || decision === 'return_active_late') && active)
    return { decision, session: await sessionBody(deps, tx, row, openRefreshToken(deps, active)) }
  await endSessions(tx, userId, 'local', sessionId)
  if (decision === 'reuse_ends_family') await noteReuse(deps, tx, request, owner, true)
  return { decision, session: null }
}

async function noteReuse(deps: AuthDeps, tx: Tx, request: AuthRequest, { userId, sessionId }: Owner, endsSession: boolean): Promise<void> {
  const details = { reason: 'refresh_token_reuse', session_id: sessionId, ends_session: endsSession }
  await noteSecurityEvent(deps, tx, request, { userId, email: null }, { name: 'suspicious_activity', status: 'warning', details })
}

async function rotate(deps: AuthDeps, tx: Tx, session: Row<'sessions'>, presentedHash: Buffer): Promise<string> {
  const now = deps.now()
  await revokeToken(tx, session.user_id, presentedHash, now)
  await touchSession(tx, session.user_id, session.id, now)
  return newRefreshToken(deps, tx, session, presentedHash)
}

const toFamilyToken = (row: Row<'refresh_tokens'> | null): FamilyToken | null =>
  row && { id: row.token_hash.toString('hex'), parentId: row.parent_hash?.toString('hex') ?? null, revokedAt: row.revoked_at }
