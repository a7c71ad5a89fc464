// Asks for the typed address before an account is erased, and then shows the receipt.
import { useNavigate } from 'react-router'
import { eraseUserApi } from '../../../../core/api/admin/erasures.ts'
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useUserAction } from './useUserAction.ts'

export function EraseUser({ user, open, onClose }: { user: AdminUser; open: boolean; onClose(): void }) {
  const t = useWords('adminusers')
  const act = useUserAction(user.id)
  const navigate = useNavigate()
  const word = user.email ?? user.id
  const erase = async (reason: string) => {
    await act(eraseUserApi, 'erasures', { confirmation: word, reason })
    void navigate(`/admin/users/erasures?userId=${user.id}`)
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('act.erase.title')} action={t('act.erase')} word={word} onConfirm={erase}>
      <p>{t('act.erase.text')}</p>
      <p>{t('erase.more')}</p>
    </ConfirmAction>
  )
}
