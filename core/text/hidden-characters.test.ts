// Tests that names may contain any visible character and no hidden ones.
import { expect, test } from 'vitest'
import { addKeyApi } from '../api/keys.ts'
import { hasHiddenCharacters } from './hidden-characters.ts'

const draft = { scope: 'read', expiry: { days: 30 }, code: null }
const sentences = (name: string) => addKeyApi.body.safeParse({ ...draft, name }).error?.issues.map(issue => issue.message) ?? []

test.each(['Backup script', 'Größe 📦', 'نسخة احتياطية', 'می‌خواهم', '  at home\n'])('%j has no hidden characters', name => {
  expect(sentences(name)).toEqual([])
})

test.each(['a\nb', 'a\u0000b', 'a\u2028b', 'a\u202egpj', 'a\u2066b', 'a\u200fb', 'a\u061cb'])('%j has a hidden character', name => {
  expect(hasHiddenCharacters(name)).toBe(true)
  expect(sentences(name)).toEqual([expect.stringContaining('hidden character')])
})
