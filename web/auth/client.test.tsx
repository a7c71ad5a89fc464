// Tests that nobody can put their own session into somebody's browser by an address.
import { afterEach, expect, test, vi } from 'vitest'
import { openAuthClient } from './client.ts'
import { fakeServer, makeKey, storeSession, userId } from './session.fixture.ts'
import { storageKey } from './stored-session.ts'

const address = location.href
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  history.replaceState(null, '', address)
})

test('a session in the address of any page does not replace the one of this browser', async () => {
  const signer = await makeKey('ES256', 'a')
  await storeSession(1000, signer)
  const exp = Math.floor(Date.now() / 1000) + 3600
  const sub = '33333333-3333-4333-8333-333333333333'
  const mallory = { id: sub, aud: 'authenticated', email: 'mallory@example.com', user_metadata: {}, app_metadata: {}, created_at: '' }
  fakeServer({
    'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [signer.jwk] }),
    'GET /auth/v1/user': () => Response.json(mallory),
  })
  const token = await signer.sign({ sub, session_id: '44444444-4444-4444-8444-444444444444', aal: 'aal1', iat: exp - 3600, exp })
  history.replaceState(null, '', `#access_token=${token}&refresh_token=r2&expires_in=3600&token_type=bearer&type=magiclink`)
  const { client } = await openAuthClient()
  const { data } = await client.auth.getSession()
  expect(data.session?.user.id).toBe(userId)
  expect(localStorage.getItem(storageKey())).not.toContain('mallory@example.com')
})
