// A lazily loaded component with texts of its own, for use inside a Suspense.
import { type ComponentType, use } from 'react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { loadCatalogs, useLanguage } from '../words/words.tsx'

export interface LazyPart<P> {
  View: ComponentType<P>
  /** Fetches code and words ahead. */
  load(language: string): Promise<ComponentType<P>>
}

export function lazyPart<P extends object>(catalogs: readonly CatalogName[], fetchView: () => Promise<ComponentType<P>>): LazyPart<P> {
  const shown = new Map<string, Promise<ComponentType<P>>>()
  const load = async (language: string) => {
    const [View] = await Promise.all([fetchView(), loadCatalogs(language, catalogs)])
    return View
  }
  const inLanguage = (language: string) => {
    const loading = shown.get(language) ?? load(language)
    shown.set(language, loading)
    return loading
  }
  function View(props: P) {
    const Shown = use(inLanguage(useLanguage()))
    return <Shown {...props} />
  }
  return { View, load }
}
