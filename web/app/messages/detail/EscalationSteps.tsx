// The escalation of an email from phone to phone: the phones notified, the times, and how each step ended.
import type { EscalationCall } from '../../../../core/api/ledger.ts'
import { formatHour } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

export function EscalationSteps({ call, now }: { call: EscalationCall; now: Date }) {
  const t = useWords('oncall')
  const language = useLanguage()
  const at = (time: string) => formatHour(new Date(time), now, language)
  return (
    <section className="mt-2 grid gap-2 rounded-hull bg-bg px-3 py-2.5 text-sm">
      <h4 className="font-strong">{t('story.title', { filter: call.filterName ?? '' })}</h4>
      <ol className="grid gap-1.5">
        {call.steps.map((step, i) => (
          <li key={step.destinationId} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
            <span className="text-ink-3 tabular-nums">{i + 1}</span>
            <span>
              {describeStep(step)}
              {step.end && `: ${t('story.end', { end: step.end, at: step.endedAt ? at(step.endedAt) : '' })}`}
            </span>
          </li>
        ))}
      </ol>
      {call.state === 'unanswered' && <p className="text-ink-2">{t('story.unanswered', { mail: call.thenEmail ? 'yes' : 'no' })}</p>}
    </section>
  )

  function describeStep({ destinationName, askedAt, end }: EscalationCall['steps'][number]): string {
    const name = destinationName || t('phone.gone')
    if (!askedAt) return t(end ? 'story.never' : 'story.unasked', { name })
    return end ? t('story.asked', { name, at: at(askedAt) }) : t('story.waits', { name, at: at(askedAt), minutes: call.afterMinutes })
  }
}
