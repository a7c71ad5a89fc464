// A lazily loaded screen: its code, and its texts in the reader's language.
import { type ComponentType, lazy, useMemo } from 'react'
import type { RouteObject } from 'react-router'
import type { CatalogName } from '../../core/words/catalogs.ts'
import type { Language } from '../../core/words/languages.ts'
import { loadCatalogs, useLanguage } from '../words/words.tsx'

export interface Screen {
  View: ComponentType
  /** Fetches code and words ahead, so that showing the screen does not wait. */
  load(language: string): Promise<unknown>
}

export function screen(catalogs: readonly CatalogName[], load: () => Promise<ComponentType>): Screen {
  const started = new Map<string, Promise<{ default: ComponentType }>>()
  const start = (language: string) => {
    const known = started.get(language)
    if (known) return known
    const loading = Promise.all([load(), loadCatalogs(language, ['ui', ...catalogs])]).then(([Loaded]) => {
      views.set(language, Loaded)
      return { default: Loaded }
    })
    started.set(language, loading)
    loading.catch(() => {
      started.delete(language)
      views.delete(language)
    })
    return loading
  }
  // A loaded view renders without Suspense: during hydration a page must not wait for itself, or the overlay would cover it.
  const views = new Map<string, ComponentType>()
  const viewIn = (language: string) => {
    const view = views.get(language) ?? lazy(() => start(language))
    if (!views.has(language)) views.set(language, view)
    return view
  }
  function View() {
    const language = useLanguage()
    const Shown = useMemo(() => viewIn(language), [language])
    return <Shown />
  }
  return { View, load: start }
}

/** What a route tells its surroundings. */
export interface Handle {
  load: Screen['load']
  /** Set for a page that exists in one language, whatever the reader's is. */
  language?: Language
  /** The screen provides the session itself. */
  isInside?: true
}

export const handle = (given: Handle): Handle => given

export const at = (path: string, { View, load }: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  element: <View />,
  handle: handle({ load }),
  ...(children && { children }),
})
/** `language`: for pages that exist in one language. */
export const frame = ({ View, load }: Screen, children: RouteObject[], language?: Language): RouteObject => ({
  element: <View />,
  handle: handle({ load, ...(language && { language }) }),
  children,
})
