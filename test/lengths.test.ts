// Tests that every text and list that anybody sends has a length of its own, on every wire: nothing is counted, parsed or kept without one.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testDatabase } from './database.ts'
import { personOf, runProduct } from './running.ts'

const JsonSchema = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  maxLength: z.optional(z.number()),
  maxItems: z.optional(z.number()),
})
const Operation = z.looseObject({
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), schema: z.optional(z.unknown()) }))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.optional(z.unknown()) })) })),
})
const OpenApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** The places below `schema` where something of any length fits. */
function unbounded(schema: unknown, at: string, document: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (Array.isArray(schema)) return schema.flatMap(part => unbounded(part, at, document, seen))
  const { $ref, type, format, pattern, enum: values, maxLength, maxItems, ...rest } = JsonSchema.parse(schema)
  if ($ref) return unbounded(resolve($ref, document), at, document, seen)
  const types = [type].flat()
  const isShort = maxLength !== undefined || values || rest.const !== undefined || isFixed(format, pattern)
  return [
    ...(types.includes('string') && !isShort ? [at] : []),
    ...(types.includes('array') && maxItems === undefined ? [`${at}[]`] : []),
    ...Object.entries(rest).flatMap(([name, part]) =>
      name === 'properties' && typeof part === 'object' && part !== null
        ? Object.entries(part).flatMap(([key, value]) => unbounded(value, `${at}.${key}`, document, seen))
        : unbounded(part, at, document, seen),
    ),
  ]
}

/** An id or a time, or a pattern in which nothing repeats without end. */
const isFixed = (format = '', pattern = '*'): boolean =>
  /^(uuid|date|date-time)$/.test(format) || !/[*+]|,\}/.test(pattern.replaceAll(/\\./g, ''))

const resolve = (ref: string, document: unknown): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), document)

const { url } = await testDatabase()
const product = await runProduct(url)

test('every text and list that our own API takes has a length', async () => {
  const document = OpenApi.parse((await personOf(product, 'nobody', '').try('GET', '/api/openapi.json')).body)
  const found = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const at = `${method.toUpperCase()} ${path}`
      const body = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unbounded(schema, at, document))
      return [...parameters.flatMap(one => unbounded(one.schema, `${at} ?${one.name}`, document)), ...body]
    }),
  )
  expect(Object.keys(document.paths).length).toBeGreaterThan(100)
  expect([...new Set(found)]).toEqual([])
})

/** What these read or write is not what an outsider sends. */
const ofOurs = new Map([
  ['server/auth/shapes.ts', 'answers, but for the bounded texts at its end'],
  ['server/auth/users.ts', 'our own rows'],
  ['server/auth/errors.ts', 'a mark on our own routes'],
  ['server/auth/keys.ts', 'claims of tokens whose signature has been checked, and our own keys'],
  ['server/auth/trusted-keys.ts', 'a file of the operator'],
  ['server/auth/captcha.ts', 'the answer of the verifier'],
  ['server/auth/administration/wire.ts', 'answers'],
  ['server/auth/administration/operator.ts', 'claims of tokens whose signature has been checked'],
  ['server/auth/providers/github.ts', 'the answer of the provider'],
  ['server/auth/providers/provider-return.ts', 'the answer of the provider'],
  ['server/account/log-chain/verifications-owners.ts', 'our own rows'],
  ['server/files/signed-urls.ts', 'sealed by us'],
  ['server/files/attachments/store.ts', 'our own rows'],
  ['server/live/broadcast.ts', 'what our own hosts tell each other'],
])

const root = join(import.meta.dirname, '..')

test('every text and list that the wires of the official client take has a length', () => {
  const files = ['server/auth', 'server/account', 'server/files', 'server/live', 'core/rest'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(file => file.isFile() && /^(?!.*\.(test|fixture)\.ts$).*\.ts$/.test(file.name))
      .map(file => relative(root, join(file.parentPath, file.name))),
  )
  const found = files
    .filter(file => !ofOurs.has(file))
    .flatMap(file => endlessIn(readFileSync(join(root, file), 'utf8')).map(line => `${file}:${line}`))
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
  // A file that needs no exception has none.
  for (const file of ofOurs.keys()) expect([file, endlessIn(readFileSync(join(root, file), 'utf8')).length > 0]).toEqual([file, true])
})

test('planted: an endless text, a list and a pattern are found, and bounded ones are not', () => {
  expect(endlessIn('a\nz.string()')).toEqual([2])
  expect(endlessIn('z.nullish(z.string().check(z.minLength(1)))')).toEqual([1])
  expect(endlessIn('z.array(z.uuid()).check(z.minLength(1))')).toEqual([1])
  expect(
    endlessIn('z.string().check(z.minLength(1), z.maxLength(2)), z.array(z.int()).check(z.maxLength(3)), z.record(z.string(), z.int())'),
  ).toEqual([])
  expect(
    unbounded(
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'string', maxLength: 1 } } } },
      'x',
      {},
    ),
  ).toEqual(['x.a', 'x.b[]'])
  expect(unbounded({ type: 'string', pattern: '^\\w{3}$' }, 'x', {})).toEqual([])
})

/** The lines of a source with a text or list that no check bounds. The names in a record are bounded by the body around them. */
function endlessIn(source: string): number[] {
  return [...source.matchAll(/(?<!\.record\(\s*)z\.(string|array)\(/g)].flatMap(({ index, 0: { length } }) => {
    const end = closing(source, index + length)
    const check = /^\s*\.check\(/.exec(source.slice(end))
    const checks = check ? source.slice(end, closing(source, end + check[0].length)) : ''
    const pattern = /z\.regex\(\/((?:[^/\\]|\\.)*)\//.exec(checks)?.[1]
    if (/maxLength|z\.length\(/.test(checks) || (pattern !== undefined && isFixed('', pattern))) return []
    return [source.slice(0, index).split('\n').length]
  })
}

/** Where the parenthesis that was opened before `from` has been closed. */
function closing(source: string, from: number): number {
  let depth = 1
  for (let i = from; i < source.length; i++) {
    if (source[i] === '(') depth++
    else if (source[i] === ')' && --depth === 0) return i + 1
  }
  return source.length
}
