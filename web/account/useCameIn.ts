// Whether who is signed in came in on this very screen: then it leads on by itself, and else it stays.
import { useState } from 'react'
import { useAuth } from '../session.tsx'

export function useCameIn(): boolean {
  const { loading, isAuthenticated, isSecondStepDue } = useAuth()
  const isIn = isAuthenticated && !isSecondStepDue
  const [wasOut, setWasOut] = useState(false)
  if (!loading && !isIn && !wasOut) setWasOut(true)
  return isIn && wasOut
}
