// Knows whether the server can be reached: by what the browser says, and by whether requests are answered.
import { useSyncExternalStore } from 'react'

/** `unreachable`: the browser is online, but the last request got no answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

const state = { isUnanswered: false, answeredAt: Date.now() }
const listeners = new Set<() => void>()

export const readConnection = (): Connection => (navigator.onLine ? (state.isUnanswered ? 'unreachable' : 'online') : 'offline')

/** When the server last answered: what is on screen is not newer. */
export const lastAnswerAt = (): Date => new Date(state.answeredAt)

/** Called after each request. A proxy in front that finds no server is no answer. */
export function noteAnswer(isAnswered: boolean): void {
  if (isAnswered) state.answeredAt = Date.now()
  if (state.isUnanswered !== isAnswered) return
  state.isUnanswered = !isAnswered
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, readConnection)
