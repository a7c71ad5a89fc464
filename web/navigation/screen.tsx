// A lazily loaded screen: its code, and its texts in the reader's language.
import { type ComponentType, lazy, useMemo } from 'react'
import type { RouteObject } from 'react-router'
import type { CatalogName } from '../../core/words/catalogs.ts'
import type { Language } from '../../core/words/languages.ts'
import { loadCatalogs, useLanguage } from '../words/words.tsx'

export interface Screen {
  View: ComponentType
  /** Loads code and texts ahead, so that showing the screen does not wait. */
  load(language: string): Promise<unknown>
}

export function screen(catalogs: readonly CatalogName[], load: () => Promise<ComponentType>): Screen {
  const loadings = new Map<string, Promise<{ default: ComponentType }>>()
  const startLoading = (language: string) => {
    const existing = loadings.get(language)
    if (existing) return existing
    const loading = Promise.all([load(), loadCatalogs(language, ['ui', ...catalogs])]).then(([Loaded]) => {
      views.set(language, Loaded)
      return { default: Loaded }
    })
    loadings.set(language, loading)
    loading.catch(() => {
      loadings.delete(language)
      views.delete(language)
    })
    return loading
  }
  // A loaded view renders without Suspense: otherwise the overlay would cover a page while it hydrates.
  const views = new Map<string, ComponentType>()
  const viewIn = (language: string) => {
    const view = views.get(language) ?? lazy(() => startLoading(language))
    if (!views.has(language)) views.set(language, view)
    return view
  }
  function View() {
    const language = useLanguage()
    const LocalizedView = useMemo(() => viewIn(language), [language])
    return <LocalizedView />
  }
  return { View, load: startLoading }
}

/** Route metadata that layouts and preloading read. */
export interface RouteHandle {
  load: Screen['load']
  /** Set for a page in a fixed language, whatever the reader's is. */
  language?: Language
  /** The screen provides the session itself. */
  providesSession?: true
}

export const routeHandle = (handle: RouteHandle): RouteHandle => handle

export const screenRoute = (path: string, { View, load }: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  element: <View />,
  handle: routeHandle({ load }),
  ...(children && { children }),
})
/** `language`: for pages that exist in one language. */
export const layoutRoute = ({ View, load }: Screen, children: RouteObject[], language?: Language): RouteObject => ({
  element: <View />,
  handle: routeHandle({ load, ...(language && { language }) }),
  children,
})
