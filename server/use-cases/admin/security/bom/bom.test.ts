// Tests the bill of materials on the real lock file, and on a small one.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Bom } from '../../../../../core/api/admin/secrets.ts'
import { digest } from '../../../../foundation/seal.ts'
import { toBom } from './cyclonedx.ts'
import { readLock } from './lock.ts'

const bomOf = (text: string) => toBom({ ...readLock(text), digest: digest(text), at: new Date('2026-11-26T10:00:00Z') })

const small = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'ours', version: '1.0.0', dependencies: { a: '^1', '@s/b': '^2' } },
    'node_modules/a': { version: '1.2.0', license: 'MIT', integrity: 'sha512-q83vEjRWeJA=', dependencies: { c: '^1' } },
    'node_modules/a/node_modules/c': { version: '1.0.0', license: '(MIT OR Apache-2.0)' },
    'node_modules/@s/b': { version: '2.0.0', license: 'SEE LICENSE IN X', dev: true, dependencies: { c: '^2' } },
    'node_modules/c': { version: '2.0.0', optional: true },
    'node_modules/alias': { name: 'a', version: '1.2.0' },
  },
})

test('each package is listed once, with its licence and hash, and points to the version that it gets', () => {
  const bom = bomOf(small)
  expect(bom.components.map(one => one.purl)).toEqual(['pkg:npm/%40s/b@2.0.0', 'pkg:npm/a@1.2.0', 'pkg:npm/c@1.0.0', 'pkg:npm/c@2.0.0'])
  const [b, a, oldC, newC] = bom.components
  expect(a).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: 'abcdef1234567890' }],
    scope: 'required',
  })
  expect(b).toMatchObject({
    group: '@s',
    name: 'b',
    licenses: [{ license: { name: 'SEE LICENSE IN X' } }],
    properties: [{ value: 'true' }],
  })
  expect(oldC?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }])
  expect(newC).toMatchObject({ scope: 'optional' })
  const uses = new Map(bom.dependencies.map(one => [one.ref, one.dependsOn]))
  expect(uses.get('pkg:npm/a@1.2.0')).toEqual(['pkg:npm/c@1.0.0'])
  expect(uses.get('pkg:npm/%40s/b@2.0.0')).toEqual(['pkg:npm/c@2.0.0'])
  expect(uses.get('pkg:npm/ours@1.0.0')).toEqual(['pkg:npm/%40s/b@2.0.0', 'pkg:npm/a@1.2.0'])
})

test('our own lock file becomes a valid document: every reference leads to one component', () => {
  const bom = Bom.parse(bomOf(readFileSync('package-lock.json', 'utf8')))
  const refs = [bom.metadata.component['bom-ref'], ...bom.components.map(one => one['bom-ref'])]
  expect(new Set(refs).size).toBe(refs.length)
  expect(bom.dependencies.flatMap(one => one.dependsOn ?? []).filter(ref => !refs.includes(ref))).toEqual([])
  expect(bom.components.length).toBeGreaterThan(500)
  const fastify = bom.components.find(one => one.name === 'fastify')
  expect(fastify).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
  })
  expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('the same lock file gives the same document', () => {
  expect(bomOf(small)).toEqual(bomOf(small))
})
