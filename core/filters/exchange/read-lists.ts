// The named lists of a file: words and addresses by the name of their list.
import { z } from 'zod/mini'
import { maxEntryCharacters, maxListEntries } from '../limits.ts'
import { ListName } from '../tree.ts'
import { type File, isFull, note } from './file.ts'
import type { JsonPath } from './json-positions.ts'

export interface WordsByName {
  name: string
  entries: string[]
}

const Entry = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxEntryCharacters))

export function readLists(file: File, value: unknown, path: JsonPath): WordsByName[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) {
    note(file, 'lists_wrong', path)
    return []
  }
  return Object.entries(value).flatMap(([key, given]) => (isFull(file) ? [] : (readList(file, key, given, [...path, key]) ?? [])))
}

function readList(file: File, key: string, given: unknown, path: JsonPath): WordsByName | null {
  const name = ListName.safeParse(key)
  if (!name.success || !Array.isArray(given)) return note(file, 'list_wrong', path, { name: key.slice(0, 60) })
  if (given.length > maxListEntries) return note(file, 'list_long', [...path, maxListEntries], { most: maxListEntries })
  const entries: string[] = []
  for (const [i, one] of given.entries()) {
    if (isFull(file)) break
    const entry = Entry.safeParse(one)
    if (entry.success) entries.push(entry.data)
    else note(file, 'entry_wrong', [...path, i])
  }
  return { name: name.data, entries }
}
