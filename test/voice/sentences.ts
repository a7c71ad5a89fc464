// Reads the English catalogs as a person would: plain sentences, without the syntax of messages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const folder = join(import.meta.dirname, '../../core/words/en')

export interface Text {
  key: string
  text: string
}

export const catalogNames = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))

/** Every wording of a message, one for each case of its plurals and selects; a value reads as "x". */
export function textsOf(catalog: string): Text[] {
  const messages: Record<string, string> = JSON.parse(readFileSync(join(folder, `${catalog}.json`), 'utf8'))
  return Object.entries(messages).flatMap(([key, message]) => wordings(compileMessage(message)).map(text => ({ key, text: plain(text) })))
}

const plain = (text: string) => text.replaceAll(/<\/?\w+>/g, '')

type Part = string | [string, string?, Record<string, Part[] | number>?]

/** The first has the case `other` everywhere; each of the others differs from it in one case. */
function wordings(parts: unknown): string[] {
  if (typeof parts === 'string') return [parts]
  if (!Array.isArray(parts)) return []
  const said = (parts as Part[]).map(part => (typeof part === 'string' ? [part] : cases(part)))
  const usual = said.map(one => one[0] ?? '')
  const others = said.flatMap((one, at) => one.slice(1).map(text => usual.with(at, text).join('')))
  return [usual.join(''), ...others]
}

function cases([, kind, choices]: Exclude<Part, string>): string[] {
  if (kind === undefined || choices === undefined || !['plural', 'select', 'selectordinal'].includes(kind)) return ['x']
  const { other, ...rest } = choices
  return [other, ...Object.values(rest)].filter(one => typeof one !== 'number').flatMap(wordings)
}

/** Sentences of at least five words, which are read and not only seen. */
export const sentencesIn = (texts: Text[]): Text[] =>
  texts.flatMap(({ key, text }) =>
    text
      .split(/(?<=[.!?…])\s+|\n+/)
      .filter(sentence => wordsIn(sentence).length >= 5)
      .map(sentence => ({ key, text: sentence })),
  )

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []
