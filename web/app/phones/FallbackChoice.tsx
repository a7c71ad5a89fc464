// Chooses what happens to email that a phone does not receive: wait, another phone, or an email.
import type { Destination } from '../../../core/api/delivery.ts'
import type { Fallback } from '../../../core/delivery/fallback.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { InlineSelect } from '../../ui/forms/InlineSelect.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangePhone } from '../queries/phone-links.ts'

export function FallbackChoice({ phone, phones }: { phone: Destination; phones: readonly Destination[] }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const chosen = toOptionValue(phone.fallback)
  const others = phones.filter(other => other.id !== phone.id && (other.state === 'linked' || other.id === chosen))
  const options = [
    { value: 'none', label: t('otherwise.none') },
    { value: 'mail', label: t('otherwise.mail') },
    ...others.map(other => ({ value: other.id, label: t('otherwise.phone', { name: other.name }) })),
  ]
  const isRemoved = !options.some(option => option.value === chosen)
  const save = (value: string) =>
    change.mutate(
      { phone, change: { fallback: toFallback(value) } },
      { onSuccess: () => toast.success(t('otherwise.saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <div className="py-1">
      <InlineSelect
        label={t('otherwise.label', { name: phone.name })}
        value={chosen}
        options={isRemoved ? [...options, { value: chosen, label: t('otherwise.gone') }] : options}
        onChange={save}
        disabled={change.isPending}
        invalid={isRemoved}
      />
    </div>
  )
}

const toOptionValue = (fallback: Fallback | null): string => (fallback?.kind === 'destination' ? fallback.id : (fallback?.kind ?? 'none'))

function toFallback(value: string): Fallback | null {
  if (value === 'none') return null
  return value === 'mail' ? { kind: 'mail' } : { kind: 'destination', id: value }
}
