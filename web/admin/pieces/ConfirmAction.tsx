// Asks for a reason, and for a typed word if needed, before staff change someone else's data.
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { isLongEnough, ReasonField } from './ReasonField.tsx'

interface ConfirmActionProps {
  open: boolean
  onClose(): void
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  /** The label of the button: "Suspend user". */
  action: string
  /** What must be typed, for what cannot be undone: the email of the user, for example. */
  word?: string
  /** Throws when it fails; the dialog stays open with the message. */
  onConfirm(reason: string): Promise<unknown>
  danger?: boolean
}

export function ConfirmAction({ open, onClose, title, children, action, word, onConfirm, danger = true }: ConfirmActionProps) {
  const t = useWords('adminui')
  const ui = useWords('ui')
  const explain = useExplain()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isReasonMissing = !isLongEnough(reason)
  const isWordWrong = word !== undefined && typed.trim() !== word
  const close = () => {
    setReason('')
    setTyped('')
    setHasTried(false)
    setFailure(null)
    onClose()
  }
  const confirm = async () => {
    setHasTried(true)
    if (isReasonMissing || isWordWrong) return
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm(reason.trim())
      toast.success(t('confirm.done'))
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={close} title={title}>
      <form
        className="grid grid-cols-1 gap-4"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void confirm()
        }}
      >
        <div className="grid gap-2 text-ink-2">{children}</div>
        <ReasonField reason={reason} isMissing={hasTried && isReasonMissing} onChange={setReason} />
        {word !== undefined && (
          <Field label={t('confirm.type', { word })} error={hasTried && isWordWrong ? t('confirm.mismatch', { word }) : undefined}>
            <TextInput value={typed} autoComplete="off" spellCheck={false} onChange={event => setTyped(event.target.value)} />
          </Field>
        )}
        {failure !== null && (
          <Note kind="danger" alert>
            {explain(failure)}
          </Note>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={close}>
            {ui('cancel')}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={isBusy}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
