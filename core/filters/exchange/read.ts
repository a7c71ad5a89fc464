// Reads filters and lists from a file of ours, JSON or YAML, where a condition may be a typed query.

import { newEffort } from '../query/cursor.ts'
import { mostValues } from '../query/sequence.ts'
import { type File, isFull, note } from './file.ts'
import type { Imported, ImportedFilter } from './imported.ts'
import type { JsonPath } from './json-positions.ts'
import { readActions } from './read-action.ts'
import { readCondition } from './read-condition.ts'
import { readLists, type WordsByName } from './read-lists.ts'
import { longestYaml, openSource } from './source.ts'

export const formatVersion = 1
const mostFilters = 500
const longestName = 80
const filterKeys = new Set(['name', 'paused', 'condition', 'actions'])
const fileKeys = new Set(['mailferry', 'filters', 'lists'])

export type FilterFile = Imported & { lists: WordsByName[] }

/** A file with any mistake gives nothing but the mistakes, several at once. Never throws. */
export function readFilterFile(text: string, mostYaml: number = longestYaml): FilterFile {
  const opened = openSource(text, mostYaml)
  if ('problem' in opened) return { filters: [], lists: [], warnings: [opened.problem] }
  const file: File = { text, source: opened.source, warnings: [], effort: newEffort() }
  const { value } = opened.source
  const read = isRecord(value) ? readAll(file, value) : null
  if (!read) note(file, 'not_ours', [])
  return read && file.warnings.length === 0 ? { ...read, warnings: [] } : { filters: [], lists: [], warnings: file.warnings }
}

function readAll(file: File, value: Record<string, unknown>): Omit<FilterFile, 'warnings'> | null {
  const version = value['mailferry']
  if (version === undefined) return null
  if (version !== formatVersion) note(file, 'version', ['mailferry'], { version: JSON.stringify(version).slice(0, 20) })
  refuseOthers(file, value, fileKeys, [])
  const given = value['filters'] ?? []
  if (!Array.isArray(given)) note(file, 'filters_wrong', ['filters'])
  const entries: unknown[] = Array.isArray(given) ? given : []
  if (entries.length > mostFilters) note(file, 'too_many', ['filters', mostFilters], { most: mostFilters })
  const names = new Set<string>()
  const filters: ImportedFilter[] = []
  for (const [i, one] of entries.slice(0, mostFilters).entries()) {
    if (isFull(file)) break
    filters.push(...(readFilter(file, one, ['filters', i], names) ?? []))
    if (file.effort.values <= mostValues) continue
    note(file, 'too_costly', ['filters', i])
    break
  }
  return { filters, lists: readLists(file, value['lists'], ['lists']) }
}

function readFilter(file: File, value: unknown, path: JsonPath, names: Set<string>): ImportedFilter[] | null {
  if (!isRecord(value)) return note(file, 'filter_wrong', path)
  refuseOthers(file, value, filterKeys, path)
  const name = typeof value['name'] === 'string' ? value['name'].trim() : ''
  if (name === '') note(file, 'name_missing', [...path, 'name'])
  if (name.length > longestName) note(file, 'name_long', [...path, 'name'], { longest: longestName })
  if (name !== '' && names.has(name)) note(file, 'name_twice', [...path, 'name'], { name })
  names.add(name)
  const paused = value['paused'] ?? false
  if (typeof paused !== 'boolean') note(file, 'paused_wrong', [...path, 'paused'])
  const actions = readActions(file, value['actions'], [...path, 'actions'])
  if (value['condition'] === undefined) return note(file, 'condition_missing', path)
  const condition = readCondition(file, value['condition'], [...path, 'condition'])
  return condition && [{ name, paused: paused === true, condition, actions }]
}

function refuseOthers(file: File, value: Record<string, unknown>, known: Set<string>, path: JsonPath): void {
  for (const key of Object.keys(value))
    if (!known.has(key) && !isFull(file)) note(file, 'key_unknown', [...path, key], { name: key.slice(0, 60) })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
