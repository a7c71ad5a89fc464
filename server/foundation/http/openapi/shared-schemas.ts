// Moves schemas that several calls share to components, each under the name of its constant in core/api.
import { z } from 'zod/mini'
import { Refusal } from '../../../../core/api/shape.ts'
import { isRecord, type JsonObject, type JsonValue } from './json.ts'
import { toVersion30 } from './version30.ts'

/** Replaces them in `paths` by references and returns them by name. */
export function shareSchemas(paths: JsonObject, modules: readonly object[]): JsonObject {
  const names = namesByText([{ Refusal }, ...modules])
  const found: JsonObject = {}
  const replace = (value: JsonValue | undefined, isTop: boolean): JsonValue | undefined => {
    if (Array.isArray(value)) return value.map(one => replace(one, false) ?? null)
    if (!isRecord(value)) return value
    const name = isTop ? undefined : names.get(textOf(value))
    if (name) {
      found[name] ??= replace(value, true)
      return { $ref: `#/components/schemas/${name}` }
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner, false)]))
  }
  for (const [path, item] of Object.entries(paths)) paths[path] = replace(item, false)
  replace(schemaOf(Refusal, 'output'), false)
  return found
}

/** Small schemas, such as an id, are clearer where they are used. */
const smallest = 120

function namesByText(modules: readonly object[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const module of modules)
    for (const [name, value] of Object.entries(module)) {
      if (!/^[A-Z]/.test(name) || !(value instanceof z.ZodMiniType)) continue
      for (const io of ['output', 'input'] as const) {
        const text = textOf(schemaOf(value, io))
        if (text.length >= smallest && !names.has(text)) names.set(text, io === 'output' ? name : `${name}Input`)
      }
    }
  return names
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  try {
    const { $schema: _, ...own } = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' })
    const copy: JsonObject = JSON.parse(JSON.stringify(own))
    toVersion30(copy)
    return copy
  } catch {
    return {}
  }
}

/** The same for schemas that differ in the order of their keys alone. */
function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (!isRecord(value)) return JSON.stringify(value ?? null)
  if (typeof value['$ref'] === 'string')
    return `ref:${value['$ref']
      .split('/')
      .at(-1)
      ?.replace(/Input$/, '')}`
  const entries = Object.entries(value).filter(([key, inner]) => key !== '$defs' && (key !== 'id' || typeof inner !== 'string'))
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${key}:${textOf(inner)}`)
    .join()}}`
}
