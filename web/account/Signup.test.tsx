// Tests that the sign-up page says at once when sign-up is closed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, fakeServer } from '../auth/session.fixture.ts'
import { AuthContext, type AuthState } from '../session/session.tsx'
import { stage } from '../stage.fixture.tsx'
import { Signup } from './Signup.tsx'

// The configuration is fetched once for all tests of this file.
config.signUpOpen = false

beforeEach(() => void fakeServer({}))
afterEach(() => vi.unstubAllGlobals())

test('where sign-up is closed, there is no form to fill in, and the way to sign in', async () => {
  const auth = { isAuthenticated: false } as unknown as AuthState
  const screen = await stage(
    <AuthContext value={auth}>
      <Signup />
    </AuthContext>,
    ['account', 'oauth', 'byphone'],
    '/signup',
  )
  await expect.element(screen.getByRole('heading', { name: 'No new accounts right now' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(screen.getByRole('textbox').elements()).toEqual([])
})
