// Checks a message against the limits before it leaves: exceeding one is our mistake.
import type { WhatsAppLimits } from '../limits.ts'

/** A message of ours that WhatsApp would refuse. */
export class PayloadError extends Error {}

/** Throws unless `text` has from one to `limits[name]` letters; `where` names it for who reads the log. */
export function within(limits: WhatsAppLimits, name: keyof WhatsAppLimits, where: string, text: string): string {
  if (text === '') throw new PayloadError(`${where} is empty.`)
  return atMost(limits, name, where, text)
}

export function atMost(limits: WhatsAppLimits, name: keyof WhatsAppLimits, where: string, text: string): string {
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
