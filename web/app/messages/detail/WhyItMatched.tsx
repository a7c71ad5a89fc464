// Explains why an email was forwarded or not: each filter, what its conditions looked at, and the words that matched.
import { Check, Minus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import type { Explanation, FilterExplanations } from '../../../../core/filters/explanation.ts'
import { ApiError } from '../../../ApiError.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { ConditionText } from '../../../ui/text/ConditionText.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { formatSeenValue } from '../../../ui/text/seen-value.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useExplanations } from '../../queries/messages.ts'
import { FixFilter } from './FixFilter.tsx'

type FilterExplanation = FilterExplanations[number]
type TestExplanation = Extract<Explanation, { test: unknown }>
type GroupExplanation = Extract<Explanation, { group: unknown }>
type GroupKind = GroupExplanation['group']

/** More filters than this are collapsed. */
const maxOpen = 3

type Basis = 'stored' | 'now'

/** Why it was forwarded or not when it arrived, and how today's filters would decide. */
export function WhyItMatched({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const [basis, setBasis] = useState<Basis>('stored')
  const isStored = message.body !== null
  return (
    <div className="grid grid-cols-1 gap-3">
      {isStored && (
        <Segmented
          label={t('why.as')}
          parts={(['stored', 'now'] as const).map(value => ({ value, label: t(`why.as.${value}`) }))}
          value={basis}
          onChange={setBasis}
        />
      )}
      {basis === 'now' && <p className="text-sm text-ink-2">{t('why.as.now.text')}</p>}
      <Explanations message={message} basis={basis} />
    </div>
  )
}

function Explanations({ message, basis }: { message: MessageDetail; basis: Basis }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  const why = useExplanations(message.id, basis)
  if (why.data)
    return (
      <Reasons explanations={why.data.items} isErased={message.body === null} subject={basis === 'now' ? (message.subject ?? '') : null} />
    )
  if (why.error instanceof ApiError && why.error.status === 404) return <p className="text-sm text-ink-2">{t('why.erased')}</p>
  if (why.error) {
    return (
      <p className="text-sm text-danger" role="alert">
        {t('why.error')} {explain(why.error)}
      </p>
    )
  }
  return <Skeleton className="h-3.5 w-4/5" />
}

interface ReasonsProps {
  explanations: FilterExplanations
  isErased: boolean
  /** The email's subject if the explanations come from today's filters, which can be fixed; null if they were stored on arrival. */
  subject?: string | null
}

/** Matching filters are shown first, or the first few if none matched; the rest is collapsed. */
export function Reasons({ explanations, isErased, subject = null }: ReasonsProps) {
  const t = useWords('forwarded')
  if (explanations.length === 0)
    return <p className="text-sm text-ink-2">{t(isErased ? 'why.erased' : subject === null ? 'why.none' : 'why.now.none')}</p>
  const held = explanations.filter(explanation => explanation.explanation.held !== false)
  const open = held.length ? held : explanations.slice(0, maxOpen)
  const rest = explanations.filter(explanation => !open.includes(explanation))
  return (
    <div className="grid gap-4">
      {open.map(explanation => (
        <FilterResult key={explanation.filterId} evaluated={explanation} subject={subject} />
      ))}
      {rest.length > 0 && (
        <details className="group">
          <summary className="w-fit text-sm text-accent-ink underline underline-offset-[0.2em]">
            {t(held.length ? 'why.others' : 'why.more', { n: rest.length })}
          </summary>
          <div className="mt-3 grid gap-4">
            {rest.map(explanation => (
              <FilterResult key={explanation.filterId} evaluated={explanation} subject={subject} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

/** For the filter as it was on arrival, and as it is today. */
const resultKeys = { true: ['why.held', 'why.wouldHold'], false: ['why.notHeld', 'why.wouldNot'] } as const

function FilterResult({ evaluated, subject }: { evaluated: FilterExplanation; subject: string | null }) {
  const t = useWords('forwarded')
  const { explanation, filterName } = evaluated
  return (
    <div className="grid gap-2 rounded-hull bg-bg px-3 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="min-w-0 wrap-anywhere">
          <b dir="auto">{filterName}</b>{' '}
          <span className="text-ink-2">
            {t(explanation.held === null ? 'why.notProven' : resultKeys[`${explanation.held}`][subject === null ? 0 : 1])}
          </span>
        </span>
        <Link to={`/filters/${evaluated.filterId}`} aria-label={`${t('why.open')} ${filterName}`}>
          {t('why.open')}
        </Link>
      </p>
      {'group' in explanation ? (
        <GroupResult group={explanation} how={explanation.group} />
      ) : (
        <ul>{<ConditionResult tested={explanation} how="all" />}</ul>
      )}
      {subject !== null && explanation.held === false && <FixFilter evaluated={evaluated} subject={subject} />}
    </div>
  )
}

/** `how` belongs to the group whose result was known before the remaining conditions were tested; null if already shown. */
function GroupResult({ group, how }: { group: GroupExplanation; how: GroupKind | null }) {
  const t = useWords('forwarded')
  const isTested = group.held !== null
  const isStated = group.parts.length > 1 || group.group === 'none'
  const innerHow = isTested ? group.group : isStated ? null : how
  return (
    <div className="grid gap-2">
      {isStated && (
        <p className="text-sm text-ink-2">
          {t('why.group', { how: group.group })}
          {!isTested && how && ` ${t('why.groupNotTested')} ${t(enoughKey(how))}`}
        </p>
      )}
      <ul className="grid gap-2">
        {group.parts.map((part, at) =>
          'test' in part ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a stored explanation never move
            <ConditionResult key={at} tested={part} how={innerHow} />
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the same
            <li key={at} className="ms-1.5 border-s-3 border-dotted border-edge ps-3">
              <GroupResult group={part} how={innerHow} />
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

const icons = { true: Check, false: X, null: Minus }

const enoughKey = (how: GroupKind) => (how === 'all' ? 'why.enoughFalse' : 'why.enough')

function ConditionResult({ tested, how }: { tested: TestExplanation; how: GroupKind | null }) {
  const t = useWords('forwarded')
  const { held } = tested
  const Icon = icons[`${held}`]
  const isStated = held === null && how !== null
  const spoken = t(held === null ? 'why.notTested' : held ? 'why.tick' : 'why.cross')
  return (
    <li className="flex items-start gap-2 text-[0.9375rem]/6">
      <Icon size={16} aria-hidden className={`mt-1 ${held ? 'text-success-fill' : 'text-ink-3'}`} />
      <span className={`min-w-0 wrap-anywhere ${held === null ? 'text-ink-2' : ''}`}>
        <span className={isStated ? undefined : 'sr-only'}>{spoken} </span>
        <ConditionText test={tested.test} />
        {held === null ? how && `. ${t(enoughKey(how))}` : <Evidence tested={tested} />}
      </span>
    </li>
  )
}

/** The text that the condition looked at, with the matched words marked. */
function Evidence({ tested }: { tested: TestExplanation }) {
  const t = useWords('forwarded')
  const senderWords = useWords('sender')
  const language = useLanguage()
  const { test, seen, hits, held } = tested
  if (!seen)
    return test.field === 'attachment' ? <Detail>{t('why.noFile')}</Detail> : isFact(test) ? null : <Detail>{t('why.empty')}</Detail>
  if (held && hits.length > 0)
    return (
      <Detail>
        <Highlighted text={seen} hits={hits} />
      </Detail>
    )
  return <Detail>{t('why.seen', { seen: formatSeenValue(senderWords, test, seen, language) })}</Detail>
}

const isFact = (test: TestExplanation['test']) => test.operator === 'is_not' || (test.operator === 'is' && !('values' in test))

const Detail = ({ children }: { children: ReactNode }) => <span className="block text-sm text-ink-2">{children}</span>
