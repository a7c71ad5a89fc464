// What narrows the list: words, account, phone, days and parts; all of it stands in the address.
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useToday } from '../now.ts'
import { LinkButton } from '../ui/Button.tsx'
import { Pick } from '../ui/Pick.tsx'
import { isFreeKey } from '../ui/RowList.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { inputClass } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { useDestinations } from './destinations.ts'
import { useLedger } from './ledger.ts'
import { useMailboxes } from './mailboxes.ts'
import { dayBefore, daysOf, everything, isNarrow, type Part, type Slice, type Span, searchOf, spanOf, spans } from './slice.ts'

interface FiltersProps {
  slice: Slice
  /** `inPlace`: the way back does not stop here. */
  onChange(slice: Slice, inPlace?: boolean): void
}

export function ForwardedFilters({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  return (
    <div className="grid grid-cols-1 gap-3 border-b border-line px-(--pad) py-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox words={slice.words} onChange={words => onChange({ ...slice, words }, slice.words !== '')} />
        <Choices slice={slice} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Parts slice={slice} onChange={onChange} />
        {isNarrow(slice) && (
          <LinkButton look="bare" small to={`/forwarded-emails${searchOf({ ...everything, part: slice.part })}`}>
            {t('narrow.clear')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** Searches when the typing rests, or at once with Enter. */
const restMs = 300

function SearchBox({ words, onChange }: { words: string; onChange(words: string): void }) {
  const t = useWords('forwarded')
  const [text, setText] = useState(words)
  const asked = useRef(words)
  const box = useRef<HTMLInputElement>(null)
  const ask = (next: string) => {
    if (next === asked.current) return
    asked.current = next
    onChange(next)
  }
  useEffect(() => {
    if (words === asked.current) return
    asked.current = words
    setText(words)
  }, [words])
  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), restMs)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event)) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-50"
      onSubmit={event => {
        event.preventDefault()
        ask(text.trim())
      }}
    >
      <Search size={18} aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-2" />
      <input
        ref={box}
        type="search"
        aria-label={t('search')}
        aria-keyshortcuts="/"
        placeholder={t('search.hint')}
        maxLength={200}
        enterKeyHint="search"
        value={text}
        onChange={event => setText(event.target.value)}
        className={`${inputClass} ps-10!`}
      />
    </form>
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
      <Days slice={slice} onChange={onChange} />
    </>
  )
}

interface ChoiceProps {
  label: string
  any: string
  /** What stands for one that is no more. */
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

const choices = [...spans, 'own'] as const

function Days({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const today = useToday()
  const [isOwn, setOwn] = useState(false)
  const span = isOwn ? 'own' : (spanOf(slice, today) ?? 'own')
  const choose = (chosen: Span | 'own') => {
    setOwn(chosen === 'own')
    onChange({
      ...slice,
      ...(chosen === 'own' ? { from: slice.from ?? dayBefore(today, 6), to: slice.to ?? today } : daysOf(chosen, today)),
    })
  }
  return (
    <>
      <Short>
        <Pick label={t('days')} options={choices.map(value => ({ value, word: t(`days.${value}`) }))} value={span} onChange={choose} />
      </Short>
      {span === 'own' && (
        <span className="inline-flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Day label={t('days.from')} day={slice.from} most={slice.to ?? today} onChange={from => onChange({ ...slice, from }, true)} />
          <span aria-hidden>–</span>
          <Day label={t('days.to')} day={slice.to} least={slice.from} most={today} onChange={to => onChange({ ...slice, to }, true)} />
        </span>
      )}
    </>
  )
}

interface DayProps {
  label: string
  day: string | null
  least?: string | null
  most: string
  onChange(day: string | null): void
}

const Day = ({ label, day, least, most, onChange }: DayProps) => (
  <input
    type="date"
    aria-label={label}
    value={day ?? ''}
    min={least ?? undefined}
    max={most}
    onChange={event => onChange(event.target.value || null)}
    className={`${inputClass} min-h-9! w-auto! py-1! text-sm!`}
  />
)

const usual: readonly Part[] = ['all', 'under_way', 'held', 'failed', 'not_matched']
const keptDays = 30

/** The usual parts, and the one that a link led to where it is another. */
function Parts({ slice, onChange }: FiltersProps) {
  const t = useWords('forwarded')
  const sum = useLedger(keptDays).data?.sum
  // The sum is of all mail.
  const counts: Partial<Record<Part, number>> =
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
