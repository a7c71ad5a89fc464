// Checks CHANGELOG.md and its feed: one entry per release with its own date, and nothing unreleased.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseChangelog } from '../core/text/changelog.ts'
import { feed } from '../scripts/feed.mjs'

const changelog = `# Changelog

## Unreleased

### Added

- Not out yet.

## 0.2.0 - 2026-12-01

### Fixed

- **Filters** with \`<\` & [links](docs/api.md).

## 0.1.0 - 2026-11-26

### Added

- The first.
`

test('each release is an entry with its date, newest first, and its changes as HTML', () => {
  const xml = feed(parseChangelog(changelog), 'https://mail.example')
  expect([...xml.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Mailferry releases',
    'Mailferry 0.2.0',
    'Mailferry 0.1.0',
  ])
  expect([...xml.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, at]) => at?.slice(0, 10))).toEqual([
    '2026-12-01',
    '2026-12-01',
    '2026-11-26',
  ])
  expect(xml).not.toContain('Not out yet')
  expect(xml).toContain('&lt;b&gt;Filters&lt;/b&gt; with &lt;code&gt;&amp;lt;&lt;/code&gt; &amp;amp; links.')
})

test('our own changelog has only dated releases below what is unreleased, and groups of Keep a Changelog', () => {
  const releases = parseChangelog(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'))
  expect(releases.length).toBeGreaterThan(0)
  for (const { name, date, groups } of releases) {
    if (name !== 'Unreleased') expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const { title } of groups) expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(title)
  }
})
