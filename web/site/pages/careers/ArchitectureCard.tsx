// Draws the layers of the code from top to bottom, with some parts of each.

import { cx } from '../../../ui/cx.ts'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { SourceFile } from '../../source.tsx'
import { layers } from './repository.ts'

export function ArchitectureCard() {
  const t = useWords('sitecareers')
  return (
    <Card flush className="max-w-lg">
      <CardHead title={t('architecture.title')}>{t('architecture.text')}</CardHead>
      <ol>
        {layers.map(({ layer, paths }) => (
          <li key={layer} className={cx('border-t border-line px-(--pad) py-3', layer === 'core' && 'bg-water')}>
            <p className="text-sm">
              <b>{t(`architecture.${layer}`)}</b> <span className="text-ink-2">{t(`architecture.${layer}.text`)}</span>
            </p>
            <ul className="mt-2 flex flex-wrap gap-1.5 font-mono text-sm">
              {paths.map(path => (
                <li key={path} className="rounded-hull-sm bg-bg px-2 shadow-[inset_0_0_0_1px_var(--line)]">
                  <SourceFile path={path}>{path.slice(path.indexOf('/') + 1)}</SourceFile>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}
