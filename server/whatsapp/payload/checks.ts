// Checks a message against the limits before it is sent; exceeding one is a bug in our code.
import type { WhatsAppLimits } from '../limits.ts'

/** A message that WhatsApp would refuse. */
export class PayloadError extends Error {}

/** Throws unless `text` has 1 to `limits[name]` characters; `label` names it in the log. */
export function checkText(limits: WhatsAppLimits, name: keyof WhatsAppLimits, label: string, text: string): string {
  if (text === '') throw new PayloadError(`${label} is empty.`)
  return checkLength(limits, name, label, text)
}

export function checkLength(limits: WhatsAppLimits, name: keyof WhatsAppLimits, label: string, text: string): string {
  if (text.length > limits[name]) throw new PayloadError(`${label} has ${text.length} characters; the maximum is ${limits[name]}.`)
  return text
}

export function checkCount<T>(label: string, items: T[], max: number): T[] {
  if (items.length === 0 || items.length > max) throw new PayloadError(`${label}: ${items.length} given; 1 to ${max} are allowed.`)
  return items
}

export function checkDistinct(label: string, texts: string[]): void {
  if (new Set(texts).size < texts.length) throw new PayloadError(`${label} are not all different: ${texts.join(', ')}.`)
}
