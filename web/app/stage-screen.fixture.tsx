// Renders a screen for a test with its route and fake server responses, and records its requests.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { AuthProvider } from '../auth/AuthProvider.tsx'
import { config } from '../auth/session.fixture.ts'
import { RouterNavigation } from '../routes/RouterNavigation.tsx'
import { loadCatalogs, WordsProvider } from '../words/words.tsx'

interface RecordedRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/** The body of a 200, a status with its body, or a full response. */
export type FakeResponse = (request: RecordedRequest) => unknown
export interface FakeError {
  status: number
  body: unknown
}

interface Stage {
  catalogs: readonly CatalogName[]
  at: string | { pathname: string; state: unknown }
  routes: Record<string, ReactNode>
  /** By method and path, such as `GET /api/filters`; anything else is an empty list. */
  responses: Record<string, FakeResponse>
}

export async function stageScreen({ catalogs, at, routes, responses }: Stage) {
  await loadCatalogs('en', ['ui', ...catalogs])
  const requests: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin)
    if (url.pathname === '/api/config') return Response.json(config)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const request = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    requests.push(request)
    const response = (await responses[`${request.method} ${request.path}`]?.(request)) ?? { items: [], next: null }
    if (response instanceof Response) return response
    return isFakeError(response) ? Response.json(response.body, { status: response.status }) : Response.json(response)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(
    Object.entries(routes).map(([path, element]) => ({ path, element: <RouterNavigation>{element}</RouterNavigation> })),
    { initialEntries: [at] },
  )
  const screen = await render(
    <WordsProvider language="en">
      <AuthProvider>
        <QueryClientProvider client={client}>
          <main>
            <RouterProvider router={router} />
          </main>
        </QueryClientProvider>
      </AuthProvider>
    </WordsProvider>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  const go = (path: string) => void router.navigate(path)
  const back = () => void router.navigate(-1)
  return { screen, requests, client, address, go, back, state: () => router.state.location.state as unknown }
}

const isFakeError = (response: unknown): response is FakeError =>
  typeof response === 'object' && response !== null && 'status' in response && 'body' in response && typeof response.status === 'number'
