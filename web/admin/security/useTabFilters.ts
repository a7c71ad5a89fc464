// The filters of one section, kept in the URL along with the name of the section.
import { useCallback } from 'react'
import { type UrlFilterState, useUrlFilters } from '../pieces/useUrlFilters.ts'

export function useTabFilters<K extends string>(keys: readonly K[]): UrlFilterState<K> {
  const filters = useUrlFilters(keys)
  const { set } = filters
  const clear = useCallback(() => set(Object.fromEntries(keys.map(key => [key, ''])) as Partial<Record<K, string>>), [set, keys])
  return { ...filters, clear }
}

/** One of the values that the URL may have; '' for anything else. */
export const oneOf = <V extends string>(values: readonly V[], text: string | undefined): V | '' =>
  values.find(value => value === text) ?? ''

/** The path of a CSV with the filters of its list. */
export const csvPath = (path: string, filters: Partial<Record<string, string>>): string => {
  const query = new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${path}?${query}` : path
}
