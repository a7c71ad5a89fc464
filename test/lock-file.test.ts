// Tests that whatever is installed is checked by its content: no registry or mirror can pass off something else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

const Lock = z.object({
  packages: z.record(z.string(), z.looseObject({ link: z.optional(z.boolean()), integrity: z.optional(z.string()) })),
})

const unpinned = (lock: unknown): string[] =>
  Object.entries(Lock.parse(lock).packages).flatMap(([path, { link, integrity }]) =>
    path === '' || link || /^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [path],
  )

test('every package of the lock file, for whatever platform, has the hash of its content', () => {
  const lock: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'))
  expect(Object.keys(Lock.parse(lock).packages).length).toBeGreaterThan(500)
  expect(unpinned(lock)).toEqual([])
})

test('planted: an entry without a hash, or with a weak one, is found', () => {
  const good = `sha512-${'a'.repeat(86)}==`
  const packages = { '': {}, a: { integrity: good }, b: { version: '1.0.0' }, c: { integrity: 'sha1-aaaa' }, d: { link: true } }
  expect(unpinned({ packages })).toEqual(['b', 'c'])
})
