// Tests filters proposed on the phone: saved once, within an hour, and undone without a trace.

import { beforeEach, expect, test } from 'vitest'
import type { PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import { listed, mailFrom } from '../../../core/filters/testing/messages-from.fixture.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import type { MailView } from '../../../core/message/view.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { addFilter, addFilters, changeFilter } from '../change/store.ts'
import { listVersions } from '../history/store.ts'
import { removeFilters } from '../removal/store.ts'
import { eraseFilters, listFilters } from '../store.ts'
import { sweepProposals } from './owners.ts'
import {
  assessProposal,
  declineProposal,
  isMuted,
  keepProposal,
  mute,
  type ProposalDeps,
  proposeFilter,
  readProposal,
  unmute,
} from './proposals.ts'

let limits = selfHosted.limits

const { db } = await testDatabase()
const start = new Date('2026-11-22T10:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const phone = newId(start)
let userId: string
let view: MailView | null
let held = new Set<string>()
let asking = 0

const deps: ProposalDeps = {
  limitsOf: async () => limits,
  keys: openUserKeys(newKey(), () => start),
  words: loadWords(),
  readView: async () => view,
  matchingFilters: async () => held,
  listDestinationIds: async () => [phone],
  filterName: async (_tx, _userId, kind, who) => `${kind}: ${who}`,
}

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)
const weigh = (kind: PhoneFilterKind, at = start) =>
  inTransaction(tx => assessProposal(deps, tx, userId, { kind, messageId: newId(start), destinationId: phone }, at))
async function ask(kind: PhoneFilterKind, at = start): Promise<string> {
  const weighed = await weigh(kind, at)
  if (weighed.kind !== 'new') throw new Error(`It was ${weighed.kind}.`)
  return inTransaction(tx =>
    proposeFilter(deps, tx, userId, { kind, destinationId: phone, wamid: `wamid.${++asking}`, about: weighed.about }, at),
  )
}
const decide = (how: 'keep' | 'leave', id: string, at = start) =>
  inTransaction(async tx => {
    const proposal = await readProposal(deps, tx, userId, id)
    if (!proposal) return { kind: 'unknown' as const }
    return how === 'keep' ? keepProposal(deps, tx, userId, proposal, at) : declineProposal(tx, userId, proposal, at)
  })
const standing = async () =>
  (await listFilters(db, userId)).map(one => `${one.name}${one.paused ? ' off' : ''} ${one.actions.map(action => action.kind).join()}`)
const about = (word: string): Condition => ({ field: 'subject', operator: 'contains', values: [word] })
const own = (name: string, kind: 'forward' | 'stop' = 'forward') =>
  addFilter(
    db,
    userId,
    newId(start),
    { name, paused: false, condition: about(name), actions: kind === 'stop' ? [{ kind }] : [{ kind, destinationIds: [] }] },
    start,
  )

beforeEach(() => {
  userId = crypto.randomUUID()
  view = mailFrom([{ address: 'news@shop.example' }])
  held = new Set()
})

test('a proposal becomes a filter only after a yes, with a history and in the right position', async () => {
  await own('Bills')
  const never = await ask('never')
  const always = await ask('always')
  expect(await standing()).toEqual(['Bills forward'])
  expect(await decide('keep', never)).toEqual({ kind: 'kept', name: 'never: news@shop.example' })
  expect(await standing()).toEqual(['never: news@shop.example stop', 'Bills forward'])
  expect(await decide('keep', always)).toEqual({ kind: 'kept', name: 'always: news@shop.example' })
  expect(await standing()).toEqual(['never: news@shop.example off stop', 'Bills forward', 'always: news@shop.example forward'])
  const [muted, , kept] = await listFilters(db, userId)
  expect(kept).toMatchObject({ version: 1, actions: [{ kind: 'forward', destinationIds: [phone] }] })
  expect((await listVersions(db, userId, kept?.id ?? '')).map(one => one.version)).toEqual([1])
  expect((await listVersions(db, userId, muted?.id ?? '')).map(one => one.paused)).toEqual([true, false])
})

test('a yes works once and reports the state when repeated; a no undoes it', async () => {
  const id = await ask('never')
  expect(await decide('keep', id)).toMatchObject({ kind: 'kept' })
  expect(await decide('keep', id, later(600))).toEqual({ kind: 'kept', name: 'never: news@shop.example' })
  expect(await standing()).toHaveLength(1)
  expect(await decide('leave', id, later(601))).toEqual({ kind: 'undone' })
  expect(await decide('leave', id)).toEqual({ kind: 'undone' })
  expect(await decide('keep', id)).toEqual({ kind: 'lapsed' })
  expect(await standing()).toEqual([])
  const other = await ask('never')
  expect(await decide('leave', other)).toEqual({ kind: 'left' })
  expect(await decide('leave', other)).toEqual({ kind: 'left' })
  expect(await decide('keep', other)).toEqual({ kind: 'lapsed' })
  expect(await standing()).toEqual([])
})

test('filters that were paused for it resume when it is undone', async () => {
  await decide('keep', await ask('never'))
  const always = await ask('always')
  await decide('keep', always)
  expect(await decide('leave', always)).toEqual({ kind: 'undone' })
  expect(await standing()).toEqual(['never: news@shop.example stop'])
})

test('when a filter forwards it already, only the filter that mutes it is paused', async () => {
  const always = await ask('always')
  await decide('keep', always)
  await decide('keep', await ask('never'))
  expect(await weigh('always')).toMatchObject({ kind: 'new', pauses: 1 })
  const again = await ask('always')
  expect(await decide('keep', again)).toEqual({ kind: 'kept', name: null })
  expect(await decide('keep', again)).toEqual({ kind: 'kept', name: null })
  expect(await standing()).toEqual(['never: news@shop.example off stop', 'always: news@shop.example forward'])
  expect(await weigh('always')).toEqual({ kind: 'exists', name: 'always: news@shop.example' })
})

test('an existing filter is reported, even if it was added after the question', async () => {
  const [first, second] = [await ask('never'), await ask('never')]
  await decide('keep', first)
  expect(await decide('keep', second)).toEqual({ kind: 'exists', name: 'never: news@shop.example' })
  expect(await weigh('never')).toEqual({ kind: 'exists', name: 'never: news@shop.example' })
  expect(await standing()).toHaveLength(1)
  // No to the second does not take the first away.
  expect(await decide('leave', second)).toEqual({ kind: 'left' })
  expect(await standing()).toHaveLength(1)
})

test('a filter that the user changed or removed since is left alone', async () => {
  const id = await ask('never')
  await decide('keep', id)
  const [filter] = await listFilters(db, userId)
  if (!filter) throw new Error('There is no filter.')
  await changeFilter(db, userId, filter.id, { ...filter, name: 'Shop' }, later(1))
  expect(await decide('leave', id)).toEqual({ kind: 'edited' })
  expect(await decide('keep', id)).toEqual({ kind: 'kept', name: 'Shop' })
  expect(await standing()).toEqual(['Shop stop'])
  await removeFilters(db, userId, [filter.id], later(2))
  expect(await decide('keep', id)).toEqual({ kind: 'undone' })
  expect(await decide('leave', id)).toEqual({ kind: 'undone' })
})

test('a proposal expires after an hour; a saved one can be undone for a week', async () => {
  const [kept, late] = [await ask('never'), await ask('always')]
  await decide('keep', kept)
  expect(await decide('keep', late, later(61))).toEqual({ kind: 'lapsed' })
  const lapsed: string[] = []
  const sweep = (at: Date) => sweepProposals(db, at, async (_tx, whose, wamid) => lapsed.push(`${whose} ${wamid}`))
  expect(await sweep(later(61))).toBe(1)
  expect(lapsed).toEqual([`${userId} wamid.${asking}`])
  expect(await decide('keep', late, later(61))).toEqual({ kind: 'unknown' })
  expect(await sweep(later(7 * 24 * 60 + 1))).toBeGreaterThan(0)
  expect(await decide('leave', kept)).toEqual({ kind: 'unknown' })
  expect(await standing()).toEqual(['never: news@shop.example stop'])
})

test('users cannot answer proposals of others, and proposals are erased with their user', async () => {
  const id = await ask('never')
  const mine = userId
  userId = crypto.randomUUID()
  expect(await decide('keep', id)).toEqual({ kind: 'unknown' })
  expect(await decide('leave', id)).toEqual({ kind: 'unknown' })
  userId = mine
  await inTransaction(tx => eraseFilters(tx, userId))
  expect(await decide('keep', id)).toEqual({ kind: 'unknown' })
})

test('the sender is sealed, and erased after the decision', async () => {
  const id = await ask('never')
  const row = () => db.selectFrom('filter_proposals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(await row())).not.toContain('shop.example')
  expect((await row()).sealed).not.toBeNull()
  await decide('keep', id)
  expect((await row()).sealed).toBeNull()
})

test('one message makes one proposal', async () => {
  const weighed = await weigh('never')
  if (weighed.kind !== 'new') throw new Error(weighed.kind)
  const twice = { kind: 'never' as const, destinationId: phone, wamid: 'wamid.twice', about: weighed.about }
  await inTransaction(tx => proposeFilter(deps, tx, userId, twice, start))
  await expect(inTransaction(tx => proposeFilter(deps, tx, userId, twice, start))).rejects.toThrow('duplicate key')
})

test('an impossible filter is refused with its reason', async () => {
  view = null
  expect(await weigh('always')).toEqual({ kind: 'refused', reason: 'gone' })
  view = mailFrom([])
  expect(await weigh('always')).toEqual({ kind: 'refused', reason: 'no_sender' })
  view = mailFrom([{ address: 'news@shop.example' }])
  for (let n = 0; n < 20; n++) await ask('never', later(n))
  expect(await weigh('never', later(30))).toEqual({ kind: 'refused', reason: 'too_many' })
  expect(await weigh('never', later(61))).toMatchObject({ kind: 'new' })
  const id = await ask('always', later(90))
  const draft = { paused: false, condition: about('x'), actions: [{ kind: 'stop' as const }] }
  const many = Array.from({ length: 500 }, (_, n) => ({ id: newId(start), draft: { ...draft, name: String(n) } }))
  await addFilters(db, userId, many, start)
  expect(await weigh('always', later(90))).toEqual({ kind: 'refused', reason: 'full' })
  expect(await decide('keep', id, later(90))).toEqual({ kind: 'full' })
  expect(await inTransaction(tx => mute(deps, tx, userId, { messageId: newId(start), destinationId: phone, now: start }))).toEqual({
    kind: 'refused',
    reason: 'full',
  })
})

test('matching filters that decide the opposite are named', async () => {
  const [bills, spam] = [await own('Bills'), await own('Spam', 'stop')]
  held = new Set([bills.id, spam.id])
  expect(await weigh('never')).toMatchObject({ rivals: ['Bills'] })
  expect(await weigh('always')).toMatchObject({ rivals: ['Spam'] })
  held = new Set()
  expect(await weigh('never')).toMatchObject({ rivals: [] })
})

test('muting adds the same filter at once, and unmuting removes it or pauses an edited one', async () => {
  const requested = { messageId: newId(start), destinationId: phone, now: start }
  const muting = () => inTransaction(tx => mute(deps, tx, userId, requested))
  const unmuting = () => inTransaction(tx => unmute(deps, tx, userId, requested))
  const muted = () => inTransaction(tx => isMuted(deps, tx, userId, requested.messageId))
  await own('Bills')
  expect(await muted()).toBe(false)
  expect(await unmuting()).toEqual({ kind: 'not_muted', who: 'news@shop.example' })
  expect(await muting()).toEqual({ kind: 'muted', who: 'news@shop.example', filterName: 'never: news@shop.example' })
  expect(await muting()).toMatchObject({ kind: 'already' })
  expect(await muted()).toBe(true)
  expect(await weigh('never')).toMatchObject({ kind: 'exists' })
  expect(await standing()).toEqual(['never: news@shop.example stop', 'Bills forward'])
  expect(await unmuting()).toMatchObject({ kind: 'unmuted' })
  expect(await standing()).toEqual(['Bills forward'])
  await muting()
  const [filter] = await listFilters(db, userId)
  if (!filter) throw new Error('There is no filter.')
  await changeFilter(db, userId, filter.id, { ...filter, name: 'Shop' }, start)
  await unmuting()
  expect(await standing()).toEqual(['Shop off stop', 'Bills forward'])
  view = null
  expect(await muted()).toBeNull()
  expect(await muting()).toEqual({ kind: 'refused', reason: 'gone' })
})
test('a mailing list is muted by its id if it has one', async () => {
  view = mailFrom([{ address: 'notifications@forge.example' }], listed('<boats.forge.example>'))
  await inTransaction(tx => mute(deps, tx, userId, { messageId: newId(start), destinationId: phone, now: start }))
  expect((await listFilters(db, userId)).map(one => one.condition)).toEqual([
    { field: 'list', operator: 'is', values: ['boats.forge.example'] },
  ])
})

test('a plan that allows no more filters adds none, but still pauses', async () => {
  await decide('keep', await ask('always'))
  limits = { ...selfHosted.limits, filters: 1 }
  expect(await weigh('never')).toMatchObject({ kind: expect.stringMatching(/new|refused/) })
  view = mailFrom([{ address: 'other@shop.example' }])
  expect(await weigh('always')).toEqual({ kind: 'refused', reason: 'full' })
  limits = selfHosted.limits
  expect(await weigh('always')).toMatchObject({ kind: 'new' })
})
