// Sends a sign-in code to a phone number, using Meta's own template with a button to copy the code.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Graph } from './client.ts'
import { toOutcome } from './errors.ts'
import { payloadFor } from './payload/message.ts'
import { codeContent } from './payload/template.ts'
import { type MessageTemplate, templatesFor } from './templates/choice.ts'
import { isTemplateTrouble } from './templates/lifecycle.ts'

export interface CodeDeps {
  graph: Graph
  templates: MessageTemplate[]
  language: string
  now: Date
  /** Meta does not accept this template (any more). */
  onRefused(template: MessageTemplate, code: number, detail: string): Promise<void>
  /** Meta has accepted a message with this template; never throws. */
  onUsed(template: MessageTemplate): Promise<void>
}

/** `unknown`: it may still arrive and is not resent automatically. `reason` is a key in core/words/<language>/whatsapp.json. */
export type CodeOutcome =
  | { kind: 'sent'; wamid: string }
  | { kind: 'unknown' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unavailable'; reason: string }

/** `phone`: the digits of a number; Meta does not send codes to business-scoped ids. */
export async function sendCode(deps: CodeDeps, phone: string, code: string): Promise<CodeOutcome> {
  const { graph, templates, language, now } = deps
  const to = { waId: phone, waUserId: null }
  for (const template of templatesFor(templates, 'sign_in_code', language, now)) {
    const result = await graph.postMessage(payloadFor(graph.limits, to, codeContent(to, template, code)))
    if (result.kind === 'accepted') await deps.onUsed(template)
    if (result.kind !== 'graph' || !isTemplateTrouble(result.code)) return toCodeOutcome(toOutcome(result))
    await deps.onRefused(template, result.code ?? 0, result.details ?? result.message)
  }
  return { kind: 'unavailable', reason: 'no_template' }
}

/** Reasons that mean no code can reach the number. */
const numberReasons = new Set(['undeliverable', 'country_restricted', 'own_number', 'not_in_test_list', 'experiment'])

function toCodeOutcome(outcome: Outcome): CodeOutcome {
  if (outcome.kind === 'sent' || outcome.kind === 'unknown') return outcome
  return { kind: numberReasons.has(outcome.reason) ? 'unreachable' : 'unavailable', reason: outcome.reason }
}
