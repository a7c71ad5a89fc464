// What becomes of an answer to a mail on the phone: who may write one, what is asked, and what a tap does, once and twice.
import { beforeEach, expect, test } from 'vitest'
import { type Rights, Rights as RightsOf } from '../../../core/delivery/rights.ts'
import { parseInbound } from '../../../core/phone/inbound.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { wordsOf } from '../../foundation/words.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import type { DownloadedFile } from './downloads.ts'
import { type AskingPhone, type Quoted, type ReplyDeps, type ReplyNow, tapReply, type WrittenReply, writeReply } from './replies.ts'
import { type PhoneResponse, responseText } from './response.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const id = '0199c3a0-0000-7000-8000-000000000001'
const mine: Quoted = { userId: 'anna', destinationId: 'd1', deliveryId: 'v1', messageId: 'm1' }
const waiting: ReplyNow = {
  ...{ replyId: id, destinationId: 'd1', state: 'waiting', to: 'bob@example.com', cautions: [], through: 'account', reason: null },
  files: 0,
  dueAt: new Date(now.getTime() + 30_000),
}
let quoted: Quoted | null
let written: WrittenReply
let reply: ReplyNow | null
let done: string[]
beforeEach(() => {
  quoted = mine
  written = { kind: 'kept', replyId: id }
  reply = waiting
  done = []
})

const deps: ReplyDeps = {
  quoted: async () => quoted,
  write: async (_tx, userId, { messageId, text, files, destinationId, wamid }) => {
    done.push(`${userId} ${messageId} ${destinationId} ${wamid}: ${text}${files.map(file => ` + ${file.name}`).join('')}`)
    return written
  },
  find: async (_tx, userId) => (userId === 'anna' ? reply : null),
  change: async (_tx, _userId, _id, act) => void done.push(act),
}

const phoneOf = (rights: Rights, state: AskingPhone['state'] = 'linked', userId = 'anna', destinationId = 'd1'): AskingPhone => ({
  ...{ id: destinationId, user_id: userId, rights, state },
})

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)

async function say(
  text: string,
  phones: AskingPhone[] = [phoneOf('reply')],
  more: Partial<InboundMessage> = {},
  fetched?: DownloadedFile,
): Promise<PhoneResponse | null> {
  const ids = { wamid: 'wamid.1', waId: '15550100777', waUserId: null, kind: 'text', payload: null, about: 'wamid.mail', profileName: null }
  const message: InboundMessage = { ...ids, text, at: now, ...more }
  return inTx(tx => writeReply(deps, tx, message, { said: parseInbound(text, message.payload), phones, now, fetched }))
}
const tap = (act: 'send' | 'drop' | 'undo' | 'again', phones = [phoneOf('reply')]): Promise<PhoneResponse> =>
  inTx(tx => tapReply(deps, tx, { kind: 'answer', act, replyId: id }, { phones, now }))
const heard = (decided: PhoneResponse | null, language = 'en') => decided && responseText(wordsOf(language), decided)

test('words that quote a mail are its answer, and its owner may take them back', async () => {
  const decided = await say('Yes, at ten.')
  expect(done).toEqual(['anna m1 d1 wamid.1: Yes, at ten.'])
  expect([decided?.answer, heard(decided), decided?.buttons]).toEqual([
    'reply_planned',
    '↩ To bob@example.com in 30 s',
    [{ payload: `undo:${id}`, title: 'button.undo' }],
  ])
  expect(heard(decided, 'es')).toBe('↩ A bob@example.com en 30 s')
  expect(heard(decided, 'ar')).toContain('bob@example.com')
})

test('what only looks like a code is an answer where a mail is quoted', async () => {
  await say('please send them over')
  await say('It is ABCD-EF2H')
  expect(done).toHaveLength(2)
})

test('a file is fetched first, by who may answer alone, and goes along with its caption', async () => {
  const file = { mediaId: '7', name: 'voice.ogg', mimeType: 'audio/ogg' }
  expect((await say('', [phoneOf('read')], { file }))?.fetch).toBeUndefined()
  expect((await say('Listen', undefined, { file }))?.fetch).toEqual(file)
  expect(done).toEqual([])
  expect((await say('Listen', undefined, { file }, 'too_large'))?.answer).toBe('reply_refused')
  expect(heard(await say('Listen', undefined, { file }, 'unfetched'))).toContain('Send it once more')
  expect(done).toEqual([])
  reply = { ...waiting, files: 1 }
  const decided = await say('Listen', undefined, { file }, { name: file.name, type: file.mimeType, bytes: Buffer.from('x') })
  expect(done).toEqual(['anna m1 d1 wamid.1: Listen + voice.ogg'])
  expect(heard(decided)).toBe('↩ To bob@example.com 📎 in 30 s')
})

test('a first answer to an address is asked about, with what speaks against it', async () => {
  reply = { ...waiting, state: 'asking', cautions: ['new_address', 'elsewhere'], through: 'us' }
  const decided = await say('Yes')
  expect(decided?.answer).toBe('reply_asked')
  expect(heard(decided)?.split('\n')).toEqual([
    'You have not answered bob@example.com from here before.',
    'Answers to this mail go to bob@example.com, which is not where it came from.',
    'Send it to bob@example.com? It leaves through Mailferry, and answers go to your own address.',
  ])
  expect(decided?.buttons?.map(button => button.payload)).toEqual([`send:${id}`, `drop:${id}`])
})

test('words that quote nothing, a tap, and a command are no answers', async () => {
  expect(await say('Yes', [phoneOf('reply')], { about: null })).toBeNull()
  expect(await say('Show', [phoneOf('reply')], { payload: `show:${id}` })).toBeNull()
  for (const command of ['STOP', 'start', 'HELP', 'pause 2h', 'ayuda']) expect(await say(command)).toBeNull()
  expect(await say('Yes', [])).toBeNull()
  expect(done).toEqual([])
})

test('who quotes what is no mail, or several, is told that nothing was sent', async () => {
  quoted = null
  expect(heard(await say('Yes'))).toContain('that message is no mail')
  expect(await say('Yes', [phoneOf('read')])).toBeNull()
  expect(await say('ABCD-EF2H')).toBeNull()
  quoted = { ...mine, messageId: null }
  expect(heard(await say('Yes'))).toContain('not one mail')
  expect(done).toEqual([])
})

test('what cannot be sent is refused in a sentence', async () => {
  written = { kind: 'refused', reason: 'too_many' }
  const decided = await say('Yes')
  expect([decided?.answer, heard(decided)]).toEqual(['reply_refused', expect.stringContaining('30 answers within an hour')])
})

test('the rights of the phone that the mail went to decide, not those that another person gave it', async () => {
  const outcomes: string[] = []
  for (const rights of RightsOf.options)
    for (const state of ['linked', 'unreachable', 'stopped'] as const) {
      done = []
      const answer = (await say('Yes', [phoneOf(rights, state)]))?.answer
      await tap('send', [phoneOf(rights, state)])
      await tap('undo', [phoneOf(rights, state)])
      outcomes.push(`${rights} ${state} ${answer} ${done.map(one => one.split(' ').at(0)).join()}`)
    }
  expect(outcomes).toEqual([
    'read linked refused undo',
    'read unreachable refused undo',
    'read stopped refused undo',
    'act linked refused undo',
    'act unreachable refused undo',
    'act stopped refused undo',
    'reply linked reply_planned anna,send,undo',
    'reply unreachable reply_planned anna,send,undo',
    'reply stopped refused undo',
  ])
  expect(heard(await say('Yes', [phoneOf('read'), phoneOf('reply', 'linked', 'ben', 'd2')]))).toContain('may not answer mails')
  expect(heard(await say('Yes', [phoneOf('reply', 'stopped')]))).toContain('START')
})

test('another phone’s answer cannot be touched, and is told like one that is gone', async () => {
  expect((await tap('undo', [phoneOf('reply', 'linked', 'anna', 'd2')])).answer).toBe('gone')
  expect((await tap('send', [phoneOf('reply', 'linked', 'ben')])).answer).toBe('gone')
  expect((await tap('undo', [])).text).toBeNull()
  reply = null
  expect((await tap('undo')).answer).toBe('gone')
  expect(done).toEqual([])
})

test.each([
  ['cancelled', 'Taken back: nothing was sent.', []],
  ['sending', 'It has left already, to bob@example.com: it cannot be taken back.', []],
  ['sent', 'It has left already, to bob@example.com: it cannot be taken back.', []],
  ['failed', 'Try the password.', ['again']],
  ['unconfirmed', 'Try the password.', []],
  ['waiting', '↩ To bob@example.com in 30 s', ['undo']],
] as const)('a tap tells how the answer stands: %s', async (state, text, buttons) => {
  reply = { ...waiting, state, reason: 'Try the password.' }
  const decided = await tap('undo')
  expect(heard(decided)).toBe(text)
  expect(decided.buttons ?? []).toEqual(buttons.map(act => expect.objectContaining({ payload: `${act}:${id}` })))
})
