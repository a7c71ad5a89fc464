// PKCE (RFC 7636): proves that whoever opens a link is whoever asked for it, then opens the session.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { flowByCode } from '../owners.ts'
import { finishReturned, openReturned } from '../providers/provider-return.ts'
import { beginSession, type FlowMethod } from '../session.ts'
import type { Session } from '../shapes.ts'
import { insertFlow, takeFlow } from './store.ts'

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

const Fields = z.object({ code_challenge: z.nullish(z.string()), code_challenge_method: z.nullish(z.string()) })

/** The challenge of a request, or null when it carries none; one half alone is 400. */
export function readChallenge(body: unknown): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = read(Fields, body)
  if (!challenge && !method) return null
  const how = method?.toLowerCase()
  if (!challenge || (how !== 's256' && how !== 'plain'))
    throw refuse('validation_failed', { message: 'PKCE flow requires code_challenge_method and code_challenge' })
  // RFC 7636 §4.2
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw refuse('validation_failed', { message: 'code challenge has to be between 43 and 128 characters' })
  return { challenge, method: how }
}

/** Remembers what the asker must prove; returns the flow's id. */
export async function beginFlow(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  method: FlowMethod,
  { challenge, method: how }: Challenge,
): Promise<string> {
  const id = newId(deps.now())
  await insertFlow(tx, userId, { id, code_challenge: challenge, code_challenge_method: how, method, created_at: deps.now() })
  return id
}

const Exchange = z.object({ auth_code: z.string().check(z.minLength(1)), code_verifier: z.string().check(z.minLength(1)) })
const codeLifeMs = 300_000
const FlowMethods = z.enum(['email/signup', 'magiclink', 'recovery', 'email_change', 'oauth'])

/** POST /token?grant_type=pkce: the code of the link and the asker's secret become a session, once. */
export async function grantPkce(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.take('token', request.ip)
  const given = Exchange.safeParse(request.body ?? {})
  if (!given.success)
    throw refuse('validation_failed', { message: 'invalid request: both auth code and code verifier should be non-empty' })
  const flow = await flowByCode(deps.db, digest(given.data.auth_code))
  if (!flow) throw refuse('flow_state_not_found')
  if (deps.now().getTime() - Number(flow.auth_code_issued_at) >= codeLifeMs) throw refuse('flow_state_expired')
  if (!isProof(flow, given.data.code_verifier)) throw refuse('bad_code_verifier')
  const session = await deps.db.transaction().execute(async tx => {
    if (!(await takeFlow(tx, flow.user_id, flow.id))) throw refuse('flow_state_not_found')
    const returned = openReturned(deps, flow)
    if (returned) return finishReturned(deps, tx, request, flow.user_id, returned)
    return beginSession(deps, tx, flow.user_id, FlowMethods.parse(flow.method), request)
  })
  deps.mailer.wake()
  return session
}

function isProof(flow: Row<'flow_states'>, verifier: string): boolean {
  const shown = flow.code_challenge_method === 's256' ? digest(verifier).toString('base64url') : verifier
  return shown === flow.code_challenge
}
