// Tests how passkey errors of the browser are worded, and that canceling is not shown as an error.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, keepSession, makeKey, playServer } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { AddPasskey } from './PasskeyFactor.tsx'
import { obstacleOf } from './passkey.ts'

config.publicUrl = location.origin

const id = '0190f5b4-0000-7000-8000-000000000001'
const publicKey = {
  challenge: 'AAAA',
  rp: { id: location.hostname, name: 'Mailferry' },
  user: { id: 'AAAA', name: 'maya@example.com', displayName: 'maya@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
let asked: string[] = []

beforeEach(async () => {
  const key = await makeKey('ES256', 'a')
  await keepSession(1000, key)
  asked = playServer({
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

const make = async (trouble: string, onDone = () => {}) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('so it is', trouble))
  const screen = await stage(<AddPasskey isFirst onDone={onDone} />, ['account'])
  await screen.getByRole('button', { name: 'Make the passkey' }).click()
  return screen
}

test('who says no to their browser finds the form as it was, and nothing half made', async () => {
  const done = vi.fn<() => void>()
  const screen = await make('NotAllowedError', done)
  await expect.poll(() => asked.filter(what => what === `DELETE /auth/v1/factors/${id}`).length).toBe(2)
  await expect.element(screen.getByRole('button', { name: 'Make the passkey' })).not.toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('alert').query()).toBeNull()
  expect(done).not.toHaveBeenCalled()
})

test.each([
  ['InvalidStateError', /^This key is registered already/],
  ['NotSupportedError', /^Your browser could not use a key/],
])('%s is said in words', async (trouble, words) => {
  const screen = await make(trouble)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words)
})

test('what keeps this page from using keys is known before anybody tries', () => {
  expect(obstacleOf(location.origin)).toBeNull()
  expect(obstacleOf('https://mailferry.example')).toBe('address')
  vi.stubGlobal('isSecureContext', false)
  expect(obstacleOf(location.origin)).toBe('insecure')
})
