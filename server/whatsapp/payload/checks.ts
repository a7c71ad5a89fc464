// The checks of a message before it leaves: what breaks a limit is our mistake, found here and never at Meta.
import type { Limits } from '../limits.ts'

/** A message of ours that WhatsApp would refuse. */
export class PayloadError extends Error {}

/** Throws unless `text` has from one to `limits[name]` letters; `where` names it for who reads the log. */
export function within(limits: Limits, name: keyof Limits, where: string, text: string): string {
  if (text === '') throw new PayloadError(`${where} is empty.`)
  return atMost(limits, name, where, text)
}

export function atMost(limits: Limits, name: keyof Limits, where: string, text: string): string {
  if (text.length > limits[name]) throw new PayloadError(`${where} has ${text.length} letters; ${limits[name]} is the most.`)
  return text
}

export function countOf<T>(where: string, items: T[], most: number): T[] {
  if (items.length === 0 || items.length > most) throw new PayloadError(`${where}: there are ${items.length}; from 1 to ${most} may be.`)
  return items
}

export function allDifferent(where: string, texts: string[]): void {
  if (new Set(texts).size < texts.length) throw new PayloadError(`${where} are not all different: ${texts.join(', ')}.`)
}
