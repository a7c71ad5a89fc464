// What was undone can be done again: the states of a draft before and after the one that is shown.
export interface Past<T> {
  before: T[]
  now: T
  after: T[]
  /** What the last change was about; the same again, such as one more letter, is one step with it. */
  mark: string | null
}

const longest = 200

export const begin = <T>(now: T): Past<T> => ({ before: [], now, after: [], mark: null })

export function change<T>(past: Past<T>, now: T, mark: string | null = null): Past<T> {
  if (mark !== null && mark === past.mark) return { ...past, now, after: [] }
  return { before: [...past.before, past.now].slice(-longest), now, after: [], mark }
}

export function undo<T>(past: Past<T>): Past<T> {
  const now = past.before.at(-1)
  if (now === undefined) return past
  return { before: past.before.slice(0, -1), now, after: [past.now, ...past.after], mark: null }
}

export function redo<T>(past: Past<T>): Past<T> {
  const [now, ...after] = past.after
  if (now === undefined) return past
  return { before: [...past.before, past.now], now, after, mark: null }
}
