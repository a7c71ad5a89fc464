// Tests the messages for the browser's passkey errors, and that canceling is not shown as an error.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, fakeServer, makeKey, storeSession } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { AddPasskey } from './PasskeyFactor.tsx'
import { passkeyObstacle } from './passkey.ts'

config.publicUrl = location.origin

const id = '0190f5b4-0000-7000-8000-000000000001'
const publicKey = {
  challenge: 'AAAA',
  rp: { id: location.hostname, name: 'Mailferry' },
  user: { id: 'AAAA', name: 'maya@example.com', displayName: 'maya@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
let requests: string[] = []

beforeEach(async () => {
  const key = await makeKey('ES256', 'a')
  await storeSession(1000, key)
  requests = fakeServer({
    'GET /auth/v1/user': () =>
      Response.json({ id, aud: 'authenticated', factors: [{ id, status: 'unverified', factor_type: 'webauthn' }] }),
    'POST /auth/v1/factors': () => Response.json({ id, type: 'webauthn', friendly_name: 'My passkey' }),
    [`POST /auth/v1/factors/${id}/challenge`]: () =>
      Response.json({ id, type: 'webauthn', expires_at: 1, webauthn: { type: 'create', credential_options: { publicKey } } }),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const attempt = async (errorName: string, onDone = () => {}) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('so it is', errorName))
  const screen = await stage(<AddPasskey isFirst onDone={onDone} />, ['account'])
  await screen.getByRole('button', { name: 'Create passkey' }).click()
  return screen
}

test('canceling in the browser leaves the form unchanged and removes the unfinished factor', async () => {
  const done = vi.fn<() => void>()
  const screen = await attempt('NotAllowedError', done)
  await expect.poll(() => requests.filter(request => request === `DELETE /auth/v1/factors/${id}`).length).toBe(2)
  await expect.element(screen.getByRole('button', { name: 'Create passkey' })).not.toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('alert').query()).toBeNull()
  expect(done).not.toHaveBeenCalled()
})

test.each([
  ['InvalidStateError', /^This key is already registered/],
  ['NotSupportedError', /^Your browser couldn’t use a passkey/],
])('%s is explained', async (errorName, text) => {
  const screen = await attempt(errorName)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(text)
})

test('obstacles to using passkeys are known before anyone tries', () => {
  expect(passkeyObstacle(location.origin)).toBeNull()
  expect(passkeyObstacle('https://mailferry.example')).toBe('address')
  vi.stubGlobal('isSecureContext', false)
  expect(passkeyObstacle(location.origin)).toBe('insecure')
})
