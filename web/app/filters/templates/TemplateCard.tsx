// One filter template: what it does, the senders to fill in, and a button that uses it.
import { Banknote, BellRing, HeartHandshake, KeyRound, type LucideIcon, Package, ReceiptText } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FilterDraft } from '../../../../core/api/filters.ts'
import { buildTemplateFilter, type FilterTemplate, type TemplateId } from '../../../../core/filters/templates/templates.ts'
import { Button } from '../../../ui/Button.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TokenInput } from '../../../ui/forms/TokenInput.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import type { Prefilled } from '../filter-draft.ts'

const icons: Record<TemplateId, LucideIcon> = {
  bank: Banknote,
  codes: KeyRound,
  family: HeartHandshake,
  on_call: BellRing,
  parcels: Package,
  invoices: ReceiptText,
}

export type FilledTemplate = Pick<FilterDraft, 'name' | 'condition' | 'actions'>

interface TemplateCardProps {
  template: FilterTemplate
  /** What to do with the filter; without it, the filter opens in the editor. */
  use?: { word: string; busy: boolean; onUse(filled: FilledTemplate): void }
  /** The person has this filter already. */
  isAdded?: boolean
}

export function TemplateCard({ template, use, isAdded = false }: TemplateCardProps) {
  const t = useWords('templates')
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [senders, setSenders] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)
  const { id } = template
  const Icon = icons[id]
  const applyTemplate = (event: FormEvent) => {
    event.preventDefault()
    const filled = buildTemplateFilter(template, senders)
    setMissing(!filled)
    if (!filled) return form.current?.querySelector('input')?.focus()
    const withTitle = { ...filled, name: t(`${id}.title`) }
    if (use) {
      if (!use.busy) use.onUse(withTitle)
      return
    }
    const prefilled: Prefilled = { ...withTitle, note: t(`${id}.does`) }
    void navigate('/filters/new', { state: prefilled })
  }
  return (
    <Card aria-label={t(`${id}.title`)} className="content-stretch!">
      <form ref={form} noValidate onSubmit={applyTemplate} className="flex h-full flex-col gap-4">
        <h2 className="flex items-center gap-3 text-lg">
          <span aria-hidden="true" className="grid size-10 flex-none place-items-center rounded-hull bg-water text-ink">
            <Icon size={20} />
          </span>
          {t(`${id}.title`)}
        </h2>
        <p className="text-ink-2">{t(`${id}.does`)}</p>
        {template.senders !== 'none' && (
          <Field label={t(`${id}.asks`)} error={isMissing ? t('senders.missing') : undefined}>
            <TokenInput label={t(`${id}.asks`)} placeholder={t('senders.placeholder')} values={senders} onChange={setSenders} />
          </Field>
        )}
        <p className="mt-auto">
          {isAdded ? (
            <StateLabel kind="ok" label={t('added')} />
          ) : (
            <Button type="submit" look="quiet" busy={use?.busy ?? false}>
              {use?.word ?? t('use')}
            </Button>
          )}
        </p>
      </form>
    </Card>
  )
}
