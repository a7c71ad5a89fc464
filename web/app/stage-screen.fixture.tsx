// Renders a screen for a test: its route, fake server responses, and a record of requests.
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

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/** The body of a 200, a status with its body, or a whole response. */
export type Answer = (asked: Asked) => unknown
export interface Refusal {
  status: number
  body: unknown
}

interface Play {
  catalogs: readonly CatalogName[]
  at: string | { pathname: string; state: unknown }
  routes: Record<string, ReactNode>
  /** By method and path, such as `GET /api/filters`; anything else is an empty list. */
  answers: Record<string, Answer>
}

export async function stageScreen({ catalogs, at, routes, answers }: Play) {
  await loadCatalogs('en', ['ui', ...catalogs])
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin)
    if (url.pathname === '/api/config') return Response.json(config)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const ask = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    asked.push(ask)
    const answer = (await answers[`${ask.method} ${ask.path}`]?.(ask)) ?? { items: [], next: null }
    if (answer instanceof Response) return answer
    return isRefusal(answer) ? Response.json(answer.body, { status: answer.status }) : Response.json(answer)
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
  return { screen, asked, client, address, go, back, state: () => router.state.location.state as unknown }
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer && typeof answer.status === 'number'
