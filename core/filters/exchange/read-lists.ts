// Reads the named lists of words and addresses from a file.
import { z } from 'zod/mini'
import { maxEntryCharacters, maxListEntries } from '../limits.ts'
import { ListName } from '../tree.ts'
import { type FileReading, hasTooManyWarnings, warnAt } from './file.ts'
import type { JsonPath } from './json-positions.ts'

export interface ImportedList {
  name: string
  entries: string[]
}

const Entry = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxEntryCharacters))

export function readListsSection(file: FileReading, value: unknown, path: JsonPath): ImportedList[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) {
    warnAt(file, 'lists_wrong', path)
    return []
  }
  return Object.entries(value).flatMap(([key, entries]) =>
    hasTooManyWarnings(file) ? [] : (readList(file, key, entries, [...path, key]) ?? []),
  )
}

function readList(file: FileReading, key: string, value: unknown, path: JsonPath): ImportedList | null {
  const name = ListName.safeParse(key)
  if (!name.success || !Array.isArray(value)) return warnAt(file, 'list_wrong', path, { name: key.slice(0, 60) })
  if (value.length > maxListEntries) return warnAt(file, 'list_long', [...path, maxListEntries], { most: maxListEntries })
  const entries: string[] = []
  for (const [i, one] of value.entries()) {
    if (hasTooManyWarnings(file)) break
    const entry = Entry.safeParse(one)
    if (entry.success) entries.push(entry.data)
    else warnAt(file, 'entry_wrong', [...path, i])
  }
  return { name: name.data, entries }
}
