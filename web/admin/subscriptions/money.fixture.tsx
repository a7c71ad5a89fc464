// Renders a part of the pages on subscriptions for a role, with fake server responses, and records its requests.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { StaffRole } from '../../../core/session/staff.ts'
import { AuthContext, type AuthState } from '../../session/session.tsx'
import { stage } from '../../stage.fixture.tsx'

interface RecordedCall {
  method: string
  path: string
  query: string
  body: unknown
}

const auth = (role: StaffRole): AuthState => ({
  ...{ loading: false, isAuthenticated: true, session: null, user: null, roles: [role], areRolesKnown: true },
  ...{ isSecondStepDue: false, hasSignedOut: false, hasRole: name => name === role },
  ...{ signIn: async () => null, signUp: async () => null, signOut: async () => null, expire: () => undefined, bearer: async () => null },
})

/** `responses` by method and path, such as `GET /api/plans`; anything else is an empty list. */
export async function stageMoney(part: ReactNode, role: StaffRole, responses: Record<string, unknown>, at = '/') {
  const calls: RecordedCall[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input, location.origin)
    const method = init.method ?? 'GET'
    calls.push({ method, path: pathname, query: search, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    return Response.json(responses[`${method} ${pathname}`] ?? { items: [], next: null })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await stage(
    <AuthContext value={auth(role)}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </AuthContext>,
    ['adminui', 'adminsubscriptions', 'siteplans'],
    at,
  )
  return { screen, calls, changes: () => calls.filter(({ method }) => method !== 'GET') }
}
