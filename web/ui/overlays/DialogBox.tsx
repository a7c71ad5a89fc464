// The dialog built on Base UI, loaded when the first one opens.
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { isAskingForProof } from '../../proof.ts'
import { useWords } from '../../words/words.tsx'
import { Button } from '../Button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../IconButton.tsx'
import { type ConfirmProps, DialogButtons, type DialogProps, popup, scrim } from './DialogLayout.tsx'

/** `opener` gets the focus back when the dialog closes. */
export function DialogBox({
  open,
  onClose,
  title,
  lead,
  wide = false,
  onTop = false,
  initialFocus,
  children,
  opener,
}: DialogProps & { opener: RefObject<HTMLElement | null> }) {
  const t = useWords('ui')
  return (
    <Base.Root open={open} onOpenChange={next => !next && (onTop || !isAskingForProof()) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup initialFocus={initialFocus} finalFocus={opener} className={cx(popup, wide && 'max-w-xl')}>
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 wrap-anywhere">
              <Base.Title>{title}</Base.Title>
              {lead && <Base.Description className="mt-1 text-ink-2">{lead}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon={X} label={t('close')} className="-me-2 -mt-1.5 flex-none" />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Asks before an action that cannot be undone. */
export function ConfirmBox({ open, onClose, title, children, action, cancelLabel, onConfirm, busy = false, danger = true }: ConfirmProps) {
  const t = useWords('ui')
  return (
    <AlertDialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={scrim} />
        <AlertDialog.Popup className={popup}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="grid gap-2 text-ink-2" />}>{children}</AlertDialog.Description>
          <DialogButtons>
            <Button look="quiet" onClick={onClose}>
              {cancelLabel ?? t('cancel')}
            </Button>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </DialogButtons>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
