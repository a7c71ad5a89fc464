// Tests the typed API client.
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { shape } from '../core/api/shape.ts'
import { ApiError } from './ApiError.ts'
import { call } from './api.ts'

const thing = shape({
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  status: 201,
  answer: z.object({ id: z.string() }),
})
const list = shape({ query: z.object({ limit: z.number() }), status: 200, answer: z.object({ items: z.array(z.string()) }) })

afterEach(() => vi.unstubAllGlobals())

/** Fakes a server that always gives this response, and returns the requests it receives. */
function respondWith(status: number, body: unknown) {
  const requests: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return new Response(JSON.stringify(body), { status })
  })
  return requests
}

test('a write carries its body, the token and an idempotency key', async () => {
  const requests = respondWith(201, { id: '7' })
  await expect(call(thing, 'POST', '/api/things/:id', { params: { id: 'a/b' }, body: { name: 'x' }, key: 'k' }, 'token')).resolves.toEqual({
    id: '7',
  })
  const { url, init } = requests[0] ?? { url: '', init: {} }
  expect(url).toBe('/api/things/a%2Fb')
  expect(init.body).toBe('{"name":"x"}')
  const headers = Object.fromEntries(new Headers(init.headers))
  expect(headers).toMatchObject({ authorization: 'Bearer token', 'idempotency-key': 'k', 'content-type': 'application/json' })
  expect(init.signal).toBeInstanceOf(AbortSignal)
})

test('a read carries its query, no key and, when signed out, no token', async () => {
  const requests = respondWith(200, { items: [] })
  await call(list, 'GET', '/api/things', { query: { limit: 5 } })
  expect(requests[0]?.url).toBe('/api/things?limit=5')
  expect([...new Headers(requests[0]?.init.headers).keys()]).toEqual(['accept', 'accept-language'])
})

test('an error keeps its code and its message for the user', async () => {
  respondWith(422, { code: 'wrong_password', message: 'Gmail refused the password.' })
  const error = await call(list, 'GET', '/api/things', {}).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, code: 'wrong_password', message: 'Gmail refused the password.' })
})

test('a response that does not match the schema is rejected', async () => {
  respondWith(200, { items: [1] })
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ code: 'unexpected_answer' })
})

test('an HTML page instead of JSON is an unexpected response', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ status: 502, code: 'unexpected_answer' })
})

test('no response at all is a distinct error', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ status: 0, code: 'no_answer' })
})
