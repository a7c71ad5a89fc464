// Searches all guides while typing; arrow keys move through the results.
import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { useWords } from '../../words/words.tsx'
import type { Hit, Search } from './search-in.ts'

export function SearchBox() {
  const t = useWords('help')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState('')
  const { search, open } = useSearch()
  const words = asked.trim()
  const hits = words.length > 1 ? search?.(words) : undefined
  const close = () => setAsked('')
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      box.current?.querySelector('input')?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const here = stops.findIndex(stop => stop === document.activeElement)
    event.preventDefault()
    stops[(here + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus()
  }
  return (
    <div ref={box} role="search" className="relative">
      <form
        onSubmit={event => {
          event.preventDefault()
          box.current?.querySelector('a')?.click()
        }}
      >
        <label htmlFor={id} className="sr-only">
          {t('search')}
        </label>
        <SearchIcon size={18} aria-hidden className="pointer-events-none absolute start-3 top-3.25 text-ink-3" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder={t('search')}
          value={asked}
          onFocus={open}
          onKeyDown={press}
          onChange={event => {
            open()
            setAsked(event.target.value)
          }}
          className="min-h-(--control) w-full rounded-hull-sm border border-edge bg-surface ps-10 pe-3 text-md text-ink"
        />
      </form>
      <p role="status" className="sr-only">
        {hits && t('search.found', { n: hits.length })}
      </p>
      {hits && <Hits hits={hits} words={words} onKey={press} onGo={close} />}
    </div>
  )
}

interface HitsProps {
  hits: readonly Hit[]
  words: string
  onKey(event: KeyboardEvent): void
  onGo(): void
}

function Hits({ hits, words, onKey, onGo }: HitsProps) {
  const t = useWords('help')
  const pages = useWords('pages')
  return (
    <div className="float search-hits">
      {hits.length === 0 && <p className="p-3 text-sm">{t('search.none', { words })}</p>}
      <ul>
        {hits.map(hit => (
          <li key={hit.id}>
            <Link to={hit.to} onClick={onGo} onKeyDown={onKey}>
              <span className="text-xs text-ink-2">{pages(`link.${hit.guide}`)}</span>
              <b>{hit.title}</b>
              <span className="text-sm text-ink-2">{hit.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Everything the search needs is loaded when the field is focused. */
function useSearch(): { search: Search | null; open(): void } {
  const t = useWords('help')
  const pages = useWords('pages')
  const [search, setSearch] = useState<Search | null>(null)
  const asked = useRef(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const open = () => {
    if (asked.current) return
    asked.current = true
    void import('./open-search.ts')
      .then(({ openSearch }) => openSearch(name => pages(`link.${name}`), t('trouble')))
      .then(found => isHere.current && setSearch(() => found))
      .catch(() => {
        asked.current = false
      })
  }
  return { search, open }
}
