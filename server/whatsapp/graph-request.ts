// Makes one call of the Graph API and checks its answer; tells a refusal from a failed connection.
import { z } from 'zod/mini'
import { type HttpAnswer, type Outside, OutsideError } from '../foundation/outside.ts'
import { keyedDigest } from '../foundation/seal.ts'
import { waitMsOf } from './retry-after.ts'

export interface GraphOptions {
  outside: Outside
  /** Without a slash at its end. */
  graphUrl: string
  graphVersion: string
  accessToken: string
  numberId: string
  /** The business account, which owns the templates. */
  wabaId: string
  timeoutMs: number
  /** Given: every call proves that it knows the secret (appsecret_proof), which Meta may demand. */
  appSecret?: string
  /** 360dialog: the same bodies, but neither version nor number in the path, and a key instead of a token. */
  provider?: 'meta' | '360dialog'
  /** The hosts that files may be fetched from with our token. */
  mediaHosts?: string[]
  mediaTimeoutMs?: number
  /** Those that differ from the known ones. */
  limits?: Record<string, number>
  /** Whether Meta lets us write outside the window without a template. */
  directSend?: boolean
}

/** Meta refused: nothing was accepted. `code` is null when the refusal is not in Meta's own form. */
export interface GraphRefusal {
  kind: 'graph'
  status: number
  code: number | null
  subcode: number | null
  isTransient: boolean
  message: string
  details: string | null
  retryAfterMs: number | null
}

/** No answer that can be read. `mayHaveArrived`: Meta may have accepted what was sent. */
export interface TransportFailure {
  kind: 'transport'
  mayHaveArrived: boolean
  reason: string
}

export type GraphFailure = GraphRefusal | TransportFailure

export interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** `messages`, `media` and `number` belong to our number, `templates` to the account; `/…` is a path of its own. */
  path: 'messages' | 'media' | 'number' | 'templates' | `/${string}`
  query?: Record<string, string>
  json?: Record<string, unknown>
  form?: { contentType: string; body: Buffer }
  timeoutMs?: number
}

export type GraphResult<T> = { kind: 'ok'; data: T } | GraphFailure

export async function callGraph<S extends z.ZodMiniType>(
  options: GraphOptions,
  ask: GraphRequest,
  shape: S,
): Promise<GraphResult<z.output<S>>> {
  const body = ask.json ? JSON.stringify(ask.json) : ask.form?.body
  const contentType = ask.json ? 'application/json' : ask.form?.contentType
  try {
    const answer = await options.outside.request({
      method: ask.method,
      url: urlOf(options, ask),
      headers: { ...authorizationHeader(options), accept: 'application/json', ...(contentType && { 'content-type': contentType }) },
      ...(body !== undefined && { body }),
      timeoutMs: ask.timeoutMs ?? options.timeoutMs,
    })
    return read(answer, shape)
  } catch (error) {
    return transportFailureOf(error)
  }
}

/** What opens our account, as a header. */
export const authorizationHeader = ({ provider, accessToken }: GraphOptions): Record<string, string> =>
  provider === '360dialog' ? { 'd360-api-key': accessToken } : { authorization: `Bearer ${accessToken}` }

/** Throws what is none of the network's failures. */
export function transportFailureOf(error: unknown): TransportFailure {
  if (!(error instanceof OutsideError)) throw error
  return { kind: 'transport', mayHaveArrived: error.mayHaveArrived, reason: error.kind }
}

function urlOf(options: GraphOptions, { path, query }: GraphRequest): string {
  const { provider, graphUrl, graphVersion, accessToken, appSecret } = options
  const isDialog = provider === '360dialog'
  const named: Record<string, string> = isDialog ? dialogPaths : metaPaths(options)
  const url = new URL(`${isDialog ? graphUrl : `${graphUrl}/${graphVersion}`}${named[path] ?? path}`)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  if (appSecret && !isDialog) url.searchParams.set('appsecret_proof', keyedDigest(Buffer.from(appSecret), accessToken).toString('hex'))
  return url.href
}

const metaPaths = ({ numberId, wabaId }: GraphOptions) => ({
  messages: `/${numberId}/messages`,
  media: `/${numberId}/media`,
  number: `/${numberId}`,
  templates: `/${wabaId}/message_templates`,
})

// docs.360dialog.com: the number belongs to the key, so that it stands in no path.
const dialogPaths = { messages: '/messages', media: '/media', number: '/v1/configs/phone_number', templates: '/v1/configs/templates' }

// Meta branches on `code`; titles and subcodes are not stable (…/whatsapp/support/error-codes).
const ErrorBody = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z._default(z.string(), ''),
    error_subcode: z.optional(z.number()),
    is_transient: z.optional(z.boolean()),
    error_data: z.catch(z.optional(z.looseObject({ details: z.optional(z.string()) })), undefined),
  }),
})

function read<S extends z.ZodMiniType>(answer: HttpAnswer, shape: S): GraphResult<z.output<S>> {
  const data = jsonOf(answer.body)
  const good = answer.status >= 200 && answer.status < 300 ? shape.safeParse(data) : null
  if (good?.success) return { kind: 'ok', data: good.data }
  const refusal = ErrorBody.safeParse(data)
  if (refusal.success) return refused(answer, refusal.data.error)
  // Without Meta's own words a 2xx or 5xx (a gateway's page, a body cut short) may stand for a message that was accepted.
  if (answer.status < 300 || answer.status >= 500) return { kind: 'transport', mayHaveArrived: true, reason: 'unreadable_answer' }
  return refused(answer, { code: null, message: `HTTP ${answer.status}` })
}

interface GraphErrorFields {
  code: number | null
  message: string
  error_subcode?: number | undefined
  is_transient?: boolean | undefined
  error_data?: { details?: string | undefined } | undefined
}

const refused = (answer: HttpAnswer, said: GraphErrorFields): GraphRefusal => ({
  kind: 'graph',
  status: answer.status,
  code: said.code,
  subcode: said.error_subcode ?? null,
  isTransient: said.is_transient ?? false,
  message: said.message,
  details: said.error_data?.details ?? null,
  retryAfterMs: waitMsOf(answer.headers),
})

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
