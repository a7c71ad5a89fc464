// Filters the message list by text, account, phone, days and state, all stored in the URL.
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/Button.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useLedger } from '../../queries/ledger.ts'
import { isFiltered, type ListQuery, type ListState, toUrlSearch, unfiltered } from '../../queries/list-query.ts'
import { useMailboxes } from '../../queries/mailboxes.ts'
import { DayFilter } from './DayFilter.tsx'
import { MessageSearch } from './MessageSearch.tsx'

interface FiltersProps {
  query: ListQuery
  /** `replace`: replaces the history entry, so that Back skips it. */
  onChange(query: ListQuery, replace?: boolean): void
}

export function ListFilters({ query, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-b border-line px-(--pad) py-3">
      <MessageSearch searchText={query.searchText} onChange={searchText => onChange({ ...query, searchText }, query.searchText !== '')} />
      <AccountAndPhone query={query} onChange={onChange} />
      <States query={query} onChange={onChange} />
      {isFiltered(query) && (
        <LinkButton
          look="bare"
          small
          className="max-sm:-ms-3"
          to={`/forwarded-emails${toUrlSearch({ ...unfiltered, state: query.state })}`}
        >
          {t('narrow.clear')}
        </LinkButton>
      )}
    </div>
  )
}

/** A filter with one option is hidden, unless the URL already sets it. */
function AccountAndPhone({ query, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const mailboxes = (useMailboxes().data?.items ?? []).map(({ id, address }) => ({ value: id, label: address }))
  const phones = (useDestinations().data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {(mailboxes.length > 1 || query.mailboxId) && (
        <Filter
          label={t('account')}
          any={t('account.any')}
          removed={t('account.gone')}
          options={mailboxes}
          value={query.mailboxId}
          onChange={mailboxId => onChange({ ...query, mailboxId })}
        />
      )}
      {(phones.length > 1 || query.destinationId) && (
        <Filter
          label={t('phone')}
          any={t('phone.any')}
          removed={t('phone.gone')}
          options={phones}
          value={query.destinationId}
          onChange={destinationId => onChange({ ...query, destinationId })}
        />
      )}
      <DayFilter query={query} onChange={onChange} />
    </>
  )
}

interface FilterProps {
  label: string
  any: string
  /** The text for an option that no longer exists. */
  removed: string
  options: { value: string; label: string }[]
  value: string | null
  onChange(value: string | null): void
}

function Filter({ label, any, removed, options, value, onChange }: FilterProps) {
  const isRemoved = value !== null && !options.some(option => option.value === value)
  const all = [{ value: '', label: any }, ...options, ...(isRemoved ? [{ value, label: removed }] : [])]
  return (
    <Narrow>
      <InlineSelect label={label} options={all} value={value ?? ''} onChange={chosen => onChange(chosen || null)} />
    </Narrow>
  )
}

const Narrow = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex max-w-56 min-w-0 [&_select]:text-ellipsis">{children}</span>
)

const usualStates: readonly ListState[] = ['matched', 'under_way', 'held', 'failed', 'not_matched', 'all']
const summaryDays = 30

/** The usual states, plus the current one if a link led to another. */
function States({ query, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const sum = useLedger(summaryDays).data?.sum
  // The totals cover all email.
  const counts: Partial<Record<ListState, number>> =
    sum && !isFiltered(query) ? { under_way: sum.underWay, held: sum.held, failed: sum.failed } : {}
  const visible = usualStates.includes(query.state) ? usualStates : [...usualStates, query.state]
  return (
    <Segmented
      label={t('parts')}
      parts={visible.map(value => ({
        value,
        label: t(value === 'forwarded' ? 'part.delivered' : `part.${value}`),
        ...(counts[value] && { count: counts[value] }),
      }))}
      value={query.state}
      onChange={state => onChange({ ...query, state })}
    />
  )
}
