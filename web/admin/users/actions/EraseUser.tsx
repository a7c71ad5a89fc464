// Asks staff to type the user's email address before the account is erased, then shows the receipt.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { eraseUserApi } from '../../../../core/api/admin/erasures.ts'
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { useCall } from '../../../session/session.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'

export function EraseUser({ user, open, onClose }: { user: AdminUser; open: boolean; onClose(): void }) {
  const t = useWords('adminusers')
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const word = user.email ?? user.id
  const erase = async (reason: string) => {
    const request = { params: { id: user.id }, body: { confirmation: word, reason } }
    await call(eraseUserApi, 'POST', '/api/admin/users/:id/erasures', request)
    // Nothing is read at once: the page behind this dialog would ask for a user who is gone.
    await queries.invalidateQueries({ queryKey: ['admin', 'users'], refetchType: 'none' })
    void navigate(`/admin/users/erasures?userId=${user.id}`)
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('act.erase.title')} action={t('act.erase')} word={word} onConfirm={erase}>
      <p>{t('act.erase.text')}</p>
      <p>{t('erase.more')}</p>
    </ConfirmAction>
  )
}
