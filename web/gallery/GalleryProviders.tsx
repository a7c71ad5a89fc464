// The context for gallery components that expect a session: nobody is signed in, and no request is sent.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthContext, type AuthState } from '../session/session.tsx'

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const signedOut: AuthState = {
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

export const GalleryProviders = ({ children }: { children: ReactNode }) => (
  <AuthContext value={signedOut}>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </AuthContext>
)
