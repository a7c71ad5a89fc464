// Holds docs/asvs.md complete and alive: every requirement of levels 1 and 2 once, and every file that it names.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('docs/asvs.md', root), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([a-z ]+) \| (.+?) \| (.*?) ?\|$/gm)].map(
  ([, id = '', level = '', state = '', how = '', where = '']) => ({
    ...{ id, level, state, how },
    files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
)

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. */
const requirements = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
}

test('every requirement of levels 1 and 2 has one row, in order', () => {
  const counts = Object.entries(Object.groupBy(rows, ({ id }) => Number(id.split('.')[0]))).map(([chapter, found]) => [
    chapter,
    found?.length,
  ])
  expect(Object.fromEntries(counts)).toEqual(requirements)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const order = (id: string) => id.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => order(a) - order(b)))
})

test('every row says how it stands, and what is met names a test or file that exists', () => {
  for (const { id, state, files } of rows) {
    expect(['met', 'partly', 'not', 'not applicable'], id).toContain(state)
    if (state === 'met' || state === 'partly') expect(files, id).not.toEqual([])
    for (const file of files) expect(existsSync(new URL(file, root)), `${id}: ${file}`).toBe(true)
  }
  const count = (state: string) => rows.filter(row => row.state === state).length
  expect(text).toContain(`${count('met')} met, ${count('partly')} partly, ${count('not')} not, ${count('not applicable')} not applicable`)
})
