// Tests that another host of the same domain cannot replace the secret of a browser's sign-in.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { randomToken } from '../seal.ts'
import { openBrowserCookie } from './browser-cookie.ts'

const options = { name: 'flow', path: '/auth/v1', maxAgeMs: 600_000 }

async function readBack(publicUrl: string, cookie: string): Promise<unknown> {
  const app = Fastify()
  app.get('/', async request => ({ found: openBrowserCookie(publicUrl, options).read(request) }))
  const answer = await app.inject({ url: '/', headers: { cookie } })
  await app.close()
  return answer.json().found
}

test('with https the browser keeps the cookie for this host alone, and one that a sibling tossed is not read', async () => {
  const [own, tossed] = [randomToken(), randomToken()]
  const set = openBrowserCookie('https://mail.example.com', options).format(own)
  expect(set).toBe(`__Host-flow=${own}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`)
  expect(await readBack('https://mail.example.com', `flow=${tossed}; __Host-flow=${own}`)).toBe(own)
  expect(await readBack('https://mail.example.com', `flow=${tossed}; __Secure-flow=${tossed}`)).toBeNull()
})

test('without https it has no prefix, which browsers would refuse', async () => {
  const own = randomToken()
  expect(openBrowserCookie('http://localhost:8080', options).format(own)).toBe(
    `flow=${own}; Path=/auth/v1; Max-Age=600; HttpOnly; SameSite=Lax`,
  )
  expect(await readBack('http://localhost:8080', `a=1; flow=${own}`)).toBe(own)
})
