// Shares one session between the sign-in pages and all signed-in screens, and switches to the person's language.

import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { getSettingsApi } from '../../core/api/settings.ts'
import { useAuth, useCall } from '../session/session.tsx'
import { chooseLanguage, storedLanguage } from '../words/language.ts'
import { AuthProvider } from './AuthProvider.tsx'
import { StepUp } from './StepUp.tsx'

export function AuthFrame() {
  return (
    <AuthProvider>
      <UserLanguage />
      <Outlet />
      <StepUp />
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
    const controller = new AbortController()
    call(getSettingsApi, 'GET', '/api/settings', { signal: controller.signal }).then(
      ({ language }) => {
        if (!controller.signal.aborted && language !== storedLanguage()) return chooseLanguage(language)
      },
      // Without a response the language stays; other requests report the problem.
      () => undefined,
    )
    return () => controller.abort()
  }, [userId, call])
  return null
}
