// Tests filters written as plain sentences, and parsing the sentences back with the same grammar.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../core/filters/action.ts'
import { sayCondition, sayFilter } from '../../core/filters/speech/say/filter.ts'
import { parseSentence } from '../../core/filters/speech/speech.ts'
import { anyCondition } from '../../core/filters/testing/random-conditions.fixture.ts'
import { openWords } from '../../core/words/words.ts'
import { ownSentences } from './own-sentences.ts'

const catalog: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, '../../core/words/en/speech.json'), 'utf8'))
const t = openWords('en', { speech: catalog }, compileMessage).of('speech')

const said = (sentence: string): string => {
  const found = parseSentence(sentence)
  return found.condition ? sayFilter(found.condition, found.actions, t) : ''
}

test.each([
  ['Everything from Tarnwick', 'An email that is from “tarnwick” is forwarded.'],
  [
    'everything except newsletters and mailing lists',
    'Every email, unless it is a newsletter or came through a mailing list, is forwarded.',
  ],
  [
    'mails from Mirela or Teo with "boat" in the subject, but no replies',
    'An email that is from “mirela” or “teo” and has “boat” in its subject, unless it is a reply, is forwarded.',
  ],
  [
    'attachments bigger than 2.5 MB, send the files too',
    'An email that has an attachment larger than 2.5 MB is forwarded with its attachments.',
  ],
  ['newsletters every Friday at 9', 'An email that is a newsletter is forwarded in a weekly digest on Friday at 09:00.'],
  ['from 1 June 2026 on, mails from Teo', 'An email that arrived on June 1, 2026 or later and is from “teo” is forwarded.'],
  ['codes, hide card numbers and IBANs', 'An email that mentions “code” is forwarded with card numbers and IBANs redacted.'],
  ['mark newsletters as read', 'An email that is a newsletter is marked as read.'],
  ['anything over 500 EUR', 'An email that states an amount of more than €500 is forwarded.'],
  [
    'invoices between 100 and 250.50 dollars',
    'An email that mentions “invoice” and states an amount between $100 and $250.50 is forwarded.',
  ],
  [
    'mails on mondays and fridays between 9 and 17',
    'An email that arrived on Monday or Friday and arrived between 09:00 and 17:00 is forwarded.',
  ],
])('%s', (sentence, expected) => {
  expect(said(sentence)).toBe(expected)
})

test('groups in groups stand in brackets, so that there is one way to read them', () => {
  const from = (...values: string[]) => ({ field: 'from' as const, operator: 'contains' as const, values })
  const about = (...values: string[]) => ({ field: 'any' as const, operator: 'contains' as const, values })
  const nested = { any: [{ all: [from('Teo'), about('boat')] }, { all: [from('Ada'), { any: [about('car'), { none: [about('bus')] }] }] }] }
  expect(sayCondition(nested, t)).toBe(
    '(is from “Teo” and mentions “boat”) or (is from “Ada” and (mentions “car” or is none of these: (mentions “bus”)))',
  )
  const wide: Action[] = [{ kind: 'move', folder: 'Later' }, { kind: 'stop' }]
  expect(sayFilter({ none: [from('Teo')] }, wide, t)).toBe(
    'Every email, unless it is from “Teo”, is moved to “Later” and isn’t checked by other filters.',
  )
})

test.each<[Action[], string]>([
  [[{ kind: 'urgent' }], 'is forwarded right away.'],
  [[{ kind: 'urgent' }, { kind: 'flag' }], 'is forwarded right away and is flagged.'],
  [[{ kind: 'quiet', from: '22:00', to: '07:00', then: 'hold' }], 'is forwarded, but not between 22:00 and 07:00.'],
  [
    [
      { kind: 'digest', every: 'day' },
      { kind: 'at_most', perHour: 3 },
      { kind: 'redact', what: ['cards'], patterns: [] },
      { kind: 'mark_read' },
    ],
    'is forwarded in a daily digest, up to 3 an hour, with card numbers redacted, and is marked as read.',
  ],
  [
    [{ kind: 'urgent' }, { kind: 'at_most', perHour: 3 }, { kind: 'flag' }, { kind: 'stop' }],
    'is forwarded right away, up to 3 an hour, is flagged and isn’t checked by other filters.',
  ],
])('what it does reads well: %#', (actions, expected) => {
  const teo = { field: 'from' as const, operator: 'contains' as const, values: ['Teo'] }
  expect(sayFilter(teo, [{ kind: 'forward', destinationIds: [] }, ...actions], t)).toBe(`An email that is from “Teo” ${expected}`)
})

test('every tree has a sentence without a hole in it', () => {
  const hole = /undefined|\bspeech\.\w|\{\w+\}/
  fc.assert(
    fc.property(anyCondition, condition => {
      // What the person wrote may look like one.
      fc.pre(!hole.test(JSON.stringify(condition)))
      const sentence = sayFilter(condition, [{ kind: 'forward', destinationIds: [] }], t)
      expect(sentence).toMatch(/^(An|Every) email.* is forwarded\.$/su)
      expect(sentence).not.toMatch(hole)
    }),
    { numRuns: 300 },
  )
})

test('every question and every refusal has its words', () => {
  const codes = ownSentences.flatMap(({ text }) => {
    const found = parseSentence(text)
    if (found.kind === 'question') return [`asks.${found.question.code}`]
    return found.kind === 'unsupported' ? found.missing.map(({ code }) => `missing.${code}`) : []
  })
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter(code => !(code in catalog))).toEqual([])
})
