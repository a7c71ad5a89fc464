// Compares two sets of named lists.
import type { ImportedList } from './read-lists.ts'

export interface ListChange {
  kind: 'added' | 'removed' | 'changed'
  name: string
  /** Added and removed entries. */
  more: string[]
  less: string[]
}

export function diffLists(before: ImportedList[], after: ImportedList[]): ListChange[] {
  const [old, fresh] = [byName(before), byName(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name): ListChange[] => {
    const [was, is] = [old.get(name), fresh.get(name)]
    const more = [...(is ?? [])].filter(entry => !was?.has(entry))
    const less = [...(was ?? [])].filter(entry => !is?.has(entry))
    const kind = !was ? 'added' : !is ? 'removed' : 'changed'
    return kind === 'changed' && more.length + less.length === 0 ? [] : [{ kind, name, more, less }]
  })
}

const byName = (lists: ImportedList[]): Map<string, Set<string>> => new Map(lists.map(list => [list.name, new Set(list.entries)]))
