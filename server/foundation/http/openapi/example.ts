// Makes an example that fits a JSON schema: plausible values for formats and well-known names, the first choice elsewhere.
import { isRecord, type JsonObject, type JsonValue, textOf } from './json.ts'

const maxDepth = 12

const byFormat: Record<string, string> = {
  uuid: '0198b7f2-6c3a-7d41-9a52-3f1d0c8e7b64',
  'date-time': '2026-11-20T09:30:00Z',
  date: '2026-11-20',
  email: 'maya@example.com',
  uri: 'https://mail.example.com/',
  ipv4: '203.0.113.7',
}

const byName: Record<string, string> = {
  name: 'Invoices',
  subject: 'Invoice 42',
  from: 'billing@shop.example',
  address: 'maya@example.org',
  email: 'maya@example.com',
  phone: '15550100777',
  url: 'https://mail.example.com/',
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
}

export function exampleOf(schema: JsonObject, schemas: JsonObject, name = '', depth = 0): JsonValue {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const target = schemas[reference.split('/').at(-1) ?? '']
    return isRecord(target) && depth < maxDepth ? exampleOf(target, schemas, name, depth + 1) : null
  }
  if (schema['example'] !== undefined) return schema['example']
  if (schema['default'] !== undefined) return schema['default']
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null
  const inner = (one: JsonObject) => exampleOf(one, schemas, name, depth + 1)
  const choices = [schema['anyOf'], schema['oneOf']].find(Array.isArray)?.filter(isRecord)
  if (choices) return choices[0] && depth < maxDepth ? inner(choices.find(one => !isNull(one)) ?? choices[0]) : null
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...schema['allOf'].filter(isRecord).map(inner))
  return exampleByType(schema, schemas, name, depth)
}

const isNull = (schema: JsonObject): boolean => schema['type'] === 'null' || (Array.isArray(schema['enum']) && schema['enum'][0] === null)

function exampleByType(schema: JsonObject, schemas: JsonObject, name: string, depth: number): JsonValue {
  if (schema['type'] === 'object' || isRecord(schema['properties'])) return exampleObject(schema, schemas, depth)
  if (schema['type'] === 'array') {
    const least = Number(schema['minItems'] ?? 0)
    if (!isRecord(schema['items']) || (depth >= maxDepth && least === 0)) return []
    return Array.from({ length: Math.max(1, least) }, () =>
      exampleOf(isRecord(schema['items']) ? schema['items'] : {}, schemas, name, depth + 1),
    )
  }
  if (schema['type'] === 'boolean') return true
  if (schema['type'] === 'integer' || schema['type'] === 'number') return exampleNumber(schema)
  return schema['type'] === 'string' ? exampleText(schema, name) : schema['nullable'] === true ? null : {}
}

function exampleObject(schema: JsonObject, schemas: JsonObject, depth: number): JsonValue {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const named = isRecord(schema['properties']) ? schema['properties'] : {}
  const others = isRecord(schema['additionalProperties']) ? schema['additionalProperties'] : {}
  // Of a record the names alone are listed.
  const properties = Object.entries({ ...Object.fromEntries([...required].map(key => [textOf(key), others])), ...named })
  return Object.fromEntries(
    properties.flatMap(([key, one]) =>
      isRecord(one) && (depth < 3 || required.has(key)) ? [[key, exampleOf(one, schemas, key, depth + 1)]] : [],
    ),
  )
}

function exampleNumber(schema: JsonObject): number {
  const [least, most] = [Number(schema['minimum'] ?? 1), Number(schema['maximum'] ?? Number.MAX_SAFE_INTEGER)]
  return Math.min(Math.max(1, least), most)
}

function exampleText(schema: JsonObject, name: string): string {
  const format = byFormat[textOf(schema['format'])]
  if (format) return format
  const text = byName[name] ?? 'text'
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null
  const fits = [text, ...knownTexts].find(one => !pattern || pattern.test(one)) ?? text
  return fits.padEnd(Number(schema['minLength'] ?? 0), '.').slice(0, Number(schema['maxLength'] ?? 1_000))
}

/** For fields with a pattern; a test checks every example against its schema. */
const knownTexts = [
  '09:30',
  '2026-11',
  '2026-11-20',
  '15550100777',
  '+15550100777',
  'en',
  'US',
  'usd',
  '203.0.113.0/24',
  'invoices',
  '42',
  'A',
  'Z1',
  '#0a7cff',
  'a'.repeat(64),
]
