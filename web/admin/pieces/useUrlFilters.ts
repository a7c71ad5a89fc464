// The filters of a list, kept in the URL so that a view can be shared and the back button works.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type UrlFilters<K extends string> = Partial<Record<K, string>>

export interface UrlFilterState<K extends string> {
  values: UrlFilters<K>
  /** An empty value removes the filter. */
  set(values: UrlFilters<K>): void
  clear(): void
  isFiltered: boolean
}

export function useUrlFilters<K extends string>(keys: readonly K[]): UrlFilterState<K> {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(keys.flatMap(key => (search.get(key) ? [[key, search.get(key)]] : []))) as UrlFilters<K>
  const set = useCallback(
    (changed: UrlFilters<K>) =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const [key, value] of Object.entries<string | undefined>(changed)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  )
  const clear = useCallback(() => setSearch({}, { replace: true, preventScrollReset: true }), [setSearch])
  return { values, set, clear, isFiltered: Object.keys(values).length > 0 }
}
