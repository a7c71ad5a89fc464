// Tests how answers to a question about a sentence change the filter.
import { expect, test } from 'vitest'
import { fillHole, finishDraft, listHoles, listReadyOptions, type OpenQuestion } from '../../core/filters/speech/answer.ts'
import { parseSentence } from '../../core/filters/speech/speech.ts'

function asked(sentence: string): OpenQuestion {
  const found = parseSentence(sentence)
  if (found.kind !== 'question') throw new Error(`${sentence} asks nothing`)
  return found
}

function filled(sentence: string, ...replies: string[]) {
  const found = asked(sentence)
  const draft = replies.reduce((before, reply) => before && fillHole(before, reply, found.language), found.draft)
  return draft && finishDraft(draft)
}

test.each([
  ['mails from my boss', ['Priya Denholm'], { field: 'from', operator: 'contains', values: ['priya denholm'] }],
  ['mails from my boss', ['priya@cloudharbour.example'], { field: 'from', operator: 'is', values: ['priya@cloudharbour.example'] }],
  ['los correos de mi jefa', ['Nuria'], { field: 'from', operator: 'contains', values: ['nuria'] }],
  ['big attachments', ['5 MB'], { field: 'attachment_size', operator: 'over', bytes: 5_000_000 }],
  ['large payments', ['500'], { field: 'amount', operator: 'over', amount: 500 }],
  ['small payments', ['20 EUR'], { field: 'amount', operator: 'under', amount: 20, currency: 'EUR' }],
  ['importes elevados', ['1.000 €'], { field: 'amount', operator: 'over', amount: 1000, currency: 'EUR' }],
  ['my other address', ['rowan+shop@ashdale.example'], { field: 'recipient', operator: 'is', values: ['rowan+shop@ashdale.example'] }],
  ['mails that arrive late', ['between 8pm and 6am'], { field: 'hour', operator: 'between', from: '20:00', to: '06:00' }],
  ['mails that arrive late', ['after 20:00'], { field: 'hour', operator: 'between', from: '20:00', to: '00:00' }],
])('%s: %s', (sentence, replies, expected) => {
  expect(filled(sentence, ...replies)).toEqual(expected)
})

test('the rest of the sentence stays as it was', () => {
  expect(filled('mail after work from Mirela', 'after 18:00')).toEqual({
    all: [
      { field: 'hour', operator: 'between', from: '18:00', to: '00:00' },
      { field: 'from', operator: 'contains', values: ['mirela'] },
    ],
  })
})

test('a reply that does not say it is not taken', () => {
  expect(filled('big attachments', 'quite big ones')).toBeNull()
  expect(filled('mails from my boss', '')).toBeNull()
  expect(listHoles(asked('mails from my boss').draft)).toEqual(['names'])
})

test('where a choice is enough, each is a whole filter', () => {
  expect(listReadyOptions(asked('no newsletters please'))).toMatchObject([
    { code: 'allElse', condition: { none: [{ field: 'newsletter' }] } },
  ])
  expect(listReadyOptions(asked('newsletters, every now and then')).map(choice => choice.code)).toEqual(['hour', 'day', 'week'])
  expect(listReadyOptions(asked('mails from my boss'))).toEqual([])
})

test('a word that was not understood is left out or looked for, and a redaction is chosen', () => {
  expect(listReadyOptions(asked('mails from Ada, zibbled'))).toMatchObject([
    { code: 'without', condition: { field: 'from' } },
    { code: 'search', condition: { all: [{ field: 'from' }, { field: 'any', values: ['zibbled'] }] } },
  ])
  const redactions = listReadyOptions(asked('receipts from Ada with the digits zibbled'))
  expect(redactions.map(choice => choice.code)).toEqual(['hideCards', 'hideIbans', 'hideCodes', 'hideAll', 'without'])
  expect(redactions[0]?.actions).toContainEqual({ kind: 'redact', what: ['cards'], patterns: [] })
})

test('mails of the night may wait or not come', () => {
  const [never, wait] = listReadyOptions(asked('invoices from Tarnwick, but not at night'))
  expect(never).toMatchObject({ code: 'never', condition: { all: [{}, {}, { none: [{ field: 'hour' }] }] } })
  expect(wait).toMatchObject({ code: 'wait', condition: { all: [{ field: 'any' }, { field: 'from' }] } })
  expect(wait?.actions).toContainEqual({ kind: 'quiet', from: '22:00', to: '07:00', then: 'hold' })
})
