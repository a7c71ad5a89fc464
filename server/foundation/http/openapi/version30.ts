// Rewrites what JSON Schema says in a newer way than OpenAPI 3.0 knows: numeric exclusive bounds, and null beside a choice.
import { isRecord, type JsonObject, type JsonValue } from './json.ts'

/** Changes the schemas in `value`. */
export function toVersion30(value: JsonValue | undefined): void {
  if (Array.isArray(value)) return value.forEach(toVersion30)
  if (!isRecord(value)) return
  for (const [exclusive, bound, step] of bounds) softenBound(value, exclusive, bound, step)
  if (value['nullable'] === true && value['type'] === undefined) nullAsChoice(value)
  Object.values(value).forEach(toVersion30)
}

const bounds = [
  ['exclusiveMinimum', 'minimum', 1],
  ['exclusiveMaximum', 'maximum', -1],
] as const

/** Validators disagree about exclusive bounds in 3.0: of whole numbers the next one is the bound, of others it is said in words. */
function softenBound(schema: JsonObject, exclusive: string, bound: string, step: number): void {
  const limit = schema[exclusive] === true ? schema[bound] : schema[exclusive]
  if (typeof limit !== 'number') return
  delete schema[exclusive]
  schema[bound] = schema['type'] === 'integer' ? limit + step : limit
  if (schema['type'] !== 'integer') schema['description'] = `${step > 0 ? 'More' : 'Less'} than ${limit}.`
}

function nullAsChoice(schema: JsonObject): void {
  const word = ['anyOf', 'oneOf'].find(name => Array.isArray(schema[name]))
  if (!word) return
  delete schema['nullable']
  schema[word] = [...(Array.isArray(schema[word]) ? schema[word] : []), { type: 'object', nullable: true, enum: [null] }]
}
