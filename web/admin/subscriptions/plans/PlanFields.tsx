// The fields of a plan: its names, its limits and its prices.
import { languages } from '../../../../core/words/languages.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import type { PlanDraft } from './plan-draft.ts'

interface PlanFieldsProps {
  draft: PlanDraft
  onChange(part: Partial<PlanDraft>): void
}

const columns = 'grid grid-cols-1 gap-4 sm:grid-cols-2'

export function NameFields({ draft, onChange, isIdFixed }: PlanFieldsProps & { isIdFixed: boolean }) {
  const t = useWords('adminsubscriptions')
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' })
  return (
    <div className={columns}>
      <Field label={t('plan.id')} help={t('plan.idHelp')}>
        <TextInput
          value={draft.id}
          readOnly={isIdFixed}
          maxLength={40}
          spellCheck={false}
          onChange={event => onChange({ id: event.target.value })}
        />
      </Field>
      {languages.map(code => (
        <Field key={code} label={code === 'en' ? t('plan.name') : t('plan.nameIn', { language: names.of(code) ?? code })}>
          <TextInput
            value={draft.names[code] ?? ''}
            maxLength={60}
            lang={code}
            onChange={event => onChange({ names: { ...draft.names, [code]: event.target.value } })}
          />
        </Field>
      ))}
    </div>
  )
}

const limits = ['mailboxes', 'filters', 'deliveries'] as const
const features = ['instant', 'attachments', 'apiKeys'] as const

export function LimitFields({ draft, onChange }: PlanFieldsProps) {
  const t = useWords('adminsubscriptions')
  return (
    <>
      <div className={columns}>
        {limits.map(limit => (
          <Field key={limit} label={t(`plan.${limit}`)} help={t('plan.limitHelp')}>
            <TextInput inputMode="numeric" value={draft[limit]} onChange={event => onChange({ [limit]: event.target.value })} />
          </Field>
        ))}
        <Field label={t('plan.retention')}>
          <TextInput inputMode="numeric" value={draft.retention} onChange={event => onChange({ retention: event.target.value })} />
        </Field>
      </div>
      <fieldset className="grid gap-1">
        <legend className="font-strong">{t('plan.features')}</legend>
        {features.map(feature => (
          <Checkbox
            key={feature}
            label={t(`plan.${feature}`)}
            checked={draft[feature]}
            onChange={isIncluded => onChange({ [feature]: isIncluded })}
          />
        ))}
      </fieldset>
    </>
  )
}

export function PriceFields({ draft, onChange }: PlanFieldsProps) {
  const t = useWords('adminsubscriptions')
  const write = (at: number, amount: string) =>
    onChange({ prices: draft.prices.map((price, index) => (index === at ? { ...price, amount } : price)) })
  return (
    <div className={columns}>
      {draft.prices.map(({ currency, interval, amount }, index) => (
        <Field
          key={`${currency} ${interval}`}
          label={t(interval === 'year' ? 'plan.yearPrice' : 'plan.monthPrice', { currency: currency.toUpperCase() })}
          help={t('plan.priceHelp')}
        >
          <TextInput inputMode="decimal" value={amount} onChange={event => write(index, event.target.value)} />
        </Field>
      ))}
      <Field label={t('plan.trialDays')}>
        <TextInput inputMode="numeric" value={draft.trialDays} onChange={event => onChange({ trialDays: event.target.value })} />
      </Field>
    </div>
  )
}
