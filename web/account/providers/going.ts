// The way to a provider and back, with a code that only this tab can exchange.
import type { Provider, Session, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { openDoor } from '../../auth/client.ts'
import { ownPage } from '../../auth/deeds.ts'
import type { Refused } from '../../session.tsx'
import { keepTrip, readTrip, type Trip } from './trip.ts'

/** What a provider said of somebody, as the demonstration shows it. */
export const Came = z.object({
  deed: z.enum(['sign_in', 'link']),
  provider: z.string(),
  label: z.string(),
  subject: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isChecked: z.boolean(),
  hasToken: z.boolean(),
})
export type Came = z.output<typeof Came>

const storageKey = 'mailferry-provider'
let made: Promise<SupabaseClient> | undefined

function openClient(): Promise<SupabaseClient> {
  made ??= Promise.all([openDoor(), import('./trip-client.ts')]).then(([{ config }, { makeTripClient }]) =>
    makeTripClient(config.publishableKey, storageKey),
  )
  made.catch(() => {
    made = undefined
  })
  return made
}

/** Names of the operator's own are names on the wire as good as those that the client knows. */
const Name = z.custom<Provider>(name => typeof name === 'string')

/** Leaves this page for the provider's; what is returned says why not. */
export async function leaveFor(trip: Trip): Promise<Refused | null> {
  try {
    const client = await openClient()
    const options = { redirectTo: await ownPage('/oauth-callback'), skipBrowserRedirect: true, queryParams: { prompt: 'select_account' } }
    const credentials = { provider: Name.parse(trip.provider), options }
    if (trip.deed === 'link') await takeAlong(client)
    const { data, error } = await (trip.deed === 'link' ? client.auth.linkIdentity(credentials) : client.auth.signInWithOAuth(credentials))
    dropSession()
    if (error) return error
    keepTrip(trip)
    location.assign(data.url ?? '/login')
    return null
  } catch (error) {
    console.error(error)
    return { status: 0, code: undefined }
  }
}

/** Who adds an identity shows who they are. */
async function takeAlong(client: SupabaseClient): Promise<void> {
  const { client: own } = await openDoor()
  const { data } = await own.auth.getSession()
  if (data.session) await client.auth.setSession(data.session)
}

export type Ended = { came: Came; trip: Trip } | { refused: Refused }

const ending = new Map<string, Promise<Ended>>()

/** Exchanges the code, once however often it is asked for. */
export function comeBackWith(code: string): Promise<Ended> {
  const begun = ending.get(code) ?? exchange(code)
  ending.set(code, begun)
  return begun
}

async function exchange(code: string): Promise<Ended> {
  try {
    const trip = readTrip()
    if (!trip) return { refused: { status: 400, code: 'bad_oauth_state' } }
    const client = await openClient()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    if (error) return { refused: error }
    const came = cameWith(trip, data.session)
    const refused = await handOver(client, trip, data.session)
    return refused ? { refused } : { came, trip }
  } catch (error) {
    console.error(error)
    return { refused: { status: 0, code: undefined } }
  } finally {
    dropSession()
  }
}

/** Who has added an identity keeps the session that they have; the one that came of it is ended. */
async function handOver(client: SupabaseClient, { deed }: Trip, { access_token, refresh_token }: Session): Promise<Refused | null> {
  const { client: own } = await openDoor()
  const { data } = await own.auth.getSession()
  if (deed === 'sign_in' || !data.session) return (await own.auth.setSession({ access_token, refresh_token })).error
  await client.auth.signOut({ scope: 'local' })
  return (await own.auth.refreshSession()).error
}

function dropSession(): void {
  sessionStorage.removeItem(storageKey)
}

function cameWith({ deed, provider, label }: Trip, session: Session): Came {
  const identity = (session.user.identities ?? []).findLast(one => one.provider === provider)
  const { name, email, email_verified } = About.parse(identity?.identity_data ?? {})
  return {
    deed,
    provider,
    label,
    subject: identity?.id ?? '',
    name: name ?? null,
    email: email ?? null,
    isChecked: email_verified === true,
    hasToken: Boolean(session.provider_token),
  }
}

const About = z.object({ name: z.optional(z.string()), email: z.optional(z.string()), email_verified: z.optional(z.boolean()) })
