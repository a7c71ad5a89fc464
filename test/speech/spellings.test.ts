// Tests that hours, days, dates, actions and limits are understood in their usual spellings, with and without a comma before them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Action } from '../../core/filters/action.ts'
import { parseSentence } from '../../core/filters/speech/speech.ts'
import type { Condition } from '../../core/filters/tree.ts'

const stems = { en: 'mails from Tarnwick', es: 'correos de Tarnwick', ar: 'رسائل من Tarnwick' }
const sender: Condition = { field: 'from', operator: 'contains', values: ['tarnwick'] }

interface Spelling {
  language: keyof typeof stems
  test?: Condition
  action?: Action
  phrases: string[]
}

const cases: Spelling[] = JSON.parse(readFileSync(join(import.meta.dirname, 'wide/spellings.json'), 'utf8'))

test.each(
  cases.flatMap(({ phrases, ...each }) => phrases.flatMap(phrase => [` ${phrase}`, `, ${phrase}`].map(tail => ({ ...each, tail })))),
)('$language: $tail', ({ language, tail, test: wanted, action }) => {
  const found = parseSentence(stems[language] + tail, language)
  expect(found.kind).toBe('tree')
  expect(found.condition).toEqual(wanted ? { all: [sender, wanted] } : sender)
  expect(found.actions.slice(1)).toEqual(action ? [action] : [])
})
