// Judges the templates: whether Meta has approved one for each purpose, and which of ours to submit.
import type { GraphFailure } from '../../../whatsapp/client.ts'
import type { MessageTemplate } from '../../../whatsapp/templates/choice.ts'
import { AnnouncementPurpose, isFillable, type TemplatePurpose } from '../../../whatsapp/templates/draft.ts'
import { isUsable } from '../../../whatsapp/templates/lifecycle.ts'
import type { TemplateListed } from '../../../whatsapp/templates/wire.ts'
import { type DoctorFinding, failing, note, ok } from '../finding.ts'

type Standing = 'ok' | 'unheard' | 'pending' | 'refused' | 'missing'

/** `ours` as they are kept, `told` as Meta lists them; `needsCodes` where people are to sign in by phone. */
export function judgeTemplates(
  ours: readonly MessageTemplate[],
  told: { kind: 'templates'; items: TemplateListed[] } | GraphFailure,
  host: string,
  now: Date,
  needsCodes = false,
): DoctorFinding {
  if (told.kind === 'transport') return failing('templates', 'graph.away', { host, why: told.reason })
  if (told.kind === 'graph') return failing('templates', 'graph.refused', { code: told.code ?? told.status })
  const best = AnnouncementPurpose.options.map(purpose => bestOf(ours, told.items, purpose, now))
  const known = best.filter(one => one !== null)
  if (known.length < best.length) return failing('templates', 'templates.unwritten')
  // What has to be done first, for all that it has to be done to.
  const worst =
    (['missing', 'refused', 'pending', 'unheard', 'ok'] as const).find(one => known.some(({ standing }) => standing === one)) ?? 'ok'
  const those = known.filter(({ standing }) => standing === worst)
  const names = those.map(({ template }) => template.name).join(', ')
  const codes = needsCodes ? bestOf(ours, told.items, 'sign_in_code', now) : null
  if (worst === 'ok' && codes && codes.standing !== 'ok') return note('templates', 'templates.codes', { name: codes.template.name })
  if (worst === 'ok') return ok('templates', 'templates.ok', { names })
  if (worst === 'pending' || worst === 'unheard') return note('templates', `templates.${worst}`, { names })
  if (worst === 'missing') return failing('templates', 'templates.missing', { names })
  return failing('templates', 'templates.refused', { names, why: those.map(one => one.why).join(', ') })
}

interface Best {
  template: MessageTemplate
  standing: Standing
  /** What Meta says of one that it has not approved. */
  why: string
}

/** The template of a purpose that is nearest to being sent; null where none is written down. */
function bestOf(ours: readonly MessageTemplate[], listed: TemplateListed[], purpose: TemplatePurpose, now: Date): Best | null {
  const order: Standing[] = ['ok', 'unheard', 'pending', 'refused', 'missing']
  const all = ours
    .filter(template => template.purpose === purpose && isFillable(purpose, template.components))
    .map(template => bestStanding(template, listed, now))
  return all.toSorted((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing))[0] ?? null
}

function bestStanding(template: MessageTemplate, listed: TemplateListed[], now: Date): Best {
  const known = listed.find(one => one.name === template.name && one.language === template.language)
  const why = known ? (known.rejected_reason ?? known.status).toLowerCase() : ''
  return { template, why, standing: standingOf(known?.status, isUsable(template, now)) }
}

function standingOf(status: string | undefined, isUsableHere: boolean): Standing {
  if (status === undefined) return 'missing'
  if (status === 'APPROVED') return isUsableHere ? 'ok' : 'unheard'
  return status === 'PENDING' || status === 'IN_APPEAL' ? 'pending' : 'refused'
}
