// How long each part of a mail is kept, drawn over a month.
import { Card } from '../../../ui/Card.tsx'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words.tsx'

/** Solid for a time that is known, dotted where it ends with an event; in percent of 30 days. */
const parts = [
  { part: 'text', look: 'h-3 w-full rounded-hull-sm bg-accent' },
  { part: 'files', look: 'h-3 w-[46.7%] rounded-hull-sm bg-accent' },
  { part: 'raw', look: 'w-1/5 border-t-3 border-dotted border-edge' },
  { part: 'inbox', look: null },
] as const

export function Kept() {
  const t = useWords('sitecompliance')
  return (
    <Card className="max-w-lg">
      <h3>{t('kept.title')}</h3>
      <dl className="grid gap-4 text-sm">
        {parts.map(({ part, look }) => (
          <div key={part}>
            <dt className="font-strong">{t(`kept.${part}`)}</dt>
            <dd className="text-ink-2">
              <span aria-hidden="true" className="my-1.5 flex h-3 items-center rounded-hull-sm bg-sunk">
                {look && <i className={cx('block', look)} />}
              </span>
              {t(`kept.${part}.text`)}
            </dd>
          </div>
        ))}
      </dl>
      <p aria-hidden="true" className="flex justify-between border-t border-line pt-2 text-xs text-ink-3">
        <span>{t('kept.from')}</span>
        <span>{t('kept.to')}</span>
      </p>
    </Card>
  )
}
