// Decides commands that a phone sends about one of its messages: refuse, run now, or start now and report later.
import type { CommandKind } from '../../../core/api/commands.ts'
import { rightFor } from '../../../core/phone/command.ts'
import type { Do, InboundCommand } from '../../../core/phone/inbound.ts'
import { listMenuCommands, type MenuContext } from '../../../core/phone/menu.ts'
import type { MailCommand } from '../../../core/phone/words.ts'
import type { NewCommand } from '../../delivery/commands/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { commandPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { type CommandResult, findPhone, type MessageOnPhone, type PhoneInvitations, refuseUnlessAllowed } from './command-result.ts'
import { askFilterCommand, type FilterCommands } from './filter-commands.ts'
import type { PastMatches } from './filter-question.ts'
import type { InboundPhone, ReplyDeps } from './replies.ts'
import { nothing, type PhoneResponse, type ResponseButton, type ResponseText, respond } from './response.ts'

export interface CommandDeps {
  /** The message that a delivery brought to this phone; null for another phone's delivery, and for a digest or announcement. */
  findMessage(tx: Tx, message: InboundMessage, deliveryId: string): Promise<MessageOnPhone | null>
  /** Null when the message was erased. */
  menuContext(tx: Tx, email: MessageOnPhone, now: Date): Promise<MenuContext | null>
  note(tx: Tx, userId: string, command: NewCommand, now: Date): Promise<void>
  /** Requests a mailbox action, which is carried out within seconds and reported when it finishes. Null without a mailbox. */
  requestAction(tx: Tx, email: MessageOnPhone, kind: 'archive' | 'move_back' | 'mark_read', now: Date): Promise<string | null>
  show(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** Sends the message again as it was sent before: now, or at `until`. */
  sendAgainLater(tx: Tx, userId: string, deliveryId: string, until: Date | null, now: Date): Promise<void>
  /** Sends the files that were not sent yet. `rest`: text about files that cannot be sent, or null; `none`: all were sent. */
  sendFiles(tx: Tx, email: MessageOnPhone, now: Date): Promise<{ rest: string | null } | 'none'>
  /** Formats a time in the user's language and time zone. */
  formatHour(tx: Tx, userId: string, at: Date): Promise<string>
  /** Explains why the message was forwarded, one line per reason; null when it was erased. */
  why(tx: Tx, email: MessageOnPhone): Promise<ResponseText[] | null>
  mute(tx: Tx, email: MessageOnPhone, now: Date): Promise<Muting>
  unmute(tx: Tx, email: MessageOnPhone, now: Date): Promise<Muting>
  filters: FilterCommands
  invitations?: PhoneInvitations
}

/** `who`: the sender, neutralized for display. */
export type Muting = { kind: 'done' | 'already'; who: string } | { kind: 'refused'; response: PhoneResponse; reason: string }

export interface CommandRequest {
  message: InboundMessage
  phones: readonly InboundPhone[]
  now: Date
  /** What a filter would have matched: null when unknown, undefined before the search ran. */
  pastMatches: PastMatches | null | undefined
}

type CommandAndReplyDeps = CommandDeps & { replies: ReplyDeps }
type Tap = Do | Extract<InboundCommand, { kind: 'rsvp' }>

const snoozeMs = 2 * 60 * 60_000

/** Handles a tap in a message's menu or on its buttons. Another phone's message is answered like one that was erased. */
export async function tapCommand(deps: CommandAndReplyDeps, tx: Tx, command: Tap, request: CommandRequest): Promise<PhoneResponse> {
  const { message, phones, now, pastMatches } = request
  if (phones.length === 0) return nothing
  const email = await deps.findMessage(tx, message, command.deliveryId)
  const phone = email && findPhone(phones, email)
  const right = command.kind === 'rsvp' ? 'rsvp' : rightFor[command.command]
  if (!email || !phone) return refuseUnlessAllowed(phones, right) ?? gone
  if (command.kind === 'do' && command.replyId !== null) await dropSavedReply(deps, tx, phone, command.replyId)
  const name = command.kind === 'rsvp' ? command.answer : command.command
  const refusal = refuseUnlessAllowed([phone], right)
  if (refusal) return record(deps, tx, { email, command: name, now }, { response: refusal, state: 'refused', reason: 'rights' })
  if (command.kind === 'do') return runCommand(deps, tx, command.command, { email, phone, message, now, pastMatches })
  const answered = await deps.invitations?.answer(tx, email, command.answer, now)
  return answered ? record(deps, tx, { email, command: name, now }, answered) : gone
}

/** The word turned out to be a command, so the reply saved for it is dropped. */
async function dropSavedReply({ replies }: CommandAndReplyDeps, tx: Tx, phone: InboundPhone, replyId: string): Promise<void> {
  const reply = await replies.find(tx, phone.user_id, replyId)
  if (reply?.destinationId === phone.id && reply.state === 'asking') await replies.change(tx, phone.user_id, replyId, 'drop')
}

interface CommandTarget extends Omit<CommandRequest, 'phones'> {
  email: MessageOnPhone
  phone: InboundPhone
}

/** Runs a command that the phone may give. */
export async function runCommand(deps: CommandAndReplyDeps, tx: Tx, command: MailCommand, target: CommandTarget): Promise<PhoneResponse> {
  const { email, phone, message, now } = target
  const menuContext = await deps.menuContext(tx, email, now)
  if (command === 'menu') return menuContext ? menuResponse(phone, menuContext, email.deliveryId, message.about ?? message.wamid) : gone
  if (!menuContext) return record(deps, tx, { email, command, now }, { response: gone, state: 'failed', reason: 'gone' })
  return record(deps, tx, { email, command, now }, await execute(deps, tx, command, target))
}

interface CommandRecord {
  email: MessageOnPhone
  command: CommandKind | 'menu'
  now: Date
}

async function record(
  { note }: CommandDeps,
  tx: Tx,
  recording: CommandRecord,
  { response, ...result }: RecordedResult,
): Promise<PhoneResponse> {
  const { command, now } = recording
  const { userId, ...target } = recording.email
  const { state, reason = null, actionId = null, until = null } = result
  // A command that first needs a search runs again afterwards and is recorded then.
  if (command !== 'menu' && !response.search) await note(tx, userId, { ...target, command, state, reason, actionId, until }, now)
  return response
}

type RecordedResult = CommandResult & { actionId?: string; until?: Date }

async function execute(
  deps: CommandAndReplyDeps,
  tx: Tx,
  command: Exclude<MailCommand, 'menu'>,
  { email, now, pastMatches }: CommandTarget,
): Promise<RecordedResult> {
  const { userId, deliveryId } = email
  switch (command) {
    case 'archive':
      return startMailboxAction(deps, tx, email, 'archive', now)
    case 'unarchive':
      return startMailboxAction(deps, tx, email, 'move_back', now)
    case 'read':
      return startMailboxAction(deps, tx, email, 'mark_read', now)
    case 'more':
      return (await deps.show(tx, userId, deliveryId, now)) === 'shown' ? contentFollows : failed(gone, 'gone')
    case 'again':
      await deps.sendAgainLater(tx, userId, deliveryId, null, now)
      return contentFollows
    case 'snooze': {
      const until = new Date(now.getTime() + snoozeMs)
      await deps.sendAgainLater(tx, userId, deliveryId, until, now)
      return { ...done(respond('command', 'command.snoozed', { hour: await deps.formatHour(tx, userId, until) })), until }
    }
    case 'files':
      return filesResult(await deps.sendFiles(tx, email, now))
    case 'why':
      return whyResult(await deps.why(tx, email))
    case 'mute':
      return mutingResult(await deps.mute(tx, email, now), 'command.muted', [commandButton('unmute', deliveryId)])
    case 'unmute':
      return mutingResult(await deps.unmute(tx, email, now), 'command.unmuted', [])
    case 'always':
    case 'never':
      return askFilterCommand(deps.filters, tx, { kind: command, email, now, pastMatches })
  }
}

const done = (response: PhoneResponse): RecordedResult => ({ response, state: 'done' })
const failed = (response: PhoneResponse, reason: string): RecordedResult => ({ response, state: 'failed', reason })
const gone = respond('gone', 'answer.gone')
/** The requested content is the answer; no text is needed. */
const contentFollows = done({ answer: 'command', text: null })

async function startMailboxAction(
  deps: CommandDeps,
  tx: Tx,
  email: MessageOnPhone,
  kind: Parameters<CommandDeps['requestAction']>[2],
  now: Date,
): Promise<RecordedResult> {
  const actionId = await deps.requestAction(tx, email, kind, now)
  if (actionId === null) return failed(respond('command_refused', 'command.failed.no_mailbox'), 'no_mailbox')
  return { response: { answer: 'command', text: null, isToCome: true }, state: 'waiting', actionId }
}

function filesResult(sent: { rest: string | null } | 'none'): RecordedResult {
  if (sent === 'none') return failed(respond('command', 'command.noFiles'), 'no_files')
  return sent.rest === null ? contentFollows : done({ answer: 'command', text: sent.rest })
}

function whyResult(lines: ResponseText[] | null): RecordedResult {
  const [text = null, ...above] = (lines ?? []).toReversed()
  return text === null ? failed(gone, 'gone') : done({ answer: 'command', text, above: above.toReversed() })
}

function mutingResult(muting: Muting, key: 'command.muted' | 'command.unmuted', buttons: ResponseButton[]): RecordedResult {
  if (muting.kind === 'refused') return failed(muting.response, muting.reason)
  return done({ ...respond('command', key, { who: muting.who }), buttons })
}

const commandButton = (command: Exclude<MailCommand, 'menu'>, deliveryId: string): ResponseButton => ({
  payload: commandPayload(command, deliveryId),
  title: `do.${command}`,
})

function menuResponse(phone: InboundPhone, menuContext: MenuContext, deliveryId: string, quotes: string): PhoneResponse {
  const rows = listMenuCommands(phone, menuContext).map(command => ({
    payload: commandPayload(command, deliveryId),
    title: `do.${command}` as const,
    description: `do.${command}.what` as const,
  }))
  return { ...respond('command', 'menu.body'), rows, quotes }
}

/** The response to a finished mailbox command, with a button to undo it. */
export function finishedResponse(command: 'archive' | 'unarchive' | 'read', reason: string | null, deliveryId: string): PhoneResponse {
  if (reason !== null) return respond('command', isExplained(reason) ? `command.failed.${reason}` : 'command.failed.mailbox')
  return {
    ...respond('command', `command.done.${command}`),
    buttons: command === 'archive' ? [commandButton('unarchive', deliveryId)] : [],
  }
}

const explainedReasons = [
  'gone',
  'folder_refused',
  'move_refused',
  'move_unsupported',
  'flag_refused',
  'read_only',
  'disconnected',
] as const
const isExplained = (reason: string): reason is (typeof explainedReasons)[number] =>
  explainedReasons.some(explained => explained === reason)
