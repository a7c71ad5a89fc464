// Judges the templates: whether Meta has approved one for each purpose, and which of ours to submit.
import type { GraphFailure } from '../../../whatsapp/client.ts'
import type { MessageTemplate } from '../../../whatsapp/templates/choice.ts'
import { AnnouncementPurpose, isFillable, type TemplatePurpose } from '../../../whatsapp/templates/draft.ts'
import { isUsable } from '../../../whatsapp/templates/lifecycle.ts'
import type { TemplateListed } from '../../../whatsapp/templates/wire.ts'
import { type DoctorFinding, failing, needsAttention, ok } from '../finding.ts'

type TemplateReadiness = 'ok' | 'unheard' | 'pending' | 'refused' | 'missing'

/** `ours`: saved templates; `answer`: Meta's list; `needsCodes`: people may sign in by phone. */
export function judgeTemplates(
  ours: readonly MessageTemplate[],
  answer: { kind: 'templates'; items: TemplateListed[] } | GraphFailure,
  host: string,
  now: Date,
  needsCodes = false,
): DoctorFinding {
  if (answer.kind === 'transport') return failing('templates', 'graph.away', { host, why: answer.reason })
  if (answer.kind === 'graph') return failing('templates', 'graph.refused', { code: answer.code ?? answer.status })
  const best = AnnouncementPurpose.options.map(purpose => findBest(ours, answer.items, purpose, now))
  const existing = best.filter(item => item !== null)
  if (existing.length < best.length) return failing('templates', 'templates.unwritten')
  // Report only the most urgent state, for all templates in it.
  const worst =
    (['missing', 'refused', 'pending', 'unheard', 'ok'] as const).find(item => existing.some(({ state }) => state === item)) ?? 'ok'
  const affected = existing.filter(({ state }) => state === worst)
  const names = affected.map(({ template }) => template.name).join(', ')
  const codes = needsCodes ? findBest(ours, answer.items, 'sign_in_code', now) : null
  if (worst === 'ok' && codes && codes.state !== 'ok') return needsAttention('templates', 'templates.codes', { name: codes.template.name })
  if (worst === 'ok') return ok('templates', 'templates.ok', { names })
  if (worst === 'pending' || worst === 'unheard') return needsAttention('templates', `templates.${worst}`, { names })
  if (worst === 'missing') return failing('templates', 'templates.missing', { names })
  return {
    ...failing('templates', 'templates.refused', { names, why: affected.map(item => item.why).join(', ') }),
    link: '/admin/templates',
  }
}

interface BestTemplate {
  template: MessageTemplate
  state: TemplateReadiness
  /** Meta's reason or status for a template that is not approved. */
  why: string
}

/** The template of a purpose that is closest to usable; null when none exists. */
function findBest(ours: readonly MessageTemplate[], listed: TemplateListed[], purpose: TemplatePurpose, now: Date): BestTemplate | null {
  const order: TemplateReadiness[] = ['ok', 'unheard', 'pending', 'refused', 'missing']
  const all = ours
    .filter(template => template.purpose === purpose && isFillable(purpose, template.components))
    .map(template => toReadiness(template, listed, now))
  return all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0] ?? null
}

function toReadiness(template: MessageTemplate, listed: TemplateListed[], now: Date): BestTemplate {
  const existing = listed.find(item => item.name === template.name && item.language === template.language)
  // Meta writes NONE where it has paused or disabled one without rejecting it.
  const reason = existing?.rejected_reason === 'NONE' ? null : existing?.rejected_reason
  const why = (reason ?? existing?.status ?? '').toLowerCase()
  return { template, why, state: readinessOf(existing?.status, isUsable(template, now)) }
}

function readinessOf(status: string | undefined, isUsableHere: boolean): TemplateReadiness {
  if (status === undefined) return 'missing'
  if (status === 'APPROVED') return isUsableHere ? 'ok' : 'unheard'
  return status === 'PENDING' || status === 'IN_APPEAL' ? 'pending' : 'refused'
}
