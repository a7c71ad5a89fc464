// Tests /source: a link to the repository, or the archive and the listed files of this server and nothing else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSource, sourceFileUrl } from './source.ts'

const root = mkdtempSync(join(tmpdir(), 'mailferry-source-'))
const folder = join(root, 'dist')
let own: FastifyInstance
let forge: FastifyInstance

beforeAll(() => {
  mkdirSync(join(root, 'docs'))
  mkdirSync(folder)
  writeFileSync(join(root, 'docs', 'deploy.md'), '# Deploy <b>')
  writeFileSync(join(root, 'README.md'), '# Mailferry')
  writeFileSync(join(root, '.env'), 'SECRET=1')
  writeFileSync(join(folder, 'mailferry.tar.gz'), 'packed')
  writeFileSync(join(folder, 'files.json'), JSON.stringify(['README.md', 'docs/deploy.md']))
  own = Fastify()
  serveSource(own, { sourceUrl: null, root, folder })
  forge = Fastify()
  serveSource(forge, { sourceUrl: 'https://github.com/a/mailferry', root, folder })
})
afterAll(async () => {
  await Promise.all([own.close(), forge.close()])
  rmSync(root, { recursive: true })
})

test('without a repository the archive is downloaded', async () => {
  const response = await own.inject('/source')
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([200, 'application/gzip', 'packed'])
  expect(response.headers['content-disposition']).toContain('mailferry.tar.gz')
})

test('a listed file is shown as plain text, a folder as links', async () => {
  const file = await own.inject('/source/docs/deploy.md')
  expect([file.headers['content-type'], file.body]).toEqual(['text/plain; charset=utf-8', '# Deploy <b>'])
  expect((await own.inject('/source/docs')).body).toContain('href="/source/docs/deploy.md"')
})

test.each(['.env', 'dist/files.json', '../etc/passwd', '%2e%2e/etc/passwd', 'docs/../.env', 'docs/%2e%2e/.env', 'nothing.md', ''])(
  'a file that is not listed is not served: %s',
  async path => {
    expect((await own.inject(`/source/${path}`)).statusCode).toBe(404)
  },
)

test('with a repository, the source and its files are redirects to it', async () => {
  const to = async (url: string) => (await forge.inject(url)).headers.location
  expect(await to('/source')).toBe('https://github.com/a/mailferry')
  expect(await to('/source/docs/deploy.md')).toBe('https://github.com/a/mailferry/blob/HEAD/docs/deploy.md')
  expect(await to('/source/docs')).toBe('https://github.com/a/mailferry/tree/HEAD/docs')
  expect((await forge.inject('/source/.env')).statusCode).toBe(404)
})

test('each forge has its own addresses of files', () => {
  expect(sourceFileUrl('https://gitlab.com/a/b', 'x', false)).toBe('https://gitlab.com/a/b/-/blob/HEAD/x')
  expect(sourceFileUrl('https://codeberg.org/a/b', 'x', false)).toBe('https://codeberg.org/a/b/src/branch/main/x')
})
