// Shows the filter derived from the examples, its accuracy, and alternatives.
import type { z } from 'zod/mini'
import type { findExampleApi } from '../../../../core/api/filter-trials.ts'
import { sayCondition } from '../../../../core/filters/speech/say/filter.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import type { Prefilled } from '../filter-draft.ts'
import { useExample } from './examples.ts'

type Example = z.output<typeof findExampleApi.answer>['alternatives'][number]

export function DerivedFilter({ picked }: { picked: string[] }) {
  const t = useWords('filterways')
  const explain = useExplain()
  const result = useExample(picked)
  const best = result.data?.best
  return (
    <Card aria-live="polite" aria-busy={result.isFetching || undefined}>
      <h2>{t('examples.found')}</h2>
      {picked.length === 0 ? (
        <p className="text-ink-2">{t('examples.missing')}</p>
      ) : result.error ? (
        <Note kind="danger" alert>
          {explain(result.error)}
        </Note>
      ) : !result.data ? (
        <Skeleton className="h-24 w-full rounded-hull" />
      ) : best ? (
        <div className={cx('grid grid-cols-1 gap-5', result.isPlaceholderData && 'opacity-60')}>
          <DerivedOption example={best} n={picked.length} isBest />
          {result.data.alternatives.length > 0 && (
            <>
              <h3>{t('examples.others')}</h3>
              {result.data.alternatives.map(example => (
                <DerivedOption key={JSON.stringify(example.condition)} example={example} n={picked.length} />
              ))}
            </>
          )}
        </div>
      ) : (
        <p>{t('examples.none')}</p>
      )}
    </Card>
  )
}

function DerivedOption({ example, n, isBest = false }: { example: Example; n: number; isBest?: boolean }) {
  const t = useWords('filterways')
  const speech = useWords('speech')
  const language = useLanguage()
  const quality = useQuality(example, n)
  const prefilled: Prefilled = { condition: example.condition, note: t('examples.made', { n, quality }) }
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <p className={cx('max-w-full wrap-anywhere', isBest && 'text-lg')} dir="auto">
        {t('examples.says', { what: sayCondition(example.condition, speech, language) })}
      </p>
      <p className="mb-1 text-sm text-ink-2">{quality}</p>
      <LinkButton to="/filters/new" state={prefilled} small look={isBest ? 'primary' : 'quiet'}>
        {t('examples.go')}
      </LinkButton>
    </div>
  )
}

function useQuality({ precision, recall, matched }: Example, n: number): string {
  const t = useWords('filterways')
  const language = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(precision)
  const caught = Math.round(recall * n)
  return `${t(caught === n ? 'examples.recall.all' : 'examples.recall', { caught, n })} ${t(precision > 0.995 ? 'examples.precision.all' : 'examples.precision', { matched, percent })}`
}
