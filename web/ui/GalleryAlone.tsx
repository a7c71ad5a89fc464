// What stands around parts of the gallery that know a person: nobody is signed in, and nothing is asked of the server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Auth, AuthContext } from '../session.tsx'

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const nobody: Auth = {
  loading: false,
  isAuthenticated: false,
  session: null,
  user: null,
  roles: [],
  areRolesKnown: true,
  hasRole: () => false,
  isSecondStepDue: false,
  hasSignedOut: false,
  signIn: async () => null,
  signUp: async () => null,
  signOut: async () => null,
  expire() {},
  bearer: async () => null,
}

export const Alone = ({ children }: { children: ReactNode }) => (
  <AuthContext value={nobody}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </AuthContext>
)
