// Dialogs: they keep the focus, give it back, and name the deed in their button.
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useWords } from '../words.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

export const scrim = 'scrim fixed inset-0 z-30 bg-scrim transition-opacity duration-(--move)'
export const popup = cx(
  'float fixed inset-x-4 top-[calc(50%+var(--strip,0px)/2)] z-40 mx-auto grid grid-cols-1 max-h-[calc(100dvh-2rem-var(--strip,0px))] max-w-md -translate-y-1/2 gap-5 overflow-y-auto rounded-hull-xl p-6 transition-opacity duration-(--move) sm:p-8',
)

interface DialogProps {
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

export function Dialog({ open, onClose, title, lead, wide = false, first, children }: DialogProps) {
  const t = useWords('ui')
  const opener = useOpener(open)
  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup initialFocus={first} finalFocus={opener} className={cx(popup, wide && 'max-w-xl')}>
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 wrap-anywhere">
              <Base.Title>{title}</Base.Title>
              {lead && <Base.Description className="mt-1 text-ink-2">{lead}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon={X} label={t('close')} className="-me-2 -mt-1.5" />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
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

interface ConfirmProps {
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
export function Confirm({ open, onClose, title, children, deed, stay, onDeed, busy = false, danger = true }: ConfirmProps) {
  const t = useWords('ui')
  return (
    <AlertDialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={scrim} />
        <AlertDialog.Popup className={popup}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="grid gap-2 text-ink-2" />}>{children}</AlertDialog.Description>
          <DialogDeeds>
            <Button look="quiet" onClick={onClose}>
              {stay ?? t('cancel')}
            </Button>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onDeed}>
              {deed}
            </Button>
          </DialogDeeds>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
