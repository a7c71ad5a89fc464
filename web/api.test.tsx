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

/** A server of one answer that remembers what it was asked. */
function answer(status: number, body: unknown) {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return new Response(JSON.stringify(body), { status })
  })
  return asked
}

test('a write carries its body, the token and an idempotency key', async () => {
  const asked = answer(201, { id: '7' })
  await expect(call(thing, 'POST', '/api/things/:id', { params: { id: 'a/b' }, body: { name: 'x' }, key: 'k' }, 'token')).resolves.toEqual({
    id: '7',
  })
  const { url, init } = asked[0] ?? { url: '', init: {} }
  expect(url).toBe('/api/things/a%2Fb')
  expect(init.body).toBe('{"name":"x"}')
  const headers = Object.fromEntries(new Headers(init.headers))
  expect(headers).toMatchObject({ authorization: 'Bearer token', 'idempotency-key': 'k', 'content-type': 'application/json' })
  expect(init.signal).toBeInstanceOf(AbortSignal)
})

test('a read carries its query, no key and, without a person, no token', async () => {
  const asked = answer(200, { items: [] })
  await call(list, 'GET', '/api/things', { query: { limit: 5 } })
  expect(asked[0]?.url).toBe('/api/things?limit=5')
  expect([...new Headers(asked[0]?.init.headers).keys()]).toEqual(['accept', 'accept-language'])
})

test('a refusal keeps its code and the sentence for the person', async () => {
  answer(422, { code: 'wrong_password', message: 'Gmail refused the password.' })
  const refused = await call(list, 'GET', '/api/things', {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 422, code: 'wrong_password', message: 'Gmail refused the password.' })
})

test('an answer that is not of the shape is not passed on', async () => {
  answer(200, { items: [1] })
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ code: 'unexpected_answer' })
})

test('a page of HTML in place of an answer is an unexpected answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ status: 502, code: 'unexpected_answer' })
})

test('no response at all is a distinct error', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(list, 'GET', '/api/things', {})).rejects.toMatchObject({ status: 0, code: 'no_answer' })
})
