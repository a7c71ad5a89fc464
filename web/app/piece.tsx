// A piece of a screen with words of its own, fetched when it is first shown; what it is shown in waits for it in a Suspense.
import { type ComponentType, use } from 'react'
import type { Room } from '../../core/words/rooms.ts'
import { openRooms, useLanguage } from '../words.tsx'

export interface Piece<P> {
  View: ComponentType<P>
  /** Fetches code and words ahead. */
  load(language: string): Promise<ComponentType<P>>
}

export function piece<P extends object>(rooms: readonly Room[], fetchView: () => Promise<ComponentType<P>>): Piece<P> {
  const shown = new Map<string, Promise<ComponentType<P>>>()
  const load = async (language: string) => {
    const [View] = await Promise.all([fetchView(), openRooms(language, rooms)])
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
