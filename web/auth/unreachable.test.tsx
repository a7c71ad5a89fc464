// Tests that a page whose settings cannot be read at first is no crash, and signs the user in once they can.
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAuth } from '../session/session.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { AuthProvider } from './AuthProvider.tsx'
import { config, fakeServer, makeKey, storeSession } from './session.fixture.ts'

function StateView() {
  const { loading, isAuthenticated } = useAuth()
  return <p>{JSON.stringify({ loading, isAuthenticated })}</p>
}

test('loading ends while the server does not answer, and the stored session counts as soon as it does', async () => {
  await loadCatalogs('en', ['ui', 'session'])
  const logged: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((...values) => void logged.push(...values))
  const key = await makeKey('ES256', 'a')
  let isDown = true
  fakeServer({
    'GET /api/config': () => (isDown ? Response.json({ code: 'internal', message: 'Later.' }, { status: 500 }) : Response.json(config)),
    'GET /auth/v1/.well-known/jwks.json': () => Response.json({ keys: [key.jwk] }),
    'GET /rest/v1/user_roles': () => Response.json([]),
  })
  await storeSession(1000, key)
  const screen = await render(
    <WordsProvider language="en">
      <AuthProvider>
        <StateView />
      </AuthProvider>
    </WordsProvider>,
  )
  await expect.element(screen.getByText(JSON.stringify({ loading: false, isAuthenticated: false }))).toBeVisible()
  expect(logged).not.toEqual([])
  isDown = false
  await expect.element(screen.getByText(JSON.stringify({ loading: false, isAuthenticated: true })), { timeout: 5000 }).toBeVisible()
})
