// Tests replies from the phone: who may write them, what is asked, and what taps do.
import { beforeEach, expect, test } from 'vitest'
import { type Rights, Rights as RightsOf } from '../../../core/delivery/rights.ts'
import { parseInbound } from '../../../core/phone/inbound.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import type { DownloadedFile } from './downloads.ts'
import { type InboundPhone, type Quoted, type ReplyDeps, type ReplyNow, tapReply, type WrittenReply, writeReply } from './replies.ts'
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

const findPhone = (rights: Rights, state: InboundPhone['state'] = 'linked', userId = 'anna', destinationId = 'd1'): InboundPhone => ({
  ...{ id: destinationId, user_id: userId, rights, state },
})

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)

async function say(
  text: string,
  phones: InboundPhone[] = [findPhone('reply')],
  more: Partial<InboundMessage> = {},
  fetched?: DownloadedFile,
): Promise<PhoneResponse | null> {
  const ids = { wamid: 'wamid.1', waId: '15550100777', waUserId: null, kind: 'text', payload: null, about: 'wamid.mail', profileName: null }
  const message: InboundMessage = { ...ids, text, at: now, ...more }
  return inTx(tx => writeReply(deps, tx, message, { command: parseInbound(text, message.payload), phones, now, fetched }))
}
const tap = (act: 'send' | 'drop' | 'undo' | 'again', phones = [findPhone('reply')]): Promise<PhoneResponse> =>
  inTx(tx => tapReply(deps, tx, { kind: 'answer', act, replyId: id }, { phones, now }))
const heard = (response: PhoneResponse | null, language = 'en') => response && responseText(loadWords(language), response)

test('text that quotes an email is a reply, and its owner may undo it', async () => {
  const response = await say('Yes, at ten.')
  expect(done).toEqual(['anna m1 d1 wamid.1: Yes, at ten.'])
  expect([response?.answer, heard(response), response?.buttons]).toEqual([
    'reply_planned',
    '↩ To bob@example.com in 30 s',
    [{ payload: `undo:${id}`, title: 'button.undo' }],
  ])
  expect(heard(response, 'es')).toBe('↩ A bob@example.com en 30 s')
  expect(heard(response, 'ar')).toContain('bob@example.com')
})

test('text that looks like a code is a reply when it quotes an email', async () => {
  await say('please send them over')
  await say('It is ABCD-EF2H')
  expect(done).toHaveLength(2)
})

test('a file is downloaded first, only for phones that may reply, and is sent with its caption', async () => {
  const file = { mediaId: '7', name: 'voice.ogg', mimeType: 'audio/ogg' }
  expect((await say('', [findPhone('read')], { file }))?.fetch).toBeUndefined()
  expect((await say('Listen', undefined, { file }))?.fetch).toEqual(file)
  expect(done).toEqual([])
  expect((await say('Listen', undefined, { file }, 'too_large'))?.answer).toBe('reply_refused')
  expect(heard(await say('Listen', undefined, { file }, 'unfetched'))).toContain('send it again')
  expect(done).toEqual([])
  reply = { ...waiting, files: 1 }
  const response = await say('Listen', undefined, { file }, { name: file.name, type: file.mimeType, bytes: Buffer.from('x') })
  expect(done).toEqual(['anna m1 d1 wamid.1: Listen + voice.ogg'])
  expect(heard(response)).toBe('↩ To bob@example.com 📎 in 30 s')
})

test('the first reply to an address asks for confirmation, with its cautions', async () => {
  reply = { ...waiting, state: 'asking', cautions: ['new_address', 'elsewhere'], through: 'us' }
  const response = await say('Yes')
  expect(response?.answer).toBe('reply_asked')
  expect(heard(response)?.split('\n')).toEqual([
    'This is your first reply to bob@example.com from this phone.',
    'Your reply goes to bob@example.com, which isn’t where this email came from.',
    'Send it to bob@example.com? Mailferry sends it, and replies go to your own address.',
  ])
  expect(response?.buttons?.map(button => button.payload)).toEqual([`send:${id}`, `drop:${id}`])
})

test('text without a quote, taps and commands are not replies', async () => {
  expect(await say('Yes', [findPhone('reply')], { about: null })).toBeNull()
  expect(await say('Show', [findPhone('reply')], { payload: `show:${id}` })).toBeNull()
  for (const command of ['STOP', 'start', 'HELP', 'pause 2h', 'ayuda']) expect(await say(command)).toBeNull()
  expect(await say('Yes', [])).toBeNull()
  expect(done).toEqual([])
})

test('quoting something that is no single email is answered with an explanation', async () => {
  quoted = null
  expect(heard(await say('Yes'))).toContain('that message isn’t an email')
  expect(await say('Yes', [findPhone('read')])).toBeNull()
  expect(await say('ABCD-EF2H')).toBeNull()
  quoted = { ...mine, messageId: null }
  expect(heard(await say('Yes'))).toContain('has several emails')
  expect(done).toEqual([])
})

test('a reply that cannot be sent is refused with a sentence', async () => {
  written = { kind: 'refused', reason: 'too_many' }
  const response = await say('Yes')
  expect([response?.answer, heard(response)]).toEqual(['reply_refused', expect.stringContaining('30 replies in an hour')])
})

test('the rights of the phone that the email went to decide, not those from another user', async () => {
  const outcomes: string[] = []
  for (const rights of RightsOf.options)
    for (const state of ['linked', 'unreachable', 'stopped'] as const) {
      done = []
      const answer = (await say('Yes', [findPhone(rights, state)]))?.answer
      await tap('send', [findPhone(rights, state)])
      await tap('undo', [findPhone(rights, state)])
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
  expect(heard(await say('Yes', [findPhone('read'), findPhone('reply', 'linked', 'ben', 'd2')]))).toContain('can’t reply to emails')
  expect(heard(await say('Yes', [findPhone('reply', 'stopped')]))).toContain('START')
})

test('another phone’s reply cannot be changed, and is answered like an erased one', async () => {
  expect((await tap('undo', [findPhone('reply', 'linked', 'anna', 'd2')])).answer).toBe('gone')
  expect((await tap('send', [findPhone('reply', 'linked', 'ben')])).answer).toBe('gone')
  expect((await tap('undo', [])).text).toBeNull()
  reply = null
  expect((await tap('undo')).answer).toBe('gone')
  expect(done).toEqual([])
})

test.each([
  ['cancelled', 'Undone. Nothing was sent.', []],
  ['sending', 'Too late to undo: your reply to bob@example.com has been sent.', []],
  ['sent', 'Too late to undo: your reply to bob@example.com has been sent.', []],
  ['failed', 'Try the password.', ['again']],
  ['unconfirmed', 'Try the password.', []],
  ['waiting', '↩ To bob@example.com in 30 s', ['undo']],
] as const)('a tap reports the state of the reply: %s', async (state, text, buttons) => {
  reply = { ...waiting, state, reason: 'Try the password.' }
  const response = await tap('undo')
  expect(heard(response)).toBe(text)
  expect(response.buttons ?? []).toEqual(buttons.map(act => expect.objectContaining({ payload: `${act}:${id}` })))
})
