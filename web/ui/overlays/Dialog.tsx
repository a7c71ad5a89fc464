// Dialogs that trap and restore focus, with buttons that name their action.
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ConfirmProps, DialogProps } from './DialogLayout.tsx'
import { onFirstInteraction } from './on-first-interaction.ts'

const loadBox = () => import('./DialogBox.tsx')
const DialogBox = lazy(async () => ({ default: (await loadBox()).DialogBox }))
const ConfirmBox = lazy(async () => ({ default: (await loadBox()).ConfirmBox }))

export function Dialog(props: DialogProps) {
  const opener = useOpener(props.open)
  const isMounted = useHasOpened(props.open)
  return <Suspense>{isMounted && <DialogBox {...props} opener={opener} />}</Suspense>
}

/** Once opened, the dialog stays mounted, so that it can fade out. */
function useHasOpened(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => onFirstInteraction(loadBox), [])
  return isOpen || wasOpen
}

/** The element that had the focus when the dialog opened. Base UI may remember an element of an earlier step that no longer exists. */
function useOpener(open: boolean) {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) opener.current = document.activeElement
  }, [open])
  return opener
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const isMounted = useHasOpened(props.open)
  return <Suspense>{isMounted && <ConfirmBox {...props} />}</Suspense>
}
