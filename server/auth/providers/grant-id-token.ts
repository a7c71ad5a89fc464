// POST /token?grant_type=id_token: signs in with an id token that the app got from a provider.
import { z } from 'zod/mini'
import { digest } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { redirectOf } from '../email/request.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse, refuseAsOAuth } from '../errors.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { admitIdentity, type ProviderReturn, sentenceFor } from './admission.ts'
import { linkIdentity } from './link.ts'
import { isBadToken } from './openid.ts'
import type { IdentityProvider, Profile } from './provider.ts'

const Given = z.object({
  provider: z.nullish(z.string()),
  id_token: z.nullish(z.string()),
  access_token: z.nullish(z.string()),
  nonce: z.nullish(z.string()),
  link_identity: z.nullish(z.boolean()),
})
type Given = z.infer<typeof Given>

export async function grantIdToken(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.take('token', request.ip)
  const given = read(Given, request.body)
  const provider = deps.providers.get(given.provider ?? '')
  if (!provider?.readIdToken)
    throw refuse('provider_disabled', { message: `Provider (issuer "${given.provider?.slice(0, 100) ?? ''}") is not enabled` })
  const profile = await profileIn(deps, provider, provider.readIdToken, given)
  if (given.link_identity) return link(deps, request, provider, profile)
  const session = await enter(deps, { request, provider, profile, redirectTo: redirectOf(deps, request) })
  deps.mailer.wake()
  if (!session) throw refuse('provider_email_needs_verification', sentenceFor('provider_email_needs_verification', provider))
  return session
}

async function profileIn(
  deps: AuthDeps,
  provider: IdentityProvider,
  readIdToken: NonNullable<IdentityProvider['readIdToken']>,
  given: Given,
): Promise<Profile> {
  if (!given.id_token) throw refuseAsOAuth('invalid request', 'id_token required')
  const token = await readIdToken(given.id_token, given.access_token ?? null).catch((error: unknown) => {
    deps.log.info({ err: error, provider: provider.name }, 'an id token was refused')
    if (isBadToken(error)) throw refuseAsOAuth('invalid request', 'Bad ID token')
    throw refuse('unexpected_failure', { status: 503, message: `${provider.label} does not answer. Try again in a minute` })
  })
  if (Boolean(token.nonce) !== Boolean(given.nonce))
    throw refuseAsOAuth('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  // The token shows the nonce's digest to everybody who sees it, and the nonce to nobody.
  if (given.nonce && token.nonce !== digest(given.nonce).toString('hex')) throw refuseAsOAuth('invalid nonce', 'Nonces mismatch')
  return token.profile
}

/** Null when an email is on its way first: what that needs is committed. */
const enter = (deps: AuthDeps, arriving: ProviderReturn): Promise<Session | null> =>
  deps.db.transaction().execute(async tx => {
    const admitted = await admitIdentity(deps, tx, arriving)
    return admitted.kind === 'asked' ? null : beginSession(deps, tx, admitted.userId, 'oauth', arriving.request, arriving.provider.name)
  })

async function link(deps: AuthDeps, request: AuthRequest, provider: IdentityProvider, profile: Profile): Promise<Session> {
  if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
  const person = await request.asUser()
  refuseLowAssurance(person, 'link an identity')
  const userId = person.who.user.id
  return deps.db.transaction().execute(async tx => {
    await linkIdentity(deps, tx, request, userId, provider.name, profile)
    return beginSession(deps, tx, userId, 'oauth', request, provider.name)
  })
}
