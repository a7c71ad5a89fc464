// Who is signed in, as every screen may ask it, and the guard of signed-in screens.
import type { AuthError, Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { z } from 'zod/mini'
import type { Shape } from '../core/api/shape.ts'
import { call, type Method, type Options, stream } from './api.ts'
import { Overlay } from './ui/Overlay.tsx'

/** Why a sign-in or the like was refused; status 0 or none when nobody answered. */
export type Refused = Pick<AuthError, 'status' | 'code'>

/** What a captcha brought; nothing where none is set up. */
export interface SolvedCaptcha {
  captchaToken?: string
}

export interface Auth {
  /** Until the stored session is read. */
  loading: boolean
  isAuthenticated: boolean
  session: Session | null
  user: User | null
  /** Names of roles; empty when they could not be read. */
  roles: readonly string[]
  /** Whether they have been read, or tried to be. */
  areRolesKnown: boolean
  hasRole(name: string): boolean
  /** The person has a second factor and has shown the first alone. */
  isSecondStepDue: boolean
  /** The person has just signed out: they are not asked to come back to where they were. */
  hasSignedOut: boolean
  signIn(email: string, password: string, captcha?: SolvedCaptcha): Promise<Refused | null>
  signUp(email: string, password: string, captcha?: SolvedCaptcha): Promise<Refused | null>
  /** Ends the session here in every tab, and on the server; an error is one of the server's, here it has ended all the same. */
  signOut(): Promise<Refused | null>
  /** The server says that the session is over. */
  expire(): void
  /** A token that is valid now, or null when nobody is signed in. */
  bearer(): Promise<string | null>
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** The signed-in call: `const call = useCall()`, then `call(listFilters, 'GET', '/api/filters', {})`. */
export function useCall() {
  const { bearer } = useAuth()
  return useCallback(
    async <S extends Shape>(shape: S, method: Method, path: string, given: Options<S>): Promise<z.output<S['answer']>> =>
      call(shape, method, path, given, await bearer()),
    [bearer],
  )
}

/** The signed-in call that is answered line by line. */
export function useStream() {
  const { bearer } = useAuth()
  return useCallback(
    async function* <L extends z.ZodMiniType>(
      line: L,
      path: string,
      given: { body: unknown; signal: AbortSignal },
    ): AsyncGenerator<z.output<L>> {
      yield* stream(line, path, given, await bearer())
    },
    [bearer],
  )
}

/** Shows its screens to a signed-in person, and sends anybody else to sign in and back. `door` is where one signs in. */
export function SignedIn({ door = '/login', children }: { door?: string; children: ReactNode }) {
  const { loading, isAuthenticated, isSecondStepDue, hasSignedOut } = useAuth()
  const { pathname, search } = useLocation()
  const next = `?next=${encodeURIComponent(pathname + search)}`
  if (loading) return <Overlay />
  if (!isAuthenticated) return <Navigate to={hasSignedOut ? door : `${door}${next}`} replace />
  if (isSecondStepDue) return <Navigate to={`/two-factor${next}`} replace />
  return children
}
