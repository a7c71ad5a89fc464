// Reads filters and lists from a Mailferry file in JSON or YAML, where a condition may be a typed query.

import { newEffort } from '../query/cursor.ts'
import { maxQueryValues } from '../query/sequence.ts'
import { type FileReading, hasTooManyWarnings, warnAt } from './file.ts'
import type { Imported, ImportedFilter } from './imported.ts'
import type { JsonPath } from './json-positions.ts'
import { readFileActions } from './read-action.ts'
import { readCondition } from './read-condition.ts'
import { type ImportedList, readListsSection } from './read-lists.ts'
import { maxYamlCharacters, parseSource } from './source.ts'

export const formatVersion = 1
const maxFilters = 500
const maxNameCharacters = 80
const filterKeys = new Set(['name', 'paused', 'condition', 'actions'])
const fileKeys = new Set(['mailferry', 'filters', 'lists'])

export type FilterFile = Imported & { lists: ImportedList[] }

/** A file with mistakes gives only warnings, as many as possible at once. Never throws. */
export function readFilterFile(text: string, maxYaml: number = maxYamlCharacters): FilterFile {
  const opened = parseSource(text, maxYaml)
  if ('problem' in opened) return { filters: [], lists: [], warnings: [opened.problem] }
  const file: FileReading = { text, source: opened.source, warnings: [], effort: newEffort() }
  const { value } = opened.source
  const read = isRecord(value) ? readSections(file, value) : null
  if (!read) warnAt(file, 'not_ours', [])
  return read && file.warnings.length === 0 ? { ...read, warnings: [] } : { filters: [], lists: [], warnings: file.warnings }
}

function readSections(file: FileReading, value: Record<string, unknown>): Omit<FilterFile, 'warnings'> | null {
  const version = value['mailferry']
  if (version === undefined) return null
  if (version !== formatVersion) warnAt(file, 'version', ['mailferry'], { version: JSON.stringify(version).slice(0, 20) })
  rejectUnknownKeys(file, value, fileKeys, [])
  return { filters: readFiltersSection(file, value['filters'] ?? []), lists: readListsSection(file, value['lists'], ['lists']) }
}

export function readFiltersSection(file: FileReading, rawFilters: unknown): ImportedFilter[] {
  if (!Array.isArray(rawFilters)) warnAt(file, 'filters_wrong', ['filters'])
  const entries: unknown[] = Array.isArray(rawFilters) ? rawFilters : []
  if (entries.length > maxFilters) warnAt(file, 'too_many', ['filters', maxFilters], { most: maxFilters })
  const names = new Set<string>()
  const filters: ImportedFilter[] = []
  for (const [i, one] of entries.slice(0, maxFilters).entries()) {
    if (hasTooManyWarnings(file)) break
    filters.push(...(readFilter(file, one, ['filters', i], names) ?? []))
    if (file.effort.values <= maxQueryValues) continue
    warnAt(file, 'too_costly', ['filters', i])
    break
  }
  return filters
}

function readFilter(file: FileReading, value: unknown, path: JsonPath, names: Set<string>): ImportedFilter[] | null {
  if (!isRecord(value)) return warnAt(file, 'filter_wrong', path)
  rejectUnknownKeys(file, value, filterKeys, path)
  const name = typeof value['name'] === 'string' ? value['name'].trim() : ''
  if (name === '') warnAt(file, 'name_missing', [...path, 'name'])
  if (name.length > maxNameCharacters) warnAt(file, 'name_long', [...path, 'name'], { longest: maxNameCharacters })
  if (name !== '' && names.has(name)) warnAt(file, 'name_twice', [...path, 'name'], { name })
  names.add(name)
  const paused = value['paused'] ?? false
  if (typeof paused !== 'boolean') warnAt(file, 'paused_wrong', [...path, 'paused'])
  const actions = readFileActions(file, value['actions'], [...path, 'actions'])
  if (value['condition'] === undefined) return warnAt(file, 'condition_missing', path)
  const condition = readCondition(file, value['condition'], [...path, 'condition'])
  return condition && [{ name, paused: paused === true, condition, actions }]
}

export function rejectUnknownKeys(file: FileReading, value: Record<string, unknown>, allowed: Set<string>, path: JsonPath): void {
  for (const key of Object.keys(value))
    if (!allowed.has(key) && !hasTooManyWarnings(file)) warnAt(file, 'key_unknown', [...path, key], { name: key.slice(0, 60) })
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
