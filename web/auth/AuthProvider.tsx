// Provides who is signed in to all screens, and ends a session that has expired.
import type { Session } from '@supabase/supabase-js'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { AuthContext, type AuthState } from '../session/session.tsx'
import { authCalls, callAuth } from './auth-calls.ts'
import { isSecondStepDue, sessionIdOf } from './claims.ts'
import { openAuthClient } from './client.ts'
import { markEnded } from './end-session.ts'
import { logActivity } from './log.ts'
import { unsubscribePush } from './unsubscribe-push.ts'
import { useRoles } from './useRoles.ts'
import { useSessionEnd } from './useSessionEnd.ts'
import { useSessionWatch } from './useSessionWatch.ts'
import { useSigningKeys } from './useSigningKeys.ts'
import { useStoredSession } from './useStoredSession.ts'

const loadNotice = () => import('./SecurityNotice.tsx')
const SecurityNotice = lazy(async () => ({ default: (await loadNotice()).SecurityNotice }))
const loadLogout = () => import('./ForcedLogout.tsx')
const ForcedLogout = lazy(async () => ({ default: (await loadLogout()).ForcedLogout }))
/** Both are loaded well ahead, since there may be no connection when they are due. */
const preloadNoticeAfterMs = 60_000

const openPage = (path: string): void => location.assign(path)

/** Needs the catalog "session". `navigate` loads a page, as the address bar does. */
export function AuthProvider({ children, navigate = openPage }: { children?: ReactNode; navigate?: (path: string) => void }) {
  const { ending, end, follow, expire } = useSessionEnd()
  const { signOut, hasSignedOut } = useSignOut()
  const stored = useStoredSession(expire)
  const session = ending ? null : stored.session
  const token = session?.access_token ?? null
  const watch = useSessionWatch(session && sessionIdOf(session), {
    onEnd: (reason, isFirst) => (isFirst ? end(reason, token) : follow(reason)),
    onRotate: async () => (await rotateSession()) || expire(token),
  })
  const isNoticeMounted = useNoticeMounted(watch.seconds !== null)
  useSigningKeys(token, () => void signOut())
  const isAccepted = session !== null && watch.sessionId === sessionIdOf(session)
  const loading = stored.loading || (session !== null && !isAccepted)
  const sessionState = useSessionState(isAccepted ? session : null, loading)
  const auth = useMemo<AuthState>(
    () => ({ ...sessionState, ...authCalls, signOut, hasSignedOut, expire: () => expire(token) }),
    [sessionState, signOut, hasSignedOut, expire, token],
  )

  if (ending)
    return (
      <Suspense>
        <ForcedLogout {...ending} navigate={navigate} />
      </Suspense>
    )
  const logOut = async () => {
    await signOut()
    if (location.pathname !== '/login') navigate('/login')
  }
  return (
    <AuthContext value={auth}>
      {children}
      {isAccepted && isNoticeMounted && (
        <Suspense>
          <SecurityNotice seconds={watch.seconds} onContinue={watch.extend} onLogout={() => void logOut()} />
        </Suspense>
      )}
    </AuthContext>
  )
}

/** Stays true after the notice was first due, so that it can fade out. */
function useNoticeMounted(isDue: boolean): boolean {
  const [wasDue, setWasDue] = useState(isDue)
  if (isDue && !wasDue) setWasDue(true)
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled([loadNotice(), loadLogout()]), preloadNoticeAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isDue || wasDue
}

function useSignOut() {
  const [hasSignedOut, setHasSignedOut] = useState(false)
  const signOut = useCallback(() => {
    setHasSignedOut(true)
    markEnded('sign_out')
    void unsubscribePush().catch(() => undefined)
    return callAuth(client => client.auth.signOut({ scope: 'local' }))
  }, [])
  return { signOut, hasSignedOut }
}

function useSessionState(session: Session | null, loading: boolean) {
  const { roles, areRolesKnown } = useRoles(session?.user.id ?? null)
  return useMemo(
    () => ({
      loading,
      session,
      isAuthenticated: session !== null,
      user: session?.user ?? null,
      roles,
      areRolesKnown,
      hasRole: (name: string) => roles.includes(name),
      isSecondStepDue: session !== null && isSecondStepDue(session),
    }),
    [session, loading, roles, areRolesKnown],
  )
}

/** False when the session could not be refreshed, and so must end. */
async function rotateSession(): Promise<boolean> {
  try {
    const { client } = await openAuthClient()
    const { error } = await client.auth.refreshSession()
    // Another tab refreshed first; its tokens are now the session's.
    if (error && error.name !== 'AuthRefreshDiscardedError') throw error
    if (!error) void logActivity({ action: 'auth.session_rotated', status: 'success', details: {} }).catch(console.error)
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
