// Filters to begin with: cards, each with what only the person knows, on to the editor.
import { Link } from 'react-router'
import { templates } from '../../../../core/filters/templates/templates.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useWords } from '../../../words.tsx'
import { TemplateCard } from './TemplateCard.tsx'

export function Templates() {
  const t = useWords('templates')
  const ways = useWords('filterways')
  return (
    <div>
      <PageHeader title={t('title')} above={<Link to="/filters">{ways('back')}</Link>}>
        {t('lead')}
      </PageHeader>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-(--gap)">
        {templates.map(template => (
          <li key={template.id} className="grid">
            <TemplateCard template={template} />
          </li>
        ))}
      </ul>
    </div>
  )
}
