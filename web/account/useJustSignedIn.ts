// Tells whether the person signed in on this very screen, which then redirects, or arrived signed in.
import { useState } from 'react'
import { useAuth } from '../session/session.tsx'

export function useJustSignedIn(): boolean {
  const { loading, isAuthenticated, isSecondStepDue } = useAuth()
  const isSignedIn = isAuthenticated && !isSecondStepDue
  const [wasSignedOut, setWasSignedOut] = useState(false)
  if (!loading && !isSignedIn && !wasSignedOut) setWasSignedOut(true)
  return isSignedIn && wasSignedOut
}
