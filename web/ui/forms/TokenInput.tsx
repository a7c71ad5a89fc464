// An input for several words: Enter or comma adds one, Backspace removes one, pasted text is split.
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

interface TokenInputProps {
  /** The accessible name of the input. */
  label: string
  values: readonly string[]
  onChange(values: string[]): void
  /** Returns the error of a value, or null. */
  check?: (value: string) => string | null
  /** Marks the input as invalid. */
  invalid?: boolean
  /** Without its own frame, for use in a row that has one. */
  bare?: boolean
  placeholder?: string
  /** Suggestions that the browser offers while typing. */
  suggestions?: readonly string[]
}

/** Further tokens are hidden behind a button. */
const maxVisible = 12

export function TokenInput({
  label,
  values,
  onChange,
  check,
  invalid = false,
  bare = false,
  placeholder,
  suggestions = [],
}: TokenInputProps) {
  const t = useWords('ui')
  const field = useField()
  const instructionsId = useId()
  const [draft, setDraft] = useState('')
  const [isExpanded, setExpanded] = useState(false)
  const visibleCount = isExpanded || values.length <= maxVisible + 1 ? values.length : maxVisible
  const add = (texts: string[]) => {
    const added = texts.map(text => text.trim()).filter(Boolean)
    setDraft('')
    if (added.length) onChange([...new Set([...values, ...added])])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') {
      if (event.key === ',' || draft.trim()) event.preventDefault()
      add([draft])
    } else if (event.key === 'Backspace' && draft === '' && values.length) {
      onChange(values.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const parts = event.clipboardData.getData('text').split(/[,;\n\t]+/)
    if (parts.length < 2) return
    event.preventDefault()
    add([draft, ...parts])
  }
  return (
    <div
      data-tokens
      className={cx(
        'flex flex-wrap items-center gap-1',
        bare && 'pt-0.5',
        !bare &&
          'min-h-(--control) rounded-hull-sm border border-edge bg-surface p-1.5 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-focus',
      )}
    >
      {values.slice(0, visibleCount).map((value, index) => (
        <Token key={value} value={value} error={check?.(value) ?? null} onRemove={() => onChange(values.toSpliced(index, 1))} />
      ))}
      {visibleCount < values.length && (
        <button
          type="button"
          className="min-h-7 px-1.5 text-sm text-accent-ink underline underline-offset-[0.2em]"
          onClick={() => setExpanded(true)}
        >
          {t('token.more', { n: values.length - visibleCount })}
        </button>
      )}
      <input
        {...field}
        {...(invalid && { 'aria-invalid': true })}
        aria-label={label}
        aria-describedby={cx(field['aria-describedby'], instructionsId)}
        className={cx('min-h-7 min-w-14 flex-1 bg-transparent text-sm max-md:text-md', bare ? 'w-14' : 'px-1.5 focus-visible:outline-none')}
        placeholder={values.length ? t('token.or') : placeholder}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add([draft])}
        list={suggestions.length ? `${instructionsId}-suggestions` : undefined}
      />
      {suggestions.length > 0 && (
        <datalist id={`${instructionsId}-suggestions`}>
          {suggestions.map(value => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
      <span id={instructionsId} hidden>
        {t('token.how')}
      </span>
    </div>
  )
}

function Token({ value, error, onRemove }: { value: string; error: string | null; onRemove(): void }) {
  const t = useWords('ui')
  return (
    <span
      title={error ?? value}
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-hull-sm ps-2.5 pe-1 text-sm leading-6',
        error
          ? 'bg-danger-soft text-danger shadow-[inset_0_0_0_1px_var(--danger-fill)]'
          : 'bg-surface shadow-[inset_0_0_0_1px_var(--edge)]',
      )}
    >
      <span className="truncate" dir="auto">
        {value}
      </span>
      {error && <span className="sr-only">{error}</span>}
      <button
        type="button"
        className="grid size-6 place-items-center rounded-[4px] text-ink-2 hover:bg-water"
        aria-label={t('token.remove', { value })}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </button>
    </span>
  )
}
