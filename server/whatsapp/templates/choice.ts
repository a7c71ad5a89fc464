// Chooses the templates for a purpose and language, best first.
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
  /** Since when staff do not want it to be used. */
  switchedOffAt: Date | null
  /** To the minute. */
  lastUsedAt: Date | null
  /** When it was last compared with Meta's list. */
  syncedAt: Date | null
  updatedAt: Date
}

/** Several refused templates in a row must not take longer than a claim lasts. */
const maxTried = 3

/** The templates for `purpose` that Meta accepts and we can fill: the user's language first, then by position. */
export function templatesFor(all: MessageTemplate[], purpose: TemplatePurpose, language: string, now: Date): MessageTemplate[] {
  return all
    .filter(template => template.purpose === purpose && isUsable(template, now) && isFillable(purpose, template.components))
    .toSorted((a, b) => languageDistance(a, language) - languageDistance(b, language) || a.position - b.position)
    .slice(0, maxTried)
}

// The exact language first, then a related one (en for en_GB), then any. Within these, Meta's marketing category comes last,
// because Meta may cap such messages and users may opt out of them.
function languageDistance({ language, category }: MessageTemplate, wanted: string): number {
  const kin = (tag: string) => tag.split(/[_-]/)[0]
  const distance = language === wanted.replace('-', '_') ? 0 : kin(language) === kin(wanted) ? 1 : 2
  return distance * 2 + (category === 'MARKETING' ? 1 : 0)
}
