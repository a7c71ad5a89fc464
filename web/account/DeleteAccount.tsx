// Deletes the account: says what will be lost and asks for an emailed code, so that an open browser is not enough.
import { useState } from 'react'
import { callAuth } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../ui/overlays/DialogLayout.tsx'
import { useWords } from '../words/words.tsx'
import { CodeInput } from './CodeInput.tsx'
import { contactLabel } from './phones/person-label.ts'
import { refusalKey } from './refusal.ts'
import { useEraseAccount } from './sessions.ts'

export function DeleteAccount() {
  const t = useWords('profile')
  const account = useWords('account')
  const contact = contactLabel(useAuth().user)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(contact === null)
  const begin = async () => {
    setBusy(true)
    const refusal = hasCode ? null : await callAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setErrorText(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setHasCode(true)
    setOpen(true)
  }
  return (
    <Card id="leave" className="lg:col-span-2">
      <h2>{t('leave.title')}</h2>
      <p className="text-ink-2">{t('leave.text')}</p>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      <Button look="danger" className="w-fit" busy={isBusy} onClick={() => void begin()}>
        {t('leave.begin')}
      </Button>
      {isOpen && <ConfirmDeletion contact={contact} onClose={() => setOpen(false)} onCodeExpired={() => setHasCode(contact === null)} />}
    </Card>
  )
}

/** `onCodeExpired`: the code is no longer valid; starting over sends another. */
function ConfirmDeletion({ contact, onClose, onCodeExpired }: { contact: string | null; onClose(): void; onCodeExpired(): void }) {
  const t = useWords('profile')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const { signOut } = useAuth()
  const erasure = useEraseAccount()
  const [code, setCode] = useState('')
  const [isCodeMissing, setCodeMissing] = useState(false)
  const erase = () => {
    if (contact && !code.trim()) return setCodeMissing(true)
    erasure.mutate(contact ? code.trim() : null, {
      onSuccess: () => void signOut().then(() => location.assign('/')),
      onError: onCodeExpired,
    })
  }
  return (
    <Dialog open onClose={onClose} title={t('leave.sure')} lead={contact ? t('leave.code', { email: contact }) : t('leave.text')}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          erase()
        }}
      >
        {erasure.error && (
          <Note kind="danger" alert>
            {explain(erasure.error)}
          </Note>
        )}
        {contact && (
          <Field label={account('code')} error={isCodeMissing && !code ? account('code.missing') : undefined}>
            <CodeInput value={code} onChange={event => setCode(event.target.value)} />
          </Field>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" look="danger" busy={erasure.isPending}>
            {t('leave.deed')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
