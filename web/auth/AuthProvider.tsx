// Holds who is signed in, and ends a session that is over.
import type { Session } from '@supabase/supabase-js'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { type Auth, AuthContext } from '../session.tsx'
import { askAuth } from './asking.ts'
import { isSecondStepDue, sessionIdOf } from './claims.ts'
import { deeds } from './deeds.ts'
import { markEnded } from './ending.ts'
import { Leaving } from './Leaving.tsx'
import { rotateSession } from './rotation.ts'
import { signOffPush } from './sign-off.ts'
import { useEnding } from './useEnding.ts'
import { useRoles } from './useRoles.ts'
import { useSigningKeys } from './useSigningKeys.ts'
import { useStoredSession } from './useStoredSession.ts'
import { useWatch } from './useWatch.ts'

const loadNotice = () => import('./SecurityNotice.tsx')
const SecurityNotice = lazy(async () => ({ default: (await loadNotice()).SecurityNotice }))
/** Well before anybody can need it: when it is due, there may be no connection. */
const noticeAfterMs = 60_000

const openPage = (path: string): void => location.assign(path)

/** Needs the words of "session". `go` opens a page anew, as the address bar does. */
export function AuthProvider({ children, go = openPage }: { children?: ReactNode; go?: (path: string) => void }) {
  const { ending, end, follow, expire } = useEnding()
  const { signOut, hasSignedOut } = useSigningOut()
  const stored = useStoredSession(expire)
  const session = ending ? null : stored.session
  const token = session?.access_token ?? null
  const watch = useWatch(session && sessionIdOf(session), {
    onEnd: (reason, isFirst) => (isFirst ? end(reason, token) : follow(reason)),
    onRotate: async () => (await rotateSession()) || expire(token),
  })
  const isNoticeWanted = useNotice(watch.seconds !== null)
  useSigningKeys(token, () => void signOut())
  const isIn = session !== null && watch.sessionId === sessionIdOf(session)
  const loading = stored.loading || (session !== null && !isIn)
  const facts = useFacts(isIn ? session : null, loading)
  const auth = useMemo<Auth>(
    () => ({ ...facts, ...deeds, signOut, hasSignedOut, expire: () => expire(token) }),
    [facts, signOut, hasSignedOut, expire, token],
  )

  // A public page stands without the service.
  if (stored.failure && children) throw stored.failure
  if (ending) return <Leaving {...ending} go={go} />
  const logOut = async () => {
    await signOut()
    if (location.pathname !== '/login') go('/login')
  }
  return (
    <AuthContext value={auth}>
      {children}
      {isIn && isNoticeWanted && (
        <Suspense>
          <SecurityNotice seconds={watch.seconds} onContinue={watch.extend} onLogout={() => void logOut()} />
        </Suspense>
      )}
    </AuthContext>
  )
}

/** True once it was due; it stays, so that it can fade. */
function useNotice(isDue: boolean): boolean {
  const [wasDue, setWasDue] = useState(isDue)
  if (isDue && !wasDue) setWasDue(true)
  useEffect(() => {
    const timer = setTimeout(() => void loadNotice().catch(() => undefined), noticeAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isDue || wasDue
}

function useSigningOut() {
  const [hasSignedOut, setHasSignedOut] = useState(false)
  const signOut = useCallback(() => {
    setHasSignedOut(true)
    markEnded('sign_out')
    void signOffPush().catch(() => undefined)
    return askAuth(client => client.auth.signOut({ scope: 'local' }))
  }, [])
  return { signOut, hasSignedOut }
}

function useFacts(session: Session | null, loading: boolean) {
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
