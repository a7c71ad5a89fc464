// Creates, emails and redeems one-time codes and links.
import type { AuthEmailName } from '../../../core/notifications/email-kinds.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, keyedDigest, randomCode, randomToken } from '../../foundation/seal.ts'
import { tryCode, useCode } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { useTokenByLink } from '../owners.ts'
import type { FlowMethod } from '../session.ts'
import { renderAuthEmailFor } from './content.ts'
import { type CodeChallenge, startPkceFlow } from './pkce.ts'
import { saveOneTimeToken } from './store.ts'

export type OneTimeToken = Row<'one_time_tokens'>
export type OneTimeKind = OneTimeToken['kind']

/** The `type` of a link on the wire. */
type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** What a new token is for. */
interface Purpose {
  kind: OneTimeKind
  /** Null for an email with only a code. */
  link: { type: LinkType; method: FlowMethod; redirectTo: string; challenge: CodeChallenge | null } | null
  /** The address that redeeming it proves. */
  email: string
  /** The identity that redeeming it confirms. */
  identityId?: string
}

export interface TokenEmail extends Purpose {
  content: AuthEmailName
  values?: Record<string, string>
}

/** Creates a token and enqueues its email in the caller's transaction. */
export async function emailToken(deps: AuthDeps, tx: Tx, userId: string, tokenEmail: TokenEmail): Promise<void> {
  const { url: wireUrl, token, code } = await createToken(deps, tx, userId, tokenEmail)
  const url = (tokenEmail.link && pageUrl(deps, token, tokenEmail.link)) ?? wireUrl
  const minutes = Math.round(deps.switches.oneTimeMs / 60_000)
  const email = await renderAuthEmailFor(deps, tx, userId, tokenEmail.content, {
    link: url,
    code,
    minutes,
    values: tokenEmail.values ?? {},
  })
  await deps.mailer.enqueue(tx, { ...email, to: tokenEmail.email })
  if (unprovenKinds.has(tokenEmail.kind) && tokenEmail.content !== 'invite') countUnprovenEmail(deps)
}

/**
 * Links of our own site lead to a page with a button: mail scanners open links, and would use them up or confirm an address. The token
 * stays in the fragment, which no server sees. Null for other sites, whose links open at once as on the wire.
 */
function pageUrl({ linkPage, publicUrl }: AuthDeps, token: string, { type, redirectTo }: NonNullable<Purpose['link']>): string | null {
  const { origin, pathname, search } = new URL(redirectTo)
  if (linkPage === null || origin !== new URL(publicUrl).origin) return null
  return `${linkPage}#${new URLSearchParams({ token_hash: token, type, next: pathname + search }).toString()}`
}

/** Go to addresses that nobody has proven yet. */
const unprovenKinds = new Set<OneTimeKind>(['confirmation', 'email_change_new'])

/** Not awaited: the transaction must not wait for a second connection. */
export const countUnprovenEmail = (deps: AuthDeps): void =>
  void deps.counters.count('emails', 'all').catch(error => deps.log.warn({ err: error }, 'an email could not be counted'))

/** Each new email brings new tries, so that six digits could be guessed in time over all accounts. */
const codeLength = 8

/** Creates a token; only hashes of the returned code and link token are stored. */
export async function createToken(deps: AuthDeps, tx: Tx, userId: string, { kind, link, email, identityId }: Purpose) {
  const code = randomCode(codeLength, '0123456789')
  const flowId = link?.challenge ? await startPkceFlow(deps, tx, userId, link.method, link.challenge) : null
  // 56 hex digits, like GoTrue's digest here; the prefix marks a PKCE flow for the client.
  const token = `${flowId ? 'pkce_' : ''}${Buffer.from(randomToken(28), 'base64url').toString('hex')}`
  await saveOneTimeToken(tx, userId, {
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

/** Redeems a link's token; null when it is unknown, used or expired. */
export async function redeemLink(deps: AuthDeps, tx: Tx, token: string, kinds: OneTimeKind[]): Promise<OneTimeToken | null> {
  return kinds.length > 0 ? useTokenByLink(tx, digest(token), kinds, deps.now(), oldestValid(deps)) : null
}

/** Redeems a code; null when it is wrong, used, expired, or was tried too often. A wrong attempt counts when the caller commits. */
export async function redeemCode(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  kind: OneTimeKind,
  email: string,
  code: string,
): Promise<OneTimeToken | null> {
  const token = await tryCode(tx, userId, 'one_time_tokens', kind)
  if (!token || token.attempts > deps.switches.oneTimeAttempts || token.created_at <= oldestValid(deps)) return null
  if (token.email !== email || !token.code_hash.equals(codeHash(deps, userId, kind, code))) return null
  await useCode(tx, userId, 'one_time_tokens', kind, deps.now())
  return token
}

const oldestValid = (deps: AuthDeps): Date => new Date(deps.now().getTime() - deps.switches.oneTimeMs)

/** Keyed, because digits are easily guessed from a plain digest. */
const codeHash = (deps: AuthDeps, userId: string, kind: OneTimeKind, code: string): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['one-time code', userId, kind, code]))
