// Tests that CHANGELOG.md keeps the form that the page and the feed read.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseChangelog } from '../core/text/changelog.ts'

test('our own changelog has only dated releases below what is unreleased, and groups of Keep a Changelog', () => {
  const releases = parseChangelog(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'))
  expect(releases.length).toBeGreaterThan(0)
  for (const { name, date, groups } of releases) {
    if (name !== 'Unreleased') expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const { title } of groups) expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(title)
  }
})
