// The filters of the log: the usual ones at once, the others behind a button.
import { useId, useState } from 'react'
import { type LogFilters, logKinds, logSources, logStatuses } from '../../../core/api/admin/logs.ts'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Disclosure } from '../../ui/overlays/Disclosure.tsx'
import { useWords } from '../../words/words.tsx'
import { FilterBar, FilterSelect } from '../pieces/FilterBar.tsx'
import { logsQuery } from './filter-url.ts'

type FilterKey = keyof LogFilters

interface LogFilterBarProps {
  filters: LogFilters
  onChange(changed: Partial<Record<FilterKey, string>>): void
  onClear(): void
  isFiltered: boolean
}

const typedFilters = [...(['user', 'actor', 'resourceType', 'resourceId', 'ip'] as const satisfies readonly FilterKey[])]

export function LogFilterBar({ filters, onChange, onClear, isFiltered }: LogFilterBarProps) {
  const t = useWords('adminlogs')
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={onClear} csv={{ path: logsQuery('/api/admin/logs.csv', filters), name: 'logs' }}>
        <FilterSelect
          label={t('filter.kind')}
          value={filters.kind ?? ''}
          options={logKinds.map(value => ({ value, label: t(`kind.${value}`) }))}
          onChange={kind => onChange({ kind })}
        />
        <FilterSelect
          label={t('filter.status')}
          value={filters.status ?? ''}
          options={logStatuses.map(value => ({ value, label: t(`status.${value}`) }))}
          onChange={status => onChange({ status })}
        />
        <FilterSelect
          label={t('filter.source')}
          value={filters.source ?? ''}
          options={logSources.map(value => ({ value, label: t(`source.${value}`) }))}
          onChange={source => onChange({ source })}
        />
        <FilterText
          label={t('filter.action')}
          value={filters.action ?? ''}
          placeholder={t('filter.actionExample')}
          onChange={action => onChange({ action })}
        />
      </FilterBar>
      <div className="px-(--pad) pb-4">
        <Disclosure label={t('filter.more')}>
          <div className="flex flex-wrap items-end gap-3 pt-2">
            {typedFilters.map(key => (
              <FilterText key={key} label={t(`filter.${key}`)} value={filters[key] ?? ''} onChange={value => onChange({ [key]: value })} />
            ))}
            <FilterTime label={t('filter.from')} value={filters.from ?? ''} onChange={from => onChange({ from })} />
            <FilterTime label={t('filter.to')} value={filters.to ?? ''} onChange={to => onChange({ to })} />
          </div>
        </Disclosure>
      </div>
    </>
  )
}

interface FilterTextProps {
  label: string
  value: string
  placeholder?: string
  onChange(value: string): void
}

/** Filters when Enter is pressed, or when the field is left. */
function FilterText({ label, value, placeholder, onChange }: FilterTextProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  if (value !== shownValue) {
    setShownValue(value)
    setTyped(value)
  }
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  return (
    <span className="grid w-full gap-1 text-sm sm:w-48">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <TextInput
        id={id}
        value={typed}
        placeholder={placeholder}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={event => event.key === 'Enter' && apply()}
      />
    </span>
  )
}

/** A time of the reader’s time zone; the filter itself is in UTC. */
function FilterTime({ label, value, onChange }: FilterTextProps) {
  const id = useId()
  return (
    <span className="grid w-full gap-1 text-sm sm:w-56">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <TextInput
        id={id}
        type="datetime-local"
        value={value === '' ? '' : toLocalInput(new Date(value))}
        onChange={event => onChange(event.target.value === '' ? '' : new Date(event.target.value).toISOString())}
      />
    </span>
  )
}

const toLocalInput = (at: Date): string => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
