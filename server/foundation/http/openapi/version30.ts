// Rewrites what JSON Schema says in a newer way than OpenAPI 3.0 knows: numeric exclusive bounds, and null beside a choice.
import { isRecord, type Json, type JsonObject } from './json.ts'

/** Changes the schemas in `value`. */
export function toVersion30(value: Json | undefined): void {
  if (Array.isArray(value)) return value.forEach(toVersion30)
  if (!isRecord(value)) return
  for (const [exclusive, bound] of bounds) {
    const limit = value[exclusive]
    if (typeof limit !== 'number') continue
    value[bound] = limit
    value[exclusive] = true
  }
  if (value['nullable'] === true && value['type'] === undefined) nullAsChoice(value)
  Object.values(value).forEach(toVersion30)
}

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

function nullAsChoice(schema: JsonObject): void {
  const word = ['anyOf', 'oneOf'].find(name => Array.isArray(schema[name]))
  if (!word) return
  delete schema['nullable']
  schema[word] = [...(Array.isArray(schema[word]) ? schema[word] : []), { type: 'object', nullable: true, enum: [null] }]
}
