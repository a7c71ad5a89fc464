// Serves POST /token?grant_type=id_token: signs in with an id token that the app got from a provider.
import { z } from 'zod/mini'
import { digest } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { chooseRedirect } from '../email/request.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse, refuseAsOAuth } from '../errors.ts'
import { beginSession } from '../session.ts'
import { type Session, ShortText, TokenText } from '../shapes.ts'
import { admitIdentity, type ProviderReturn, refusalMessage } from './admission.ts'
import { linkIdentity } from './link.ts'
import { isBadToken } from './openid.ts'
import type { IdentityProvider, Profile } from './provider.ts'

const IdTokenInput = z.object({
  provider: z.nullish(ShortText),
  id_token: z.nullish(TokenText),
  access_token: z.nullish(TokenText),
  nonce: z.nullish(ShortText),
  link_identity: z.nullish(z.boolean()),
})
type IdTokenInput = z.infer<typeof IdTokenInput>

export async function grantIdToken(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.consume('token', request.ip)
  const input = parseInput(IdTokenInput, request.body)
  const provider = deps.providers.get(input.provider ?? '')
  if (!provider?.readIdToken)
    throw refuse('provider_disabled', { message: `Provider (issuer "${input.provider?.slice(0, 100) ?? ''}") is not enabled` })
  const profile = await verifyIdToken(deps, provider, provider.readIdToken, input)
  if (input.link_identity) return link(deps, request, provider, profile)
  const session = await signIn(deps, { request, provider, profile, redirectTo: chooseRedirect(deps, request) })
  deps.mailer.wake()
  if (!session) throw refuse('provider_email_needs_verification', refusalMessage('provider_email_needs_verification', provider))
  return session
}

async function verifyIdToken(
  deps: AuthDeps,
  provider: IdentityProvider,
  readIdToken: NonNullable<IdentityProvider['readIdToken']>,
  input: IdTokenInput,
): Promise<Profile> {
  if (!input.id_token) throw refuseAsOAuth('invalid request', 'id_token required')
  const token = await readIdToken(input.id_token, input.access_token ?? null).catch((error: unknown) => {
    deps.log.info({ err: error, provider: provider.name }, 'an id token was refused')
    if (isBadToken(error)) throw refuseAsOAuth('invalid request', 'Bad ID token')
    throw refuse('unexpected_failure', { status: 503, message: `${provider.label} does not respond. Try again in a minute` })
  })
  if (Boolean(token.nonce) !== Boolean(input.nonce))
    throw refuseAsOAuth('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  // The token contains only a digest of the nonce.
  if (input.nonce && token.nonce !== digest(input.nonce).toString('hex')) throw refuseAsOAuth('invalid nonce', 'Nonces mismatch')
  return token.profile
}

/** Null when a confirmation email must be opened first; those changes are committed. */
const signIn = (deps: AuthDeps, providerReturn: ProviderReturn): Promise<Session | null> =>
  deps.db.transaction().execute(async tx => {
    const admitted = await admitIdentity(deps, tx, providerReturn)
    return admitted.kind === 'pending'
      ? null
      : beginSession(deps, tx, admitted.userId, 'oauth', providerReturn.request, providerReturn.provider.name)
  })

async function link(deps: AuthDeps, request: AuthRequest, provider: IdentityProvider, profile: Profile): Promise<Session> {
  if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
  const userRequest = await request.asUser()
  refuseLowAssurance(userRequest, 'link an identity')
  const userId = userRequest.record.user.id
  return deps.db.transaction().execute(async tx => {
    await linkIdentity(deps, tx, request, userId, provider.name, profile)
    return beginSession(deps, tx, userId, 'oauth', request, provider.name)
  })
}
