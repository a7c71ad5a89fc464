// Onboarding, step three: turns a template into a filter with one click.
import { readyMadeFilters } from '../../../core/filters/templates/templates.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { type FilledTemplate, TemplateCard } from '../filters/templates/TemplateCard.tsx'
import { useFilters, useSaveFilter } from '../queries/filters.ts'
import { useOneAtATime } from '../../ui/forms/useOneAtATime.ts'
import { useRefreshOnboarding } from './onboarding.ts'
import { DoneCard, NextStepLink, StepPage } from './StepPage.tsx'

export function FirstFilter() {
  const t = useWords('onboarding')
  const explain = useExplain()
  const filters = useFilters().data?.items
  const save = useSaveFilter(null)
  const refresh = useRefreshOnboarding()
  const templates = useWords('templates')
  const oneAtATime = useOneAtATime()
  const add = (filled: FilledTemplate) =>
    oneAtATime(end =>
    save.mutate(
      { draft: { ...filled, paused: false }, sureOfMany: false },
      {
        onSettled: end,
        onSuccess: ({ name }) => {
          toast.success(t('filter.added', { name }))
          refresh()
          focusTitle()
        },
        onError: error => toast.error(explain(error)),
      },
    ),
    )
  const use = { word: t('filter.use'), busy: save.isPending, onUse: add }
  return (
    <StepPage
      step="filter"
      title={t('filter.title')}
      lead={t('filter.lead')}
      help={{ to: '/help/creating-filters', word: t('filter.guide') }}
    >
      {filters && filters.length > 0 && (
        <DoneCard title={t('filter.has', { n: filters.length })}>
          <p className="max-w-[62ch] text-ink-2">{t('filter.hasText')}</p>
          <p className="flex flex-wrap gap-3">
            <NextStepLink step="filter" />
            <LinkButton to="/filters" look="quiet">
              {t('filter.see')}
            </LinkButton>
          </p>
        </DoneCard>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-(--gap)">
        {readyMadeFilters.map(template => (
          <li key={template.id} className="grid">
            <TemplateCard
              template={template}
              use={use}
              isAdded={filters?.some(({ name }) => name === templates(`${template.id}.title`)) ?? false}
            />
          </li>
        ))}
      </ul>
      <p>
        <LinkButton to="/filters/new" look="bare" className="-ms-3">
          {t('filter.own')}
        </LinkButton>
      </p>
    </StepPage>
  )
}
