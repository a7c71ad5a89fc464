// Whether the person signed in on this very screen, which then redirects, instead of arriving signed in.
import { useState } from 'react'
import { useAuth } from '../session/session.tsx'

export function useJustSignedIn(): boolean {
  const { loading, isAuthenticated, isSecondStepDue } = useAuth()
  const isIn = isAuthenticated && !isSecondStepDue
  const [wasOut, setWasOut] = useState(false)
  if (!loading && !isIn && !wasOut) setWasOut(true)
  return isIn && wasOut
}
