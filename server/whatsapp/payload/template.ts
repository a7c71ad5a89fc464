// Builds the payload of an approved template: its name, its parameters, and the payloads of its buttons.
import type { WhatsAppLimits } from '../limits.ts'
import { checkText, PayloadError } from './checks.ts'
import type { PayloadContent, WhatsAppUser } from './shapes.ts'

export interface TemplateMessage {
  name: string
  language: string
  /** The approved body, with its `{{names}}`. */
  body: string
  values: Record<string, string>
  /** The payload of each quick reply, in order. */
  payloads: string[]
}

export function templateContent(limits: WhatsAppLimits, { name, language, body, values, payloads }: TemplateMessage): PayloadContent {
  const names = variableNames(body)
  const parameters = names.map(name => ({ type: 'text' as const, parameter_name: name, text: requireCleanLine(name, values[name]) }))
  const rendered = fillBody(body, values).length
  if (rendered > limits.templateBody)
    throw new PayloadError(`The filled template has ${rendered} characters; the maximum is ${limits.templateBody}.`)
  const buttons = payloads.map((payload, index) => ({
    type: 'button' as const,
    sub_type: 'quick_reply' as const,
    index: String(index),
    parameters: [{ type: 'payload' as const, payload: checkText(limits, 'buttonId', 'The payload of a button', payload) }],
  }))
  return { type: 'template', template: { name, language: { code: language }, components: [{ type: 'body', parameters }, ...buttons] } }
}

const maxCode = 15

/**
 * The code is used twice: in Meta's text and for the copy button (…/templates/authentication-templates).
 * It can only be sent to numbers (…/business-scoped-user-ids).
 */
export function codeContent(
  to: WhatsAppUser,
  { name, language }: Pick<TemplateMessage, 'name' | 'language'>,
  code: string,
): PayloadContent {
  if (to.waId === null) throw new PayloadError('An authentication template needs a phone number.')
  if (code.length > maxCode) throw new PayloadError(`The code has ${code.length} characters; the maximum is ${maxCode}.`)
  const parameters = [{ type: 'text' as const, text: requireCleanLine('code', code) }]
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

/** The distinct names between double braces, in order. */
export const variableNames = (body: string): string[] => [
  ...new Set([...body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(match => match[1] ?? '')),
]

/** The text as the phone shows it. */
export const fillBody = (body: string, values: Record<string, string>): string =>
  body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')

// Meta refuses parameters that are empty or contain line breaks, tabs, or more than four spaces in a row (132018).
function requireCleanLine(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new PayloadError(`The template's ${name} is empty.`)
  if (/[\n\r\t]| {5,}/.test(text)) throw new PayloadError(`The template's ${name} is not one clean line.`)
  return text
}
