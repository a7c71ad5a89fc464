// Searches messages by sender and subject; the / key focuses it.
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { isFreeKey } from '../../../ui/layout/RowList.tsx'
import { useWords } from '../../../words/words.tsx'

/** Searches when the typing rests, or at once with Enter. */
const restMs = 300

export function SearchBox({ words, onChange }: { words: string; onChange(words: string): void }) {
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
