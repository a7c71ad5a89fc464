// The attempts of a delivery that needed more than one: times and outcomes.
import type { Attempt, Delivery } from '../../../../core/api/delivery.ts'
import { TimeOfDay } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { useAttempts } from '../../queries/messages.ts'

export function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useWords('forwarded')
  const attempts = useAttempts(delivery)
  if (attempts.length < 2) return null
  return (
    <section className="mt-2 grid gap-2 rounded-hull bg-bg px-3 py-2.5 text-sm">
      <h4 className="font-strong">{t('attempts')}</h4>
      <ol className="grid gap-2">
        {attempts.map(attempt => (
          <li key={attempt.n} className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2">
            <span className="text-ink-3 tabular-nums">{attempt.n}</span>
            <span>
              {t(`attempt.${outcomeKey(attempt)}`)}
              {attempt.reason && <span className="block text-ink-2">{attempt.reason}</span>}
              {attempt.price && <span className="block text-xs text-ink-3">{t('attempt.price', priceValues(attempt.price))}</span>}
            </span>
            <TimeOfDay at={attempt.startedAt} className="text-ink-2" />
          </li>
        ))}
      </ol>
    </section>
  )
}

const outcomes = ['sent', 'retry', 'failed', 'held', 'unknown'] as const

const categories = ['utility', 'service', 'authentication', 'marketing'] as const

const priceValues = ({ category, isBilled }: NonNullable<Attempt['price']>) => ({
  category: categories.find(option => option === category) ?? 'other',
  billed: isBilled ? 'yes' : 'no',
})

/** An attempt without an outcome is still running. */
function outcomeKey({ outcome }: Attempt): (typeof outcomes)[number] | 'none' {
  return outcome === null ? 'none' : (outcomes.find(option => option === outcome) ?? 'unknown')
}
