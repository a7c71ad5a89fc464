// Makes threads at random, and says which of the sender's own lines an email's reading loses and which quoted lines it keeps.

import { lineText } from '../../core/message/blocks/shapes.ts'
import { extractOwnText } from '../../core/message/own-text.ts'
import type { MailView } from '../../core/message/view.ts'
import { viewed } from '../render-viewed.ts'
import { type Client, clients, type QuotedMail } from './clients.ts'
import { type Wording, wordings } from './languages.ts'

type Random = () => number
const forms = ['text', 'html', 'both', 'flowed'] as const
type Form = (typeof forms)[number]

export interface Thread {
  /** Client, form and language, to name a fault. */
  name: string
  raw: Buffer
  own: string[]
  quoted: string[]
}

const pick = <T>(random: Random, all: readonly T[]): T => {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** `#` stands for a word that occurs once in the thread. */
const ownSentences = [
  'Yes, # is fine with me.',
  'No #',
  'See you at 10:30 near #',
  'I wrote to #@example.org about it',
  'The # came on 3/3/2026 at 10:14 and was complete.',
  '# first:',
  '2 of # are enough.',
  'What about #? I would rather wait until the others have seen it, because nobody asked them yet.',
  'On Monday # people come, and we need the keys for the boat and for the house',
  '- # for the boat',
  'Von # habe ich nichts gehört',
  'يمكننا أن نلتقي عند # غدا',
  'Thanks for # and everything else!',
  'From # to the station it takes an hour.',
]
const quotedSentences = [
  'Could you bring # on Sunday?',
  'Thanks #!',
  'The # is under the pot near the door, and the spare one lies where it has always been lying.',
  'On Tuesday we wrote to # about it.',
  '# at 10:14',
  '1. #',
]

let serial = 0
const fill = (sentence: string, word: string): string => sentence.replace('#', `${word}${((serial += 1)).toString(36)}x`)

const someLines = (random: Random, sentences: readonly string[], word: string, most: number): string[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => fill(pick(random, sentences), word))

const authors = [
  { name: 'Rowan Ashdale', address: 'rowan@example.com' },
  { name: 'Dr. Mireille de la Fontaine-Ashdale', address: 'mireille.delafontaine@boathouse.example.com' },
  { name: '田中 花子', address: 'hanako@example.jp' },
]

function quoteMails(random: Random, levels: number): QuotedMail {
  return {
    author: pick(random, authors),
    sent: new Date(Date.UTC(2026, 2, 1 + Math.floor(random() * 28), Math.floor(random() * 24), Math.floor(random() * 60))),
    lines: someLines(random, quotedSentences, 'quo', 3),
    earlier: levels > 1 ? quoteMails(random, levels - 1) : null,
  }
}

const allLines = (mail: QuotedMail): string[] => [...mail.lines, ...(mail.earlier ? allLines(mail.earlier) : [])]

export function makeThread(random: Random): Thread {
  const [client, wording, form] = [pick(random, clients), pick(random, wordings), pick(random, forms)]
  const own = someLines(random, ownSentences, 'own', 6)
  const quoted = quoteMails(random, 1 + Math.floor(random() * 4))
  const isInline = client.marksLines && (form === 'text' || form === 'flowed') && random() < 0.4
  const device = random() < 0.3 ? ['', wording.device] : []
  const between = isInline ? someLines(random, ownSentences, 'own', 2) : []
  const text = [...own, ...device, ...placeAnswers(random, client.text(quoted, wording), between)]
  return {
    name: [client.name, form, wording.locale, isInline ? 'inline' : 'above'].join(', '),
    raw: Buffer.from([...head, ...body(form, text, toHtml(random, [...own, ...device], client, quoted, wording))].join('\r\n')),
    own: [...own, ...between].flatMap(findWord),
    quoted: allLines(quoted).flatMap(findWord),
  }
}

/** Below the first quoted line, with or without blank lines around them. */
function placeAnswers(random: Random, lines: string[], answers: string[]): string[] {
  // Some programs leave the blank line above the introduction out.
  const all = random() < 0.3 && lines[0] === '' && lines[1] !== '' ? lines.slice(1) : lines
  const at = random() < 0.3 ? all.length : all.findIndex(line => line.startsWith('>') && line.includes('quo')) + 1
  if (at <= 0 || answers.length === 0) return all
  const gap = random() < 0.5 ? [''] : []
  return [...all.slice(0, at), ...gap, ...answers, ...gap, ...all.slice(at)]
}

const findWord = (line: string): string[] => /(?:own|quo)[a-z0-9]+x/.exec(line)?.slice(0, 1) ?? []

function toHtml(random: Random, own: string[], client: Client, quoted: QuotedMail, wording: Wording): string {
  const escaped = own.map(line => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  const written =
    random() < 0.5 ? escaped.map(line => `<div>${line || '<br>'}</div>`).join('') : `<div dir="auto">${escaped.join('<br>')}</div>`
  return `<html><body>${written}${client.html(quoted, wording)}</body></html>`
}

const head = [
  'From: Anna Boss <anna@example.com>',
  'To: Rowan Ashdale <rowan@example.com>',
  'Subject: Re: The keys',
  'Message-ID: <2@example.com>',
  'In-Reply-To: <1@example.com>',
  'MIME-Version: 1.0',
]

function body(form: Form, text: string[], html: string): string[] {
  const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', ...text]
  const page = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', html]
  if (form === 'text') return plain
  if (form === 'html') return page
  if (form === 'flowed')
    return ['Content-Type: text/plain; charset=utf-8; format=flowed', 'Content-Transfer-Encoding: 8bit', '', ...text.flatMap(toFlowed)]
  return ['Content-Type: multipart/alternative; boundary=b', '', '--b', ...plain, '--b', ...page, '--b--', '']
}

/** RFC 3676 §4.2: a space at the end of a line means that the paragraph goes on; each line keeps its quote marks. */
function toFlowed(line: string): string[] {
  const marks = /^[> ]*/.exec(line)?.[0].replaceAll(' ', '') ?? ''
  const words = line
    .slice((/^[> ]*/.exec(line)?.[0] ?? '').length)
    .trimEnd()
    .split(' ')
  const lines: string[] = ['']
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length > 60) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  // A quoted line may end with the space that its author's program wrote.
  const end = marks !== '' && line.endsWith('x') ? ' ' : ''
  return lines.map((each, at) => `${marks}${marks === '' ? '' : ' '}${each}${at < lines.length - 1 ? ' ' : end}`)
}

/** What filters read, and what the phone shows. */
export async function findFaults({ name, raw, own, quoted }: Thread): Promise<string[]> {
  const view = await viewed(raw)
  const readings: [string, string][] = [
    ['filters', extractOwnText(view)],
    ['phone', shownText(view)],
  ]
  return readings.flatMap(([reader, text]) => [
    ...own.filter(word => !text.includes(word)).map(word => `${name}: ${reader} lost ${word}`),
    ...quoted.filter(word => text.includes(word)).map(word => `${name}: ${reader} leaked ${word}`),
  ])
}

/** Without quoted lines: those that stay stand above an answer. */
const shownText = ({ blocks }: MailView): string =>
  (blocks?.blocks ?? [])
    .filter(block => !block.fold && !block.quote)
    .map(block => block.lines.map(lineText).join('\n'))
    .join('\n')
