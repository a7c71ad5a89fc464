// Dialogs: they keep the focus, give it back, and name the deed in their button.
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { whenTouched } from './later.ts'

export const scrim = 'scrim fixed inset-0 z-30 bg-scrim transition-opacity duration-(--move)'
export const popup = cx(
  'float fixed inset-x-4 top-[calc(50%+var(--strip,0px)/2)] z-40 mx-auto grid grid-cols-1 max-h-[calc(100dvh-2rem-var(--strip,0px))] max-w-md -translate-y-1/2 gap-5 overflow-y-auto rounded-hull-xl p-6 transition-opacity duration-(--move) sm:p-8',
)

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  /** One sentence below the title. */
  lead?: ReactNode
  wide?: boolean
  /** Has the focus first, in place of the button that closes. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

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
  useEffect(() => whenTouched(load), [])
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

/** The buttons at the foot: side by side at the end, on a phone one above the other and as wide as the dialog. */
export const DialogDeeds = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 min-[480px]:flex min-[480px]:flex-wrap min-[480px]:justify-end">{children}</div>
)

export interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** The deed, as its button says it: "Delete filter". */
  deed: string
  /** What the other button says; "Cancel" when left out. */
  stay?: string
  onDeed(): void
  busy?: boolean
  danger?: boolean
}

/** Asks before a deed that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const isWanted = useWanted(props.open)
  return <Suspense>{isWanted && <ConfirmBox {...props} />}</Suspense>
}
