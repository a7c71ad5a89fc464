// Asks which address to block, for how long and why.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addBlockApi } from '../../../core/api/admin/security.ts'
import { useCall } from '../../session/session.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'

const hourMs = 3_600_000
const durations = [
  { name: 'hour', ms: hourMs },
  { name: 'day', ms: 24 * hourMs },
  { name: 'week', ms: 7 * 24 * hourMs },
  { name: 'month', ms: 30 * 24 * hourMs },
  { name: 'always', ms: null },
] as const
type Duration = (typeof durations)[number]['name']

/** `network` opens it, filled in; an empty text leaves it to be typed, null closes it. */
export function BlockDialog({ network, onClose }: { network: string | null; onClose(): void }) {
  const t = useWords('adminsecurity')
  const call = useCall()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const [duration, setDuration] = useState<Duration>('day')
  const close = () => {
    setTyped(null)
    onClose()
  }
  const block = async (reason: string) => {
    const ms = durations.find(({ name }) => name === duration)?.ms ?? null
    const endsAt = ms === null ? null : new Date(Date.now() + ms).toISOString()
    await call(addBlockApi, 'POST', '/api/admin/security/blocks', { body: { network: typed ?? network ?? '', endsAt, reason } })
    await queries.invalidateQueries({ queryKey: ['admin', 'security'] })
  }
  return (
    <ConfirmAction open={network !== null} onClose={close} title={t('blocks.add')} action={t('failures.block')} onConfirm={block}>
      <p>{t('blocks.addText')}</p>
      <Field label={t('blocks.network')} help={t('blocks.networkHelp')}>
        <TextInput
          value={typed ?? network ?? ''}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setTyped(event.target.value)}
        />
      </Field>
      <Field label={t('blocks.until')}>
        <SelectInput
          value={duration}
          onChange={event => setDuration(durations.find(({ name }) => name === event.target.value)?.name ?? 'day')}
        >
          {durations.map(({ name }) => (
            <option key={name} value={name}>
              {t(`blocks.until.${name}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
    </ConfirmAction>
  )
}
