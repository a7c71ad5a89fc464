// What WhatsApp says about a template, and whether staff have turned it off.
import { Pause } from 'lucide-react'
import type { Template } from '../../../../core/api/templates.ts'
import { type StateKind, StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../../words/words.tsx'

const kinds: Record<Template['state'], StateKind> = {
  draft: 'off',
  pending: 'info',
  approved: 'ok',
  rejected: 'bad',
  paused: 'warn',
  disabled: 'bad',
}

export function TemplateState({ template: { state, isSwitchedOff } }: { template: Pick<Template, 'state' | 'isSwitchedOff'> }) {
  const t = useWords('admintemplates')
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
      {isSwitchedOff && <StateLabel kind="warn" icon={Pause} label={t('off')} />}
    </span>
  )
}
