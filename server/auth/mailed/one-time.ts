// Codes and links in mails: made, mailed, and redeemed once.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { digest, keyedDigest, randomCode, randomToken } from '../../seal.ts'
import { useTokenByLink } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import type { FlowMethod } from '../session.ts'
import { type LetterKind, letterFor } from './letters.ts'
import { beginFlow, type Challenge } from './pkce.ts'
import { keepOneTimeToken, tryOneTimeToken, useOneTimeToken } from './store.ts'

export type OneTimeToken = Row<'one_time_tokens'>
export type OneTimeKind = OneTimeToken['kind']

/** What a link is for, as its `type` says it on the wire. */
type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** What a token is for, before anybody has it. */
interface Purpose {
  kind: OneTimeKind
  /** Null for a mail that carries a code alone. */
  link: { type: LinkType; method: FlowMethod; redirectTo: string; challenge: Challenge | null } | null
  /** Whose proof it is to have it. */
  email: string
  /** The identity that comes in with it. */
  identityId?: string
}

export interface Mailing extends Purpose {
  letter: LetterKind
  values?: Record<string, string>
}

/** Makes a token and keeps the mail that carries it, in the caller's transaction. */
export async function mailToken(parts: AuthParts, tx: Tx, userId: string, mailing: Mailing): Promise<void> {
  const { url, code } = await makeToken(parts, tx, userId, mailing)
  const minutes = Math.round(parts.switches.oneTimeMs / 60_000)
  const letter = await letterFor(parts, tx, userId, mailing.letter, { link: url, code, minutes, values: mailing.values ?? {} })
  await parts.mailer.keep(tx, { ...letter, to: mailing.email })
}

/** Makes a token: the code and the token of its link are known only to who gets the answer. */
export async function makeToken(parts: AuthParts, tx: Tx, userId: string, { kind, link, email, identityId }: Purpose) {
  const code = randomCode(6, '0123456789')
  const flowId = link?.challenge ? await beginFlow(parts, tx, userId, link.method, link.challenge) : null
  // 56 hex digits, like the digest that the wire knows here; the prefix tells the client which flow it is in.
  const token = `${flowId ? 'pkce_' : ''}${Buffer.from(randomToken(28), 'base64url').toString('hex')}`
  await keepOneTimeToken(tx, userId, {
    kind,
    email,
    code_hash: codeHash(parts, userId, kind, code),
    link_hash: digest(token),
    flow_id: flowId,
    identity_id: identityId ?? null,
    created_at: parts.now(),
  })
  const url =
    link && `${parts.publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type: link.type, redirect_to: link.redirectTo }).toString()}`
  return { code, token, url }
}

/** Redeems the token of a link; null when it is unknown, used or too old. */
export async function redeemLink(parts: AuthParts, tx: Tx, token: string, kinds: OneTimeKind[]): Promise<OneTimeToken | null> {
  return kinds.length > 0 ? useTokenByLink(tx, digest(token), kinds, parts.now(), bornAfter(parts)) : null
}

/** Redeems a code; null when it is wrong, used, too old, or was tried too often. A wrong try counts when the caller commits. */
export async function redeemCode(
  parts: AuthParts,
  tx: Tx,
  userId: string,
  kind: OneTimeKind,
  email: string,
  code: string,
): Promise<OneTimeToken | null> {
  const token = await tryOneTimeToken(tx, userId, kind)
  if (!token || token.attempts > parts.switches.oneTimeAttempts || token.created_at <= bornAfter(parts)) return null
  if (token.email !== email || !token.code_hash.equals(codeHash(parts, userId, kind, code))) return null
  await useOneTimeToken(tx, userId, kind, parts.now())
  return token
}

const bornAfter = (parts: AuthParts): Date => new Date(parts.now().getTime() - parts.switches.oneTimeMs)

/** Six digits are soon guessed from a plain digest: without the master key this one says nothing. */
const codeHash = (parts: AuthParts, userId: string, kind: OneTimeKind, code: string): Buffer =>
  keyedDigest(parts.master, JSON.stringify(['one-time code', userId, kind, code]))
