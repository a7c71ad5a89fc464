// Builds the payload of an approved template: its name, its parameters, and the payloads of its buttons.
import type { WhatsAppLimits } from '../limits.ts'
import { PayloadError, within } from './checks.ts'
import type { PayloadContent, WhatsAppUser } from './shapes.ts'

export interface Filled {
  name: string
  language: string
  /** The body as it was approved, with its `{{names}}`. */
  body: string
  values: Record<string, string>
  /** What each quick reply brings back, in their order. */
  payloads: string[]
}

export function templateContent(limits: WhatsAppLimits, { name, language, body, values, payloads }: Filled): PayloadContent {
  const names = namesIn(body)
  const parameters = names.map(one => ({ type: 'text' as const, parameter_name: one, text: cleanLine(one, values[one]) }))
  const rendered = fill(body, values).length
  if (rendered > limits.templateBody)
    throw new PayloadError(`The filled template has ${rendered} letters; ${limits.templateBody} is the most.`)
  const buttons = payloads.map((payload, index) => ({
    type: 'button' as const,
    sub_type: 'quick_reply' as const,
    index: String(index),
    parameters: [{ type: 'payload' as const, payload: within(limits, 'buttonId', 'The payload of a button', payload) }],
  }))
  return { type: 'template', template: { name, language: { code: language }, components: [{ type: 'body', parameters }, ...buttons] } }
}

const mostCode = 15

/**
 * A code goes in twice: into the words that Meta wrote, and behind the button that copies it (…/templates/authentication-templates).
 * It reaches numbers alone (…/business-scoped-user-ids).
 */
export function codeContent(to: WhatsAppUser, { name, language }: Pick<Filled, 'name' | 'language'>, code: string): PayloadContent {
  if (to.waId === null) throw new PayloadError('An authentication template needs a number to go to.')
  if (code.length > mostCode) throw new PayloadError(`The code has ${code.length} letters; ${mostCode} is the most.`)
  const parameters = [{ type: 'text' as const, text: cleanLine('code', code) }]
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      components: [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ],
    },
  }
}

/** The names between double braces, each once, in their order. */
export const namesIn = (body: string): string[] => [...new Set([...body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(match => match[1] ?? ''))]

/** The text that stands on the phone. */
export const fill = (body: string, values: Record<string, string>): string =>
  body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')

// Meta refuses line breaks, tabs, more than four blanks in a row and emptiness in a parameter (132018).
function cleanLine(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new PayloadError(`The template's ${name} is empty.`)
  if (/[\n\r\t]| {5,}/.test(text)) throw new PayloadError(`The template's ${name} is not one clean line.`)
  return text
}
