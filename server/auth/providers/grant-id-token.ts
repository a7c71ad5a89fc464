// POST /token?grant_type=id_token: an app that has signed somebody in at a provider shows the id token that it got.
import { z } from 'zod/mini'
import { digest } from '../../seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import { type Ask, read } from '../endpoint.ts'
import { refuse, refuseAsOAuth } from '../errors.ts'
import { redirectOf } from '../mailed/asking.ts'
import type { AuthParts } from '../parts.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { type Arriving, letIn, sentenceFor } from './admit.ts'
import { linkIdentity } from './link.ts'
import { isBadToken } from './openid.ts'
import type { Profile, Provider } from './provider.ts'

const Given = z.object({
  provider: z.nullish(z.string()),
  id_token: z.nullish(z.string()),
  access_token: z.nullish(z.string()),
  nonce: z.nullish(z.string()),
  link_identity: z.nullish(z.boolean()),
})
type Given = z.infer<typeof Given>

export async function grantIdToken(parts: AuthParts, ask: Ask): Promise<Session> {
  await parts.counters.take('token', ask.ip)
  const given = read(Given, ask.body)
  const provider = parts.providers.get(given.provider ?? '')
  if (!provider?.readIdToken)
    throw refuse('provider_disabled', { message: `Provider (issuer "${given.provider?.slice(0, 100) ?? ''}") is not enabled` })
  const profile = await profileIn(parts, provider, provider.readIdToken, given)
  if (given.link_identity) return link(parts, ask, provider, profile)
  const session = await enter(parts, { ask, provider, profile, redirectTo: redirectOf(parts, ask) })
  parts.mailer.wake()
  if (!session) throw refuse('provider_email_needs_verification', sentenceFor('provider_email_needs_verification', provider))
  return session
}

async function profileIn(
  parts: AuthParts,
  provider: Provider,
  readIdToken: NonNullable<Provider['readIdToken']>,
  given: Given,
): Promise<Profile> {
  if (!given.id_token) throw refuseAsOAuth('invalid request', 'id_token required')
  const token = await readIdToken(given.id_token, given.access_token ?? null).catch((error: unknown) => {
    parts.log.info({ err: error, provider: provider.name }, 'an id token was refused')
    if (isBadToken(error)) throw refuseAsOAuth('invalid request', 'Bad ID token')
    throw refuse('unexpected_failure', { status: 503, message: `${provider.label} does not answer. Try again in a minute` })
  })
  if (Boolean(token.nonce) !== Boolean(given.nonce))
    throw refuseAsOAuth('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  // The token shows the nonce's digest to everybody who sees it, and the nonce to nobody.
  if (given.nonce && token.nonce !== digest(given.nonce).toString('hex')) throw refuseAsOAuth('invalid nonce', 'Nonces mismatch')
  return token.profile
}

/** Null when a letter is on its way first: what that needs is committed. */
const enter = (parts: AuthParts, arriving: Arriving): Promise<Session | null> =>
  parts.db.transaction().execute(async tx => {
    const admitted = await letIn(parts, tx, arriving)
    return admitted.kind === 'asked' ? null : beginSession(parts, tx, admitted.userId, 'oauth', arriving.ask, arriving.provider.name)
  })

async function link(parts: AuthParts, ask: Ask, provider: Provider, profile: Profile): Promise<Session> {
  if (!parts.switches.manualLinking) throw refuse('manual_linking_disabled')
  const person = await ask.asPerson()
  refuseLowAssurance(person, 'link an identity')
  const userId = person.who.user.id
  return parts.db.transaction().execute(async tx => {
    await linkIdentity(parts, tx, ask, userId, provider.name, profile)
    return beginSession(parts, tx, userId, 'oauth', ask, provider.name)
  })
}
