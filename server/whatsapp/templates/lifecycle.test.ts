// Tests the states of a template, and which template is chosen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadWords } from '../../foundation/words.ts'
import { type MessageTemplate, templatesFor } from './choice.ts'
import { isFillable, ownDraft, toComponents } from './draft.ts'
import { afterEvent, isAccepted, isTemplateTrouble, isUsable, type TemplateEvent, type TemplateReview } from './lifecycle.ts'

const t = loadWords('en').of('whatsapp')
const now = new Date('2026-03-01T12:00:00Z')
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const standing = (more: Partial<TemplateReview> = {}): TemplateReview => ({
  ...{ state: 'approved', category: 'UTILITY', quality: null, reason: null, pausedUntil: null },
  ...more,
})
const status = (event: string, pause: string | null = null): TemplateEvent => ({ kind: 'status', event, reason: 'why', pause })
const listed = (word: string): TemplateEvent => ({ kind: 'listed', status: word, category: 'MARKETING', quality: 'GREEN', reason: null })
const refused = (code: number): TemplateEvent => ({ kind: 'refused', code, detail: 'no' })

test.each<[Partial<TemplateReview>, TemplateEvent, Partial<TemplateReview>]>([
  [{ state: 'draft' }, { kind: 'submitted' }, { state: 'pending' }],
  [{ state: 'rejected', reason: 'PROMOTIONAL' }, { kind: 'submitted' }, { state: 'pending', reason: null }],
  [{ state: 'pending' }, status('APPROVED'), { state: 'approved' }],
  [{ state: 'disabled' }, status('REINSTATED'), { state: 'approved' }],
  [{ state: 'pending' }, status('REJECTED'), { state: 'rejected', reason: 'why' }],
  [{}, status('PAUSED', 'FIRST_PAUSE'), { state: 'paused', pausedUntil: hours(3) }],
  [{}, status('PAUSED', 'SECOND_PAUSE'), { state: 'paused', pausedUntil: hours(6) }],
  [{ state: 'paused', pausedUntil: hours(1) }, status('APPROVED'), { state: 'approved', pausedUntil: null }],
  [{}, status('DISABLED'), { state: 'disabled' }],
  [{}, status('PENDING_DELETION'), { state: 'disabled' }],
  [{}, status('FLAGGED'), { state: 'approved', reason: null }],
  [{}, status('A_NEW_WORD'), { state: 'approved', reason: null }],
  [{}, { kind: 'quality', quality: 'RED' }, { state: 'approved', quality: 'RED' }],
  [{}, { kind: 'category', category: 'MARKETING' }, { state: 'approved', category: 'MARKETING' }],
  [{ state: 'pending' }, listed('APPROVED'), { state: 'approved', category: 'MARKETING', quality: 'GREEN' }],
  [{ state: 'pending' }, { kind: 'missing' }, { state: 'draft' }],
  [{ state: 'draft' }, { kind: 'missing' }, { state: 'draft' }],
  [{}, refused(132001), { state: 'pending', reason: 'no' }],
  [{}, refused(132012), { state: 'pending' }],
  [{}, refused(132007), { state: 'rejected' }],
  [{}, refused(132015), { state: 'paused', pausedUntil: hours(3) }],
  [{}, refused(132016), { state: 'disabled' }],
])('%j with the event %j becomes %j', (before, event, after) => {
  expect(afterEvent(standing(before), event, now)).toMatchObject(after)
})

test('a pause reported by Meta keeps its end when the list and a refusal mention it again', () => {
  const paused = afterEvent(standing(), status('PAUSED', 'SECOND_PAUSE'), now)
  for (const event of [listed('PAUSED'), refused(132015)]) expect(afterEvent(paused, event, hours(1)).pausedUntil).toEqual(hours(6))
})

test('a pause is over at its end, and other states are not pauses', () => {
  expect(isUsable({ state: 'paused', pausedUntil: hours(3), switchedOffAt: null }, hours(2))).toBe(false)
  expect(isUsable({ state: 'paused', pausedUntil: hours(3), switchedOffAt: null }, hours(3))).toBe(true)
  expect(isUsable({ state: 'rejected', pausedUntil: null, switchedOffAt: null }, hours(3))).toBe(false)
})

test('after any events in any order, only an approved or previously paused template is usable', () => {
  const codes = [132000, 132001, 132007, 132012, 132015, 132016, 132018, 999]
  const event = fc.oneof(
    fc.constantFrom('APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'FLAGGED').map(word => status(word)),
    fc.constantFrom('APPROVED', 'REJECTED', 'PAUSED').map(listed),
    fc.constantFrom(...codes).map(refused),
    fc.constant<TemplateEvent>({ kind: 'missing' }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), events => {
      const end = events.reduce((before, one, n) => afterEvent(before, one, hours(n)), standing({ state: 'pending' }))
      expect(end.pausedUntil !== null).toBe(end.state === 'paused')
      if (isAccepted(end, hours(100))) expect(['approved', 'paused']).toContain(end.state)
    }),
    { numRuns: 300 },
  )
  expect(codes.filter(isTemplateTrouble)).toEqual(codes.slice(0, -1))
})

const template = (id: string, more: Partial<MessageTemplate> = {}): MessageTemplate => ({
  ...{ id, purpose: 'announce_one', name: id, language: 'en', components: toComponents(t, ownDraft(t, 'announce_one', 'en')) },
  ...{ metaId: '1', position: 1, updatedAt: now, switchedOffAt: null, lastUsedAt: null, syncedAt: null, ...standing() },
  ...more,
})
const chosen = (all: MessageTemplate[], language = 'en') => templatesFor(all, 'announce_one', language, now).map(one => one.id)

test('the next approved template replaces a paused one, by language, then by position', () => {
  const all = [
    template('third', { language: 'de', position: 1 }),
    template('second', { position: 7 }),
    template('paused', { state: 'paused', pausedUntil: hours(1), position: 1 }),
    template('first', { position: 2 }),
    template('other', { purpose: 'announce_many' }),
    template('last', { language: 'de', position: 2 }),
  ]
  expect(chosen(all)).toEqual(['first', 'second', 'third'])
  expect(chosen(all, 'de')).toEqual(['third', 'last', 'first'])
  expect(chosen(all, 'en-GB')).toEqual(['first', 'second', 'third'])
  expect(chosen([])).toEqual([])
})

test('a template that staff switched off is not chosen, and the next one is', () => {
  const all = [template('off', { switchedOffAt: now, position: 1 }), template('next', { position: 2 })]
  expect(chosen(all)).toEqual(['next'])
  expect(chosen(all.slice(0, 1))).toEqual([])
})

test('marketing templates come after utility templates', () => {
  expect(chosen([template('marketing', { category: 'MARKETING' }), template('utility', { position: 9 })])).toEqual(['utility', 'marketing'])
})

test('a template with unknown variables is never sent', () => {
  const body = (text: string) => [
    { type: 'BODY', text },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'A' },
        { type: 'QUICK_REPLY', text: 'B' },
      ],
    },
  ]
  expect(isFillable('announce_one', body('Mail from {{from}} about {{subject}} came.'))).toBe(true)
  expect(isFillable('announce_one', body('Mail from {{1}} came.'))).toBe(false)
  expect(isFillable('announce_one', body('{{count}} mails came.'))).toBe(false)
  expect(isFillable('announce_one', [{ type: 'BODY', text: 'No buttons here.' }])).toBe(false)
  expect(chosen([template('edited', { components: body('Hello {{name}}, mail.') })])).toEqual([])
})
