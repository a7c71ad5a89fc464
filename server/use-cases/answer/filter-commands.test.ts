// Tests the question before a filter is saved from the phone, the response after it, and who may accept.
import { beforeEach, expect, test } from 'vitest'
import { Rights } from '../../../core/delivery/rights.ts'
import { languages } from '../../../core/words/languages.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Assessment, ProposalOutcome } from '../../filters/from-phone/proposals.ts'
import type { Proposal } from '../../filters/from-phone/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import { askFilterCommand, type FilterCommands, tapProposal } from './filter-commands.ts'
import type { PastMatches } from './filter-question.ts'
import type { InboundPhone } from './replies.ts'
import { type PhoneResponse, responseText } from './response.ts'

const { db } = await testDatabase()
const id = '0199c3a0-0000-7000-8000-000000000001'
const now = new Date('2026-11-22T10:00:00Z')
const mail = { userId: 'anna', destinationId: 'd1', deliveryId: id, messageId: 'm1', filterId: null, wamid: 'wamid.1' }
const shop = { field: 'from', operator: 'is', values: ['news@shop.example'] } as const
const about = { who: 'news@shop.example', condition: { ...shop, values: [...shop.values] }, rival: { ...shop, values: [...shop.values] } }
const asNew = { kind: 'new' as const, about, rivals: [] as string[], pauses: 0 }
const seen: PastMatches = { looked: 340, matched: 12, manyADay: null, subjects: ['Harbour fees', 'Harbour fees', 'Two boats'] }

let language = 'en'
let weighed: Assessment = asNew
let outcome: ProposalOutcome = { kind: 'left' }
let proposal: Proposal
let done: string[] = []

const deps: FilterCommands = {
  wordsOf: async () => loadWords(language),
  assess: async () => weighed,
  async propose(_tx, userId, { kind, destinationId, wamid }) {
    done.push(`${userId} ${kind} ${destinationId} ${wamid}`)
    return id
  },
  find: async (_tx, userId, proposalId) => (userId === 'anna' && proposalId === id ? proposal : null),
  async keep() {
    done.push('keep')
    return outcome
  },
  async leave() {
    done.push('leave')
    return outcome
  },
  async recordOutcome(_tx, userId, { wamid }, { kind }) {
    done.push(`${userId} ${wamid} ${kind}`)
  },
}

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)
const wish = (what: 'always' | 'never', looked: PastMatches | null | 'not yet' = seen) =>
  inTransaction(tx => askFilterCommand(deps, tx, { kind: what, email: mail, now, pastMatches: looked === 'not yet' ? undefined : looked }))
const phoneWith = (rights: Rights, state: InboundPhone['state'] = 'linked', user_id = 'anna', phone = 'd1'): InboundPhone => ({
  id: phone,
  user_id,
  rights,
  state,
})
const tap = (act: 'keep' | 'leave', phones = [phoneWith('reply')]) =>
  inTransaction(tx => tapProposal(deps, tx, { kind: 'proposal', act, proposalId: id }, { phones, now }))
const read = (response: PhoneResponse) => (responseText(loadWords(language), response) ?? '').split('\n')

beforeEach(() => {
  language = 'en'
  weighed = asNew
  outcome = { kind: 'kept', name: 'Never: news@shop.example' }
  done = []
  proposal = {
    ...{ id, destinationId: 'd1', wamid: 'wamid.1', kind: 'never', state: 'asked', about },
    ...{ filterId: null, pausedIds: [], createdAt: now },
  }
})

test('past messages are searched first; then the filter is shown as a sentence with its matches', async () => {
  expect((await wish('never', 'not yet')).response).toMatchObject({ text: null, search: { userId: 'anna', condition: about.condition } })
  expect(done).toEqual([])
  const { response, state } = await wish('never')
  expect(read(response)).toEqual([
    'An email that is from news@shop.example isn’t forwarded to your phones.',
    '',
    'In the last 30 days it would have matched 12 of 340 emails, for example:',
    '• Harbour fees',
    '• Two boats',
    '',
    'Keep this filter?',
  ])
  expect([state, response.answer, response.buttons?.map(button => button.payload)]).toEqual([
    'waiting',
    'filter_asked',
    [`keep:${id}`, `leave:${id}`],
  ])
  expect(done).toEqual(['anna never d1 wamid.1'])
})

test('the question works in Spanish and Arabic', async () => {
  language = 'es'
  expect(read((await wish('always')).response).slice(0, 3)).toEqual([
    'Un correo que es de news@shop.example se reenvía a este teléfono.',
    '',
    'En los últimos 30 días habría coincidido con 12 de 340 correos, por ejemplo:',
  ])
  language = 'ar'
  expect(read((await wish('always', { ...seen, matched: 2, looked: 11, subjects: [] })).response)).toEqual([
    'كل رسالة من news@shop.example تُرسل إلى هذا الهاتف.',
    '',
    'في آخر 30 يومًا كان سيوافق رسالتين من 11 رسالة.',
    '',
    'هل يُحفظ هذا المرشّح؟',
  ])
})

test('the question names conflicting filters, filters to pause, the daily rate, and sender warnings', async () => {
  weighed = { ...asNew, rivals: ['Bills *all*', 'Shops', 'Rest'], pauses: 1 }
  expect(read((await wish('never')).response)[1]).toBe(
    'It overrides your filter “Bills \u2060*\u2060all\u2060*\u2060” and 2 others, which would forward these emails.',
  )
  const reasons = [{ kind: 'lookalike' as const, seen: 'sh0p.example', real: 'shop.example' }]
  weighed = { ...weighed, sender: { badge: 'warning', reasons } }
  const lines = read((await wish('always', { ...seen, manyADay: 80 })).response)
  expect(lines[0]).toMatch(/^⚠ .*looks like/)
  expect(lines[3]).toContain('is checked first and stops these emails')
  expect(lines[4]).toBe('We’ll turn off your filter that mutes them.')
  expect(lines).toContain('That’s about 80 emails a day.')
  expect(read((await wish('always', null)).response)).toContain('We can’t count how many emails it would have matched right now.')
})

test('text by strangers stays on its line, is no markup, and leaves room for the question', async () => {
  const who = `${'*_~`'.repeat(16)}@${'a.'.repeat(90)}example`
  const condition = { field: 'from' as const, operator: 'is' as const, values: [who] }
  const long = '\u202e*Win*\n> now\u0000 ' + '`x` '.repeat(3000)
  const sender = { badge: 'warning' as const, reasons: [{ kind: 'name_known' as const, seen: '*'.repeat(300), real: '_'.repeat(300) }] }
  for (language of languages) {
    weighed = { kind: 'new', about: { who, condition, rival: condition }, rivals: ['*'.repeat(80), 'b', 'c'], pauses: 2, sender }
    const { response } = await wish('always', {
      looked: 10_000,
      matched: 9999,
      manyADay: 333,
      subjects: [long, `b ${long}`, `c ${long}`, '\n', ''],
    })
    const text = read(response).join('\n')
    expect(text.length).toBeLessThan(1024)
    expect(text).toContain(loadWords(language).of('phonefilter')('ask'))
    expect(text).not.toMatch(/[\u202e\u0000]|(?<!\u2060)[*`]/)
  }
})

test('a domain or list id is not shown as a link', async () => {
  const values = ['bank.example']
  weighed = { ...asNew, about: { ...about, condition: { field: 'sender_domain', operator: 'is', values } } }
  expect(read((await wish('always')).response)[0]).toContain('bank.\u2060example')
})

test('impossible and existing filters are answered without a question', async () => {
  weighed = { kind: 'refused', reason: 'several_senders' }
  const refused = await wish('always', 'not yet')
  expect([refused.state, refused.reason, refused.response.answer, refused.response.buttons]).toEqual([
    'failed',
    'filter_several_senders',
    'filter_refused',
    undefined,
  ])
  weighed = { kind: 'exists', name: 'Bills' }
  expect(read((await wish('always', 'not yet')).response)).toEqual(['Nothing was changed: your filter “Bills” already does this.'])
  weighed = { kind: 'refused', reason: 'gone' }
  expect((await wish('always', 'not yet')).response.answer).toBe('gone')
  expect(done).toEqual([])
})

test('a yes is confirmed with an undo button and recorded; repeated, it counts against the limit', async () => {
  const kept = await tap('keep')
  expect(read(kept)).toEqual(['✅ Saved as your filter “Never: news@shop.example”. Change it in Mailferry on the web, under Filters.'])
  expect([kept.answer, kept.buttons]).toEqual(['filter_kept', [{ payload: `leave:${id}`, title: 'button.undo' }]])
  proposal = { ...proposal, state: 'kept' }
  expect((await tap('keep')).answer).toBe('filter_told')
  outcome = { kind: 'undone' }
  const undone = await tap('leave')
  expect([read(undone), undone.buttons]).toEqual([['↩ Undone. Everything is as it was before.'], undefined])
  expect(done).toEqual(['keep', 'anna wamid.1 kept', 'keep', 'anna wamid.1 kept', 'leave', 'anna wamid.1 undone'])
})

test('the rights of the asking phone decide; a no always works, but after STOP a yes does not', async () => {
  const outcomes: string[] = []
  for (const rights of Rights.options)
    for (const state of ['linked', 'unreachable', 'stopped'] as const)
      for (const act of ['keep', 'leave'] as const) {
        done = []
        const { answer } = await tap(act, [phoneWith(rights, state)])
        if (done.length > 0) outcomes.push(`${rights} ${state} ${act}`)
        else expect(answer).toBe('command_refused')
      }
  expect(outcomes).toEqual([
    'read linked leave',
    'read unreachable leave',
    'read stopped leave',
    'act linked leave',
    'act unreachable leave',
    'act stopped leave',
    'reply linked keep',
    'reply linked leave',
    'reply unreachable keep',
    'reply unreachable leave',
    'reply stopped leave',
  ])
})

test('a proposal of another phone or user is answered like an expired one', async () => {
  for (const phones of [
    [phoneWith('reply', 'linked', 'anna', 'd2')],
    [phoneWith('reply', 'linked', 'ben')],
    [phoneWith('read', 'linked', 'ben')],
  ])
    for (const act of ['keep', 'leave'] as const)
      expect(read(await tap(act, phones))).toEqual(['This question has expired, so nothing was changed. Ask again from the email itself.'])
  expect((await tap('keep', [])).text).toBeNull()
  expect(done).toEqual([])
  // Of two people on one phone, the one whose question it was.
  await tap('keep', [phoneWith('reply', 'linked', 'ben'), phoneWith('reply')])
  expect(done).toEqual(['keep', 'anna wamid.1 kept'])
})
