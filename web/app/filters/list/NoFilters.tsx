// No filter yet: where to begin.
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { LinkButton } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { useWords } from '../../../words.tsx'

export function NoFilters() {
  const t = useWords('filterlist')
  return (
    <Empty
      title={t('empty.title')}
      motif
      action={
        <span className="grid justify-items-center gap-4">
          <LinkButton to="/filters/new">
            <Plus size={18} aria-hidden /> {t('new')}
          </LinkButton>
          <span className="flex flex-wrap justify-center gap-x-6 gap-y-2">
            <Link to="/filters/templates">{t('more.templates')}</Link>
            <Link to="/filters/import">{t('empty.import')}</Link>
          </span>
        </span>
      }
    >
      {t('empty.text')}
    </Empty>
  )
}
