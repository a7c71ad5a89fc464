// The filters above a list: a search box, choices, and the same rows as CSV.
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { CsvButton } from './CsvButton.tsx'

interface FilterBarProps {
  /** The search text of the URL; without it there is no search box. */
  searchText?: string
  searchLabel?: string
  onSearch?(text: string): void
  /** FilterSelects and other filters. */
  children?: ReactNode
  isFiltered: boolean
  onClear(): void
  /** The path of the CSV of these rows, with its query; without it there is none. */
  csv?: { path: string; name: string }
}

export function FilterBar({ searchText, searchLabel, onSearch, children, isFiltered, onClear, csv }: FilterBarProps) {
  const t = useWords('adminui')
  return (
    <div role="search" aria-label={t('filters')} className="flex flex-wrap items-end gap-3 px-(--pad) py-4">
      {onSearch && <SearchBox text={searchText ?? ''} label={searchLabel ?? t('search')} onSearch={onSearch} />}
      {children}
      {isFiltered && (
        <Button look="bare" small onClick={onClear}>
          {t('filters.clear')}
        </Button>
      )}
      {csv && (
        <span className="ms-auto">
          <CsvButton {...csv} />
        </span>
      )}
    </div>
  )
}

/** Searches a moment after the last keystroke. */
const typingMs = 300

function SearchBox({ text, label, onSearch }: { text: string; label: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(text)
  const [shownText, setShownText] = useState(text)
  if (text !== shownText) {
    setShownText(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onSearch(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <span className="relative grid w-full items-center sm:w-72">
      <Search size={18} aria-hidden className="pointer-events-none absolute start-3 text-ink-3" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        className="ps-10"
        onChange={event => setTyped(event.target.value)}
      />
    </span>
  )
}

interface FilterSelectProps<V extends string> {
  label: string
  /** '' is any. */
  value: V | ''
  options: readonly { value: V; label: string }[]
  onChange(value: V | ''): void
}

export function FilterSelect<V extends string>({ label, value, options, onChange }: FilterSelectProps<V>) {
  const t = useWords('adminui')
  const id = useId()
  return (
    <span className="grid gap-1 text-sm">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        className="min-h-(--control) rounded-hull-sm border border-edge bg-surface px-3 text-md"
        onChange={event => onChange(options.find(option => option.value === event.target.value)?.value ?? '')}
      >
        <option value="">{t('filter.any')}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
