// The page of filter templates, each leading to the editor.
import { Link } from 'react-router'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { TemplateCards } from './TemplateCards.tsx'

export function Templates() {
  const t = useWords('templates')
  const filterWords = useWords('filterways')
  return (
    <div>
      <PageHeader title={t('title')} above={<Link to="/filters">{filterWords('back')}</Link>}>
        {t('lead')}
      </PageHeader>
      <TemplateCards />
    </div>
  )
}
