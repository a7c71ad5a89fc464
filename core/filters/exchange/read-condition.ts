// Reads the condition of a filter from a file, a typed query or a tree, and locates what is wrong with it.
import { z } from 'zod/mini'
import { conditionCost, findBrokenLimit } from '../limits.ts'
import { parseQuery } from '../query/parse.ts'
import { Condition, Test } from '../tree.ts'
import { addFileWarning, type FileReading, warnAt } from './file.ts'
import type { JsonPath } from './json-positions.ts'

/** Null after a warning was added. */
export function readCondition(file: FileReading, value: unknown, path: JsonPath): Condition | null {
  if (typeof value === 'string') return readQueryText(file, value, path)
  const broken = findBrokenLimit(value)
  if (broken) return warnAt(file, broken === 'filters.too_deep' ? 'too_deep' : 'too_large', path)
  const found = Condition.safeParse(value)
  if (found.success) file.effort.values += conditionCost(found.data)
  if (found.success) return found.data
  const before = file.warnings.length
  warnAboutFlaws(file, value, path)
  return file.warnings.length > before ? null : warnAt(file, 'condition_wrong', path)
}

/** Warnings point into the query if it appears verbatim in the file. */
function readQueryText(file: FileReading, text: string, path: JsonPath): Condition | null {
  const { condition, problems } = parseQuery(text, file.effort)
  if (problems.length === 0) return condition
  const span = file.source.locate(path)
  const inner = [span.start, span.start + 1].find(start => file.text.startsWith(text, start) && start + text.length <= span.end)
  for (const { code, at, values } of problems)
    addFileWarning(file, { code, values, at: inner === undefined ? span : { start: inner + at.start, end: inner + at.end } })
  return condition
}

const groups = ['all', 'any', 'none'] as const

function warnAboutFlaws(file: FileReading, value: unknown, path: JsonPath): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return void warnAt(file, 'condition_wrong', path)
  const kind = groups.find(name => name in value)
  if (!kind) {
    const flaw = findFlaw(value)
    if (flaw) warnAt(file, flaw.code, [...path, ...flaw.path], { text: quoteValue(value, flaw.path[0]) })
    return
  }
  const members: unknown = Reflect.get(value, kind)
  if (!Array.isArray(members) || members.length === 0 || Object.keys(value).length > 1)
    return void warnAt(file, 'group_wrong', path, { name: kind })
  for (const [i, member] of members.entries()) warnAboutFlaws(file, member, [...path, kind, i])
}

function quoteValue(value: object, key: PropertyKey | undefined): string {
  const text: unknown = key === undefined ? undefined : Reflect.get(value, key)
  return typeof text === 'string' ? text.slice(0, 60) : String(key ?? '')
}

interface Flaw {
  code: 'field_unknown' | 'operator_unknown' | 'value_wrong'
  path: JsonPath
}

/** Null for a valid test: an existing field, an operator it supports, and valid values. */
function findFlaw(value: unknown): Flaw | null {
  if (Test.safeParse(value).success) return null
  const byField = testShapes.filter(({ shape }) => accepts(shape['field'], value, 'field'))
  if (byField.length === 0) return { code: 'field_unknown', path: ['field'] }
  const byOperator = byField.filter(({ shape }) => accepts(shape['operator'], value, 'operator'))
  const [nearest] = byOperator
  if (!nearest) return { code: 'operator_unknown', path: ['operator'] }
  return { code: 'value_wrong', path: nearest.safeParse(value).error?.issues[0]?.path ?? [] }
}

const testShapes = listObjects(Test)

function listObjects(schema: unknown): z.ZodMiniObject[] {
  if (schema instanceof z.ZodMiniObject) return [schema]
  return schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion ? schema.def.options.flatMap(listObjects) : []
}

const accepts = (schema: unknown, value: unknown, name: 'field' | 'operator'): boolean =>
  schema instanceof z.ZodMiniType && typeof value === 'object' && value !== null && schema.safeParse(Reflect.get(value, name)).success
