// Names a phone and requests its linking code.
import { type FormEvent, useState } from 'react'
import type { LinkOffer } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { useLinkPhone } from '../queries/phone-links.ts'

export function StartLinking({ isFirst, onOffer }: { isFirst: boolean; onOffer(offer: LinkOffer): void }) {
  const t = useWords('connect')
  const explain = useExplain()
  const link = useLinkPhone()
  const [name, setName] = useState(isFirst ? t('name.usual') : '')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!name.trim())
    if (name.trim()) link.mutate(name, { onSuccess: onOffer })
  }
  const error = isMissing ? t('name.missing') : link.error ? explain(link.error) : undefined
  return (
    <Card look={isFirst ? 'rest' : 'dashed'} className={isFirst ? undefined : 'gap-x-12 lg:grid-cols-[minmax(0,1fr)_auto]'}>
      <div>
        <h2 className={isFirst ? undefined : 'text-lg'}>{t(isFirst ? 'start' : 'startMore')}</h2>
        <p className={cx('mt-1 max-w-[62ch] text-ink-2', !isFirst && 'text-sm')}>{t('startText')}</p>
      </div>
      <form className="flex flex-wrap items-start gap-4" noValidate onSubmit={submit}>
        <div className="w-full sm:w-80">
          <Field label={t('name')} help={t('name.help')} error={error}>
            <TextInput maxLength={60} value={name} onChange={event => setName(event.target.value)} />
          </Field>
        </div>
        <Button type="submit" look={isFirst ? 'primary' : 'quiet'} busy={link.isPending} className="max-[480px]:w-full sm:mt-6.5">
          {t('start')}
        </Button>
      </form>
    </Card>
  )
}
