// Shows the question who is signed in whenever a request needs it answered again.
import { Suspense, useEffect, useRef, useState } from 'react'
import { onProofNeeded } from '../proof.ts'
import { lazyPart } from '../words/lazy-part.tsx'

const StepUpDialog = lazyPart(['account', 'byphone'], async () => (await import('./StepUpDialog.tsx')).StepUpDialog)

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
  return <Suspense>{isOpen && <StepUpDialog.View onDone={() => close(true)} onClose={() => close(false)} />}</Suspense>
}
