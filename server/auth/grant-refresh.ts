// Exchanges a refresh token, in one transaction that holds the session's row.
import { z } from 'zod/mini'
import { decideRefresh, type FamilyToken, type RefreshDecision } from '../../core/session/refresh.ts'
import type { Tx } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'
import { digest } from '../seal.ts'
import type { Ask } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note } from './events.ts'
import { sessionByToken } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { isBeforeBan, refuseBanned } from './people.ts'
import { newRefreshToken, openRefreshToken, sessionBody, sessionEnd } from './session.ts'
import type { Session } from './shapes.ts'
import { endSessions, lockSession, readFamily, readUser, revokeToken, touchSession } from './store.ts'

const Refresh = z.object({ refresh_token: z.string().check(z.minLength(1)) })

export async function grantRefresh(parts: AuthParts, ask: Ask): Promise<Session> {
  const given = Refresh.safeParse(ask.body)
  if (!given.success || given.data.refresh_token.length > 200) throw refuse('validation_failed', { message: 'Refresh token is not valid' })
  const presentedHash = digest(given.data.refresh_token)
  const owner = await sessionByToken(parts.db, presentedHash)
  // Guesses count against their address; a session's own refreshes only against itself, for a 429 would sign its person out.
  await (owner ? parts.counters.take('refresh', owner.sessionId) : parts.counters.take('token', ask.ip))
  if (!owner) throw refuse('refresh_token_not_found')
  const done = await parts.db.transaction().execute(tx => exchange(parts, tx, ask, owner, presentedHash))
  if (done.session) return done.session
  parts.check.forget()
  if (done.decision === 'expired') throw refuse('session_expired')
  throw refuse(done.decision === 'not_found' ? 'refresh_token_not_found' : 'refresh_token_already_used')
}

interface Owner {
  userId: string
  sessionId: string
}

interface Exchange {
  decision: RefreshDecision
  session: Session | null
}

/** Refusals are returned, not thrown: what they end must be committed. */
async function exchange(parts: AuthParts, tx: Tx, ask: Ask, owner: Owner, presentedHash: Buffer): Promise<Exchange> {
  const { userId, sessionId } = owner
  const row = await lockSession(tx, userId, sessionId)
  if (!row) return { decision: 'not_found', session: null }
  const user = (await readUser(tx, userId))?.user
  if (user) refuseBanned(user, parts.now(), 400)
  const { presented, active } = await readFamily(tx, userId, sessionId, presentedHash)
  const family = { presented: asMember(presented), active: asMember(active), endsAt: sessionEnd(parts, row) }
  const isOver = !user || isBeforeBan(user, row)
  const decision = isOver ? 'expired' : decideRefresh(family, parts.now(), parts.switches.reuseIntervalMs)
  if (decision === 'rotate') return { decision, session: await sessionBody(parts, tx, row, await rotate(parts, tx, row, presentedHash)) }
  if (decision === 'return_active' && active)
    return { decision, session: await sessionBody(parts, tx, row, openRefreshToken(parts, active)) }
  await endSessions(tx, userId, 'local', sessionId)
  if (decision === 'reuse_ends_family') {
    const details = { reason: 'refresh_token_reuse', session_id: sessionId }
    await note(parts, tx, ask, { userId, email: null }, { name: 'suspicious_activity', status: 'warning', details })
  }
  return { decision, session: null }
}

async function rotate(parts: AuthParts, tx: Tx, session: Row<'sessions'>, presentedHash: Buffer): Promise<string> {
  const now = parts.now()
  await revokeToken(tx, session.user_id, presentedHash, now)
  await touchSession(tx, session.user_id, session.id, now)
  return newRefreshToken(parts, tx, session, presentedHash)
}

const asMember = (row: Row<'refresh_tokens'> | null): FamilyToken | null =>
  row && { id: row.token_hash.toString('hex'), parentId: row.parent_hash?.toString('hex') ?? null, revokedAt: row.revoked_at }
