// One action in a line, in the words of the file.
import type { Action } from '../action.ts'

/** `mark_read`, `move folder=Bills`: the kind, then what is said of it. */
export function printAction(action: Action): string {
  const { kind, ...rest } = action
  const parts = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || isNothing(value) ? [] : [`${name}=${printed(value)}`],
  )
  return [kind, ...parts].join(' ')
}

const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const printed = (value: unknown): string =>
  typeof value === 'string' && /^[\p{L}\p{N}_./:-]+$/u.test(value) ? value : JSON.stringify(value)
