// The condition of a filter in a file: a typed query, or a tree.
import { costOf, withinLimits } from '../limits.ts'
import { parseQuery } from '../query/parse.ts'
import { Condition } from '../tree.ts'
import { type File, note, noteAt } from './file.ts'
import type { JsonPath } from './json-positions.ts'
import { flawOf } from './read-test.ts'

/** Null after what is wrong was noted. */
export function readCondition(file: File, value: unknown, path: JsonPath): Condition | null {
  if (typeof value === 'string') return readTyped(file, value, path)
  const broken = withinLimits(value)
  if (broken) return note(file, broken === 'filters.too_deep' ? 'too_deep' : 'too_large', path)
  const found = Condition.safeParse(value)
  if (found.success) file.effort.values += costOf(found.data)
  if (found.success) return found.data
  const before = file.warnings.length
  judge(file, value, path)
  return file.warnings.length > before ? null : note(file, 'condition_wrong', path)
}

/** Points into the text of the query where it stands in the file as it is read. */
function readTyped(file: File, text: string, path: JsonPath): Condition | null {
  const { condition, problems } = parseQuery(text, file.effort)
  if (problems.length === 0) return condition
  const place = file.source.placeOf(path)
  const inner = [place.start, place.start + 1].find(start => file.text.startsWith(text, start) && start + text.length <= place.end)
  for (const { code, at, values } of problems)
    noteAt(file, { code, values, at: inner === undefined ? place : { start: inner + at.start, end: inner + at.end } })
  return condition
}

const groups = ['all', 'any', 'none'] as const

function judge(file: File, value: unknown, path: JsonPath): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return void note(file, 'condition_wrong', path)
  const how = groups.find(name => name in value)
  if (!how) {
    const flaw = flawOf(value)
    if (flaw) note(file, flaw.code, [...path, ...flaw.path], { text: named(value, flaw.path[0]) })
    return
  }
  const members: unknown = Reflect.get(value, how)
  if (!Array.isArray(members) || members.length === 0 || Object.keys(value).length > 1)
    return void note(file, 'group_wrong', path, { name: how })
  for (const [i, member] of members.entries()) judge(file, member, [...path, how, i])
}

function named(value: object, key: PropertyKey | undefined): string {
  const text: unknown = key === undefined ? undefined : Reflect.get(value, key)
  return typeof text === 'string' ? text.slice(0, 60) : String(key ?? '')
}
