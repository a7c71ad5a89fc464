// Tests links in emails: nothing happens before the button, and a stranger's link says whose account it opens.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AuthProvider } from '../../auth/AuthProvider.tsx'
import { fakeServer, makeKey, storeSession, userId } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { noteAskedEmail } from './asked-email.ts'
import { Confirm } from './Confirm.tsx'

const signer = await makeKey('ES256', 'a')
const stored = () => localStorage.getItem(`sb-${location.hostname.split('.')[0]}-auth-token`)
const address = location.href
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  history.replaceState(null, '', address)
})

async function open(email: string, hash = '#token_hash=t&type=magiclink&next=%2Ffilters') {
  history.replaceState(null, '', hash)
  const claims = { sub: '33333333-3333-4333-8333-333333333333', session_id: '44444444-4444-4444-8444-444444444444', aal: 'aal1' }
  const nowSeconds = Math.floor(Date.now() / 1000)
  const access_token = await signer.sign({ ...claims, iat: nowSeconds, exp: nowSeconds + 3600 })
  const user = { id: claims.sub, aud: 'authenticated', email, user_metadata: {}, app_metadata: {}, created_at: '' }
  const session = { access_token, refresh_token: 'r2', token_type: 'bearer', expires_in: 3600, expires_at: nowSeconds + 3600, user }
  const requests = fakeServer({
    'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [signer.jwk] }),
    'POST /auth/v1/verify': () => Response.json(session),
    'GET /auth/v1/user': () => Response.json(user),
  })
  await stage(
    <AuthProvider>
      <Confirm />
    </AuthProvider>,
    ['account', 'session'],
  )
  return () => requests.filter(request => request === 'POST /auth/v1/verify').length
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('a stranger’s link does not replace the session: it says whose account it opens, and waits', async () => {
  await storeSession(1000, signer)
  const opened = await open('mallory@example.com')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(opened()).toBe(0)
  await press('Sign in')
  await expect.element(page.getByText('This link signs in as mallory@example.com')).toBeVisible()
  expect(opened()).toBe(1)
  expect(stored()).toContain(userId)
  await press('Sign in as mallory@example.com')
  await expect.poll(stored).toContain('mallory@example.com')
})

test('a link that this browser asked for signs in at once', async () => {
  noteAskedEmail('Maya@example.com')
  await open('maya@example.com')
  await press('Sign in')
  await expect.poll(stored).toContain('maya@example.com')
})

test('a session in an address is not taken', async () => {
  await storeSession(1000, signer)
  await open('mallory@example.com', '#access_token=a&refresh_token=r&expires_in=3600&token_type=bearer&type=magiclink')
  await expect.element(page.getByText('This link no longer works')).toBeVisible()
  expect(stored()).toContain(userId)
})
