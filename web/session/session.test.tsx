// Tests the guard of signed-in screens, and the error for using the session outside its provider.

import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AuthProvider } from '../auth/AuthProvider.tsx'
import { config } from '../auth/session.fixture.ts'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'
import { RequireSignIn, useAuth } from './session.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function LocationView() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

async function openAt(path: string) {
  await loadCatalogs('en', ['ui'])
  // Another file may have left a session.
  localStorage.clear()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(config)))
  return render(
    <WordsProvider language="en">
      <MemoryRouter initialEntries={[path]}>
        <AuthProvider>
          <Routes>
            <Route path="/login" element={<LocationView />} />
            <Route
              path="*"
              element={
                <RequireSignIn>
                  <p>inside</p>
                </RequireSignIn>
              }
            />
          </Routes>
        </AuthProvider>
      </MemoryRouter>
    </WordsProvider>,
  )
}

test('a signed-out visitor is sent to sign in and then back to the page they wanted', async () => {
  const screen = await openAt('/filters?x=1')
  await expect.element(screen.getByText('/login?next=%2Ffilters%3Fx%3D1')).toBeVisible()
  expect(screen.getByText('inside').query()).toBeNull()
})

test('useAuth outside its provider throws', async () => {
  const Orphan = () => <p>{useAuth().isAuthenticated ? 1 : 0}</p>
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(render(<Orphan />)).rejects.toThrow('useAuth must be used within an AuthProvider')
  consoleError.mockRestore()
})
