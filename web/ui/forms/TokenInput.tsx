// An input for several words: Enter or comma adds one, Backspace removes one, pasted text is split.
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

interface TokenInputProps {
  /** Read aloud; the field's value is in its tokens. */
  label: string
  values: readonly string[]
  onChange(values: string[]): void
  /** What is wrong with a value, or null. */
  check?: (value: string) => string | null
  /** Something is missing here. */
  wrong?: boolean
  /** Without a frame of its own, for a row that has one. */
  bare?: boolean
  placeholder?: string
  /** What the browser may offer while one types. */
  offered?: readonly string[]
}

/** More of them wait behind a button. */
const mostShown = 12

export function TokenInput({ label, values, onChange, check, wrong = false, bare = false, placeholder, offered = [] }: TokenInputProps) {
  const t = useWords('ui')
  const field = useField()
  const howId = useId()
  const [draft, setDraft] = useState('')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || values.length <= mostShown + 1 ? values.length : mostShown
  const add = (texts: string[]) => {
    const fresh = texts.map(text => text.trim()).filter(Boolean)
    setDraft('')
    if (fresh.length) onChange([...new Set([...values, ...fresh])])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === ',') {
      if (event.key === ',' || draft.trim()) event.preventDefault()
      add([draft])
    } else if (event.key === 'Backspace' && draft === '' && values.length) {
      onChange(values.slice(0, -1))
    }
  }
  const paste = (event: ClipboardEvent) => {
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
      {values.slice(0, shown).map((value, at) => (
        <Token key={value} value={value} wrong={check?.(value) ?? null} onRemove={() => onChange(values.toSpliced(at, 1))} />
      ))}
      {shown < values.length && (
        <button
          type="button"
          className="min-h-7 px-1.5 text-sm text-accent-ink underline underline-offset-[0.2em]"
          onClick={() => setWhole(true)}
        >
          {t('token.more', { n: values.length - shown })}
        </button>
      )}
      <input
        {...field}
        {...(wrong && { 'aria-invalid': true })}
        aria-label={label}
        aria-describedby={cx(field['aria-describedby'], howId)}
        className={cx('min-h-7 min-w-14 flex-1 bg-transparent text-sm max-md:text-md', bare ? 'w-14' : 'px-1.5 focus-visible:outline-none')}
        placeholder={values.length ? t('token.or') : placeholder}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => add([draft])}
        list={offered.length ? `${howId}-offered` : undefined}
      />
      {offered.length > 0 && (
        <datalist id={`${howId}-offered`}>
          {offered.map(value => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
      <span id={howId} hidden>
        {t('token.how')}
      </span>
    </div>
  )
}

function Token({ value, wrong, onRemove }: { value: string; wrong: string | null; onRemove(): void }) {
  const t = useWords('ui')
  return (
    <span
      title={wrong ?? value}
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-hull-sm ps-2.5 pe-1 text-sm leading-6',
        wrong
          ? 'bg-danger-soft text-danger shadow-[inset_0_0_0_1px_var(--danger-fill)]'
          : 'bg-surface shadow-[inset_0_0_0_1px_var(--edge)]',
      )}
    >
      <span className="truncate" dir="auto">
        {value}
      </span>
      {wrong && <span className="sr-only">{wrong}</span>}
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
