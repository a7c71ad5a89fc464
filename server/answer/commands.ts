// Commands about one mail, from the phone that it went to: refused, done at once, or handed on and told of when they end.
import type { CommandKind } from '../../core/api/commands.ts'
import { type Command, lackOf, mayDo } from '../../core/delivery/rights.ts'
import { rightOf } from '../../core/phone/command.ts'
import { offersOf, type Standing } from '../../core/phone/menu.ts'
import type { Do, Said } from '../../core/phone/said.ts'
import type { MailCommand } from '../../core/phone/words.ts'
import type { Tx } from '../db/pool.ts'
import type { NewCommand } from '../delivery/commands/store.ts'
import { commandPayload } from '../whatsapp/tapped.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import { type ButtonToTell, type Decided, nothing, type Sentence, told } from './decided.ts'
import type { PastSeen } from './filters/text.ts'
import { type FilterWishes, wishFilter } from './filters.ts'
import type { ReplyParts, Speaking } from './replies.ts'
import type { Done, MailOnPhone, PhoneInvitations } from './seams.ts'

export interface CommandParts {
  /** Whose mail a delivery to this phone was; null of another phone's, and of what stands for several mails. */
  mailOf(tx: Tx, message: InboundMessage, deliveryId: string): Promise<MailOnPhone | null>
  /** Null where nothing of the mail is kept any more. */
  standing(tx: Tx, mail: MailOnPhone, now: Date): Promise<Standing | null>
  note(tx: Tx, userId: string, command: NewCommand, now: Date): Promise<void>
  /** Asks for it in the mailbox, where it is done within seconds; `onEnd` of the acts tells how it went. */
  act(tx: Tx, mail: MailOnPhone, kind: 'archive' | 'move_back' | 'mark_read', now: Date): Promise<string | null>
  show(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** The mail once more, as it came: now, or then. */
  bringAgain(tx: Tx, userId: string, deliveryId: string, until: Date | null, now: Date): Promise<void>
  /** Sends what did not follow the mail. `rest`: what is to be said of what cannot, null where nothing is; `none`: all have come. */
  bringFiles(tx: Tx, mail: MailOnPhone, now: Date): Promise<{ rest: string | null } | 'none'>
  /** An hour as its person reads it. */
  hourOf(tx: Tx, userId: string, at: Date): Promise<string>
  /** What made the mail come, each on a line of its own; null where it is not kept. */
  why(tx: Tx, mail: MailOnPhone): Promise<Sentence[] | null>
  mute(tx: Tx, mail: MailOnPhone, now: Date): Promise<Muting>
  unmute(tx: Tx, mail: MailOnPhone, now: Date): Promise<Muting>
  filters: FilterWishes
  invitations?: PhoneInvitations
}

/** `who`: the sender, safe to show. */
export type Muting = { kind: 'done' | 'already'; who: string } | { kind: 'refused'; decided: Decided; reason: string }

export interface Asked {
  message: InboundMessage
  phones: readonly Speaking[]
  now: Date
  /** What a filter would have matched: null where it cannot be told, undefined before anybody looked. */
  looked: PastSeen | null | undefined
}

type Parts = CommandParts & { replies: ReplyParts }
type Tap = Do | Extract<Said, { kind: 'rsvp' }>

const snoozeMs = 2 * 60 * 60_000

/** A tap in the menu of a mail or below one. Another phone's mail is answered like one that is gone. */
export async function tapCommand(parts: Parts, tx: Tx, said: Tap, asked: Asked): Promise<Decided> {
  const { message, phones, now, looked } = asked
  if (phones.length === 0) return nothing
  const mail = await parts.mailOf(tx, message, said.deliveryId)
  const phone = mail && phoneOf(phones, mail)
  const right = said.kind === 'rsvp' ? 'rsvp' : rightOf[said.command]
  if (!mail || !phone) return refusalOf(phones, right) ?? gone
  if (said.kind === 'do' && said.replyId !== null) await takeBack(parts, tx, phone, said.replyId)
  const command = said.kind === 'rsvp' ? said.answer : said.command
  const refused = refusalOf([phone], right)
  if (refused) return noted(parts, tx, { mail, command, now }, { decided: refused, state: 'refused', reason: 'rights' })
  if (said.kind === 'do') return obey(parts, tx, said.command, { mail, phone, message, now, looked })
  const done = await parts.invitations?.answer(tx, mail, said.answer, now)
  return done ? noted(parts, tx, { mail, command, now }, done) : gone
}

/** The word was meant for us: what it would have been as an answer is not sent. */
async function takeBack({ replies }: Parts, tx: Tx, phone: Speaking, replyId: string): Promise<void> {
  const reply = await replies.find(tx, phone.user_id, replyId)
  if (reply?.destinationId === phone.id && reply.state === 'asking') await replies.change(tx, phone.user_id, replyId, 'drop')
}

interface About extends Omit<Asked, 'phones'> {
  mail: MailOnPhone
  phone: Speaking
}

/** A command that its phone may give. */
export async function obey(parts: Parts, tx: Tx, command: MailCommand, about: About): Promise<Decided> {
  const { mail, phone, message, now } = about
  const standing = await parts.standing(tx, mail, now)
  if (command === 'menu') return standing ? menuOf(phone, standing, mail.deliveryId, message.about ?? message.wamid) : gone
  if (!standing) return noted(parts, tx, { mail, command, now }, { decided: gone, state: 'failed', reason: 'gone' })
  return noted(parts, tx, { mail, command, now }, await carryOut(parts, tx, command, about))
}

interface Given {
  mail: MailOnPhone
  command: CommandKind | 'menu'
  now: Date
}

async function noted({ note }: CommandParts, tx: Tx, given: Given, { decided, ...done }: Carried): Promise<Decided> {
  const { command, now } = given
  const { userId, ...mail } = given.mail
  const { state, reason = null, actId = null, until = null } = done
  // What is to be looked up first is asked about once more.
  if (command !== 'menu' && !decided.look) await note(tx, userId, { ...mail, command, state, reason, actId, until }, now)
  return decided
}

type Carried = Done & { actId?: string; until?: Date }

async function carryOut(parts: Parts, tx: Tx, command: Exclude<MailCommand, 'menu'>, { mail, now, looked }: About): Promise<Carried> {
  const { userId, deliveryId } = mail
  switch (command) {
    case 'archive':
      return actOn(parts, tx, mail, 'archive', now)
    case 'unarchive':
      return actOn(parts, tx, mail, 'move_back', now)
    case 'read':
      return actOn(parts, tx, mail, 'mark_read', now)
    case 'more':
      return (await parts.show(tx, userId, deliveryId, now)) === 'shown' ? comes : failed(gone, 'gone')
    case 'again':
      await parts.bringAgain(tx, userId, deliveryId, null, now)
      return comes
    case 'snooze': {
      const until = new Date(now.getTime() + snoozeMs)
      await parts.bringAgain(tx, userId, deliveryId, until, now)
      return { ...done(told('command', 'command.snoozed', { hour: await parts.hourOf(tx, userId, until) })), until }
    }
    case 'files':
      return filesOf(await parts.bringFiles(tx, mail, now))
    case 'why':
      return whyOf(await parts.why(tx, mail))
    case 'mute':
      return mutingOf(await parts.mute(tx, mail, now), 'command.muted', [buttonOf('unmute', deliveryId)])
    case 'unmute':
      return mutingOf(await parts.unmute(tx, mail, now), 'command.unmuted', [])
    case 'always':
    case 'never':
      return wishFilter(parts.filters, tx, { wish: command, mail, now, looked })
  }
}

const done = (decided: Decided): Carried => ({ decided, state: 'done' })
const failed = (decided: Decided, reason: string): Carried => ({ decided, state: 'failed', reason })
const gone = told('gone', 'answer.gone')
/** What is asked for comes by itself, and nothing else need be said. */
const comes = done({ answer: 'command', text: null })

async function actOn(
  parts: CommandParts,
  tx: Tx,
  mail: MailOnPhone,
  kind: Parameters<CommandParts['act']>[2],
  now: Date,
): Promise<Carried> {
  const actId = await parts.act(tx, mail, kind, now)
  if (actId === null) return failed(told('command_refused', 'command.failed.no_mailbox'), 'no_mailbox')
  return { decided: { answer: 'command', text: null, isToCome: true }, state: 'waiting', actId }
}

function filesOf(brought: { rest: string | null } | 'none'): Carried {
  if (brought === 'none') return failed(told('command', 'command.noFiles'), 'no_files')
  return brought.rest === null ? comes : done({ answer: 'command', text: brought.rest })
}

function whyOf(lines: Sentence[] | null): Carried {
  const [text = null, ...above] = (lines ?? []).toReversed()
  return text === null ? failed(gone, 'gone') : done({ answer: 'command', text, above: above.toReversed() })
}

function mutingOf(muting: Muting, key: 'command.muted' | 'command.unmuted', buttons: ButtonToTell[]): Carried {
  if (muting.kind === 'refused') return failed(muting.decided, muting.reason)
  return done({ ...told('command', key, { who: muting.who }), buttons })
}

const buttonOf = (command: Exclude<MailCommand, 'menu'>, deliveryId: string): ButtonToTell => ({
  payload: commandPayload(command, deliveryId),
  title: `do.${command}`,
})

function menuOf(phone: Speaking, standing: Standing, deliveryId: string, quotes: string): Decided {
  const rows = offersOf(phone, standing).map(command => ({
    payload: commandPayload(command, deliveryId),
    title: `do.${command}` as const,
    description: `do.${command}.what` as const,
  }))
  return { ...told('command', 'menu.body'), rows, quotes }
}

/** How what was asked of the mailbox ended, with what may be done about it. */
export function tellEnded(command: 'archive' | 'unarchive' | 'read', reason: string | null, deliveryId: string): Decided {
  if (reason !== null) return told('command', isTold(reason) ? `command.failed.${reason}` : 'command.failed.mailbox')
  return { ...told('command', `command.done.${command}`), buttons: command === 'archive' ? [buttonOf('unarchive', deliveryId)] : [] }
}

const toldReasons = ['gone', 'folder_refused', 'move_refused', 'move_unsupported', 'flag_refused', 'read_only', 'disconnected'] as const
const isTold = (reason: string): reason is (typeof toldReasons)[number] => toldReasons.some(known => known === reason)

export const phoneOf = (phones: readonly Speaking[], mail: Pick<MailOnPhone, 'userId' | 'destinationId'>): Speaking | undefined =>
  phones.find(one => one.id === mail.destinationId && one.user_id === mail.userId)

/** Null where one of these phones may do it. */
export function refusalOf(phones: readonly Speaking[], right: Command): Decided | null {
  const mays = phones.map(phone => mayDo(phone, right))
  if (mays.includes('yes')) return null
  const lacks = lackOf(phones, right)
  if (lacks) return told('command_refused', 'answer.refused', { lacks })
  return mays.includes('stopped') ? told('command_refused', 'answer.commandStopped') : nothing
}
