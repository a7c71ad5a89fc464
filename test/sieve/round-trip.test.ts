// Tests that conditions exported to Sieve and imported again are unchanged.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalize } from '../../core/filters/normalize.ts'
import { exportSieve } from '../../core/filters/sieve/export.ts'
import { importSieve } from '../../core/filters/sieve/import.ts'
import { sayable } from './sayable.ts'

test('a condition that Sieve can say comes back as the same condition', () => {
  fc.assert(
    fc.property(sayable, fc.boolean(), (condition, paused) => {
      const exported = exportSieve([{ name: 'Bills', paused, condition, actions: [{ kind: 'stop' }] }])
      const imported = importSieve(exported.text)
      expect(imported.warnings, exported.text).toEqual([])
      expect(
        imported.filters.map(filter => normalize(filter.condition)),
        exported.text,
      ).toEqual([normalize(condition)])
      expect(imported.filters.map(({ name, paused: off, actions }) => ({ name, off, actions }))).toEqual([
        { name: 'Bills', off: paused, actions: [{ kind: 'stop' }] },
      ])
    }),
    { numRuns: Number(process.env['SIEVE_RUNS'] ?? 500) },
  )
})
