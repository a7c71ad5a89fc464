// The reason that a list is filtered by, which comes from a figure of the overview; a button removes it.
import { X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'

export function ReasonFilter({ reason, onClear }: { reason: string | undefined; onClear(): void }) {
  const t = useWords('adminoverview')
  if (!reason) return null
  return (
    <span className="grid gap-1 text-sm">
      <span className="text-ink-2">{t('list.reason')}</span>
      <Button look="quiet" small onClick={onClear}>
        {reason.replaceAll('_', ' ')} <X size={14} aria-hidden />
      </Button>
    </span>
  )
}
