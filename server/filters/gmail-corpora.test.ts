// Imports and exports real Gmail filter files, and prints the counts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportGmail } from '../../core/filters/gmail/export.ts'
import { importGmail } from '../../core/filters/gmail/import.ts'
import { normalize } from '../../core/filters/normalize.ts'

const folder = join(import.meta.dirname, '../../../shared/corpora/gmail-filters')

test('every Gmail file of the corpora is imported, and each filter survives an export', context => {
  if (!existsSync(folder)) {
    if (process.env['CI'] === 'true') throw new Error('The test files (../shared/corpora/gmail-filters) are missing.')
    return context.skip('the test files (../shared/corpora/gmail-filters) are not here')
  }
  const counts = { files: 0, entries: 0, filters: 0, paused: 0, warnings: 0, roundTrips: 0 }
  for (const name of readdirSync(folder).filter(file => file.endsWith('.xml'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    const { filters, warnings } = importGmail(text)
    counts.files += 1
    counts.entries += text.split('<entry>').length - 1
    counts.filters += filters.length
    counts.paused += filters.filter(filter => filter.paused).length
    counts.warnings += warnings.length
    // Nothing of what Gmail writes is unknown, and every entry is either a filter or told.
    expect(warnings.filter(({ code }) => /unreadable|unknown|lost|strange/.test(code))).toEqual([])
    expect(filters.length + warnings.filter(({ code }) => code === 'gmail.no_condition').length).toBe(text.split('<entry>').length - 1)
    for (const filter of filters) {
      const back = importGmail(exportGmail([{ ...filter, paused: false }]).text).filters
      if (back.length === 1 && JSON.stringify(back.map(one => normalize(one.condition))) === JSON.stringify([normalize(filter.condition)]))
        counts.roundTrips += 1
    }
  }
  console.log(counts)
  expect(counts.files).toBeGreaterThan(0)
  expect(counts.roundTrips).toBe(counts.filters)
})
