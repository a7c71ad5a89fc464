// Narrows the message list by words, account, phone, days and state, all kept in the URL.
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/Button.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useLedger } from '../../queries/ledger.ts'
import { everything, isNarrow, type ListPart, type ListQuery, searchOf } from '../../queries/list-query.ts'
import { useMailboxes } from '../../queries/mailboxes.ts'
import { PickDays } from './PickDays.tsx'
import { SearchBox } from './SearchBox.tsx'

interface FiltersProps {
  slice: ListQuery
  /** `inPlace`: replaces the history entry, so that Back skips it. */
  onChange(slice: ListQuery, inPlace?: boolean): void
}

export function ForwardedFilters({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-b border-line px-(--pad) py-3">
      <SearchBox words={slice.words} onChange={words => onChange({ ...slice, words }, slice.words !== '')} />
      <Choices slice={slice} onChange={onChange} />
      <Parts slice={slice} onChange={onChange} />
      {isNarrow(slice) && (
        <LinkButton look="bare" small className="max-sm:-ms-3" to={`/forwarded-emails${searchOf({ ...everything, part: slice.part })}`}>
          {t('narrow.clear')}
        </LinkButton>
      )}
    </div>
  )
}

/** A choice among one is none, unless the address already made it. */
function Choices({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const mailboxes = (useMailboxes().data?.items ?? []).map(({ id, address }) => ({ value: id, word: address }))
  const phones = (useDestinations().data?.items ?? []).map(({ id, name }) => ({ value: id, word: name }))
  return (
    <>
      {(mailboxes.length > 1 || slice.mailboxId) && (
        <Choice
          label={t('account')}
          any={t('account.any')}
          gone={t('account.gone')}
          options={mailboxes}
          value={slice.mailboxId}
          onChange={mailboxId => onChange({ ...slice, mailboxId })}
        />
      )}
      {(phones.length > 1 || slice.destinationId) && (
        <Choice
          label={t('phone')}
          any={t('phone.any')}
          gone={t('phone.gone')}
          options={phones}
          value={slice.destinationId}
          onChange={destinationId => onChange({ ...slice, destinationId })}
        />
      )}
      <PickDays slice={slice} onChange={onChange} />
    </>
  )
}

interface ChoiceProps {
  label: string
  any: string
  /** Shown for an entry that no longer exists. */
  gone: string
  options: { value: string; word: string }[]
  value: string | null
  onChange(value: string | null): void
}

function Choice({ label, any, gone, options, value, onChange }: ChoiceProps) {
  const isGone = value !== null && !options.some(option => option.value === value)
  const all = [{ value: '', word: any }, ...options, ...(isGone ? [{ value, word: gone }] : [])]
  return (
    <Short>
      <Pick label={label} options={all} value={value ?? ''} onChange={chosen => onChange(chosen || null)} />
    </Short>
  )
}

const Short = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex max-w-56 min-w-0 [&_select]:text-ellipsis">{children}</span>
)

const usual: readonly ListPart[] = ['all', 'under_way', 'held', 'failed', 'not_matched']
const keptDays = 30

/** The usual parts, and the one that a link led to where it is another. */
function Parts({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const sum = useLedger(keptDays).data?.sum
  // The sum is of all mail.
  const counts: Partial<Record<ListPart, number>> =
    sum && !isNarrow(slice) ? { under_way: sum.underWay, held: sum.held, failed: sum.failed } : {}
  const shown = usual.includes(slice.part) ? usual : [...usual, slice.part]
  return (
    <Segmented
      label={t('parts')}
      parts={shown.map(value => ({ value, word: t(`part.${value}`), ...(counts[value] && { count: counts[value] }) }))}
      value={slice.part}
      onChange={part => onChange({ ...slice, part })}
    />
  )
}
