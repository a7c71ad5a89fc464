// Searches all guides while typing; arrow keys move through the results.
import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { useWords } from '../../words/words.tsx'
import type { Hit, Search } from './guide-search.ts'

export function SearchBox() {
  const t = useWords('help')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const { search, open } = useSearch()
  const terms = query.trim()
  const hits = terms.length > 1 ? search?.(terms) : undefined
  const close = () => setQuery('')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      box.current?.querySelector('input')?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const focusable = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const current = focusable.findIndex(element => element === document.activeElement)
    event.preventDefault()
    focusable[(current + (event.key === 'ArrowDown' ? 1 : -1) + focusable.length) % focusable.length]?.focus()
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
          value={query}
          onFocus={open}
          onKeyDown={onKeyDown}
          onChange={event => {
            open()
            setQuery(event.target.value)
          }}
          className="min-h-(--control) w-full rounded-hull-sm border border-edge bg-surface ps-10 pe-3 text-md text-ink"
        />
      </form>
      <p role="status" className="sr-only">
        {hits && t('search.found', { n: hits.length })}
      </p>
      {hits && <Hits hits={hits} terms={terms} onKey={onKeyDown} onGo={close} />}
    </div>
  )
}

interface HitsProps {
  hits: readonly Hit[]
  terms: string
  onKey(event: KeyboardEvent): void
  onGo(): void
}

function Hits({ hits, terms, onKey, onGo }: HitsProps) {
  const t = useWords('help')
  const pages = useWords('pages')
  return (
    <div className="float search-hits">
      {hits.length === 0 && <p className="p-3 text-sm">{t('search.none', { words: terms })}</p>}
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
  const query = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const open = () => {
    if (query.current) return
    query.current = true
    void import('./open-search.ts')
      .then(({ openSearch }) => openSearch(name => pages(`link.${name}`), t('trouble')))
      .then(loaded => isMounted.current && setSearch(() => loaded))
      .catch(() => {
        query.current = false
      })
  }
  return { search, open }
}
