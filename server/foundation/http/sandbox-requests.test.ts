// Tests what another site's page can make a browser ask of a sandbox on the same machine.
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openApp } from './app.ts'

async function sandboxApp(env: Record<string, string> = {}) {
  const app = await openApp(readConfig(env), openLog('silent'))
  for (const url of ['/sandbox/outbox', '/api/messages', '/auth/v1/settings', '/webhooks/whatsapp'])
    app.route({ method: ['GET', 'POST'], url, handler: async () => 'seen' })
  const ask = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' | 'OPTIONS' = 'GET') => {
    const { statusCode, headers: sent } = await app.inject({ method, url, headers })
    return { status: statusCode, allows: sent['access-control-allow-origin'] }
  }
  return { app, ask }
}

const evil = 'https://evil.example'

test('a name that another site pointed at this machine gets nothing', async () => {
  const { app, ask } = await sandboxApp()
  for (const host of [
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.20:8080',
    '0.0.0.0',
  ])
    expect((await ask('/sandbox/outbox', { host })).status, host).toBe(421)
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'mail.localhost', 'LOCALHOST'])
    expect((await ask('/sandbox/outbox', { host })).status, host).toBe(200)
  await app.close()
})

test("another site's page reads nothing outside the official client's wires, and writes nothing in the sandbox", async () => {
  const { app, ask } = await sandboxApp()
  expect(await ask('/sandbox/outbox', { origin: evil })).toMatchObject({ status: 403, allows: undefined })
  expect(await ask('/sandbox/outbox', { origin: 'null' }, 'POST')).toMatchObject({ status: 403 })
  expect((await ask('/sandbox/outbox', { origin: 'http://localhost:3000' }, 'POST')).status).toBe(403)
  expect((await ask('/sandbox/outbox', { origin: 'http://localhost:8080' }, 'POST')).status).toBe(200)
  expect((await ask('/api/messages', { origin: evil })).allows).toBeUndefined()
  const preflight = { origin: evil, 'access-control-request-method': 'POST' }
  for (const url of ['/webhooks/whatsapp', '/api/messages', '/sandbox/outbox'])
    expect(await ask(url, { ...preflight, 'access-control-request-headers': 'x-hub-signature-256' }, 'OPTIONS')).toMatchObject({
      allows: undefined,
    })
  expect((await ask('/auth/v1/settings', { origin: evil })).allows).toBe(evil)
  expect((await ask('/auth/v1/settings', preflight, 'OPTIONS')).allows).toBe(evil)
  await app.close()
})

test('a sandbox that is open on purpose answers by its addresses and its public name', async () => {
  const { app, ask } = await sandboxApp({ HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example.com', SANDBOX_IN_PUBLIC: 'yes' })
  for (const host of ['192.168.1.20:8080', 'demo.example.com', 'localhost'])
    expect((await ask('/sandbox/outbox', { host })).status).toBe(200)
  expect((await ask('/sandbox/outbox', { host: 'evil.example' })).status).toBe(421)
  await app.close()
})
