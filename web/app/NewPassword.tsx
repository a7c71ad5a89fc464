// Takes a new password for an e-mail account that refuses the old one.
import { type FormEvent, useRef, useState } from 'react'
import type { Mailbox } from '../../core/api/mail.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { useExplain } from '../ui/failure.ts'
import { HelpLink } from '../ui/HelpLink.tsx'
import { PasswordInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useChangeMailbox } from './mailboxes.ts'

export function NewPassword({ mailbox, open, onClose }: { mailbox: Mailbox; open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const change = useChangeMailbox()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!password)
    if (!password) return
    change.mutate(
      { id: mailbox.id, password },
      {
        onSuccess: () => {
          toast.success(t('passwordSaved'))
          setPassword('')
          onClose()
        },
      },
    )
  }
  const error = missing ? t('form.passwordMissing') : change.error ? explain(change.error) : undefined
  return (
    <Dialog open={open} onClose={onClose} title={t('password.new')} lead={mailbox.address} first={field}>
      <form className="grid gap-4" noValidate onSubmit={send}>
        <Field
          label={t('form.password')}
          help={t('form.passwordHelp')}
          error={error}
          aside={<HelpLink to="/help/email-setup#providers">{t('form.which')}</HelpLink>}
        >
          <PasswordInput ref={field} autoComplete="off" value={password} onChange={event => setPassword(event.target.value)} />
        </Field>
        <Button type="submit" busy={change.isPending}>
          {t('passwordDeed')}
        </Button>
      </form>
    </Dialog>
  )
}
