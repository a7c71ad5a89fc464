// Shows the question who is signed in whenever a request needs it answered again.
import { Suspense, useEffect, useRef, useState } from 'react'
import { onProofNeeded, proofDialog } from '../proof.ts'

export function StepUp() {
  const [isOpen, setOpen] = useState(false)
  const settle = useRef<(isProven: boolean) => void>(() => undefined)
  useEffect(
    () =>
      onProofNeeded(
        () =>
          new Promise(resolve => {
            settle.current = resolve
            setOpen(true)
          }),
      ),
    [],
  )
  const close = (isProven: boolean) => {
    setOpen(false)
    settle.current(isProven)
  }
  const Dialog = proofDialog()
  return <Suspense>{isOpen && Dialog && <Dialog onDone={() => close(true)} onClose={() => close(false)} />}</Suspense>
}
