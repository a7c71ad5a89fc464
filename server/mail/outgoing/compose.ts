// Composes a reply as raw mail: the same bytes each time, so that a retry is the same email.
import type { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import type { MailAddress } from '../../../core/message/view.ts'
import { flowed, quotedPrintable } from './flowed.ts'

export interface ReplyFile {
  name: string
  /** A media type; anything else is sent as octets. */
  type: string
  bytes: Buffer
}

export interface ComposedReply {
  /** Who asks for it at the SMTP server, and who gets it. */
  envelope: { from: string; to: string }
  messageId: string
  raw: Buffer
}

/** `id` is the reply's, `at` when it was written; `domain` stands behind the Message-ID. */
export function compose(
  draft: ReplyDraft,
  files: ReplyFile[],
  { id, at, domain }: { id: string; at: Date; domain: string },
): ComposedReply {
  const messageId = messageIdOf(id, domain)
  const boundary = `=_${id}`
  const text = textPart(draft.body)
  const body = draft.invitation ? eitherOf(`=_a${id}`, [text, calendarPart(draft.invitation.calendar)]) : text
  const head = [
    ['From', addressOf(draft.from)],
    ['To', addressOf(draft.to)],
    ...(draft.replyTo ? [['Reply-To', addressOf(draft.replyTo)]] : []),
    ['Subject', unstructured(draft.subject)],
    ['Date', dateOf(at)],
    ['Message-ID', messageId],
    ...(draft.inReplyTo ? [['In-Reply-To', draft.inReplyTo]] : []),
    ...(draft.references.length > 0 ? [['References', draft.references.join('\r\n ')]] : []),
    ['MIME-Version', '1.0'],
    ...(files.length > 0 ? [['Content-Type', `multipart/mixed; boundary="${boundary}"`]] : body.head),
  ]
  const content = files.length > 0 ? joined(boundary, [body, ...files.map(filePart)]) : body.content
  const raw = Buffer.from(`${headOf(head)}\r\n\r\n${content}\r\n`, 'latin1')
  return { envelope: { from: draft.from.address, to: draft.to.address }, messageId, raw }
}

export const messageIdOf = (id: string, domain: string): string => `<reply.${id}@${/^[a-z0-9.-]+$/i.test(domain) ? domain : 'localhost'}>`

interface Part {
  head: string[][]
  /** An octet a letter. */
  content: string
}

const headOf = (head: string[][]): string => head.map(([name = '', value = '']) => `${name}: ${guarded(value)}`).join('\r\n')

/** Whatever came in: a line's end in a header is only ever one of ours, before a space. */
const guarded = (value: string): string => value.replace(/\r\n(?! )|\r(?!\n)|(?<!\r)\n|\0/g, ' ')

function textPart(text: string): Part {
  return {
    head: [
      ['Content-Type', 'text/plain; charset=utf-8; format=flowed'],
      ['Content-Transfer-Encoding', 'quoted-printable'],
    ],
    content: quotedPrintable(flowed(text)),
  }
}

/** RFC 6047 §2.4. */
const calendarPart = (calendar: string): Part => ({
  head: [
    ['Content-Type', 'text/calendar; charset=utf-8; method=REPLY'],
    ['Content-Transfer-Encoding', 'base64'],
  ],
  content: base64(Buffer.from(calendar)),
})

/** One content in several forms, the plainest first (RFC 2046 §5.1.4). */
const eitherOf = (boundary: string, deps: Part[]): Part => ({
  head: [['Content-Type', `multipart/alternative; boundary="${boundary}"`]],
  content: joined(boundary, deps),
})

const base64 = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')

function filePart({ name, type, bytes }: ReplyFile): Part {
  const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/i.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream'
  // A mail in a mail may not be in base64 (RFC 2046 §5.2.1), and what is one here is a file.
  const shown = /^(?:multipart|message)\//.test(mediaType) ? 'application/octet-stream' : mediaType
  return {
    head: [
      ['Content-Type', shown],
      ['Content-Transfer-Encoding', 'base64'],
      ['Content-Disposition', `attachment;\r\n ${fileName(name)}`],
    ],
    content: base64(bytes),
  }
}

const joined = (boundary: string, deps: Part[]): string =>
  [...deps.map(({ head, content }) => `--${boundary}\r\n${headOf(head)}\r\n\r\n${content}`), `--${boundary}--`].join('\r\n')

const longestName = 120

/** RFC 2231 §4, and a plain name for who does not read that. */
function fileName(name: string): string {
  const whole = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_').trim() || 'file'
  const dot = whole.lastIndexOf('.')
  const ending = dot > 0 && whole.length - dot <= 12 ? whole.slice(dot) : ''
  const kept = (whole.slice(0, whole.length - ending.length).slice(0, longestName) + ending).toWellFormed()
  const plain = kept.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const escaped = encodeURIComponent(kept).replace(/['()*!]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return plain === kept ? `filename="${plain}"` : `filename="${plain}";\r\n filename*=UTF-8''${escaped}`
}

/** `Tue, 03 Mar 2026 10:14:00 +0000` (RFC 5322 §3.3). */
const dateOf = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

function addressOf({ name, address }: MailAddress): string {
  if (name === '') return `<${address}>`
  const shown = /^[\x20-\x7e]{1,60}$/.test(name) && !name.includes('=?') ? `"${name.replace(/(["\\])/g, '\\$1')}"` : encodedWords(name)
  return `${shown} <${address}>`
}

/** A subject that looks like an encoded word would be read as one. */
const unstructured = (text: string): string => (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?') ? text : encodedWords(text))

const octetsOfWord = 45

/** RFC 2047 §2: words of at most 75 letters, none of which ends within a character. */
function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const letter of text.toWellFormed()) {
    if (Buffer.byteLength(word + letter) > octetsOfWord) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  return [...words, word].map(part => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}
