// Completes the OpenAPI document: tags, the errors and headers that every call shares, shared schemas, and an example of each answer.
import { exampleOf } from './example.ts'
import { isRecord, type JsonObject, type JsonValue, textOf } from './json.ts'
import { shareSchemas } from './shared-schemas.ts'
import { tagDescriptions, tagOf } from './tags.ts'
import { toVersion30 } from './version30.ts'

interface DocumentDeps {
  version: string
  serverUrl: string
  /** The modules whose exported schemas are named after their constants. */
  modules: readonly object[]
}

/** `document` is what @fastify/swagger has collected from the routes; it is not changed. */
export function completeDocument(document: object, { version, serverUrl, modules }: DocumentDeps): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(document))
  const paths = isRecord(copy['paths']) ? copy['paths'] : {}
  const schemas = recursiveSchemas(copy)
  const used = new Set<string>()
  const names = new Set<string>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(isRecord(item) ? item : {}))
      if (isRecord(operation)) {
        nameApart(path, method, operation, names)
        used.add(completeOperation(path, method, operation))
      }
  toVersion30(paths)
  toVersion30(schemas)
  Object.assign(schemas, shareSchemas(paths, modules))
  addExamples(paths, schemas)
  const components = isRecord(copy['components']) ? copy['components'] : {}
  return {
    ...copy,
    info: {
      title: 'Mailferry',
      version,
      description:
        'The API of Mailferry, for its own pages and for programs of its users. /auth/v1, /rest/v1, /storage/v1 and /realtime/v1 speak the wires of Supabase clients, which their own documents describe.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...used].toSorted().map(name => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: { ...components, schemas, responses },
  }
}

/** Schemas that contain themselves, such as conditions, are collected while the routes are. */
function recursiveSchemas({ components }: JsonObject): JsonObject {
  const schemas = isRecord(components) ? components['schemas'] : undefined
  return isRecord(schemas) ? schemas : {}
}

/** Several calls may have one shape; then the later ones are named after their URL. */
function nameApart(path: string, method: string, operation: JsonObject, names: Set<string>): void {
  const own = textOf(operation['operationId'])
  if (own === '' || names.has(own)) {
    const words = path.split('/').filter(word => word && word !== 'api' && !word.startsWith('{'))
    const verb = verbs[method] ?? method
    operation['operationId'] = [verb, ...words.flatMap(word => word.split('-')).map(word => word[0]?.toUpperCase() + word.slice(1))].join(
      '',
    )
    operation['summary'] = `${verb[0]?.toUpperCase()}${verb.slice(1)} ${words.join(' ').replaceAll('-', ' ')}`
  }
  names.add(textOf(operation['operationId']))
}

const verbs: Record<string, string> = { get: 'get', post: 'add', put: 'set', patch: 'change', delete: 'remove' }

/** Returns the operation's tag. */
function completeOperation(path: string, method: string, operation: JsonObject): string {
  const tag = tagOf(path)
  operation['tags'] = [tag]
  const isSecured = Array.isArray(operation['security'])
  // A call that anybody may make says so.
  operation['security'] ??= []
  const isWrite = method !== 'get'
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  if (isSecured && isWrite) operation['parameters'] = [...parameters, idempotencyKey]
  const statuses = [
    ...['BadRequest'],
    ...(isSecured ? ['Unauthorized', 'Forbidden'] : []),
    ...(path.includes('{') ? ['NotFound'] : []),
    ...(isSecured && isWrite ? ['Conflict', 'Unprocessable'] : []),
    ...['TooMany', 'Failed', 'Unavailable'],
  ]
  const answers = isRecord(operation['responses']) ? operation['responses'] : {}
  for (const name of statuses) answers[statusOf[name] ?? ''] ??= { $ref: `#/components/responses/${name}` }
  for (const answer of Object.values(answers))
    if (isRecord(answer) && (answer['description'] === undefined || answer['description'] === 'Default Response'))
      answer['description'] = 'Done.'
  operation['responses'] = answers
  return tag
}

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A text of your choice for this write: sent again with the same text, it is done once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: 'invoices-1',
}

const statusOf: Record<string, string> = {
  BadRequest: '400',
  Unauthorized: '401',
  Forbidden: '403',
  NotFound: '404',
  Conflict: '409',
  Unprocessable: '422',
  TooMany: '429',
  Failed: '500',
  Unavailable: '503',
}

const refusal = (description: string, code: string, message: string): JsonObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, example: { code, message } } },
})

const responses: JsonObject = {
  BadRequest: refusal('The request is not as described here.', 'invalid', 'Check what you sent: name is missing.'),
  Unauthorized: refusal('Nobody is signed in, or the key is unknown, expired or revoked.', 'not_signed_in', 'Sign in.'),
  Forbidden: refusal('The caller may not do this, or has to prove who they are first.', 'key_reads_only', 'This key can only read.'),
  NotFound: refusal('There is nothing with this id that the caller can see.', 'not_found', 'There is no such filter.'),
  Conflict: refusal('It contradicts what is there now.', 'still_running', 'The same request is still running.'),
  Unprocessable: refusal('It cannot be done as asked.', 'idempotency_key_reused', 'Send a new key.'),
  TooMany: {
    ...refusal('Too many requests: wait as long as Retry-After says.', 'over_request_rate_limit', 'Try again in 20 seconds.'),
    headers: { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'string' } } },
  },
  Failed: refusal('A fault of the server; the message names the request for its log.', 'internal', 'Something went wrong.'),
  Unavailable: refusal('The server is in maintenance or cannot reach what it needs.', 'maintenance', 'Try again later.'),
}

/** Of each answer and each body that is JSON. */
function addExamples(paths: JsonObject, schemas: JsonObject): void {
  for (const content of contentsIn(paths)) {
    const media = content['application/json']
    if (isRecord(media) && isRecord(media['schema']) && media['example'] === undefined)
      media['example'] = exampleOf(media['schema'], schemas)
  }
}

function contentsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(contentsIn)
  if (!isRecord(value)) return []
  const own = isRecord(value['content']) ? [value['content']] : []
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => (name === 'content' ? [] : contentsIn(inner ?? null)))]
}
