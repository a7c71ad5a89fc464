// Shows the filter templates as cards.
import { readyMadeFilters } from '../../../../core/filters/templates/templates.ts'
import { TemplateCard } from './TemplateCard.tsx'

export const TemplateCards = () => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-(--gap)">
    {readyMadeFilters.map(template => (
      <li key={template.id} className="grid">
        <TemplateCard template={template} />
      </li>
    ))}
  </ul>
)
