// Tests which templates count as refused, and that one without a replacement is a failure.
import { expect, test } from 'vitest'
import { loadWords } from '../../../foundation/words.ts'
import type { MessageTemplate } from '../../../whatsapp/templates/choice.ts'
import { findRefusedTemplates, toTemplateFindings } from './refused-templates.ts'

const now = new Date('2026-11-26T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const template = (name: string, change: Partial<MessageTemplate> = {}): MessageTemplate => ({
  ...{ id: name, name, language: 'en', purpose: 'announce_one', category: 'UTILITY', state: 'approved', position: 1, updatedAt: now },
  ...{ metaId: null, quality: null, reason: null, pausedUntil: null, switchedOffAt: null, lastUsedAt: null, syncedAt: null },
  components: [
    { type: 'BODY', text: 'New: {{from}}, {{subject}}.' },
    { type: 'BUTTONS', buttons: ['Show', 'Pause'].map(text => ({ type: 'QUICK_REPLY', text })) },
  ],
  ...change,
})
const paused = template('paused', { state: 'paused', pausedUntil: inHours(3) })

test('a refused template is found with whether another one is sent in its place', () => {
  expect(findRefusedTemplates([paused, template('other')], now)).toEqual([
    { id: 'paused', name: 'paused', language: 'en', state: 'paused', hasReplacement: true },
  ])
  const many = template('many', { purpose: 'announce_many' })
  expect(findRefusedTemplates([paused, many], now)).toMatchObject([{ hasReplacement: false }])
})

test('drafts, reviews, a pause that is over and what staff switched off are no trouble', () => {
  const fine = [
    template('draft', { state: 'draft' }),
    template('pending', { state: 'pending' }),
    template('over', { state: 'paused', pausedUntil: inHours(-1) }),
    template('off', { state: 'rejected', switchedOffAt: now }),
  ]
  expect(findRefusedTemplates(fine, now)).toEqual([])
})

const say = loadWords().of('adminoverview')
const refused = { id: 'a', name: 'a', language: 'en', state: 'paused', hasReplacement: true } as const

test('it is a note while another one is sent, a failure otherwise, and leads to its page', () => {
  expect(toTemplateFindings([refused], say)).toMatchObject([
    {
      ...{ id: 'template.a', state: 'note', link: '/admin/templates/a' },
      found: 'WhatsApp has paused the template a (en). We’re sending another one instead.',
    },
  ])
  expect(toTemplateFindings([{ ...refused, state: 'disabled', hasReplacement: false }], say)).toMatchObject([
    {
      ...{ state: 'failing', fix: 'Open the template, write a replacement, and submit it.' },
      found: 'WhatsApp has disabled the template a (en). We don’t have another one to send, so emails are waiting.',
    },
  ])
})

test('the languages of one template are one trouble, which leads to a language that has no replacement', () => {
  const languages = [refused, { ...refused, id: 'b', language: 'ar' }, { ...refused, id: 'c', language: 'es', hasReplacement: false }]
  expect(toTemplateFindings([...languages, { ...refused, id: 'd', name: 'other' }], say)).toMatchObject([
    {
      ...{ id: 'template.a', state: 'failing', link: '/admin/templates/c' },
      found:
        'WhatsApp has paused the template a (ar, en). We’re sending another one instead. ' +
        'WhatsApp has paused the template a (es). We don’t have another one to send, so emails are waiting.',
    },
    { id: 'template.other', state: 'note' },
  ])
})
