// Reads the actions of a filter from a file; a plain string means an action without further fields.
import { z } from 'zod/mini'
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
  const isForward = candidate !== null && 'kind' in candidate && candidate.kind === 'forward'
  const found = Action.safeParse({ ...(isForward && { ...forwardToAll, ...readNames(file, candidate, path) }), ...candidate })
  if (found.success) return found.data
  const inside = typeof value === 'string' ? [] : (found.error.issues[0]?.path ?? [])
  return warnAt(file, 'action_wrong', [...path, ...inside])
}

const Named = z.object({ phones: z.optional(z.array(z.string())), rota: z.optional(z.string()) })

/** The ids of the phones and the rota that an action names. */
function readNames(file: FileReading, candidate: object, path: JsonPath): { destinationIds?: string[]; rotaId?: string } | null {
  if (!('phones' in candidate) && !('rota' in candidate)) return {}
  const named = Named.safeParse(candidate)
  if (!named.success || !file.names) return warnAt(file, 'action_wrong', [...path, 'phones' in candidate ? 'phones' : 'rota'])
  const { phones, rotas } = file.names
  const find = (names: ReadonlyMap<string, string>, name: string, inside: JsonPath): string[] => {
    const id = names.get(name)
    if (id === undefined) warnAt(file, 'phone_unknown', [...path, ...inside], { name })
    return id === undefined ? [] : [id]
  }
  const { phones: asked, rota } = named.data
  const [rotaId] = rota === undefined ? [] : find(rotas, rota, ['rota'])
  return {
    ...(asked && { destinationIds: asked.flatMap((name, i) => find(phones, name, ['phones', i])) }),
    ...(rotaId !== undefined && { rotaId }),
  }
}
