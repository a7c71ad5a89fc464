// Reads the server's own list of routes, and makes for each a body that fits its schema.
import { z } from 'zod/mini'

/** What of a JSON schema a body is made from. */
const JsonSchema = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  minItems: z.optional(z.number()),
  minLength: z.optional(z.number()),
  required: z.optional(z.array(z.string())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
})

const Operation = z.looseObject({
  'x-roles': z.optional(z.array(z.string())),
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), in: z.string() }))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.optional(z.unknown()) })) })),
})
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

export interface Route {
  method: string
  /** With parameters in braces, and those of the query, each where an id goes. */
  path: string
  query: string[]
  isForStaff: boolean
  /** Null for a route without a body. */
  body: unknown
}

/** It ends the account of the caller alone. */
const endsTheCaller = ['POST /api/erasures']

export async function listRoutes(nobody: { try(method: string, path: string): Promise<{ body: unknown }> }): Promise<Route[]> {
  const { paths } = OpenApi.parse((await nobody.try('GET', '/api/openapi.json')).body)
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { 'x-roles': roles, parameters = [], requestBody }]) => ({
        ...{ method: method.toUpperCase(), path, body: requestBody?.content['application/json']?.schema ?? null },
        query: parameters.filter(one => one.in === 'query').map(one => one.name),
        isForStaff: path.startsWith('/api/admin') || roles !== undefined,
      })),
    )
    .filter(({ method, path }) => !endsTheCaller.includes(`${method} ${path}`))
}

/** The wires of the official client, which the list does not name. `{victim}` is the id of a person. */
export const wires: Route[] = [
  ...['activity_logs', 'user_roles'].flatMap(table => [
    wire('GET', `/rest/v1/${table}?user_id=eq.{victim}`),
    wire('GET', `/rest/v1/${table}?or=(user_id.eq.{victim},id.gt.00000000-0000-0000-0000-000000000000)`),
    wire('DELETE', `/rest/v1/${table}?user_id=eq.{victim}`),
  ]),
  wire('PATCH', '/rest/v1/activity_logs?user_id=eq.{victim}', { status: 'error' }),
  wire('POST', '/rest/v1/activity_logs', { user_id: '{victim}', action: 'login_success', resource_type: 'security', status: 'success' }),
  wire('POST', '/rest/v1/user_roles', { user_id: '{victim}', role: 'admin' }),
  wire('GET', '/auth/v1/admin/users'),
  wire('GET', '/auth/v1/admin/users/{victim}'),
  wire('PUT', '/auth/v1/admin/users/{victim}', { password: 'a password of somebody else' }),
  wire('DELETE', '/auth/v1/admin/users/{victim}'),
  wire('POST', '/auth/v1/factors/{id}/challenge', {}),
  wire('DELETE', '/auth/v1/factors/{id}'),
  wire('DELETE', '/auth/v1/user/identities/{id}'),
  wire('GET', '/storage/v1/object/avatars/{victim}/photo.png'),
  wire('POST', '/storage/v1/object/list/avatars', { prefix: '{victim}' }),
  wire('POST', '/storage/v1/object/sign/avatars/{victim}/photo.png', { expiresIn: 60 }),
  wire('GET', '/m/{id}'),
  wire('GET', '/metrics'),
]

function wire(method: string, path: string, body: unknown = null): Route {
  return { method, path, query: [], isForStaff: path.includes('/admin/'), body: body === null ? null : { const: body } }
}

/** A value that fits: the smallest, with an id wherever one belongs. In other texts the caller would find their own words again. */
export function fill(schema: unknown, newId: () => string, name = ''): unknown {
  const parsed = JsonSchema.safeParse(schema)
  if (!parsed.success) return {}
  const { type, format, properties = {}, required = [], items, minItems = 0, minLength = 0, minimum = 0, ...rest } = parsed.data
  if (rest.const !== undefined) return rest.const
  if (rest.enum) return rest.enum[0]
  const [choice] = rest.anyOf ?? rest.oneOf ?? []
  if (choice !== undefined) return fill(choice, newId, name)
  if (rest.allOf) return Object.assign({}, ...rest.allOf.map(part => fill(part, newId, name)))
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'array') return Array.from({ length: Math.max(1, minItems) }, () => fill(items, newId, name))
  if (kind === 'integer' || kind === 'number') return minimum
  if (kind === 'boolean') return true
  if (kind === 'null') return null
  if (kind === 'string') return format?.startsWith('date') ? '2026-11-26T00:00:00.000Z' : textFor(name, format, minLength, newId)
  return Object.fromEntries(required.map(key => [key, fill(properties[key], newId, key)]))
}

const textFor = (name: string, format: string | undefined, minLength: number, newId: () => string): string =>
  format === 'uuid' || /ids?$/i.test(name) ? newId() : 'taken'.padEnd(minLength, 'x')
