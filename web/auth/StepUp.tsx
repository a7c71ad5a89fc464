// Shows the question who is signed in whenever a request needs it answered again.
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { onProofNeeded, proofView } from '../proof.ts'

export function StepUp() {
  const [Question, setQuestion] = useState<ComponentType | null>(null)
  useEffect(() => {
    onProofNeeded(isOpen => setQuestion(() => (isOpen ? (proofView() ?? null) : null)))
    return () => onProofNeeded(undefined)
  }, [])
  return (
    Question && (
      <Suspense>
        <Question />
      </Suspense>
    )
  )
}
