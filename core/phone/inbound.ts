// Parses an inbound text or button tap: a link code, stop, start, pause, an email to show, and other commands.
import { maxPauseHours } from '../delivery/pause.ts'
import { type InvitationAnswer, parseAnswerPayload } from '../message/calendar/answers.ts'
import { type MailCommand, mailCommands, normalizeWord, parseWord } from './words.ts'

export type InboundCommand =
  | { kind: 'code'; code: string; isSure: boolean }
  | { kind: 'stop' | 'start' | 'help' | 'other' }
  | { kind: 'pause'; hours: number }
  | { kind: 'show'; deliveryId: string }
  | { kind: 'acknowledge'; deliveryId: string }
  | { kind: 'more'; digestId: string; from: number }
  | { kind: 'answer'; act: ReplyAction; replyId: string }
  | Do
  /** About the quoted email, if any. */
  | { kind: 'word'; command: MailCommand; isSure: boolean }
  /** Sends the text of the earlier message as a reply to the email of the delivery. */
  | { kind: 'pick'; deliveryId: string; wamid: string }
  | { kind: 'rsvp'; answer: InvitationAnswer; deliveryId: string }
  | { kind: 'proposal'; act: ProposalChoice; proposalId: string }

/** A command on a delivery's email. `replyId`: the reply that the same text would otherwise have been. */
export interface Do {
  kind: 'do'
  command: MailCommand
  deliveryId: string
  replyId: string | null
}

/** Accept or decline a filter proposed on the phone. */
export type ProposalChoice = 'keep' | 'leave'

/** Confirm, cancel, undo or retry a reply. */
export type ReplyAction = (typeof replyActions)[number]
const replyActions = ['send', 'drop', 'undo', 'again'] as const

// Must be the entire message; in our languages and those of WhatsApp's opt-out advice, ignoring accents and case.
const stopWords = toWordSet([
  'stop',
  'stopp',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'arret',
  'parar',
  'alto',
  'baja',
  'ايقاف',
  'توقف',
  'قف',
])
const startWords = toWordSet(['start', 'resume', 'unstop', 'empezar', 'seguir', 'reanudar', 'ابدأ', 'استئناف', 'متابعة'])
const helpWords = toWordSet(['help', 'hilfe', 'ayuda', 'aide', 'ajuda', 'aiuto', 'مساعدة'])

function toWordSet(words: string[]): ReadonlySet<string> {
  return new Set(words.map(normalizeWord))
}

/**
 * Parses `text`, or the `payload` of the tapped button: `show:<delivery id>`,
 * `ack:<delivery id>`, `send:`, `drop:`, `undo:` or `again:<reply id>`, `more:<digest id>:<how many were shown>`,
 * `do:<command>:<delivery id>`, optionally with `:<reply id>`, `rsvp:<answer>:<delivery id>`, `keep:` or `leave:<proposal id>`,
 * `pick:<delivery id>:<wamid>`, `pause:<hours>`, `resume`, `stop`.
 * START and RESUME are the same: they end anything that keeps emails from the phone.
 * A link code is eight letters and digits ("…: ABCD-EFGH"), whatever the surrounding text, case or separator. `isSure` is false if
 * it could also be two ordinary words.
 */
export function parseInbound(text: string, payload: string | null = null): InboundCommand {
  const tap = payload === null ? null : parseTap(payload)
  if (tap) return tap
  const word = normalizeWord(payload ?? text)
  if (stopWords.has(word)) return { kind: 'stop' }
  if (startWords.has(word)) return { kind: 'start' }
  if (helpWords.has(word)) return { kind: 'help' }
  return (payload === null ? (parsePause(text) ?? parseCommandWord(text)) : null) ?? parseCode(text) ?? { kind: 'other' }
}

function parseCommandWord(text: string): InboundCommand | null {
  const word = parseWord(text)
  return word && { kind: 'word', ...word }
}

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const showTap = new RegExp(`^show:${id}$`)
const ackTap = new RegExp(`^ack:${id}$`)
const answerTap = new RegExp(`^(send|drop|undo|again):${id}$`)
const doTap = new RegExp(`^do:([a-z]+):${id}(?::${id})?$`)
const proposalTap = new RegExp(`^(keep|leave):${id}$`)
const pickTap = new RegExp(`^pick:${id}:(\\S{1,150})$`)
const moreTap = new RegExp(`^more:${id}:(\\d{1,4})$`)
const pauseTap = /^pause:(\d{1,4})$/

function parseTap(payload: string): InboundCommand | null {
  const deliveryId = showTap.exec(payload)?.[1]
  if (deliveryId) return { kind: 'show', deliveryId }
  const acknowledged = ackTap.exec(payload)?.[1]
  if (acknowledged) return { kind: 'acknowledge', deliveryId: acknowledged }
  const [, pickedId, wamid = ''] = pickTap.exec(payload) ?? []
  if (pickedId) return { kind: 'pick', deliveryId: pickedId, wamid }
  const [, act, replyId = ''] = answerTap.exec(payload) ?? []
  const replyAction = replyActions.find(action => action === act)
  if (replyAction) return { kind: 'answer', act: replyAction, replyId }
  const rsvp = parseAnswerPayload(payload)
  if (rsvp) return { kind: 'rsvp', ...rsvp }
  const [, proposal, proposalId = ''] = proposalTap.exec(payload) ?? []
  if (proposal) return { kind: 'proposal', act: proposal === 'keep' ? 'keep' : 'leave', proposalId }
  return parseDo(payload) ?? parsePage(payload) ?? toPause(Number(pauseTap.exec(payload)?.[1] ?? 0))
}

function parseDo(payload: string): InboundCommand | null {
  const [, name, deliveryId = '', replyId = null] = doTap.exec(payload) ?? []
  const command = mailCommands.find(command => command === name)
  return command ? { kind: 'do', command, deliveryId, replyId } : null
}

function parsePage(payload: string): InboundCommand | null {
  const [, digestId, from] = moreTap.exec(payload) ?? []
  return digestId ? { kind: 'more', digestId, from: Number(from) } : null
}

const pauseWord = /^(?:paus[ea]|استراحه)(?:(\d{1,4})(h|hrs?|hours?|horas?|d|days?|dias?|ساعه|ساعات|يوم|ايام)?)?$/

/** PAUSE, PAUSE 2h, PAUSA 1 día, استراحة ٢ ساعة: the default unit is hours, the default duration a day. */
function parsePause(text: string): InboundCommand | null {
  const match = pauseWord.exec(normalizeWord(text.slice(0, maxText)))
  if (!match) return null
  const [, number = '24', unit = 'h'] = match
  return toPause(Number(number) * (/^[dيا]/.test(unit) ? 24 : 1))
}

const toPause = (hours: number): InboundCommand | null => (hours > 0 ? { kind: 'pause', hours: Math.min(hours, maxPauseHours) } : null)

// Codes avoid characters that are easily misread: no 0, O, 1, I or L.
const half = '[A-HJKMNP-Z2-9]{4}'
const code = new RegExp(`(?<![\\p{L}\\p{N}])(${half})([\\s\\p{P}\\p{S}]{0,3})(${half})(?![\\p{L}\\p{N}])`, 'gu')
const maxText = 1000

function parseCode(text: string): InboundCommand | null {
  const plain = text
    .slice(0, maxText)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
  const candidates = [...plain.matchAll(code)].map(match => ({
    code: `${match[1]}${match[3]}`,
    isSure:
      /\p{Pd}/u.test(match[2] ?? '') || match[0] === plain.trim() || /[:：]\s*$/u.test(plain.slice(0, match.index)) || /\d/.test(match[0]),
  }))
  const best = candidates.findLast(candidate => candidate.isSure) ?? candidates.at(-1)
  return best ? { kind: 'code', ...best } : null
}
