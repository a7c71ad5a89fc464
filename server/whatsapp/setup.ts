// Asks Meta about our set-up: the token, the number, its account, and the apps that receive webhooks.
import { z } from 'zod/mini'
import { callGraph, type GraphFailure, type GraphOptions } from './graph-request.ts'

type SetupAnswer<T> = Promise<({ kind: 'read' } & T) | GraphFailure>

export interface TokenInfo {
  isValid: boolean
  appId: string | null
  /** Meta's word: SYSTEM_USER, USER, PAGE, APP. */
  type: string | null
  /** Null: it does not end. */
  endsAt: Date | null
  scopes: string[]
}

/** The token asked about itself (developers.facebook.com/docs/graph-api/reference/debug_token). */
export async function readToken(options: GraphOptions): SetupAnswer<TokenInfo> {
  const answer = await callGraph(options, { method: 'GET', path: '/debug_token', query: { input_token: options.accessToken } }, TokenBody)
  if (answer.kind !== 'ok') return answer
  const { app_id, type, is_valid, expires_at, scopes } = answer.data.data
  const endsAt = expires_at ? new Date(expires_at * 1000) : null
  return { kind: 'read', isValid: is_valid, appId: app_id ?? null, type: type ?? null, endsAt, scopes }
}

export interface NumberStatus {
  shown: string | null
  name: string | null
  quality: string | null
  /** CONNECTED when all is well; PENDING, RESTRICTED, FLAGGED, BANNED and others. */
  status: string | null
  /** CLOUD_API once it is registered there. */
  platform: string | null
  /** How many people may be written to in a day who have not written first: TIER_250, TIER_2K, … */
  limit: string | null
  /** A test number of Meta's reaches the phones alone that its list names. */
  isTest: boolean
  /** Where Meta posts what it hears for this number; null where it does not say. */
  webhook: string | null
}

const numberFields =
  'display_phone_number,verified_name,quality_rating,status,platform_type,account_mode,webhook_configuration,whatsapp_business_manager_messaging_limit'

export async function readNumber(options: GraphOptions): SetupAnswer<NumberStatus> {
  const answer = await callGraph(options, { method: 'GET', path: 'number', query: { fields: numberFields } }, NumberBody)
  if (answer.kind !== 'ok') return answer
  const { data } = answer
  const hooks = data.webhook_configuration
  return {
    kind: 'read',
    shown: data.display_phone_number ?? null,
    name: data.verified_name ?? null,
    quality: data.quality_rating ?? null,
    status: data.status ?? null,
    platform: data.platform_type ?? null,
    limit: data.whatsapp_business_manager_messaging_limit ?? null,
    isTest: data.account_mode === 'SANDBOX',
    // The nearest one counts.
    webhook: hooks?.phone_number ?? hooks?.whatsapp_business_account ?? hooks?.application ?? null,
  }
}

/** The ids of the numbers that the WhatsApp Business account holds. */
export async function readNumbersOf(options: GraphOptions): SetupAnswer<{ ids: string[] }> {
  const query = { fields: 'id', limit: '100' }
  const answer = await callGraph(options, { method: 'GET', path: `/${options.wabaId}/phone_numbers`, query }, NumbersBody)
  return answer.kind === 'ok' ? { kind: 'read', ids: answer.data.data.map(one => one.id) } : answer
}

export interface App {
  id: string
  name: string | null
}

/** The apps that receive the webhooks of the account. */
export async function readSubscribedApps(options: GraphOptions): SetupAnswer<{ apps: App[] }> {
  const answer = await callGraph(options, { method: 'GET', path: `/${options.wabaId}/subscribed_apps` }, AppsBody)
  if (answer.kind !== 'ok') return answer
  const apps = answer.data.data.map(({ whatsapp_business_api_data: app }) => ({ id: app.id, name: app.name ?? null }))
  return { kind: 'read', apps }
}

/** Lets the app of our token receive the webhooks of the account; once more changes nothing. */
export async function subscribeApp(options: GraphOptions): SetupAnswer<object> {
  const done = z.looseObject({ success: z.literal(true) })
  const answer = await callGraph(options, { method: 'POST', path: `/${options.wabaId}/subscribed_apps`, json: {} }, done)
  return answer.kind === 'ok' ? { kind: 'read' } : answer
}

const TokenBody = z.looseObject({
  data: z.looseObject({
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    is_valid: z.boolean(),
    // Unix seconds; 0 does not end.
    expires_at: z.optional(z.number()),
    scopes: z._default(z.array(z.string()), []),
  }),
})

// What Meta words otherwise one day must not hide the rest.
const word = z.catch(z.optional(z.string()), undefined)
const NumberBody = z.looseObject({
  display_phone_number: word,
  verified_name: word,
  quality_rating: word,
  status: word,
  platform_type: word,
  account_mode: word,
  webhook_configuration: z.catch(
    z.optional(z.looseObject({ phone_number: word, whatsapp_business_account: word, application: word })),
    undefined,
  ),
  whatsapp_business_manager_messaging_limit: word,
})

const NumbersBody = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

const AppsBody = z.looseObject({
  data: z.array(z.looseObject({ whatsapp_business_api_data: z.looseObject({ id: z.string(), name: z.optional(z.string()) }) })),
})
