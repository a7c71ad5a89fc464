// A screen: its code and the words it needs in the reader's language, loaded when it is first shown.
import { type ComponentType, lazy, useMemo } from 'react'
import type { RouteObject } from 'react-router'
import type { Language } from '../core/words/languages.ts'
import type { Room } from '../core/words/rooms.ts'
import { openRooms, useLanguage } from './words.tsx'

export interface Screen {
  View: ComponentType
  /** Fetches code and words ahead, so that showing the screen does not wait. */
  load(language: string): Promise<unknown>
}

export function screen(rooms: readonly Room[], load: () => Promise<ComponentType>): Screen {
  const started = new Map<string, Promise<{ default: ComponentType }>>()
  const start = (language: string) => {
    const known = started.get(language)
    if (known) return known
    const loading = Promise.all([load(), openRooms(language, ['ui', ...rooms])]).then(([Loaded]) => {
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
  // What is loaded is drawn as it is: a page that is taken over must not wait for itself, or the overlay would lie on it.
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

/** What a route tells those that stand around it. */
export interface Handle {
  load: Screen['load']
  /** Of a page that is in one language, whatever the reader's is. */
  language?: Language
  /** Holds the session itself. */
  isInside?: true
}

export const handle = (given: Handle): Handle => given

export const at = (path: string, { View, load }: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  element: <View />,
  handle: handle({ load }),
  ...(children && { children }),
})
/** `language`: of pages that are in one language. */
export const frame = ({ View, load }: Screen, children: RouteObject[], language?: Language): RouteObject => ({
  element: <View />,
  handle: handle({ load, ...(language && { language }) }),
  children,
})
