// Who is signed in: the official client, made in the browser when first needed, and the guard of signed-in screens.
import { type AuthError, createClient, type Session, type SupabaseClient, type User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { z } from 'zod'
import { getConfig } from '../core/api/config.ts'
import type { Shape } from '../core/api/shape.ts'
import { call, type Method, type Options, timedFetch } from './api.ts'
import { Overlay } from './ui/Overlay.tsx'

interface Auth {
  loading: boolean
  isAuthenticated: boolean
  session: Session | null
  user: User | null
  signIn(email: string, password: string): Promise<AuthError | null>
  signUp(email: string, password: string): Promise<AuthError | null>
  signOut(): Promise<void>
  /** A token that is valid now, or null when nobody is signed in. */
  bearer(): Promise<string | null>
}

const AuthContext = createContext<Auth | null>(null)

let client: Promise<SupabaseClient> | undefined

function openClient(): Promise<SupabaseClient> {
  client ??= call(getConfig, 'GET', '/api/config', {}).then(config =>
    createClient(location.origin, config.publishableKey, {
      auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
      realtime: { heartbeatIntervalMs: 30_000 },
      global: { fetch: (input, init) => timedFetch(input, init) },
    }),
  )
  client.catch(() => {
    client = undefined
  })
  return client
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<{ loading: boolean; session: Session | null; failure: unknown }>({
    loading: true,
    session: null,
    failure: null,
  })
  useEffect(() => {
    let stop = () => {}
    let gone = false
    openClient().then(
      it => {
        if (gone) return
        const { data } = it.auth.onAuthStateChange((_, session) => setState({ loading: false, session, failure: null }))
        stop = () => data.subscription.unsubscribe()
      },
      (failure: unknown) => setState({ loading: false, session: null, failure }),
    )
    return () => {
      gone = true
      stop()
    }
  }, [])
  const { loading, session, failure } = state
  const auth = useMemo<Auth>(
    () => ({
      loading,
      session,
      isAuthenticated: session !== null,
      user: session?.user ?? null,
      signIn: async (email, password) => (await (await openClient()).auth.signInWithPassword({ email, password })).error,
      signUp: async (email, password) => (await (await openClient()).auth.signUp({ email, password })).error,
      signOut: async () => {
        await (await openClient()).auth.signOut({ scope: 'local' })
      },
      bearer: async () => (await (await openClient()).auth.getSession()).data.session?.access_token ?? null,
    }),
    [loading, session],
  )
  if (failure) throw failure
  return <AuthContext value={auth}>{children}</AuthContext>
}

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

/** Shows its screens to a signed-in person, and sends anybody else to sign in and back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { loading, isAuthenticated } = useAuth()
  const { pathname, search } = useLocation()
  if (loading) return <Overlay />
  if (!isAuthenticated) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
  return children
}
