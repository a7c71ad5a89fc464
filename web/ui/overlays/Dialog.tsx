// Dialogs that trap and restore focus, with buttons that name the action.
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ConfirmProps, DialogProps } from './DialogLayout.tsx'
import { onFirstInteraction } from './on-first-interaction.ts'

const load = () => import('./DialogBox.tsx')
const DialogBox = lazy(async () => ({ default: (await load()).DialogBox }))
const ConfirmBox = lazy(async () => ({ default: (await load()).ConfirmBox }))

export function Dialog(props: DialogProps) {
  const opener = useOpener(props.open)
  const isWanted = useWanted(props.open)
  return <Suspense>{isWanted && <DialogBox {...props} opener={opener} />}</Suspense>
}

/** Once it was open it stays, so that it can fade. */
function useWanted(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => onFirstInteraction(load), [])
  return isOpen || wasOpen
}

/** Whatever had the focus when it opened. A dialog of several steps takes the focus itself, and what it then remembers may be a step that is gone. */
function useOpener(open: boolean) {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) opener.current = document.activeElement
  }, [open])
  return opener
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const isWanted = useWanted(props.open)
  return <Suspense>{isWanted && <ConfirmBox {...props} />}</Suspense>
}
