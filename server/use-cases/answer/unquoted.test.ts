// Tests that text which quotes nothing is always answered, and can be sent to one of the last emails once, within the hour.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { movableClock } from '../../foundation/clock.ts'
import { openLog } from '../../foundation/log.ts'
import {
  claimInbound,
  closeInbound,
  closeOvertaken,
  countResponses,
  forgetUnsent,
  postponeInbound,
  recordInbound,
  takeUnsent,
} from '../../whatsapp/inbound-owners.ts'
import { answerAll } from '../answer.ts'
import type { AnswerDeps, RecentEmail } from './deps.ts'
import { noCommands } from './no-commands.fixture.ts'

const { db } = await testDatabase()
const clock = movableClock()
const phone = '15550100777'
const delivery = '0199c3a0-0000-7000-8000-000000000001'
const four: RecentEmail[] = Array.from({ length: 4 }, (_, n) => ({ deliveryId: delivery, from: `Anna ${n}`, subject: 'Invoice' }))

function openPhone(rights: 'read' | 'reply', recent: RecentEmail[] = []) {
  const said: { text: string; rows: string[] }[] = []
  const drafts: string[] = []
  const deps: AnswerDeps = {
    ...{ db, clock, log: openLog('silent') },
    ...{ claimInbound, closeInbound, closeOvertaken, countResponses, postponeInbound, takeUnsent },
    recentEmails: async (_tx, _sender, limit) => recent.slice(0, limit),
    languageOf: async () => 'en',
    linkByCode: async () => 'wrong',
    findByPhone: async (_tx, { waId }) => (waId === phone ? [{ id: 'd', user_id: 'u', state: 'linked', rights, paused_until: null }] : []),
    stop: async () => null,
    start: async () => null,
    pause: async () => null,
    ownerOfDelivery: async () => null,
    showAgain: async () => 'gone',
    acknowledge: async () => 'noted',
    digestDeliveries: async () => [],
    list: async () => null,
    read: async () => null,
    say: async (_to, text, around) => {
      said.push({ text, rows: (around?.list?.rows ?? []).map(({ id }) => id) })
      return { kind: 'sent', wamid: 'wamid.ours' }
    },
    replies: {
      quoted: async () => null,
      write: async (_tx, _userId, { text }) => {
        drafts.push(text)
        return { kind: 'refused', reason: 'no_way' }
      },
      find: async () => null,
      change: async () => null,
    },
    commands: {
      ...noCommands,
      findMessage: async () => ({ userId: 'u', deliveryId: delivery, messageId: 'm', destinationId: 'd', wamid: '', filterId: null }),
    },
    fetchFile: async () => 'unfetched',
    findPastMatches: async () => null,
  }
  const write = async (
    text: string,
    { wamid = `wamid.${crypto.randomUUID()}` as string, payload = null as string | null, waId = phone } = {},
  ) => {
    said.length = 0
    const message = { wamid, kind: 'text', waId, waUserId: null, text, payload, about: null, profileName: null, at: clock.now() }
    await db.transaction().execute(tx => recordInbound(tx, message))
    const saying = new Set<Promise<void>>()
    await answerAll(deps, saying)
    await Promise.all(saying)
    return said.map(one => one.text)
  }
  return { write, said, drafts }
}

test('text that quotes nothing is always answered: nobody got it', async () => {
  const { write } = openPhone('reply')
  for (const text of ['hello', 'reply On it, thanks', 'please send them over', 'why', 'hello'])
    expect(await write(text)).toEqual([expect.stringContaining('Not sent to anyone')])
  expect(await openPhone('read').write('On it')).toEqual([expect.stringContaining('can receive emails but not reply')])
})

test('it can be sent as a reply to one of the last three emails, once and within the hour', async () => {
  const { write, said, drafts } = openPhone('reply', four)
  expect(await write('On it, thanks', { wamid: 'wamid.text' })).toEqual([expect.stringContaining('choose it')])
  const rows = said[0]?.rows ?? []
  expect([rows[0], rows.length]).toEqual([`pick:${delivery}:wamid.text`, 3])
  const payload = rows[0] ?? null
  expect(await write('Invoice', { payload, waId: '15550100888' })).toEqual([])
  expect(await write('Invoice', { payload })).toHaveLength(1)
  expect(drafts).toEqual(['On it, thanks'])
  expect(await write('Invoice', { payload })).toEqual([expect.stringContaining('too long ago')])
})

test('a text that nobody picked an email for is forgotten', async () => {
  const { write } = openPhone('reply', four)
  await write('And this?', { wamid: 'wamid.late' })
  await forgetUnsent(db, new Date(clock.now().getTime() + 1))
  expect(JSON.stringify(await db.selectFrom('inbound_messages').select('body').execute())).not.toContain('And this?')
  expect(await write('Invoice', { payload: `pick:${delivery}:wamid.late` })).toEqual([expect.stringContaining('too long ago')])
})
