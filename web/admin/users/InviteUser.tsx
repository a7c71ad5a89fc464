// Asks whom to invite and why; the invited person gets an email with a link that asks for a password.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { inviteUserApi } from '../../../core/api/admin/users.ts'
import { useCall } from '../../session/session.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'

export function InviteUser({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('adminusers')
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const invite = async (reason: string) => {
    const { id } = await call(inviteUserApi, 'POST', '/api/admin/users/invitations', { body: { email, reason } })
    setEmail('')
    await queries.invalidateQueries({ queryKey: ['admin', 'users'] })
    void navigate(`/admin/users/${id}`)
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('invite')} action={t('invite.send')} danger={false} onConfirm={invite}>
      <p>{t('invite.text')}</p>
      <Field label={t('column.email')}>
        <TextInput type="email" value={email} maxLength={320} autoComplete="off" onChange={event => setEmail(event.target.value)} />
      </Field>
    </ConfirmAction>
  )
}
