// Tests what the auth context provides, what is logged only to the console, and how a session ends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAuth } from '../session/session.tsx'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { AuthProvider } from './AuthProvider.tsx'
import { makeClient } from './client.ts'
import { fakeServer, makeKey, storeSession, userId } from './session.fixture.ts'

const key = await makeKey('ES256', 'a')
const keys = { 'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [key.jwk] }) }
const logged: unknown[] = []

beforeEach(async () => {
  await loadCatalogs('en', ['ui', 'session'])
  vi.spyOn(console, 'error').mockImplementation((...values) => void logged.push(...values))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
  localStorage.clear()
  logged.length = 0
})

function AuthStateView() {
  const { loading, isAuthenticated, user, roles, hasRole, signIn } = useAuth()
  return (
    <>
      <p>{JSON.stringify({ loading, isAuthenticated, id: user?.id ?? null, roles, admin: hasRole('admin') })}</p>
      <button type="button" onClick={() => void signIn('maya@example.com', 'wrong')}>
        {'enter'}
      </button>
    </>
  )
}

const navigations: string[] = []
const renderProvider = () =>
  render(
    <WordsProvider language="en">
      <AuthProvider navigate={path => void navigations.push(path)}>
        <AuthStateView />
      </AuthProvider>
      <Toasts />
    </WordsProvider>,
  )

const signedOut = { loading: false, isAuthenticated: false, id: null, roles: [], admin: false }

test('nobody is signed in: no user, no roles', async () => {
  fakeServer(keys)
  const screen = await renderProvider()
  await expect.element(screen.getByText(JSON.stringify(signedOut))).toBeVisible()
})

test('the roles of the signed-in user come from user_roles', async () => {
  fakeServer({ ...keys, 'GET /rest/v1/user_roles': () => Response.json([{ role: 'user' }, { role: 'admin' }]) })
  await storeSession(1000, key)
  const screen = await renderProvider()
  const expected = { loading: false, isAuthenticated: true, id: userId, roles: ['user', 'admin'], admin: true }
  await expect.element(screen.getByText(JSON.stringify(expected))).toBeVisible()
})

test('roles that cannot be read count as none, and the reason goes to the console only', async () => {
  fakeServer({ ...keys, 'GET /rest/v1/user_roles': () => Response.json({ message: 'no', code: 'XX000' }, { status: 400 }) })
  await storeSession(1000, key)
  const screen = await renderProvider()
  const expected = { loading: false, isAuthenticated: true, id: userId, roles: [], admin: false }
  await expect.element(screen.getByText(JSON.stringify(expected))).toBeVisible()
  await expect.poll(() => JSON.stringify(logged)).toContain('XX000')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

test('a failed sign-in is logged to the console only', async () => {
  const refusal = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  fakeServer({ ...keys, 'POST /auth/v1/token': () => Response.json(refusal, { status: 400 }) })
  const screen = await renderProvider()
  await screen.getByRole('button', { name: 'enter' }).click()
  await expect.poll(() => String(logged[0])).toContain('Invalid login credentials')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

test('a token that no signing key verifies is rejected', async () => {
  const requests = fakeServer({ 'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [] }) })
  await storeSession(1000, key)
  const screen = await renderProvider()
  await expect.element(screen.getByText(JSON.stringify(signedOut))).toBeVisible()
  expect(String(logged[0])).toBe('Error: JWKS is empty')
  await expect.poll(() => requests).toContain('POST /auth/v1/logout')
})

test('unreadable signing keys leave the session alone', async () => {
  fakeServer({ 'GET /auth/v1/.well-known/jwks.json': () => new Response('', { status: 503 }) })
  await storeSession(1000, key)
  const screen = await renderProvider()
  await expect.element(screen.getByText(/"isAuthenticated":true/)).toBeVisible()
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  await expect.element(screen.getByText(/"isAuthenticated":true/)).toBeVisible()
})

test('the client cannot be created without a URL or a key', () => {
  expect(() => makeClient('', 'key')).toThrow('supabaseUrl is required.')
  expect(() => makeClient(location.origin, '')).toThrow('supabaseKey is required.')
})

test('a forced logout explains itself and redirects after two seconds', async () => {
  const requests = fakeServer(keys)
  await storeSession(15 * 60_000, key)
  navigations.length = 0
  const startedAt = performance.now()
  const screen = await renderProvider()
  await expect.poll(() => requests).toContain('POST /auth/v1/logout')
  await expect.element(screen.getByText('Logged out for your security')).toBeVisible()
  await expect.element(screen.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  expect(requests.filter(request => request.startsWith('POST'))).toEqual(['POST /functions/v1/log-activity', 'POST /auth/v1/logout'])
  await expect.poll(() => navigations).toEqual(['/login?reason=inactivity'])
  expect(performance.now() - startedAt).toBeGreaterThan(1900)
  expect(performance.now() - startedAt).toBeLessThan(30_000)
  await screen.getByRole('button', { name: 'Login' }).click()
  expect(navigations).toEqual(['/login?reason=inactivity', '/login?reason=inactivity'])
})

test('its toast stays for eight seconds', async () => {
  fakeServer(keys)
  await storeSession(15 * 60_000, key)
  const startedAt = performance.now()
  const screen = await renderProvider()
  await expect.element(screen.getByText('Logged out for your security')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-sonner-toast]')).toBeNull()
  expect(performance.now() - startedAt).toBeGreaterThan(7000)
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})
