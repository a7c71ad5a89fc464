// Searches messages by sender and subject; the / key focuses it.
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { isShortcutKey } from '../../../ui/layout/RowList.tsx'
import { useWords } from '../../../words/words.tsx'

/** Searches when typing pauses, or at once on Enter. */
const debounceMs = 300

export function MessageSearch({ searchText, onChange }: { searchText: string; onChange(searchText: string): void }) {
  const t = useWords('forwarded')
  const [text, setText] = useState(searchText)
  const searched = useRef(searchText)
  const box = useRef<HTMLInputElement>(null)
  const search = (newText: string) => {
    if (newText === searched.current) return
    searched.current = newText
    onChange(newText)
  }
  useEffect(() => {
    if (searchText === searched.current) return
    searched.current = searchText
    setText(searchText)
  }, [searchText])
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcutKey(event)) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-50"
      onSubmit={event => {
        event.preventDefault()
        search(text.trim())
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
