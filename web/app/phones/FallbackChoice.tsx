// Chooses what happens to email that a phone does not receive: wait, another phone, or an email.
import type { Destination } from '../../../core/api/delivery.ts'
import type { Fallback } from '../../../core/delivery/fallback.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Pick } from '../../ui/forms/Pick.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangePhone } from '../queries/phone-links.ts'

export function Otherwise({ phone, phones }: { phone: Destination; phones: readonly Destination[] }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const chosen = valueOf(phone.fallback)
  const others = phones.filter(other => other.id !== phone.id && (other.state === 'linked' || other.id === chosen))
  const options = [
    { value: 'none', word: t('otherwise.none') },
    { value: 'mail', word: t('otherwise.mail') },
    ...others.map(other => ({ value: other.id, word: t('otherwise.phone', { name: other.name }) })),
  ]
  const isGone = !options.some(option => option.value === chosen)
  const keep = (value: string) =>
    change.mutate(
      { phone, change: { fallback: fallbackOf(value) } },
      { onSuccess: () => toast.success(t('otherwise.saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <div className="py-1">
      <Pick
        label={t('otherwise.label', { name: phone.name })}
        value={chosen}
        options={isGone ? [...options, { value: chosen, word: t('otherwise.gone') }] : options}
        onChange={keep}
        disabled={change.isPending}
        wrong={isGone}
      />
    </div>
  )
}

const valueOf = (fallback: Fallback | null): string => (fallback?.kind === 'destination' ? fallback.id : (fallback?.kind ?? 'none'))

function fallbackOf(value: string): Fallback | null {
  if (value === 'none') return null
  return value === 'mail' ? { kind: 'mail' } : { kind: 'destination', id: value }
}
