// Provides the signed-in user, authenticated API calls, and the guard of signed-in screens.
import type { AuthError, Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { z } from 'zod/mini'
import type { Shape } from '../../core/api/shape.ts'
import { type CallOptions, call, type HttpMethod, type StreamRequest, stream } from '../api.ts'
import { Overlay } from '../ui/feedback/Overlay.tsx'

/** Why an auth request was refused; status 0 or none if there was no response. */
export type AuthRefusal = Pick<AuthError, 'status' | 'code'>

/** The captcha's token; empty where no captcha is configured. */
export interface SolvedCaptcha {
  captchaToken?: string
}

export interface AuthState {
  /** True until the stored session has been read. */
  loading: boolean
  isAuthenticated: boolean
  session: Session | null
  user: User | null
  /** Role names; empty if they could not be read. */
  roles: readonly string[]
  /** True once reading the roles has succeeded or failed. */
  areRolesKnown: boolean
  hasRole(name: string): boolean
  /** The user has a second factor and has verified only the first one. */
  isSecondStepDue: boolean
  /** The user has just signed out, so the sign-in page does not lead back. */
  hasSignedOut: boolean
  signIn(email: string, password: string, captcha?: SolvedCaptcha): Promise<AuthRefusal | null>
  signUp(email: string, password: string, captcha?: SolvedCaptcha): Promise<AuthRefusal | null>
  /** Ends the session in every tab and on the server. An error concerns the server only; here the session has ended. */
  signOut(): Promise<AuthRefusal | null>
  /** Called when the server says that the session is over. */
  expire(): void
  /** A token that is valid now, or null when nobody is signed in. */
  bearer(): Promise<string | null>
}

export const AuthContext = createContext<AuthState | null>(null)

export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** An API call with the session's token: `const call = useCall()`, then `call(listFilters, 'GET', '/api/filters', {})`. */
export function useCall() {
  const { bearer } = useAuth()
  return useCallback(
    async <S extends Shape>(shape: S, method: HttpMethod, path: string, options: CallOptions<S>): Promise<z.output<S['answer']>> =>
      call(shape, method, path, options, await bearer()),
    [bearer],
  )
}

/** An API call with the session's token and a streamed response. */
export function useStream() {
  const { bearer } = useAuth()
  return useCallback(
    async function* <L extends z.ZodMiniType>(line: L, path: string, options: StreamRequest): AsyncGenerator<z.output<L>> {
      yield* stream(line, path, options, await bearer())
    },
    [bearer],
  )
}

/** Shows its children to a signed-in person and redirects everyone else to sign in and back. `signInPath` is the sign-in page. */
export function RequireSignIn({ signInPath = '/login', children }: { signInPath?: string; children: ReactNode }) {
  const { loading, isAuthenticated, isSecondStepDue, hasSignedOut } = useAuth()
  const { pathname, search } = useLocation()
  const next = `?next=${encodeURIComponent(pathname + search)}`
  if (loading) return <Overlay />
  if (!isAuthenticated) return <Navigate to={hasSignedOut ? signInPath : `${signInPath}${next}`} replace />
  if (isSecondStepDue) return <Navigate to={`/two-factor${next}`} replace />
  return children
}
