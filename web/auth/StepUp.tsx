// Shows the question who is signed in whenever a request needs it answered again.
import { Suspense, useEffect, useState } from 'react'
import { onProofNeeded, proofView } from '../proof.ts'

export function StepUp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onProofNeeded(setOpen), [])
  return isOpen && <Suspense>{proofView()}</Suspense>
}
