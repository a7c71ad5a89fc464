// Asks how long to suspend a user, and says what stops and what continues.
import { useState } from 'react'
import { type AdminUser, suspendUserApi } from '../../../../core/api/admin/users.ts'
import { Field } from '../../../ui/forms/Field.tsx'
import { SelectInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmAction } from '../../pieces/ConfirmAction.tsx'
import { useUserAction } from './useUserAction.ts'

const dayMs = 86_400_000
const durations = [
  { name: 'day', ms: dayMs },
  { name: 'week', ms: 7 * dayMs },
  { name: 'month', ms: 30 * dayMs },
  { name: 'forGood', ms: null },
] as const
type Duration = (typeof durations)[number]['name']

export function SuspendUser({ user, open, onClose }: { user: AdminUser; open: boolean; onClose(): void }) {
  const t = useWords('adminusers')
  const act = useUserAction(user.id)
  const [duration, setDuration] = useState<Duration>('week')
  const suspend = (reason: string) => {
    const ms = durations.find(({ name }) => name === duration)?.ms ?? null
    return act(suspendUserApi, 'suspensions', { until: ms === null ? null : new Date(Date.now() + ms).toISOString(), reason })
  }
  return (
    <ConfirmAction open={open} onClose={onClose} title={t('act.suspend.title')} action={t('act.suspend')} onConfirm={suspend}>
      <p>{t('suspend.stops')}</p>
      <p>{t('suspend.goesOn')}</p>
      <Field label={t('suspend.until')}>
        <SelectInput
          value={duration}
          onChange={event => setDuration(durations.find(({ name }) => name === event.target.value)?.name ?? 'week')}
        >
          {durations.map(({ name }) => (
            <option key={name} value={name}>
              {t(`suspend.until.${name}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
    </ConfirmAction>
  )
}
