// Tests what the auth context provides, what is logged to the console only, and how a session ends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAuth } from '../session/session.tsx'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { AuthProvider } from './AuthProvider.tsx'
import { makeClient } from './client.ts'
import { keepSession, makeKey, playServer, userId } from './session.fixture.ts'

const key = await makeKey('ES256', 'a')
const keys = { 'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [key.jwk] }) }
const said: unknown[] = []

beforeEach(async () => {
  await loadCatalogs('en', ['ui', 'session'])
  vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(...words))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
  localStorage.clear()
  said.length = 0
})

function Facts() {
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

const went: string[] = []
const show = () =>
  render(
    <WordsProvider language="en">
      <AuthProvider go={path => void went.push(path)}>
        <Facts />
      </AuthProvider>
      <Toasts />
    </WordsProvider>,
  )

const signedOut = { loading: false, isAuthenticated: false, id: null, roles: [], admin: false }

test('nobody is signed in: no user, no roles', async () => {
  playServer(keys)
  const screen = await show()
  await expect.element(screen.getByText(JSON.stringify(signedOut))).toBeVisible()
})

test('the roles of who is signed in come from user_roles', async () => {
  playServer({ ...keys, 'GET /rest/v1/user_roles': () => Response.json([{ role: 'user' }, { role: 'admin' }]) })
  await keepSession(1000, key)
  const screen = await show()
  const facts = { loading: false, isAuthenticated: true, id: userId, roles: ['user', 'admin'], admin: true }
  await expect.element(screen.getByText(JSON.stringify(facts))).toBeVisible()
})

test('roles that cannot be read are none, and only the console says why', async () => {
  playServer({ ...keys, 'GET /rest/v1/user_roles': () => Response.json({ message: 'no', code: 'XX000' }, { status: 400 }) })
  await keepSession(1000, key)
  const screen = await show()
  const facts = { loading: false, isAuthenticated: true, id: userId, roles: [], admin: false }
  await expect.element(screen.getByText(JSON.stringify(facts))).toBeVisible()
  await expect.poll(() => JSON.stringify(said)).toContain('XX000')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

test('a failed sign-in is logged to the console only', async () => {
  const refusal = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  playServer({ ...keys, 'POST /auth/v1/token': () => Response.json(refusal, { status: 400 }) })
  const screen = await show()
  await screen.getByRole('button', { name: 'enter' }).click()
  await expect.poll(() => String(said[0])).toContain('Invalid login credentials')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

test('a token that the signing keys do not bear out is not believed', async () => {
  const asked = playServer({ 'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [] }) })
  await keepSession(1000, key)
  const screen = await show()
  await expect.element(screen.getByText(JSON.stringify(signedOut))).toBeVisible()
  expect(String(said[0])).toBe('Error: JWKS is empty')
  await expect.poll(() => asked).toContain('POST /auth/v1/logout')
})

test('keys that cannot be read judge nothing', async () => {
  playServer({ 'GET /auth/v1/.well-known/jwks.json': () => new Response('', { status: 503 }) })
  await keepSession(1000, key)
  const screen = await show()
  await expect.element(screen.getByText(/"isAuthenticated":true/)).toBeVisible()
  await expect.poll(() => said.length).toBeGreaterThan(0)
  await expect.element(screen.getByText(/"isAuthenticated":true/)).toBeVisible()
})

test('without a URL or a key the client refuses to be made', () => {
  expect(() => makeClient('', 'key')).toThrow('supabaseUrl is required.')
  expect(() => makeClient(location.origin, '')).toThrow('supabaseKey is required.')
})

test('a forced logout says so, and leaves after two seconds', async () => {
  const asked = playServer(keys)
  await keepSession(15 * 60_000, key)
  went.length = 0
  const beganAt = performance.now()
  const screen = await show()
  await expect.poll(() => asked).toContain('POST /auth/v1/logout')
  await expect.element(screen.getByText('Logged out for your security')).toBeVisible()
  await expect.element(screen.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  expect(asked.filter(one => one.startsWith('POST'))).toEqual(['POST /functions/v1/log-activity', 'POST /auth/v1/logout'])
  await expect.poll(() => went).toEqual(['/login?reason=inactivity'])
  expect(performance.now() - beganAt).toBeGreaterThan(1900)
  expect(performance.now() - beganAt).toBeLessThan(30_000)
  await screen.getByRole('button', { name: 'Login' }).click()
  expect(went).toEqual(['/login?reason=inactivity', '/login?reason=inactivity'])
})

test('its toast stays for eight seconds', async () => {
  playServer(keys)
  await keepSession(15 * 60_000, key)
  const beganAt = performance.now()
  const screen = await show()
  await expect.element(screen.getByText('Logged out for your security')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-sonner-toast]')).toBeNull()
  expect(performance.now() - beganAt).toBeGreaterThan(7000)
  expect(performance.now() - beganAt).toBeLessThan(30_000)
})
