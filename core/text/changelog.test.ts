// Tests reading CHANGELOG.md: releases with dates, groups, and no empty ones.
import { expect, test } from 'vitest'
import { parseChangelog } from './changelog.ts'

test('releases have a name, a date and groups of entries; an empty one is left out', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A.\n- B.\n\n### Fixed\n\n- C.\n\n## 0.1.0 - 2026-11-26\n\n### Added\n- D.'
  expect(parseChangelog(text)).toEqual([
    {
      name: '0.2.0',
      date: '2026-12-01',
      groups: [
        { title: 'Added', entries: ['A.', 'B.'] },
        { title: 'Fixed', entries: ['C.'] },
      ],
    },
    { name: '0.1.0', date: '2026-11-26', groups: [{ title: 'Added', entries: ['D.'] }] },
  ])
})
