// The screens speak the language that who is signed in has chosen, on whichever device that was.
import { useEffect } from 'react'
import { getSettings } from '../../core/api/settings.ts'
import { chooseLanguage, keptLanguage } from '../language.ts'
import { useAuth, useCall } from '../session.tsx'

export function TheirLanguage() {
  const { user, isSecondStepDue } = useAuth()
  const call = useCall()
  const userId = isSecondStepDue ? undefined : user?.id
  useEffect(() => {
    if (!userId) return
    const ended = new AbortController()
    call(getSettings, 'GET', '/api/settings', { signal: ended.signal }).then(
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
