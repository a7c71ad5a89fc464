// Redirects to an OAuth provider and finishes on return, with PKCE so that only this tab can exchange the code.
import type { Provider, Session, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { ownPage } from '../../auth/auth-calls.ts'
import { openAuthClient } from '../../auth/client.ts'
import { askForProof, proofNeeded } from '../../proof.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { type OAuthAttempt, readAttempt, storeAttempt } from './oauth-attempt.ts'

/** What the provider returned about the person, as the demo page shows it. */
export const OAuthResult = z.object({
  purpose: z.enum(['sign_in', 'link']),
  provider: z.string(),
  label: z.string(),
  subject: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  hasToken: z.boolean(),
})
export type OAuthResult = z.output<typeof OAuthResult>

const storageKey = 'mailferry-provider'
let clientPromise: Promise<SupabaseClient> | undefined

function openClient(): Promise<SupabaseClient> {
  clientPromise ??= Promise.all([openAuthClient(), import('./oauth-client.ts')]).then(([{ config }, { makeOAuthClient }]) =>
    makeOAuthClient(config.publishableKey, storageKey),
  )
  clientPromise.catch(() => {
    clientPromise = undefined
  })
  return clientPromise
}

/** Any provider that the operator names is valid, not only those in the client's types. */
const Name = z.custom<Provider>(name => typeof name === 'string')

/** Redirects to the provider; returns only if that failed, with the reason. */
export async function startOAuth(attempt: OAuthAttempt): Promise<AuthRefusal | null> {
  try {
    const client = await openClient()
    const options = { redirectTo: await ownPage('/oauth-callback'), skipBrowserRedirect: true, queryParams: { prompt: 'select_account' } }
    const credentials = { provider: Name.parse(attempt.provider), options }
    if (attempt.purpose === 'link') await copySession(client)
    const { data, error } = await (attempt.purpose === 'link'
      ? client.auth.linkIdentity(credentials)
      : client.auth.signInWithOAuth(credentials))
    removeSession()
    if (error?.code === proofNeeded && (await askForProof())) return startOAuth(attempt)
    if (error) return error
    storeAttempt(attempt)
    location.assign(data.url ?? '/login')
    return null
  } catch (error) {
    console.error(error)
    return { status: 0, code: undefined }
  }
}

/** Adding an identity requires the current session. */
async function copySession(client: SupabaseClient): Promise<void> {
  const { client: mainAuth } = await openAuthClient()
  const { data } = await mainAuth.auth.getSession()
  if (data.session) await client.auth.setSession(data.session)
}

export type OAuthReturn = { result: OAuthResult; attempt: OAuthAttempt } | { refusal: AuthRefusal }

const exchanges = new Map<string, Promise<OAuthReturn>>()

/** Exchanges the code exactly once, however often it is called. */
export function finishOAuth(code: string): Promise<OAuthReturn> {
  const exchanging = exchanges.get(code) ?? exchange(code)
  exchanges.set(code, exchanging)
  return exchanging
}

async function exchange(code: string): Promise<OAuthReturn> {
  try {
    const attempt = readAttempt()
    if (!attempt) return { refusal: { status: 400, code: 'bad_oauth_state' } }
    const client = await openClient()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    if (error) return { refusal: error }
    const result = toResult(attempt, data.session)
    const refusal = await adoptSession(client, attempt, data.session)
    return refusal ? { refusal } : { result, attempt }
  } catch (error) {
    console.error(error)
    return { refusal: { status: 0, code: undefined } }
  } finally {
    removeSession()
  }
}

/** After an identity is added, the current session stays and the new one is ended. */
async function adoptSession(
  client: SupabaseClient,
  { purpose }: OAuthAttempt,
  { access_token, refresh_token }: Session,
): Promise<AuthRefusal | null> {
  const { client: mainAuth } = await openAuthClient()
  const { data } = await mainAuth.auth.getSession()
  if (purpose === 'sign_in' || !data.session) return (await mainAuth.auth.setSession({ access_token, refresh_token })).error
  await client.auth.signOut({ scope: 'local' })
  return (await mainAuth.auth.refreshSession()).error
}

function removeSession(): void {
  sessionStorage.removeItem(storageKey)
}

function toResult({ purpose, provider, label }: OAuthAttempt, session: Session): OAuthResult {
  const identity = (session.user.identities ?? []).findLast(candidate => candidate.provider === provider)
  const { name, email, email_verified } = IdentityData.parse(identity?.identity_data ?? {})
  return {
    purpose,
    provider,
    label,
    subject: identity?.id ?? '',
    name: name ?? null,
    email: email ?? null,
    isEmailVerified: email_verified === true,
    hasToken: Boolean(session.provider_token),
  }
}

const IdentityData = z.object({ name: z.optional(z.string()), email: z.optional(z.string()), email_verified: z.optional(z.boolean()) })
