// Composes a reply as a raw email: the same bytes each time, so that a retry is the same email.
import type { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import type { MailAddress } from '../../../core/message/view.ts'
import { quotedPrintable, toFlowed } from './flowed.ts'

export interface ReplyFile {
  name: string
  /** A media type; anything else is sent as application/octet-stream. */
  type: string
  bytes: Buffer
}

export interface ComposedReply {
  /** The SMTP envelope: sender and destination. */
  envelope: { from: string; to: string }
  messageId: string
  raw: Buffer
}

/** `id` is the reply's, `at` when it was written, `domain` the domain part of the Message-ID. */
export function composeReply(
  draft: ReplyDraft,
  files: ReplyFile[],
  { id, at, domain }: { id: string; at: Date; domain: string },
): ComposedReply {
  const messageId = messageIdOf(id, domain)
  const boundary = `=_${id}`
  const text = textPart(draft.body)
  const body = draft.invitation ? alternativePart(`=_a${id}`, [text, calendarPart(draft.invitation.calendar)]) : text
  const head = [
    ['From', formatAddress(draft.from)],
    ['To', formatAddress(draft.to)],
    ...(draft.replyTo ? [['Reply-To', formatAddress(draft.replyTo)]] : []),
    ['Subject', formatSubject(draft.subject)],
    ['Date', formatDate(at)],
    ['Message-ID', messageId],
    ...(draft.inReplyTo ? [['In-Reply-To', draft.inReplyTo]] : []),
    ...(draft.references.length > 0 ? [['References', draft.references.join('\r\n ')]] : []),
    ['MIME-Version', '1.0'],
    ...(files.length > 0 ? [['Content-Type', `multipart/mixed; boundary="${boundary}"`]] : body.head),
  ]
  const content = files.length > 0 ? joinParts(boundary, [body, ...files.map(filePart)]) : body.content
  const raw = Buffer.from(`${formatHeaders(head)}\r\n\r\n${content}\r\n`, 'latin1')
  return { envelope: { from: draft.from.address, to: draft.to.address }, messageId, raw }
}

export const messageIdOf = (id: string, domain: string): string => `<reply.${id}@${/^[a-z0-9.-]+$/i.test(domain) ? domain : 'localhost'}>`

interface Part {
  head: string[][]
  /** One octet per character. */
  content: string
}

const formatHeaders = (head: string[][]): string =>
  head.map(([name = '', value = '']) => `${name}: ${withoutInjectedLines(value)}`).join('\r\n')

/** Prevents header injection: the only line breaks left are our own foldings, which a space follows. */
const withoutInjectedLines = (value: string): string => value.replace(/\r\n(?! )|\r(?!\n)|(?<!\r)\n|\0/g, ' ')

function textPart(text: string): Part {
  return {
    head: [
      ['Content-Type', 'text/plain; charset=utf-8; format=flowed'],
      ['Content-Transfer-Encoding', 'quoted-printable'],
    ],
    content: quotedPrintable(toFlowed(text)),
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

/** The same content in several forms, the plainest first (RFC 2046 §5.1.4). */
const alternativePart = (boundary: string, parts: Part[]): Part => ({
  head: [['Content-Type', `multipart/alternative; boundary="${boundary}"`]],
  content: joinParts(boundary, parts),
})

const base64 = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')

function filePart({ name, type, bytes }: ReplyFile): Part {
  const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/i.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream'
  // An email within an email may not be in base64 (RFC 2046 §5.2.1), so we send it as a plain file.
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

const joinParts = (boundary: string, parts: Part[]): string =>
  [...parts.map(({ head, content }) => `--${boundary}\r\n${formatHeaders(head)}\r\n\r\n${content}`), `--${boundary}--`].join('\r\n')

const maxNameLength = 120

/** RFC 2231 §4, with a plain name for programs that don't support it. */
function fileName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_').trim() || 'file'
  const dot = cleaned.lastIndexOf('.')
  const ending = dot > 0 && cleaned.length - dot <= 12 ? cleaned.slice(dot) : ''
  const shortened = (cleaned.slice(0, cleaned.length - ending.length).slice(0, maxNameLength) + ending).toWellFormed()
  const plain = shortened.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const escaped = encodeURIComponent(shortened).replace(/['()*!]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return plain === shortened ? `filename="${plain}"` : `filename="${plain}";\r\n filename*=UTF-8''${escaped}`
}

/** `Tue, 03 Mar 2026 10:14:00 +0000` (RFC 5322 §3.3). */
const formatDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

function formatAddress({ name, address }: MailAddress): string {
  if (name === '') return `<${address}>`
  const shown = /^[\x20-\x7e]{1,60}$/.test(name) && !name.includes('=?') ? `"${name.replace(/(["\\])/g, '\\$1')}"` : encodedWords(name)
  return `${shown} <${address}>`
}

/** A subject that looks like an encoded word would be decoded as one, so we encode it. */
const formatSubject = (text: string): string => (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?') ? text : encodedWords(text))

const maxWordOctets = 45

/** RFC 2047 §2: words of at most 75 characters that don't split a character. */
function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(word + character) > maxWordOctets) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map(part => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}
