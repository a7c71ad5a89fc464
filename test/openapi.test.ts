// Tests the OpenAPI document: every call has a name, a summary, a tag, its errors and an example; a linter agrees; a generated client works.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import { testDatabase } from './database.ts'
import { generateTypes } from './openapi/generate.ts'
import { addFilter, linkPhone, makeKey, runProduct, signUp } from './running.ts'

const { url } = await testDatabase()
const product = await runProduct(url, { AUTH_LIMITS: 'emailToAddress=100/1' })
const root = join(import.meta.dirname, '..')

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().check(z.minLength(4)),
  tags: z.array(z.string()).check(z.minLength(1)),
  responses: z.record(z.string(), z.looseObject({})),
})
const Document = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
const answer: unknown = await (await fetch(`${product.url}/api/openapi.json`)).json()
if (process.env['OPENAPI_FILE']) writeFileSync(process.env['OPENAPI_FILE'], JSON.stringify(answer, null, 1))

test('every call has a name of its own, a summary, a tag and its errors', () => {
  const document = Document.parse(answer)
  const operations = Object.values(document.paths).flatMap(item => Object.values(item))
  expect(operations.length).toBeGreaterThan(150)
  const names = operations.map(operation => operation.operationId)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
  for (const operation of operations) expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '429', '500']))
  expect(document.info.version).toBe('0.1.0')
})

test('what several calls share has a name, and is described once', () => {
  const { components } = Document.parse(answer)
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Destination', 'Mailbox', 'Refusal']))
  expect(Object.keys(components.schemas).length).toBeGreaterThan(40)
})

// The server describes itself, and this one runs here; and an id is never one of the words that may stand in its place.
const rules = { 'no-server-example.com': 'off', 'no-ambiguous-paths': 'off' } as const

test('a linter finds nothing wrong, examples included', async () => {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(answer), absoluteRef: join(root, 'openapi.json'), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).toEqual([])
})

test('people can read it, in their language, on a page that loads nothing', async () => {
  const page = await fetch(`${product.url}/api/reference`, { headers: { 'accept-language': 'ar' } })
  const html = await page.text()
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  for (const name of ['listMessages', 'addFilter', 'listDestinations']) expect(html).toContain(`<details id="${name}">`)
  expect(html).not.toMatch(/<script|<link|src=/)
})

const journey = (base: string, key: string) => `
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'
const client = createClient<paths>({ baseUrl: ${JSON.stringify(base)}, headers: { authorization: ${JSON.stringify(`Bearer ${key}`)} } })
const { data: phones } = await client.GET('/api/destinations')
const destinationIds: string[] = phones?.items.map(phone => phone.id) ?? []
const body = { name: 'By client', condition: { field: 'subject', operator: 'contains', values: ['client'] }, actions: [{ kind: 'forward', destinationIds }] } as const
const { data: added, error } = await client.POST('/api/filters', { body: JSON.parse(JSON.stringify(body)) })
if (!added) throw new Error(error.message)
const { data: filters } = await client.GET('/api/filters')
const names: string[] = filters?.items.map(filter => filter.name) ?? []
const refused = await client.POST('/api/filters', { body: JSON.parse('{}') })
const code: string = refused.error?.code ?? 'none'
// @ts-expect-error there is no such call
await client.GET('/api/nothing')
console.log(JSON.stringify({ phones: phones?.items.length, names, code }))
`

test('a client generated from it compiles, and adds a filter to a phone that it has found', async () => {
  const maya = await signUp(product, 'maya')
  await linkPhone(product, maya, '15550104991')
  await addFilter(maya, 'harbour')
  const { secret } = await makeKey(product, maya, 'write')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'paths.ts'), generateTypes(z.looseObject({}).parse(answer)))
  writeFileSync(join(folder, 'journey.ts'), journey(product.url, secret))
  const settings = { extends: '../../tsconfig.base.json', compilerOptions: { types: ['node'], lib: ['esnext', 'dom'] }, include: ['.'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const node = (...parameters: string[]) => spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8' })
  const compiled = node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder)
  expect(compiled.stdout.split('\n').slice(0, 5).join('\n')).toBe('')
  // Its server is this very process, which must go on answering.
  const { execFile } = await import('node:child_process')
  const said = await new Promise<string>((done, fail) =>
    execFile(process.execPath, [join(folder, 'journey.ts')], (error, stdout, stderr) => (error ? fail(new Error(stderr)) : done(stdout))),
  )
  expect(JSON.parse(said)).toEqual({ phones: 1, names: ['Mails with harbour', 'By client'], code: 'invalid' })
})
