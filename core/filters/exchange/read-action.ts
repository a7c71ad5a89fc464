// Reads the actions of a filter from a file; a plain string means an action without further fields.
import { Action } from '../action.ts'
import { type FileReading, warnAt } from './file.ts'
import type { JsonPath } from './json-positions.ts'

const forwardToAll: Action = { kind: 'forward', destinationIds: [] }

/** A filter without actions forwards to every linked phone. */
export function readFileActions(file: FileReading, value: unknown, path: JsonPath): Action[] {
  if (value === undefined) return [forwardToAll]
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    warnAt(file, 'actions_wrong', path)
    return []
  }
  const actions: Action[] = []
  for (const [i, one] of value.entries()) {
    const action = readAction(file, one, [...path, i])
    if (action && actions.some(other => other.kind === action.kind)) warnAt(file, 'action_twice', [...path, i], { kind: action.kind })
    else if (action) actions.push(action)
  }
  return actions
}

function readAction(file: FileReading, value: unknown, path: JsonPath): Action | null {
  const candidate = typeof value === 'string' ? { kind: value } : typeof value === 'object' ? value : {}
  const found = Action.safeParse({
    ...(candidate && 'kind' in candidate && candidate.kind === 'forward' ? forwardToAll : {}),
    ...candidate,
  })
  if (found.success) return found.data
  const inside = typeof value === 'string' ? [] : (found.error.issues[0]?.path ?? [])
  return warnAt(file, 'action_wrong', [...path, ...inside])
}
