// The state of an account as an icon and a word.
import type { AdminUser } from '../../../core/api/admin/users.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../words/words.tsx'

const kinds: Record<AdminUser['state'], StateKind> = { active: 'ok', unconfirmed: 'warn', suspended: 'bad', deleted: 'off' }

export function UserState({ state }: { state: AdminUser['state'] }) {
  const t = useWords('adminusers')
  return <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
}
