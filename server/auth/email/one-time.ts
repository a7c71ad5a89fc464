// One-time codes and links: creates, emails and redeems them.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, keyedDigest, randomCode, randomToken } from '../../foundation/seal.ts'
import { tryCode, useCode } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { useTokenByLink } from '../owners.ts'
import type { FlowMethod } from '../session.ts'
import { type AuthEmailKind, authEmailFor } from './content.ts'
import { beginFlow, type Challenge } from './pkce.ts'
import { keepOneTimeToken } from './store.ts'

export type OneTimeToken = Row<'one_time_tokens'>
export type OneTimeKind = OneTimeToken['kind']

/** What a link is for, as its `type` says it on the wire. */
type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** What a token is for, before anybody has it. */
interface Purpose {
  kind: OneTimeKind
  /** Null for an email that carries a code alone. */
  link: { type: LinkType; method: FlowMethod; redirectTo: string; challenge: Challenge | null } | null
  /** Whose proof it is to have it. */
  email: string
  /** The identity that comes in with it. */
  identityId?: string
}

export interface Mailing extends Purpose {
  content: AuthEmailKind
  values?: Record<string, string>
}

/** Makes a token and keeps the email that carries it, in the caller's transaction. */
export async function mailToken(deps: AuthDeps, tx: Tx, userId: string, mailing: Mailing): Promise<void> {
  const { url, code } = await makeToken(deps, tx, userId, mailing)
  const minutes = Math.round(deps.switches.oneTimeMs / 60_000)
  const email = await authEmailFor(deps, tx, userId, mailing.content, { link: url, code, minutes, values: mailing.values ?? {} })
  await deps.mailer.keep(tx, { ...email, to: mailing.email })
}

/** Makes a token: the code and the token of its link are known only to who gets the answer. */
export async function makeToken(deps: AuthDeps, tx: Tx, userId: string, { kind, link, email, identityId }: Purpose) {
  const code = randomCode(6, '0123456789')
  const flowId = link?.challenge ? await beginFlow(deps, tx, userId, link.method, link.challenge) : null
  // 56 hex digits, like the digest that the wire knows here; the prefix tells the client which flow it is in.
  const token = `${flowId ? 'pkce_' : ''}${Buffer.from(randomToken(28), 'base64url').toString('hex')}`
  await keepOneTimeToken(tx, userId, {
    kind,
    email,
    code_hash: codeHash(deps, userId, kind, code),
    link_hash: digest(token),
    flow_id: flowId,
    identity_id: identityId ?? null,
    created_at: deps.now(),
  })
  const url =
    link && `${deps.publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type: link.type, redirect_to: link.redirectTo }).toString()}`
  return { code, token, url }
}

/** Redeems the token of a link; null when it is unknown, used or too old. */
export async function redeemLink(deps: AuthDeps, tx: Tx, token: string, kinds: OneTimeKind[]): Promise<OneTimeToken | null> {
  return kinds.length > 0 ? useTokenByLink(tx, digest(token), kinds, deps.now(), bornAfter(deps)) : null
}

/** Redeems a code; null when it is wrong, used, too old, or was tried too often. A wrong try counts when the caller commits. */
export async function redeemCode(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  kind: OneTimeKind,
  email: string,
  code: string,
): Promise<OneTimeToken | null> {
  const token = await tryCode(tx, userId, 'one_time_tokens', kind)
  if (!token || token.attempts > deps.switches.oneTimeAttempts || token.created_at <= bornAfter(deps)) return null
  if (token.email !== email || !token.code_hash.equals(codeHash(deps, userId, kind, code))) return null
  await useCode(tx, userId, 'one_time_tokens', kind, deps.now())
  return token
}

const bornAfter = (deps: AuthDeps): Date => new Date(deps.now().getTime() - deps.switches.oneTimeMs)

/** Six digits are soon guessed from a plain digest: without the master key this one says nothing. */
const codeHash = (deps: AuthDeps, userId: string, kind: OneTimeKind, code: string): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['one-time code', userId, kind, code]))
