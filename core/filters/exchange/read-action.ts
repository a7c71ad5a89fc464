// The actions of a filter in a file; a word alone stands for an action of which nothing more is said.
import { Action } from '../action.ts'
import { type File, note } from './file.ts'
import type { JsonPath } from './json-positions.ts'

const toEverybody: Action = { kind: 'forward', destinationIds: [] }

/** Without any, the filter forwards to every linked phone. */
export function readActions(file: File, value: unknown, path: JsonPath): Action[] {
  if (value === undefined) return [toEverybody]
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    note(file, 'actions_wrong', path)
    return []
  }
  const actions: Action[] = []
  for (const [i, one] of value.entries()) {
    const action = readAction(file, one, [...path, i])
    if (action && actions.some(other => other.kind === action.kind)) note(file, 'action_twice', [...path, i], { kind: action.kind })
    else if (action) actions.push(action)
  }
  return actions
}

function readAction(file: File, value: unknown, path: JsonPath): Action | null {
  const given = typeof value === 'string' ? { kind: value } : typeof value === 'object' ? value : {}
  const found = Action.safeParse({ ...(given && 'kind' in given && given.kind === 'forward' ? toEverybody : {}), ...given })
  if (found.success) return found.data
  const inside = typeof value === 'string' ? [] : (found.error.issues[0]?.path ?? [])
  return note(file, 'action_wrong', [...path, ...inside])
}
