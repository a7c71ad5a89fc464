// Opens the filter editor with a change that makes this email match; nothing is saved.
import { Wrench } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { FilterExplanations } from '../../../../core/filters/explanation.ts'
import { mend } from '../../../../core/filters/mend.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useFilters } from '../../queries/filters.ts'

interface FixFilterProps {
  evaluated: FilterExplanations[number]
  subject: string
}

/** The explanation must come from the filter as it is now. */
export function FixFilter({ evaluated, subject }: FixFilterProps) {
  const t = useWords('forwarded')
  const navigate = useNavigate()
  const filter = useFilters().data?.items.find(other => other.id === evaluated.filterId)
  if (!filter) return null
  const openEditor = () => {
    const condition = mend(filter.condition, evaluated.explanation)
    if (!condition) return toast.info(t('why.notMended'))
    void navigate(`/filters/${filter.id}`, { state: { condition, note: t('why.mended', { subject }) } })
  }
  return (
    <p>
      <Button look="quiet" small onClick={openEditor}>
        <Wrench size={16} aria-hidden /> {t('why.mend')} <span className="sr-only">{t('why.mend.of', { name: filter.name })}</span>
      </Button>
    </p>
  )
}
