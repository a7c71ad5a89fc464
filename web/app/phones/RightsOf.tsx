// What a phone may do beyond receiving, in a sentence each, and the choice of its owner.
import type { Destination } from '../../../core/api/delivery.ts'
import { Rights } from '../../../core/delivery/rights.ts'
import { useExplain } from '../../ui/failure.ts'
import { Pick } from '../../ui/Pick.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useChangePhone } from '../links.ts'

export function RightsOf({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const change = useChangePhone()
  const keep = (rights: Rights) =>
    change.mutate(
      { phone, change: { rights } },
      { onSuccess: () => toast.success(t('rights.saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <div className="py-1">
      <Pick
        label={t('rights.label', { name: phone.name })}
        value={phone.rights}
        options={Rights.options.map(value => ({ value, word: t(`rights.${value}`) }))}
        onChange={keep}
        disabled={change.isPending}
      />
      <span className="mt-1 block text-ink-2">{t(`rights.${phone.rights}.note`)}</span>
    </div>
  )
}
