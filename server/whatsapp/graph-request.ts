// Makes one Graph API call and checks its response, distinguishing refusals from failed connections.
import { z } from 'zod/mini'
import { tidyForeignText } from '../../core/text/foreign-text.ts'
import { type HttpResponse, type Outside, OutsideError } from '../foundation/outside.ts'
import { keyedDigest } from '../foundation/seal.ts'
import { readRetryAfterMs } from './retry-after.ts'

export interface GraphOptions {
  outside: Outside
  /** Without a trailing slash. */
  graphUrl: string
  graphVersion: string
  accessToken: string
  numberId: string
  /** The business account, which owns the templates. */
  wabaId: string
  timeoutMs: number
  /** If set, every call proves that it knows the secret (appsecret_proof), which Meta may require. */
  appSecret?: string
  /** 360dialog: the same bodies, but neither version nor number in the path, and a key instead of a token. */
  provider?: 'meta' | '360dialog'
  /** The hosts from which files may be fetched with our token. */
  mediaHosts?: string[]
  mediaTimeoutMs?: number
  /** Overrides of the default limits. */
  limits?: Record<string, number>
  /** Whether Meta lets us send messages outside the window without a template. */
  directSend?: boolean
}

/** Meta refused it: nothing was accepted. `code` is null if the response is not in Meta's format. */
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

/** No readable response. `mayHaveArrived`: Meta may have accepted what was sent. */
export interface TransportFailure {
  kind: 'transport'
  mayHaveArrived: boolean
  reason: string
}

export type GraphFailure = GraphRefusal | TransportFailure

export interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** `messages`, `media` and `number` belong to our number, `templates` to the account; `/…` is any other path. */
  path: 'messages' | 'media' | 'number' | 'templates' | `/${string}`
  query?: Record<string, string>
  json?: Record<string, unknown>
  form?: { contentType: string; body: Buffer }
  timeoutMs?: number
}

export type GraphResult<T> = { kind: 'ok'; data: T } | GraphFailure

export async function callGraph<S extends z.ZodMiniType>(
  options: GraphOptions,
  request: GraphRequest,
  shape: S,
): Promise<GraphResult<z.output<S>>> {
  const body = request.json ? JSON.stringify(request.json) : request.form?.body
  const contentType = request.json ? 'application/json' : request.form?.contentType
  try {
    const response = await options.outside.request({
      method: request.method,
      url: toUrl(options, request),
      headers: { ...authorizationHeader(options), accept: 'application/json', ...(contentType && { 'content-type': contentType }) },
      ...(body !== undefined && { body }),
      timeoutMs: request.timeoutMs ?? options.timeoutMs,
    })
    return parseResponse(response, shape)
  } catch (error) {
    return transportFailureOf(error)
  }
}

/** The header that authorizes us. */
export const authorizationHeader = ({ provider, accessToken }: GraphOptions): Record<string, string> =>
  provider === '360dialog' ? { 'd360-api-key': accessToken } : { authorization: `Bearer ${accessToken}` }

/** Rethrows everything but network failures. */
export function transportFailureOf(error: unknown): TransportFailure {
  if (!(error instanceof OutsideError)) throw error
  return { kind: 'transport', mayHaveArrived: error.mayHaveArrived, reason: error.kind }
}

function toUrl(options: GraphOptions, { path, query }: GraphRequest): string {
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

// docs.360dialog.com: the key implies the number, so no path contains it.
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

function parseResponse<S extends z.ZodMiniType>(response: HttpResponse, shape: S): GraphResult<z.output<S>> {
  const data = parseJson(response.body)
  const parsed = response.status >= 200 && response.status < 300 ? shape.safeParse(data) : null
  if (parsed?.success) return { kind: 'ok', data: parsed.data }
  const refusal = ErrorBody.safeParse(data)
  if (refusal.success) return toRefusal(response, refusal.data.error)
  // Without Meta's error body, a 2xx or 5xx (a gateway's page, a truncated body) may mean that the message was accepted.
  if (response.status < 300 || response.status >= 500) return { kind: 'transport', mayHaveArrived: true, reason: 'unreadable_answer' }
  return toRefusal(response, { code: null, message: `HTTP ${response.status}` })
}

interface GraphErrorFields {
  code: number | null
  message: string
  error_subcode?: number | undefined
  is_transient?: boolean | undefined
  error_data?: { details?: string | undefined } | undefined
}

const toRefusal = (response: HttpResponse, error: GraphErrorFields): GraphRefusal => ({
  kind: 'graph',
  status: response.status,
  code: error.code,
  subcode: error.error_subcode ?? null,
  isTransient: error.is_transient ?? false,
  message: tidyForeignText(error.message),
  details: error.error_data?.details === undefined ? null : tidyForeignText(error.error_data.details),
  retryAfterMs: readRetryAfterMs(response.headers),
})

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
