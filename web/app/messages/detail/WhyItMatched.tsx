// Explains why an email was forwarded or not: each filter, what its conditions saw, and the words that matched.
import { Check, Minus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import type { Explanation, FilterExplanations } from '../../../../core/filters/explanation.ts'
import { ApiError } from '../../../ApiError.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Marked } from '../../../ui/text/Marked.tsx'
import { seenText } from '../../../ui/text/seen-text.ts'
import { TestWords } from '../../../ui/text/TestWords.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useExplanations } from '../../queries/messages.ts'
import { MendFilter } from './FixFilter.tsx'

type Asked = FilterExplanations[number]
type Tested = Extract<Explanation, { test: unknown }>
type Grouped = Extract<Explanation, { group: unknown }>
type How = Grouped['group']

/** More filters than this are collapsed. */
const mostOpen = 3

type As = 'stored' | 'now'

/** Why it crossed or not when it came, and what the filters of today see in it. */
export function WhyItMatched({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const [as, setAs] = useState<As>('stored')
  const isKept = message.body !== null
  return (
    <div className="grid grid-cols-1 gap-3">
      {isKept && (
        <Segmented
          label={t('why.as')}
          parts={(['stored', 'now'] as const).map(value => ({ value, word: t(`why.as.${value}`) }))}
          value={as}
          onChange={setAs}
        />
      )}
      {as === 'now' && <p className="text-sm text-ink-2">{t('why.as.now.text')}</p>}
      <Found message={message} as={as} />
    </div>
  )
}

function Found({ message, as }: { message: MessageDetail; as: As }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  const why = useExplanations(message.id, as)
  if (why.data)
    return <Reasons asked={why.data.items} isErased={message.body === null} subject={as === 'now' ? (message.subject ?? '') : null} />
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
  asked: FilterExplanations
  isErased: boolean
  /** Of the mail, where the filters are those of today and may be mended; null where they are those of then. */
  subject?: string | null
}

/** Matching filters are shown first, or the first few if none matched; the rest is collapsed. */
export function Reasons({ asked, isErased, subject = null }: ReasonsProps) {
  const t = useWords('forwarded')
  if (asked.length === 0)
    return <p className="text-sm text-ink-2">{t(isErased ? 'why.erased' : subject === null ? 'why.none' : 'why.now.none')}</p>
  const held = asked.filter(one => one.explanation.held !== false)
  const open = held.length ? held : asked.slice(0, mostOpen)
  const rest = asked.filter(one => !open.includes(one))
  return (
    <div className="grid gap-4">
      {open.map(one => (
        <Filter key={one.filterId} asked={one} subject={subject} />
      ))}
      {rest.length > 0 && (
        <details className="group">
          <summary className="w-fit text-sm text-accent-ink underline underline-offset-[0.2em]">
            {t(held.length ? 'why.others' : 'why.more', { n: rest.length })}
          </summary>
          <div className="mt-3 grid gap-4">
            {rest.map(one => (
              <Filter key={one.filterId} asked={one} subject={subject} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

/** Of a filter then, and of a filter of today. */
const sayings = { true: ['why.held', 'why.wouldHold'], false: ['why.notHeld', 'why.wouldNot'] } as const

function Filter({ asked, subject }: { asked: Asked; subject: string | null }) {
  const t = useWords('forwarded')
  const { explanation, filterName } = asked
  return (
    <div className="grid gap-2 rounded-hull bg-bg px-3 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="min-w-0 wrap-anywhere">
          <b dir="auto">{filterName}</b>{' '}
          <span className="text-ink-2">
            {t(explanation.held === null ? 'why.notProven' : sayings[`${explanation.held}`][subject === null ? 0 : 1])}
          </span>
        </span>
        <Link to={`/filters/${asked.filterId}`} aria-label={`${t('why.open')} ${filterName}`}>
          {t('why.open')}
        </Link>
      </p>
      {'group' in explanation ? <Group group={explanation} how={explanation.group} /> : <ul>{<Line tested={explanation} how="all" />}</ul>}
      {subject !== null && explanation.held === false && <MendFilter asked={asked} subject={subject} />}
    </div>
  )
}

/** `how` belongs to the group whose result was known before the remaining conditions were tested; null if already shown. */
function Group({ group, how }: { group: Grouped; how: How | null }) {
  const t = useWords('forwarded')
  const isTested = group.held !== null
  const isSaid = group.parts.length > 1 || group.group === 'none'
  const inner = isTested ? group.group : isSaid ? null : how
  return (
    <div className="grid gap-2">
      {isSaid && (
        <p className="text-sm text-ink-2">
          {t('why.group', { how: group.group })}
          {!isTested && how && ` ${t('why.groupNotTested')} ${t(enough(how))}`}
        </p>
      )}
      <ul className="grid gap-2">
        {group.parts.map((part, at) =>
          'test' in part ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a kept explanation never change places
            <Line key={at} tested={part} how={inner} />
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the same
            <li key={at} className="ms-1.5 border-s-3 border-dotted border-edge ps-3">
              <Group group={part} how={inner} />
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

const marks = { true: Check, false: X, null: Minus }

const enough = (how: How) => (how === 'all' ? 'why.enoughFalse' : 'why.enough')

function Line({ tested, how }: { tested: Tested; how: How | null }) {
  const t = useWords('forwarded')
  const { held } = tested
  const Icon = marks[`${held}`]
  const isSaid = held === null && how !== null
  const spoken = t(held === null ? 'why.notTested' : held ? 'why.tick' : 'why.cross')
  return (
    <li className="flex items-start gap-2 text-[0.9375rem]/6">
      <Icon size={16} aria-hidden className={`mt-1 ${held ? 'text-success-fill' : 'text-ink-3'}`} />
      <span className={`min-w-0 wrap-anywhere ${held === null ? 'text-ink-2' : ''}`}>
        <span className={isSaid ? undefined : 'sr-only'}>{spoken} </span>
        <TestWords test={tested.test} />
        {held === null ? how && `. ${t(enough(how))}` : <Seen tested={tested} />}
      </span>
    </li>
  )
}

/** What the test looked at, with the words that matched marked. */
function Seen({ tested }: { tested: Tested }) {
  const t = useWords('forwarded')
  const sayOfSender = useWords('sender')
  const language = useLanguage()
  const { test, seen, hits, held } = tested
  if (!seen) return test.field === 'attachment' ? <Small>{t('why.noFile')}</Small> : isFact(test) ? null : <Small>{t('why.empty')}</Small>
  if (held && hits.length > 0)
    return (
      <Small>
        <Marked text={seen} hits={hits} />
      </Small>
    )
  return <Small>{t('why.seen', { seen: seenText(sayOfSender, test, seen, language) })}</Small>
}

const isFact = (test: Tested['test']) => test.operator === 'is_not' || (test.operator === 'is' && !('values' in test))

const Small = ({ children }: { children: ReactNode }) => <span className="block text-sm text-ink-2">{children}</span>
