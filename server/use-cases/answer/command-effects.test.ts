// Tests commands about messages with the real answerer and database: who may give them, and what they do.

import { beforeEach, expect, test, vi } from 'vitest'
import { Rights } from '../../../core/delivery/rights.ts'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { type MailCommand, mailCommands } from '../../../core/phone/words.ts'
import { testDatabase } from '../../../test/database.ts'
import { keepMail } from '../../../test/kept-mail.ts'
import { openLogKeys } from '../../account/log-chain/keys-owners.ts'
import { unsold } from '../../billing/unsold.fixture.ts'
import { saveDecisions } from '../../filters/store.ts'
import { movableClock } from '../../foundation/clock.ts'
import { readConfig } from '../../foundation/config.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import { saveOutgoing } from '../../mail/outgoing/store.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { recordInbound } from '../../whatsapp/inbound-owners.ts'
import { answerContext, answerDeps } from '../../wiring/answer.ts'
import type { AppContext } from '../../wiring/app.ts'
import { answerAll, openAnswerer } from '../answer.ts'
import type { CommandDeps } from './commands.ts'
import { phoneAnswers } from './reply-effects.ts'

const { db } = await testDatabase()
const clock = movableClock()
const now = clock.now()
const keys = openUserKeys(newKey(), clock.now)
const config = readConfig({})
const graph = openGraph({ outside: openOutside({ allow: [], loopback: true }), ...config.whatsapp, graphUrl: 'http://127.0.0.1:9' })
const ground: AppContext = {
  ...unsold,
  config,
  log: openLog('silent'),
  ...{ db, urgentDb: db },
  keys,
  logKeys: openLogKeys(Buffer.alloc(32)),
  tracing: null,
  clock,
  words: loadWords(),
  graph,
}
const said: { to: string | null; text: string; around: unknown }[] = []
const answers = phoneAnswers(answerContext(ground))
/** What an invitation is answered with has a test of its own. */
const invitations: CommandDeps['invitations'] = { answer: async () => ({ response: { answer: 'command', text: null }, state: 'done' }) }
const deps = {
  ...answerDeps(
    ground,
    { ...answers, findPastMatches: async () => null, commands: { ...answers.commands, invitations } },
    async () => undefined,
  ),
  say: async (to: { waId: string | null }, text: string, around?: unknown) => {
    said.push({ to: to.waId, text, around })
    return { kind: 'sent' as const, wamid: '' }
  },
  read: async () => undefined,
}

const [anna, mailboxId, messageId, filterId] = [newId(now), newId(now), newId(now), newId(now)]
const contentKey = await keys.contentKeyOf(db, anna)
const settings = { host: 'imap.example.net', port: 993, security: 'tls' as const, username: 'anna' }
await addImapMailbox(db, anna, { id: mailboxId, address: 'anna@example.net', settings, secret: Buffer.alloc(0), now })
await saveOutgoing(db, anna, mailboxId, { settings: { ...settings, port: 465 } }, now)
const view = plainView({ from: [{ name: 'Bob', address: 'bob@example.com' }], subject: 'Rent is due', body: 'Pay 900 now.' })
await keepMail(db, contentKey, anna, view, now, { messageId, mailboxId })
const held = {
  test: { field: 'subject', operator: 'contains', values: ['rent'] },
  held: true,
  seen: 'Rent is due',
  hits: [{ start: 0, end: 4 }],
}
await db.transaction().execute(tx =>
  saveDecisions(
    tx,
    anna,
    contentKey,
    [
      {
        ...{ messageId, result: 'matched', reason: null },
        explanations: [{ filterId, filterName: 'Rent', acted: true, explanation: held as never }],
      },
    ],
    now,
  ),
)

type State = 'linked' | 'unreachable' | 'stopped' | 'pending'
let phones = 0

/** A phone of Anna's that was sent the mail. */
async function findPhone(state: State, rights: Rights, userId = anna) {
  phones += 1
  const phone = { id: newId(now), waId: `1555020${1000 + phones}`, deliveryId: newId(now), wamid: `wamid.mail.${phones}`, userId }
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('destinations')
    .values({ user_id: userId, id: phone.id, name: 'Phone', state, rights, wa_id: phone.waId, last_inbound_at: now, created_at: now })
    .execute()
  const of = { message_id: messageId, filter_id: filterId, destination_id: phone.id, wamid: phone.wamid, usage_month: '2026-11' }
  await db
    .insertInto('deliveries')
    .values({ user_id: userId, id: phone.deliveryId, ...of, state: 'delivered', attempts: 1, ...times })
    .execute()
  return phone
}

let written = 0
async function writes(waId: string, payload: string | null, more: { text?: string; about?: string; file?: boolean; wamid?: string } = {}) {
  written += 1
  const { text = '', about = null, file = false, wamid = `wamid.in.${written}` } = more
  const at = new Date(clock.now().getTime() + written)
  const message = { wamid, waId, waUserId: null, kind: 'text', text, payload, about, profileName: null, at }
  const withFile = file ? { file: { mediaId: '1', name: 'a.jpg', mimeType: 'image/jpeg' } } : {}
  await db.transaction().execute(tx => recordInbound(tx, { ...message, ...withFile }))
  return wamid
}

const answersOf = async (wamids: string[]) => {
  const rows = await db.selectFrom('inbound_messages').select(['wamid', 'body']).where('wamid', 'in', wamids).execute()
  const found = new Map(rows.map(row => [row.wamid, JSON.stringify(row.body)]))
  return wamids.map(wamid => /"answer":"(\w+)"/.exec(found.get(wamid) ?? '')?.[1] ?? null)
}
/** What looks at kept mail first is answered when it has looked. */
async function untilAnswered() {
  const answerer = openAnswerer(deps)
  answerer.wake()
  const waiting = () => db.selectFrom('inbound_messages').select('wamid').where('answered_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 50_000, interval: 50 })
  await answerer.stop()
}

const rows = () => db.selectFrom('phone_commands').selectAll().orderBy('id').execute()

beforeEach(async () => {
  for (const table of ['inbound_messages', 'phone_commands', 'destinations', 'deliveries', 'replies', 'mailbox_actions', 'lanes'] as const)
    await db.deleteFrom(table).execute()
  said.length = 0
})

const reading = ['menu', 'more', 'files', 'why', 'again']
const acting = ['archive', 'unarchive', 'read', 'snooze', 'mute', 'unmute']
const replying = ['always', 'never', 'rsvp']
const allowed: Record<Rights, string[]> = { read: reading, act: [...reading, ...acting], reply: [...reading, ...acting, ...replying] }

test('each phone may give exactly the commands that its rights allow', async () => {
  const commands: string[] = [...mailCommands, 'rsvp']
  const payloadOf = (command: string, deliveryId: string) =>
    command === 'rsvp' ? `rsvp:accepted:${deliveryId}` : `do:${command}:${deliveryId}`
  const ben = newId(now)
  const cells: { kind: string; rights: Rights; command: string; wamid: string }[] = []
  const tap = async (kind: string, rights: Rights, waId: string, deliveryId: string) => {
    for (const command of commands) cells.push({ kind, rights, command, wamid: await writes(waId, payloadOf(command, deliveryId)) })
  }
  for (const rights of Rights.options) {
    for (const state of ['linked', 'unreachable', 'stopped', 'pending'] as const) {
      const phone = await findPhone(state, rights)
      await tap(state, rights, phone.waId, phone.deliveryId)
    }
    const theirs = await findPhone('linked', rights)
    const other = await findPhone('linked', rights, ben)
    await tap('another person', rights, other.waId, theirs.deliveryId)
    if (rights === 'reply') await tap('unlinked', rights, '15550300000', theirs.deliveryId)
  }
  await untilAnswered()
  const answers = await answersOf(cells.map(one => one.wamid))
  const kept = new Map((await rows()).map(row => [row.wamid, row.state === 'refused' && row.reason === 'rights' ? 'refused' : 'taken']))
  const found = cells.map(({ wamid, command }, at) => (command === 'menu' ? answers[at] : (kept.get(wamid) ?? answers[at])))
  const expected = cells.map(({ kind, rights, command }) => {
    const may = allowed[rights].includes(command)
    if (kind === 'pending' || kind === 'unlinked') return 'nothing'
    // Whoever could never give it hears so; else there is no such mail.
    if (kind === 'another person') return may ? 'gone' : 'command_refused'
    if (kind === 'stopped') return command === 'menu' ? 'command_refused' : 'refused'
    if (may) return command === 'menu' ? 'command' : 'taken'
    return command === 'menu' ? 'command_refused' : 'refused'
  })
  const surprises = cells.flatMap((cell, at) =>
    found[at] === expected[at] ? [] : [`${cell.kind} ${cell.rights} ${cell.command}: ${found[at]}, not ${expected[at]}`],
  )
  process.stdout.write(`rights on the phone: ${cells.length} cells, ${surprises.length} surprises\n`)
  expect(surprises).toEqual([])
  expect(cells).toHaveLength(224)
  expect(said.some(one => one.to?.startsWith('1555030'))).toBe(false)
})

test('stopped and unknown phones get the same answer for existing and missing emails', async () => {
  const hers = await findPhone('linked', 'reply')
  const stopped = await findPhone('stopped', 'reply')
  const other = await findPhone('linked', 'reply', newId(now))
  const heard = async (waId: string, deliveryId: string) => {
    const [answer] = await answersOf([await writes(waId, `do:archive:${deliveryId}`).then(async wamid => (await answerAll(deps), wamid))])
    return [answer, said.splice(0).map(one => one.text)]
  }
  const unknown = newId(now)
  expect(await heard(other.waId, hers.deliveryId)).toEqual(await heard(other.waId, unknown))
  expect(await heard(stopped.waId, stopped.deliveryId)).toEqual(await heard(stopped.waId, unknown))
  expect(await heard('15550309999', hers.deliveryId)).toEqual(['nothing', []])
  expect(await db.selectFrom('mailbox_actions').selectAll().execute()).toEqual([])
})

test('a word is a command, a reply, or asked about; commands are never emailed and replies never lost', async () => {
  const hers = await findPhone('linked', 'reply')
  const reader = await findPhone('linked', 'act')
  const replies = async () => (await db.selectFrom('replies').select(['state', 'cautions']).orderBy('id').execute()).at(-1)
  const say = async (phone: typeof hers, text: string, more: { about?: string; file?: boolean } = {}) => {
    said.length = 0
    await db.deleteFrom('replies').execute()
    await writes(phone.waId, null, { text, about: phone.wamid, ...more })
    await answerAll(deps)
    return [(await replies())?.state ?? null, (await rows()).at(-1)?.command ?? null, said[0]?.text.split('\n').at(-1) ?? null]
  }
  expect(await say(hers, 'Archivar.')).toEqual([null, 'archive', null])
  expect(await say(hers, 'أرشفة')).toEqual([null, 'archive', null])
  expect(await say(hers, 'Snooze')).toMatchObject([null, 'snooze', expect.stringContaining('💤')])
  const asks = 'Is that a reply to bob@example.com, or a command for Mailferry?'
  for (const text of ['why?', 'More', 'Archive?', '¿Por qué?', 'لماذا؟', 'read'])
    expect(await say(hers, text)).toEqual(['asking', 'snooze', asks])
  expect((await replies())?.cautions).toContain('word')
  const [menu] = [JSON.stringify(said[0]?.around)]
  expect(menu).toContain(`do:read:${hers.deliveryId}:`)
  // Who may mail nothing can only mean the command.
  expect(await say(reader, 'read')).toEqual([null, 'read', null])
  // Words, and a word below a picture, are an answer; START has nothing to start.
  expect((await say(hers, 'Why not at noon?'))[0]).toBe('asking')
  expect((await replies())?.cautions).not.toContain('word')
  expect(await say(hers, 'start')).toMatchObject(['asking', 'read', asks])
  expect((await say(hers, 'HELP'))[2]).toBe('What would you like to do with this email?')
  await db.deleteFrom('phone_commands').execute()
  expect((await say(hers, 'Archive', { about: 'wamid.of.nothing' }))[2]).toContain('Which email?')
  expect(await rows()).toEqual([])
})

test('a tap delivered twice acts once; an email snoozed twice comes once, at the later time', async () => {
  const hers = await findPhone('linked', 'reply')
  const payload = (command: MailCommand) => `do:${command}:${hers.deliveryId}`
  for (let n = 0; n < 2; n++) await writes(hers.waId, payload('archive'), { wamid: 'wamid.same' })
  await answerAll(deps)
  expect(await db.selectFrom('mailbox_actions').selectAll().execute()).toHaveLength(1)
  for (const command of ['snooze', 'snooze', 'again', 'more'] as const) {
    await writes(hers.waId, payload(command))
    await answerAll(deps)
    clock.moveTo(clock.now().getTime() - now.getTime() + 60_000)
  }
  const shown = await db
    .selectFrom('deliveries')
    .select(['state', 'reason', 'is_repeat', 'wait_until'])
    .where('kind', '=', 'shown')
    .orderBy('seq')
    .execute()
  expect(shown.map(one => [one.state, one.reason, one.is_repeat])).toEqual([
    ['held', 'snoozed', true],
    ['queued', null, true],
    ['queued', null, false],
  ])
  const until = (await rows()).filter(row => row.command === 'snooze').map(row => row.until)
  expect(shown[0]?.wait_until).toEqual(until[1])
  expect(Number(until[1])).toBeGreaterThan(Number(until[0]))
})

test('the explanation names the filter and its words, as far as the phone may see the email', async () => {
  const hers = await findPhone('linked', 'read')
  const why = async () => {
    await writes(hers.waId, `do:why:${hers.deliveryId}`)
    await answerAll(deps)
    return said.splice(0)[0]?.text
  }
  expect(await why()).toBe('It matched your filter “Rent”.\n• Subject: “Rent”')
  await db.updateTable('deliveries').set({ show: 'headers' }).where('id', '=', hers.deliveryId).execute()
  expect(await why()).toBe('It matched your filter “Rent”.\n• Subject')
})
