// Replaces the password of an email account whose server rejects the old one.
import { type FormEvent, useRef, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { PasswordInput } from '../../ui/forms/TextInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { HelpLink } from '../../ui/text/HelpLink.tsx'
import { useWords } from '../../words/words.tsx'
import { useChangeMailbox } from '../queries/mailboxes.ts'

export function ReplacePassword({ mailbox, open, onClose }: { mailbox: Mailbox; open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const change = useChangeMailbox()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = (event: FormEvent) => {
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
  const error = isMissing ? t('form.passwordMissing') : change.error ? explain(change.error) : undefined
  return (
    <Dialog open={open} onClose={onClose} title={t('password.new')} lead={mailbox.address} initialFocus={field}>
      <form className="grid gap-4" noValidate onSubmit={save}>
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
