// The only place in the browser that calls fetch: API calls typed by the schemas of core/api.
import { z } from 'zod/mini'
import { Refusal, type Shape } from '../core/api/shape.ts'
import { ApiError } from './ApiError.ts'
import { noteAnswer } from './connection.ts'
import { askForProof, proofNeeded } from './proof.ts'
import { currentLanguage } from './words/language.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type InputOf<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodMiniType ? z.input<S[K]> : undefined
type RequestPart<S extends Shape, K extends 'params' | 'query' | 'body'> =
  undefined extends InputOf<S, K> ? { [P in K]?: InputOf<S, K> } : { [P in K]: InputOf<S, K> }

export type CallOptions<S extends Shape> = RequestPart<S, 'params'> &
  RequestPart<S, 'body'> & {
    query?: Partial<InputOf<S, 'query'>>
    signal?: AbortSignal
    /** The idempotency key, so that repeating the call changes nothing; random when left out. */
    key?: string
    /** For the few calls that may take longer than 10 s. */
    timeoutMs?: number
    /** False for screens that ask for the proof themselves. */
    asksForProof?: boolean
  }

export const requestTimeoutMs = 10_000
const streamTimeoutMs = 60_000
const fileTimeoutMs = 30 * 60_000

/** `fetch` with our timeout and the reader's language; the auth client uses it too. */
export function timedFetch(input: RequestInfo | URL, init: RequestInit = {}, timeoutMs = requestTimeoutMs): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  const headers = new Headers(init.headers)
  headers.set('accept-language', currentLanguage())
  return fetch(input, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit }).then(
    response => {
      noteAnswer(response.status !== 502 && response.status !== 504)
      return response
    },
    error => {
      if (!init.signal?.aborted) noteAnswer(false)
      throw error
    },
  )
}

export interface StreamRequest {
  body?: unknown
  signal: AbortSignal
  /** For streams that may take longer than a minute. */
  timeoutMs?: number
}

/** Streams lines of JSON, each validated against its schema; asks with GET where there is no body. Throws ApiError, or an AbortError when aborted. */
export async function* stream<L extends z.ZodMiniType>(
  line: L,
  path: string,
  request: StreamRequest,
  bearer: string | null,
): AsyncGenerator<z.output<L>> {
  const headers: Record<string, string> = { accept: 'application/x-ndjson' }
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  const asks = { headers, signal: request.signal }
  const sends = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(request.body) }
  const response = await send(path, request.body === undefined ? asks : { ...asks, ...sends }, request.timeoutMs ?? streamTimeoutMs)
  if (!response.ok || !response.body) throw toApiError(response.status, await response.json().catch(() => null))
  for await (const text of readLines(response.body, request.signal)) {
    const parsed = line.safeParse(parseJson(text))
    if (!parsed.success) throw new ApiError(response.status, 'unexpected_answer', 'unexpected_answer', parsed.error.issues)
    yield parsed.data
  }
}

async function* readLines(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      signal.throwIfAborted()
      throw new ApiError(0, 'no_answer', 'no_answer')
    })
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    yield* lines.filter(text => text.trim())
    if (done) return
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Calls the API. `bearer` is the person's access token, or null. Throws ApiError. */
export async function call<S extends Shape>(
  shape: S,
  method: HttpMethod,
  path: string,
  options: CallOptions<S>,
  bearer: string | null = null,
): Promise<z.output<S['answer']>> {
  const body = 'body' in options ? options.body : undefined
  const headers: Record<string, string> = { accept: 'application/json' }
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = options.key ?? crypto.randomUUID()

  const url = `${fillPath(path, 'params' in options ? options.params : undefined)}${queryString(options.query)}`
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }
  const sendOnce = () => send(url, init, options.timeoutMs)
  const response = await (options.asksForProof === false ? sendOnce() : sendWithProof(sendOnce))
  const data: unknown = await response.json().catch(() => null)
  if (response.status !== shape.status) throw toApiError(response.status, data)
  const parsed = z.safeParse<S['answer']>(shape.answer, data)
  if (!parsed.success) throw new ApiError(response.status, 'unexpected_answer', 'unexpected_answer', parsed.error.issues)
  return parsed.data
}

/** Downloads a file that requires sign-in; browsers keep large ones on disk. Throws ApiError. */
export async function fetchFile(path: string, bearer: string | null): Promise<Blob> {
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const response = await sendWithProof(() => send(path, { headers }, fileTimeoutMs))
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null))
  return response.blob().catch(() => {
    throw new ApiError(0, 'no_answer', 'no_answer')
  })
}

/** Sends again once the person has proven who they are, where the server asks for that first. */
async function sendWithProof(sendOnce: () => Promise<Response>): Promise<Response> {
  const response = await sendOnce()
  const needsProof = response.status === 403 && (await response.clone().text()).includes(proofNeeded)
  return needsProof && (await askForProof()) ? sendOnce() : response
}

async function send(url: string, init: RequestInit, timeoutMs: number | undefined): Promise<Response> {
  try {
    return await timedFetch(url, init, timeoutMs)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, 'no_answer', 'no_answer')
  }
}

function toApiError(status: number, data: unknown): ApiError {
  const parsed = Refusal.safeParse(data)
  if (!parsed.success) return new ApiError(status, 'unexpected_answer', 'unexpected_answer')
  return new ApiError(status, parsed.data.code, parsed.data.message, parsed.data.details)
}

const fillPath = (path: string, params: unknown): string => {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

const queryString = (query: object | undefined): string => {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return entries.length ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}` : ''
}
