// Chooses the templates for a purpose and a language, the best first.
import { isFillable, type TemplatePurpose } from './draft.ts'
import { isUsable, type TemplateState } from './lifecycle.ts'
import type { Components } from './wire.ts'

export interface MessageTemplate {
  id: string
  purpose: TemplatePurpose
  name: string
  language: string
  category: string
  components: Components
  state: TemplateState
  metaId: string | null
  quality: string | null
  reason: string | null
  pausedUntil: Date | null
  position: number
  updatedAt: Date
}

/** Refusals of several templates in a row must not take longer than a claim holds. */
const mostTried = 3

/** Those of `purpose` that Meta takes and we can fill: the person's language before others, then by position. */
export function templatesFor(all: MessageTemplate[], purpose: TemplatePurpose, language: string, now: Date): MessageTemplate[] {
  return all
    .filter(one => one.purpose === purpose && isUsable(one, now) && isFillable(purpose, one.components))
    .toSorted((a, b) => strangeness(a, language) - strangeness(b, language) || a.position - b.position)
    .slice(0, mostTried)
}

// The very language, then its kin (en for en_GB), then any; what Meta counts as marketing may be capped and opted out of, so it stands behind.
function strangeness({ language, category }: MessageTemplate, wanted: string): number {
  const kin = (tag: string) => tag.split(/[_-]/)[0]
  const distance = language === wanted.replace('-', '_') ? 0 : kin(language) === kin(wanted) ? 1 : 2
  return distance * 2 + (category === 'MARKETING' ? 1 : 0)
}
