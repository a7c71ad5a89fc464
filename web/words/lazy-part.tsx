// A lazily loaded component with its own texts, for use inside Suspense.
import { type ComponentType, use } from 'react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { loadCatalogs, useLanguage } from './words.tsx'

export interface LazyPart<P> {
  View: ComponentType<P>
  /** Loads the code and texts before they are needed. */
  load(language: string): Promise<ComponentType<P>>
}

export function lazyPart<P extends object>(catalogs: readonly CatalogName[], fetchView: () => Promise<ComponentType<P>>): LazyPart<P> {
  const loadedByLanguage = new Map<string, Promise<ComponentType<P>>>()
  const load = async (language: string) => {
    const [View] = await Promise.all([fetchView(), loadCatalogs(language, catalogs)])
    return View
  }
  const loadOnce = (language: string) => {
    const loading = loadedByLanguage.get(language) ?? load(language)
    loadedByLanguage.set(language, loading)
    return loading
  }
  function View(props: P) {
    const Loaded = use(loadOnce(useLanguage()))
    return <Loaded {...props} />
  }
  return { View, load }
}
