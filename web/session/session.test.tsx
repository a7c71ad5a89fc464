// Tests the guard of signed-in screens, and the error for using the session outside its provider.

import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AuthProvider } from '../auth/AuthProvider.tsx'
import { config } from '../auth/session.fixture.ts'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { SignedIn, useAuth } from './session.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Where() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

async function openAt(path: string) {
  await loadCatalogs('en', ['ui'])
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(config)))
  return render(
    <WordsProvider language="en">
      <MemoryRouter initialEntries={[path]}>
        <AuthProvider>
          <Routes>
            <Route path="/login" element={<Where />} />
            <Route
              path="*"
              element={
                <SignedIn>
                  <p>inside</p>
                </SignedIn>
              }
            />
          </Routes>
        </AuthProvider>
      </MemoryRouter>
    </WordsProvider>,
  )
}

test('somebody who is not signed in is sent to sign in, and back to where they were going', async () => {
  const screen = await openAt('/filters?x=1')
  await expect.element(screen.getByText('/login?next=%2Ffilters%3Fx%3D1')).toBeVisible()
  expect(screen.getByText('inside').query()).toBeNull()
})

test('using the authentication context outside its provider says so', async () => {
  const Lost = () => <p>{useAuth().isAuthenticated ? 1 : 0}</p>
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(render(<Lost />)).rejects.toThrow('useAuth must be used within an AuthProvider')
  silence.mockRestore()
})
