// Implements PKCE (RFC 7636): opens a session from a link only for the client that requested the link.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { findFlowByCode } from '../owners.ts'
import { finishStoredReturn, openStoredReturn } from '../providers/provider-return.ts'
import { beginSession, type FlowMethod } from '../session.ts'
import { type Session, ShortText } from '../shapes.ts'
import { consumePkceFlow, insertPkceFlow } from './store.ts'

export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

const Fields = z.object({ code_challenge: z.nullish(ShortText), code_challenge_method: z.nullish(ShortText) })

/** The code challenge of a request, or null when it has none; one without its method is 400. */
export function readCodeChallenge(body: unknown): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = parseInput(Fields, body)
  if (!challenge && !method) return null
  const normalized = method?.toLowerCase()
  if (!challenge || (normalized !== 's256' && normalized !== 'plain'))
    throw refuse('validation_failed', { message: 'PKCE flow requires code_challenge_method and code_challenge' })
  // RFC 7636 §4.2
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw refuse('validation_failed', { message: 'code challenge has to be between 43 and 128 characters' })
  return { challenge, method: normalized }
}

/** Stores the challenge that the caller must answer later; returns the flow's id. */
export async function startPkceFlow(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  method: FlowMethod,
  { challenge, method: normalized }: CodeChallenge,
): Promise<string> {
  const id = newId(deps.now())
  await insertPkceFlow(tx, userId, { id, code_challenge: challenge, code_challenge_method: normalized, method, created_at: deps.now() })
  return id
}

const Exchange = z.object({ auth_code: ShortText.check(z.minLength(1)), code_verifier: ShortText.check(z.minLength(1)) })
const codeLifeMs = 300_000
const FlowMethods = z.enum(['email/signup', 'magiclink', 'recovery', 'email_change', 'oauth'])

/** POST /token?grant_type=pkce: exchanges the link's code and the caller's verifier for a session, once. */
export async function grantPkce(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.consume('token', request.ip)
  const parsed = Exchange.safeParse(request.body ?? {})
  if (!parsed.success)
    throw refuse('validation_failed', { message: 'invalid request: both auth code and code verifier should be non-empty' })
  const flow = await findFlowByCode(deps.db, digest(parsed.data.auth_code))
  if (!flow) throw refuse('flow_state_not_found')
  if (deps.now().getTime() - Number(flow.auth_code_issued_at) >= codeLifeMs) throw refuse('flow_state_expired')
  if (!isVerifierValid(flow, parsed.data.code_verifier)) throw refuse('bad_code_verifier')
  const session = await deps.db.transaction().execute(async tx => {
    if (!(await consumePkceFlow(tx, flow.user_id, flow.id))) throw refuse('flow_state_not_found')
    const stored = openStoredReturn(deps, flow)
    if (stored) return finishStoredReturn(deps, tx, request, flow.user_id, stored)
    return beginSession(deps, tx, flow.user_id, FlowMethods.parse(flow.method), request)
  })
  deps.mailer.wake()
  return session
}

function isVerifierValid(flow: Row<'flow_states'>, verifier: string): boolean {
  const computed = flow.code_challenge_method === 's256' ? digest(verifier).toString('base64url') : verifier
  return computed === flow.code_challenge
}
