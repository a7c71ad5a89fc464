// Provides one session to all screens behind sign-in and to the sign-in pages, and switches to the person's language.

import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { getSettingsApi } from '../../core/api/settings.ts'
import { useAuth, useCall } from '../session/session.tsx'
import { chooseLanguage, keptLanguage } from '../words/language.ts'
import { AuthProvider } from './AuthProvider.tsx'

export function AuthFrame() {
  return (
    <AuthProvider>
      <UserLanguage />
      <Outlet />
    </AuthProvider>
  )
}

/** Keeps the session limits running on a public page. */
export const PublicWatch = () => <AuthProvider />

function UserLanguage() {
  const { user, isSecondStepDue } = useAuth()
  const call = useCall()
  const userId = isSecondStepDue ? undefined : user?.id
  useEffect(() => {
    if (!userId) return
    const ended = new AbortController()
    call(getSettingsApi, 'GET', '/api/settings', { signal: ended.signal }).then(
      ({ language }) => {
        if (!ended.signal.aborted && language !== keptLanguage()) return chooseLanguage(language)
      },
      // Without an answer the screens stay as they are; what else is asked says so.
      () => undefined,
    )
    return () => ended.abort()
  }, [userId, call])
  return null
}
