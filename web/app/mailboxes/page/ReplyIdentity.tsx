// Edits how replies are signed: name, signature, and additional addresses.
import { type FormEvent, type RefObject, useState } from 'react'
import { z } from 'zod/mini'
import type { Mailbox } from '../../../../core/api/mail.ts'
import type { Outgoing } from '../../../../core/api/outgoing.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { TokenInput } from '../../../ui/forms/TokenInput.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useChangeOutgoing } from './reply-settings.ts'

const maxAliases = 20

interface ReplyIdentityProps {
  mailbox: Mailbox
  outgoing: Outgoing
  /** The field that gets the focus first. */
  first: RefObject<HTMLInputElement | null>
  onClose(): void
}

export function ReplyIdentity({ mailbox, outgoing, first, onClose }: ReplyIdentityProps) {
  const t = useWords('answering')
  const account = useWords('accounts')
  const explain = useExplain()
  const change = useChangeOutgoing(mailbox.id)
  const [name, setName] = useState(outgoing.name)
  const [signature, setSignature] = useState(outgoing.signature)
  const [aliases, setAliases] = useState<readonly string[]>(outgoing.aliases)
  const check = (address: string) => (z.email().safeParse(address).success ? null : account('form.addressWrong'))
  const problem = aliases.map(check).find(message => message !== null)
  const aliasError = problem ?? (aliases.length > maxAliases ? t('aliases.many') : undefined)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (aliasError) return
    change.mutate(
      { name: name.trim(), signature, aliases: [...aliases] },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onClose()
        },
      },
    )
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      <Field label={t('name.name')} help={t('name.help')}>
        <TextInput ref={first} autoComplete="name" maxLength={200} value={name} onChange={event => setName(event.target.value)} />
      </Field>
      <Field label={t('signature')} help={t('signature.help')}>
        <TextArea rows={3} maxLength={2000} value={signature} onChange={event => setSignature(event.target.value)} />
      </Field>
      <Field label={t('aliases')} help={t(outgoing.through === 'us' ? 'aliases.helpUs' : 'aliases.help')} error={aliasError}>
        <TokenInput label={t('aliases')} values={aliases} onChange={setAliases} check={check} invalid={aliasError !== undefined} />
      </Field>
      {change.error && (
        <Note kind="danger" alert>
          {explain(change.error)}
        </Note>
      )}
      <DialogButtons>
        <Button type="submit" busy={change.isPending}>
          {t('name.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}
