// Decides commands about one message from a phone that received it: refuse, do now, or hand on and report later.
import type { CommandKind } from '../../../core/api/commands.ts'
import { rightOf } from '../../../core/phone/command.ts'
import type { Do, InboundCommand } from '../../../core/phone/inbound.ts'
import { type MenuContext, offersOf } from '../../../core/phone/menu.ts'
import type { MailCommand } from '../../../core/phone/words.ts'
import type { NewCommand } from '../../delivery/commands/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { commandPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { type CommandResult, type MessageOnPhone, type PhoneInvitations, phoneOf, refusalOf } from './command-result.ts'
import { askFilterCommand, type FilterCommands } from './filter-commands.ts'
import type { PastMatches } from './filter-question.ts'
import type { AskingPhone, ReplyDeps } from './replies.ts'
import { nothing, type PhoneResponse, type ResponseButton, type ResponseText, respond } from './response.ts'

export interface CommandDeps {
  /** Whose mail a delivery to this phone was; null of another phone's, and of what stands for several mails. */
  mailOf(tx: Tx, message: InboundMessage, deliveryId: string): Promise<MessageOnPhone | null>
  /** Null where nothing of the mail is kept any more. */
  standing(tx: Tx, mail: MessageOnPhone, now: Date): Promise<MenuContext | null>
  note(tx: Tx, userId: string, command: NewCommand, now: Date): Promise<void>
  /** Asks for it in the mailbox, where it is done within seconds; `onEnd` of the acts tells how it went. */
  act(tx: Tx, mail: MessageOnPhone, kind: 'archive' | 'move_back' | 'mark_read', now: Date): Promise<string | null>
  show(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** The mail once more, as it came: now, or then. */
  bringAgain(tx: Tx, userId: string, deliveryId: string, until: Date | null, now: Date): Promise<void>
  /** Sends what did not follow the mail. `rest`: what is to be said of what cannot, null where nothing is; `none`: all have come. */
  bringFiles(tx: Tx, mail: MessageOnPhone, now: Date): Promise<{ rest: string | null } | 'none'>
  /** An hour as its person reads it. */
  hourOf(tx: Tx, userId: string, at: Date): Promise<string>
  /** What made the mail come, each on a line of its own; null where it is not kept. */
  why(tx: Tx, mail: MessageOnPhone): Promise<ResponseText[] | null>
  mute(tx: Tx, mail: MessageOnPhone, now: Date): Promise<Muting>
  unmute(tx: Tx, mail: MessageOnPhone, now: Date): Promise<Muting>
  filters: FilterCommands
  invitations?: PhoneInvitations
}

/** `who`: the sender, safe to show. */
export type Muting = { kind: 'done' | 'already'; who: string } | { kind: 'refused'; decided: PhoneResponse; reason: string }

export interface CommandRequest {
  message: InboundMessage
  phones: readonly AskingPhone[]
  now: Date
  /** What a filter would have matched: null where it cannot be told, undefined before anybody looked. */
  looked: PastMatches | null | undefined
}

type Parts = CommandDeps & { replies: ReplyDeps }
type Tap = Do | Extract<InboundCommand, { kind: 'rsvp' }>

const snoozeMs = 2 * 60 * 60_000

/** A tap in the menu of a mail or below one. Another phone's mail is answered like one that is gone. */
export async function tapCommand(deps: Parts, tx: Tx, said: Tap, asked: CommandRequest): Promise<PhoneResponse> {
  const { message, phones, now, looked } = asked
  if (phones.length === 0) return nothing
  const mail = await deps.mailOf(tx, message, said.deliveryId)
  const phone = mail && phoneOf(phones, mail)
  const right = said.kind === 'rsvp' ? 'rsvp' : rightOf[said.command]
  if (!mail || !phone) return refusalOf(phones, right) ?? gone
  if (said.kind === 'do' && said.replyId !== null) await takeBack(deps, tx, phone, said.replyId)
  const command = said.kind === 'rsvp' ? said.answer : said.command
  const refused = refusalOf([phone], right)
  if (refused) return noted(deps, tx, { mail, command, now }, { decided: refused, state: 'refused', reason: 'rights' })
  if (said.kind === 'do') return obey(deps, tx, said.command, { mail, phone, message, now, looked })
  const done = await deps.invitations?.answer(tx, mail, said.answer, now)
  return done ? noted(deps, tx, { mail, command, now }, done) : gone
}

/** The word was meant for us: what it would have been as an answer is not sent. */
async function takeBack({ replies }: Parts, tx: Tx, phone: AskingPhone, replyId: string): Promise<void> {
  const reply = await replies.find(tx, phone.user_id, replyId)
  if (reply?.destinationId === phone.id && reply.state === 'asking') await replies.change(tx, phone.user_id, replyId, 'drop')
}

interface About extends Omit<CommandRequest, 'phones'> {
  mail: MessageOnPhone
  phone: AskingPhone
}

/** A command that its phone may give. */
export async function obey(deps: Parts, tx: Tx, command: MailCommand, about: About): Promise<PhoneResponse> {
  const { mail, phone, message, now } = about
  const standing = await deps.standing(tx, mail, now)
  if (command === 'menu') return standing ? menuOf(phone, standing, mail.deliveryId, message.about ?? message.wamid) : gone
  if (!standing) return noted(deps, tx, { mail, command, now }, { decided: gone, state: 'failed', reason: 'gone' })
  return noted(deps, tx, { mail, command, now }, await carryOut(deps, tx, command, about))
}

interface Given {
  mail: MessageOnPhone
  command: CommandKind | 'menu'
  now: Date
}

async function noted({ note }: CommandDeps, tx: Tx, given: Given, { decided, ...done }: CarriedOut): Promise<PhoneResponse> {
  const { command, now } = given
  const { userId, ...mail } = given.mail
  const { state, reason = null, actionId = null, until = null } = done
  // What is to be looked up first is asked about once more.
  if (command !== 'menu' && !decided.look) await note(tx, userId, { ...mail, command, state, reason, actionId, until }, now)
  return decided
}

type CarriedOut = CommandResult & { actionId?: string; until?: Date }

async function carryOut(deps: Parts, tx: Tx, command: Exclude<MailCommand, 'menu'>, { mail, now, looked }: About): Promise<CarriedOut> {
  const { userId, deliveryId } = mail
  switch (command) {
    case 'archive':
      return actOn(deps, tx, mail, 'archive', now)
    case 'unarchive':
      return actOn(deps, tx, mail, 'move_back', now)
    case 'read':
      return actOn(deps, tx, mail, 'mark_read', now)
    case 'more':
      return (await deps.show(tx, userId, deliveryId, now)) === 'shown' ? comes : failed(gone, 'gone')
    case 'again':
      await deps.bringAgain(tx, userId, deliveryId, null, now)
      return comes
    case 'snooze': {
      const until = new Date(now.getTime() + snoozeMs)
      await deps.bringAgain(tx, userId, deliveryId, until, now)
      return { ...done(respond('command', 'command.snoozed', { hour: await deps.hourOf(tx, userId, until) })), until }
    }
    case 'files':
      return filesOf(await deps.bringFiles(tx, mail, now))
    case 'why':
      return whyOf(await deps.why(tx, mail))
    case 'mute':
      return mutingOf(await deps.mute(tx, mail, now), 'command.muted', [buttonOf('unmute', deliveryId)])
    case 'unmute':
      return mutingOf(await deps.unmute(tx, mail, now), 'command.unmuted', [])
    case 'always':
    case 'never':
      return askFilterCommand(deps.filters, tx, { kind: command, mail, now, looked })
  }
}

const done = (decided: PhoneResponse): CarriedOut => ({ decided, state: 'done' })
const failed = (decided: PhoneResponse, reason: string): CarriedOut => ({ decided, state: 'failed', reason })
const gone = respond('gone', 'answer.gone')
/** What is asked for comes by itself, and nothing else need be said. */
const comes = done({ answer: 'command', text: null })

async function actOn(
  deps: CommandDeps,
  tx: Tx,
  mail: MessageOnPhone,
  kind: Parameters<CommandDeps['act']>[2],
  now: Date,
): Promise<CarriedOut> {
  const actionId = await deps.act(tx, mail, kind, now)
  if (actionId === null) return failed(respond('command_refused', 'command.failed.no_mailbox'), 'no_mailbox')
  return { decided: { answer: 'command', text: null, isToCome: true }, state: 'waiting', actionId }
}

function filesOf(brought: { rest: string | null } | 'none'): CarriedOut {
  if (brought === 'none') return failed(respond('command', 'command.noFiles'), 'no_files')
  return brought.rest === null ? comes : done({ answer: 'command', text: brought.rest })
}

function whyOf(lines: ResponseText[] | null): CarriedOut {
  const [text = null, ...above] = (lines ?? []).toReversed()
  return text === null ? failed(gone, 'gone') : done({ answer: 'command', text, above: above.toReversed() })
}

function mutingOf(muting: Muting, key: 'command.muted' | 'command.unmuted', buttons: ResponseButton[]): CarriedOut {
  if (muting.kind === 'refused') return failed(muting.decided, muting.reason)
  return done({ ...respond('command', key, { who: muting.who }), buttons })
}

const buttonOf = (command: Exclude<MailCommand, 'menu'>, deliveryId: string): ResponseButton => ({
  payload: commandPayload(command, deliveryId),
  title: `do.${command}`,
})

function menuOf(phone: AskingPhone, standing: MenuContext, deliveryId: string, quotes: string): PhoneResponse {
  const rows = offersOf(phone, standing).map(command => ({
    payload: commandPayload(command, deliveryId),
    title: `do.${command}` as const,
    description: `do.${command}.what` as const,
  }))
  return { ...respond('command', 'menu.body'), rows, quotes }
}

/** How what was asked of the mailbox ended, with what may be done about it. */
export function finishedResponse(command: 'archive' | 'unarchive' | 'read', reason: string | null, deliveryId: string): PhoneResponse {
  if (reason !== null) return respond('command', isTold(reason) ? `command.failed.${reason}` : 'command.failed.mailbox')
  return { ...respond('command', `command.done.${command}`), buttons: command === 'archive' ? [buttonOf('unarchive', deliveryId)] : [] }
}

const toldReasons = ['gone', 'folder_refused', 'move_refused', 'move_unsupported', 'flag_refused', 'read_only', 'disconnected'] as const
const isTold = (reason: string): reason is (typeof toldReasons)[number] => toldReasons.some(known => known === reason)
