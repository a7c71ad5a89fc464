// The floors of the code, from the top: each imports only from those below it.
import { Card, CardHead } from '../../../ui/Card.tsx'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words.tsx'
import { floors } from './house.ts'

export function House() {
  const t = useWords('sitecareers')
  return (
    <Card flush className="max-w-lg">
      <CardHead title={t('house.title')}>{t('house.text')}</CardHead>
      <ol>
        {floors.map(({ floor, stands }) => (
          <li key={floor} className={cx('border-t border-line px-(--pad) py-3', floor === 'core' && 'bg-water')}>
            <p className="text-sm">
              <b>{t(`house.${floor}`)}</b> <span className="text-ink-2">{t(`house.${floor}.text`)}</span>
            </p>
            <ul className="mt-2 flex flex-wrap gap-1.5 font-mono text-sm">
              {stands.map(path => (
                <li key={path} className="rounded-hull-sm bg-bg px-2 shadow-[inset_0_0_0_1px_var(--line)]">
                  {path.slice(path.indexOf('/') + 1)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}
