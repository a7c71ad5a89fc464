// A screen: its code and the words it needs, loaded when it is first shown.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { Room } from '../core/words/rooms.ts'
import { openRooms } from './words.tsx'

export interface Screen {
  View: LazyExoticComponent<ComponentType>
  /** Fetches code and words ahead, so that showing the screen does not wait. */
  load(): Promise<unknown>
}

export function screen(rooms: readonly Room[], load: () => Promise<ComponentType>): Screen {
  let started: Promise<{ default: ComponentType }> | undefined
  const start = () => {
    started ??= Promise.all([load(), openRooms('en', ['ui', ...rooms])]).then(([View]) => ({ default: View }))
    started.catch(() => {
      started = undefined
    })
    return started
  }
  return { View: lazy(start), load: start }
}

export const at = (path: string, { View, load }: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  element: <View />,
  handle: { load },
  ...(children && { children }),
})
export const frame = ({ View, load }: Screen, children: RouteObject[]): RouteObject => ({ element: <View />, handle: { load }, children })
