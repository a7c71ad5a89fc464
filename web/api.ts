// The only place in the browser that calls fetch: API calls typed by the schemas of core/api.
import { z } from 'zod/mini'
import { Refusal, type Shape } from '../core/api/shape.ts'
import { ApiError } from './ApiError.ts'
import { chosenLanguage } from './words/language.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type In<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends z.ZodMiniType ? z.input<S[K]> : undefined
type Given<S extends Shape, K extends 'params' | 'query' | 'body'> =
  undefined extends In<S, K> ? { [P in K]?: In<S, K> } : { [P in K]: In<S, K> }

export type Options<S extends Shape> = Given<S, 'params'> &
  Given<S, 'body'> & {
    query?: Partial<In<S, 'query'>>
    signal?: AbortSignal
    /** Names this action, so that repeating it changes nothing; made at random when left out. */
    key?: string
    /** For the few calls that may take longer than 10 s. */
    timeoutMs?: number
  }

export const requestTimeoutMs = 10_000
const streamTimeoutMs = 60_000
const fileTimeoutMs = 30 * 60_000

/** `fetch` with our timeout and the reader's language; the auth client uses it too. */
export function timedFetch(input: RequestInfo | URL, init: RequestInit = {}, timeoutMs = requestTimeoutMs): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  const headers = new Headers(init.headers)
  headers.set('accept-language', chosenLanguage())
  return fetch(input, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit })
}

/** Streams lines of JSON, each validated against its schema. Throws ApiError, or an AbortError when aborted. */
export async function* stream<L extends z.ZodMiniType>(
  line: L,
  path: string,
  given: { body: unknown; signal: AbortSignal },
  bearer: string | null,
): AsyncGenerator<z.output<L>> {
  const headers: Record<string, string> = { accept: 'application/x-ndjson', 'content-type': 'application/json' }
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  const init = { method: 'POST', headers, body: JSON.stringify(given.body), signal: given.signal }
  const answer = await send(path, init, streamTimeoutMs)
  if (!answer.ok || !answer.body) throw refusal(answer.status, await answer.json().catch(() => null))
  for await (const text of linesOf(answer.body, given.signal)) {
    const read = line.safeParse(jsonOf(text))
    if (!read.success) throw new ApiError(answer.status, 'unexpected_answer', 'unexpected_answer', read.error.issues)
    yield read.data
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
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

function jsonOf(text: string): unknown {
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
  given: Options<S>,
  bearer: string | null = null,
): Promise<z.output<S['answer']>> {
  const body = 'body' in given ? given.body : undefined
  const headers: Record<string, string> = { accept: 'application/json' }
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = given.key ?? crypto.randomUUID()

  const url = `${fill(path, 'params' in given ? given.params : undefined)}${search(given.query)}`
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(given.signal && { signal: given.signal }),
  }
  const answer = await send(url, init, given.timeoutMs)
  const data: unknown = await answer.json().catch(() => null)
  if (answer.status !== shape.status) throw refusal(answer.status, data)
  const read = z.safeParse<S['answer']>(shape.answer, data)
  if (!read.success) throw new ApiError(answer.status, 'unexpected_answer', 'unexpected_answer', read.error.issues)
  return read.data
}

/** Downloads a file that requires sign-in; browsers keep large ones on disk. Throws ApiError. */
export async function fetchFile(path: string, bearer: string | null): Promise<Blob> {
  const answer = await send(path, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} }, fileTimeoutMs)
  if (!answer.ok) throw refusal(answer.status, await answer.json().catch(() => null))
  return answer.blob().catch(() => {
    throw new ApiError(0, 'no_answer', 'no_answer')
  })
}

async function send(url: string, init: RequestInit, timeoutMs: number | undefined): Promise<Response> {
  try {
    return await timedFetch(url, init, timeoutMs)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, 'no_answer', 'no_answer')
  }
}

function refusal(status: number, data: unknown): ApiError {
  const refused = Refusal.safeParse(data)
  if (!refused.success) return new ApiError(status, 'unexpected_answer', 'unexpected_answer')
  return new ApiError(status, refused.data.code, refused.data.message, refused.data.details)
}

const fill = (path: string, params: unknown): string => {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

const search = (query: object | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}
