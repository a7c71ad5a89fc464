// Reads our setup from Meta: the token, the number, its account, and the apps that receive webhooks.
import { z } from 'zod/mini'
import { callGraph, type GraphFailure, type GraphOptions } from './graph-request.ts'

type SetupResult<T> = Promise<({ kind: 'read' } & T) | GraphFailure>

export interface TokenInfo {
  isValid: boolean
  appId: string | null
  /** As Meta calls it: SYSTEM_USER, USER, PAGE, APP. */
  type: string | null
  /** Null: it does not expire. */
  endsAt: Date | null
  scopes: string[]
}

/** Reads the token's own details (developers.facebook.com/docs/graph-api/reference/debug_token). */
export async function readToken(options: GraphOptions): SetupResult<TokenInfo> {
  const response = await callGraph(options, { method: 'GET', path: '/debug_token', query: { input_token: options.accessToken } }, TokenBody)
  if (response.kind !== 'ok') return response
  const { app_id, type, is_valid, expires_at, scopes } = response.data.data
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
  /** How many users we may message per day without their writing first: TIER_250, TIER_2K, … */
  limit: string | null
  /** Meta's test numbers reach only the phones on their list. */
  isTest: boolean
  /** Where Meta posts this number's webhooks; null if it does not say. */
  webhook: string | null
}

const numberFields =
  'display_phone_number,verified_name,quality_rating,status,platform_type,account_mode,webhook_configuration,whatsapp_business_manager_messaging_limit'

export async function readNumber(options: GraphOptions): SetupResult<NumberStatus> {
  const response = await callGraph(options, { method: 'GET', path: 'number', query: { fields: numberFields } }, NumberBody)
  if (response.kind !== 'ok') return response
  const { data } = response
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
    // The most specific one counts.
    webhook: hooks?.phone_number ?? hooks?.whatsapp_business_account ?? hooks?.application ?? null,
  }
}

/** The ids of the numbers in the WhatsApp Business account. */
export async function readNumbersOf(options: GraphOptions): SetupResult<{ ids: string[] }> {
  const query = { fields: 'id', limit: '100' }
  const response = await callGraph(options, { method: 'GET', path: `/${options.wabaId}/phone_numbers`, query }, NumbersBody)
  return response.kind === 'ok' ? { kind: 'read', ids: response.data.data.map(number => number.id) } : response
}

export interface App {
  id: string
  name: string | null
}

/** The apps that receive the webhooks of the account. */
export async function readSubscribedApps(options: GraphOptions): SetupResult<{ apps: App[] }> {
  const response = await callGraph(options, { method: 'GET', path: `/${options.wabaId}/subscribed_apps` }, AppsBody)
  if (response.kind !== 'ok') return response
  const apps = response.data.data.map(({ whatsapp_business_api_data: app }) => ({ id: app.id, name: app.name ?? null }))
  return { kind: 'read', apps }
}

/** Subscribes our token's app to the account's webhooks; repeating it changes nothing. */
export async function subscribeApp(options: GraphOptions): SetupResult<object> {
  const done = z.looseObject({ success: z.literal(true) })
  const response = await callGraph(options, { method: 'POST', path: `/${options.wabaId}/subscribed_apps`, json: {} }, done)
  return response.kind === 'ok' ? { kind: 'read' } : response
}

const TokenBody = z.looseObject({
  data: z.looseObject({
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    is_valid: z.boolean(),
    // Unix seconds; 0: does not expire.
    expires_at: z.optional(z.number()),
    scopes: z._default(z.array(z.string()), []),
  }),
})

// A field that Meta changes one day must not hide the others.
const optionalText = z.catch(z.optional(z.string()), undefined)
const NumberBody = z.looseObject({
  display_phone_number: optionalText,
  verified_name: optionalText,
  quality_rating: optionalText,
  status: optionalText,
  platform_type: optionalText,
  account_mode: optionalText,
  webhook_configuration: z.catch(
    z.optional(z.looseObject({ phone_number: optionalText, whatsapp_business_account: optionalText, application: optionalText })),
    undefined,
  ),
  whatsapp_business_manager_messaging_limit: optionalText,
})

const NumbersBody = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

const AppsBody = z.looseObject({
  data: z.array(z.looseObject({ whatsapp_business_api_data: z.looseObject({ id: z.string(), name: z.optional(z.string()) }) })),
})
