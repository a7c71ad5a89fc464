// Tests that people of a fault run get in when the answer to their sign-up was lost.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { signUp } from './api.ts'

test('a sign-up whose answer got lost is not repeated for ever: the person signs in', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = String(request.url).split('?')[0] ?? ''
    asked.push(path)
    if (asked.length === 1) return request.socket.destroy()
    response.writeHead(path === '/auth/v1/token' ? 200 : 422, { 'content-type': 'application/json' })
    return response.end('{"access_token":"a token"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await signUp(base, { email: 'ana@example.com', password: 'four words of a test' })).toEqual({ access_token: 'a token' })
  expect(asked).toEqual(['/auth/v1/signup', '/auth/v1/token'])
})
